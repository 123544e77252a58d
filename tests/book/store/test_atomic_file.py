"""Hidden files: no one can predict or plant them, one maker at a time, and what killed makers leave is removed."""

import errno
import fcntl
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from oxobook.book import Book, CannotWrite, Rules
from oxobook.book.errors import NoAnswer
from oxobook.book.store.atomic_file import (
    hidden_name,
    in_turn,
    is_random,
    make_folder,
    open_random,
    require_new,
    require_writable,
    sweep,
    whole_file,
    write_whole,
)
from oxobook.book.store.block_writer import block_file
from oxobook.book.store.unfinished_file import open_unfinished
from oxobook.book.verify import verify_book
from oxobook.commands.root import main
from oxobook.generator.generate import generate_book
from oxobook.generator.progress import Report


@pytest.fixture
def path(tmp_path, made):
    """The place of a book that a test may spoil; there is a sound one."""
    path = tmp_path / "3x3x3.sqlite"
    path.write_bytes(made("3x3x3").read_bytes())
    return path


class Sentences(Report):
    """A report that keeps what is said."""

    def __init__(self):
        self.said = []

    def say(self, sentence):
        self.said.append(sentence)


def left_by_the_dead(path: Path) -> list[Path]:
    """Hidden files without a maker, as this version and earlier ones leave them."""
    names = [path.with_name(f".{path.name}.{drawn}") for drawn in ("0a1b2c3d.whole", "4e5f6071.scratch", "71.whole")]
    for name in names:
        name.write_text("left")
    return sorted(names)


def test_a_name_that_was_left_keeps_nobody_from_replacing(path, monkeypatch):
    """A file that a killed process of the same number has left does not keep --force from replacing the book."""
    for end in ("whole", "scratch", "new"):
        path.with_name(f".{path.name}.{os.getpid()}.{end}").write_text("left")
    monkeypatch.setattr("oxobook.book.store.sqlite_target.SQLiteTarget.sweep", lambda place: [])
    generate_book(Rules(misere=True), path, replace=True)
    with Book.open(path) as book:
        assert book.rules == Rules(misere=True)


def test_names_cannot_be_foretold(tmp_path):
    """Two hidden files of the same file have names of 32 random bits, whatever the process."""
    with open_random(tmp_path / "book", "new") as one, open_random(tmp_path / "book", "new") as other:
        drawn = [Path(file.name).name.removeprefix(".book.").removesuffix(".new") for file in (one, other)]
    assert drawn[0] != drawn[1] and all(len(name) == 8 and int(name, 16) >= 0 for name in drawn)


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        *((f".book.0a1b2c3d.{end}", True) for end in ("new", "scratch", "whole")),
        (".book.4711.new", True),
        (".book..new", False),
        (".book.new", False),
        (".book.0a1b2c3x.new", False),
        (".book.0a1b2c3d.old", False),
        (".book.0a1b2c3d.new.new", False),
        ("book.0a1b2c3d.new", False),
        (".other.0a1b2c3d.new", False),
    ],
)
def test_which_names_are_swept(name, drawn):
    """A name that may have been drawn for a book has hexadecimal digits and a known ending."""
    assert is_random(name, "book") == drawn


def test_a_taken_name_is_drawn_again(tmp_path, monkeypatch):
    """If a drawn name is taken another one is drawn; if all are taken, one line says so."""
    drawn = iter([b"\0\0\0\0", b"\0\0\0\0", b"\0\0\0\1"])
    monkeypatch.setattr("oxobook.book.store.atomic_file.os.urandom", lambda size: next(drawn))
    path = tmp_path / "book"
    with open_random(path, "new") as one, open_random(path, "new") as other:
        assert Path(one.name).name == ".book.00000000.new" and Path(other.name).name == ".book.00000001.new"
        monkeypatch.setattr("oxobook.book.store.atomic_file.os.urandom", lambda size: b"\0\0\0\0")
        with pytest.raises(CannotWrite, match="all hidden names tried for it are taken"):
            open_random(path, "new")


def test_a_maker_who_is_swept_before_it_has_its_lock_begins_again(tmp_path, monkeypatch):
    """A file that is removed in the instant between its making and its locking is not written to."""
    path, real = tmp_path / "book", fcntl.flock
    calls = []

    def sweeping(descriptor, how):
        calls.append(descriptor)
        if len(calls) == 1:
            Path(f"/proc/self/fd/{descriptor}").readlink().unlink()
        real(descriptor, how)

    monkeypatch.setattr("oxobook.book.store.atomic_file.flock", sweeping)
    with open_random(path, "new") as file:
        assert len(calls) == 2 and Path(file.name).exists()


def test_what_killed_makers_left_is_removed_and_said(path):
    """The next maker of the same book removes hidden files without a maker, and says so in a sentence each."""
    left = left_by_the_dead(path)
    others = [
        path.with_name(name) for name in (".other.0a1b2c3d.whole", f".{path.name}.mine.whole", f".{path.name}.txt")
    ]
    for other in others:
        other.write_text("precious")
    generate_book(Rules(), path, replace=True, report=(report := Sentences()))
    assert report.said == [f"Removed {str(name)!r}, which a maker that was stopped had left behind." for name in left]
    assert sorted(path.parent.iterdir()) == sorted([path, *others])


def test_the_command_says_what_was_removed(path):
    """generate prints the sentences on stderr."""
    (left, *_) = left_by_the_dead(path)
    done = CliRunner().invoke(main, ["generate", "--force", "--out", str(path)])
    assert done.exit_code == 0 and f"Removed {str(left)!r}" in done.stderr


def test_what_has_a_maker_is_not_removed(path):
    """A hidden file whose maker is alive stays, and so does a link of such a name, and what it leads to."""
    precious = path.with_name("precious")
    precious.write_text("precious")
    link = path.with_name(f".{path.name}.0a1b2c3d.new")
    link.symlink_to(precious)
    with open_random(path, "new") as held:
        assert sweep(path) == []
        assert Path(held.name).exists()
    assert sweep(path) == []  # it is empty, and may have a maker who is about to lock it
    os.utime(held.name, (0, 0))
    assert sweep(path) == [Path(held.name)] and precious.exists() and link.is_symlink()


def test_a_file_being_made_is_not_swept(path, monkeypatch):
    """On a system without nameless files, a sweep leaves the hidden file of a living maker alone."""
    monkeypatch.setattr("oxobook.book.store.atomic_file.NAMELESS", 0)
    with whole_file(path, replace=True) as file:
        file.write(b"new")
        assert sweep(path) == []
    assert path.read_bytes() == b"new"


def test_a_pipe_is_not_waited_for(path):
    """A pipe under a random hidden name is left alone, and nothing waits for a writer at its other end."""
    pipe = path.with_name(f".{path.name}.0a1b2c3d.new")
    os.mkfifo(pipe)
    os.utime(pipe, (0, 0))
    assert sweep(path) == [] and pipe.exists()


def test_an_unfinished_book_is_not_swept(path):
    """Files that a later call continues stay, however old they are, and so does another owner's unfinished file."""
    unfinished(path).write_text("layers")
    os.utime(unfinished(path), (0, 0))
    assert sweep(path) == [] and unfinished(path).read_text() == "layers"
    unfinished(path).unlink()
    os.link(path, unfinished(path))
    assert sweep(path) == [unfinished(path)] and path.exists() and not unfinished(path).exists()


def test_a_new_file_is_empty_for_a_minute_at_most(path, monkeypatch):
    """An empty hidden file is left to its maker for a minute, and then removed; one with content goes at once."""
    left = path.with_name(f".{path.name}.0a1b2c3d.new")
    monkeypatch.setattr("oxobook.book.store.atomic_file.time", lambda: 1e6)
    for age, content, removed in ((59.5, "", []), (60, "", [left]), (0, "x", [left])):
        left.write_text(content)
        os.utime(left, (1e6 - age,) * 2)
        assert sweep(path) == removed
        left.unlink(missing_ok=True)


@pytest.mark.parametrize("nameless", [True, False, "without /proc"])
def test_a_whole_file(tmp_path, monkeypatch, nameless):
    """A file gets its name at the end of the block alone, with the usual mode; a failure leaves the old one."""
    if not nameless:
        monkeypatch.setattr("oxobook.book.store.atomic_file.NAMELESS", 0)
    elif nameless is not True:
        monkeypatch.setattr("oxobook.book.store.atomic_file.os.path.isdir", lambda folder: False)
    path = tmp_path / "file"
    mask = os.umask(0o022)
    try:
        with whole_file(path) as file:
            file.write(b"one")
            assert not path.exists() and len(os.listdir(tmp_path)) == (nameless is not True)
    finally:
        os.umask(mask)
    assert path.read_bytes() == b"one" and path.stat().st_mode & 0o777 == 0o644
    with pytest.raises(KeyError), whole_file(path, replace=True) as file:
        file.write(b"two")
        raise KeyError
    with pytest.raises(CannotWrite, match="exists already and is left as it is; --force replaces it"):
        write_whole(path, b"three", False)
    assert path.read_bytes() == b"one"
    write_whole(path, b"four", True)
    assert path.read_bytes() == b"four" and os.listdir(tmp_path) == ["file"]


def test_where_there_are_no_locks_files_are_written(tmp_path, monkeypatch):
    """On a file system without locks a file is written, and nothing that others left is removed."""

    def refuse(descriptor, how):
        raise OSError(errno.ENOLCK, "No locks available")

    left = tmp_path / ".file.0a1b2c3d.new"
    left.write_text("left")
    monkeypatch.setattr("oxobook.book.store.atomic_file.NAMELESS", 0)
    monkeypatch.setattr("oxobook.book.store.atomic_file.flock", refuse)
    write_whole(tmp_path / "file", b"written", False)
    assert sweep(tmp_path / "file") == [] and sorted(os.listdir(tmp_path)) == [left.name, "file"]


@pytest.mark.parametrize("nameless", [True, False])
def test_a_file_that_comes_to_be_there_is_left(tmp_path, monkeypatch, nameless):
    """A file that another process has written meanwhile is left alone without ``replace``."""
    if not nameless:
        monkeypatch.setattr("oxobook.book.store.atomic_file.NAMELESS", 0)
    path = tmp_path / "file"
    with pytest.raises(CannotWrite, match="exists already"), whole_file(path) as file:
        file.write(b"mine")
        path.write_text("another's")
    assert path.read_text() == "another's" and os.listdir(tmp_path) == ["file"]


def test_a_hidden_file_that_was_removed_is_told(tmp_path, monkeypatch):
    """Without nameless files, a hidden one that somebody has removed, or replaced, does not become the file."""
    monkeypatch.setattr("oxobook.book.store.atomic_file.NAMELESS", 0)
    path = tmp_path / "file"
    for replace in (False, True):
        with pytest.raises(CannotWrite, match="was removed; call again"), whole_file(path, replace) as file:
            Path(file.name).unlink()
            Path(file.name).write_text("somebody's")
        assert Path(file.name).read_text() == "somebody's" and not path.exists()


def test_where_no_file_can_be_written(tmp_path):
    """A folder, a pipe, an existing file and a missing folder are each told, and what there is to do."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    for replace in (False, True):
        with pytest.raises(CannotWrite, match="is a folder: name a file in it"):
            require_new(tmp_path, replace)
        with pytest.raises(CannotWrite, match="is a device or pipe: name another"):
            require_new(tmp_path / "pipe", replace)
        with pytest.raises(CannotWrite, match=r"there is no folder .*none'; make it first"):
            require_new(tmp_path / "none" / "file", replace)
        require_new(tmp_path / "other", replace)
    with pytest.raises(CannotWrite, match="exists already"):
        require_new(tmp_path / "file", False)
    require_new(tmp_path / "file", True)
    require_writable(tmp_path / "file")
    assert sorted(os.listdir(tmp_path)) == ["file", "pipe"]


def test_folders_are_made_with_their_parents(tmp_path):
    """A folder is made with its parents unless it is there; where it cannot be, one line says why."""
    for _ in range(2):
        make_folder(tmp_path / "a" / "b" / "c")
    assert (tmp_path / "a" / "b" / "c").is_dir()
    (tmp_path / "file").touch()
    with pytest.raises(CannotWrite, match=r"cannot make the folder .*: Not a directory; free some space or choose"):
        make_folder(tmp_path / "file" / "b")


@pytest.mark.parametrize(("error", "advice"), [(PermissionError, "choose a folder that you"), (OSError, "free some")])
def test_what_the_system_refuses_is_one_line(tmp_path, error, advice):
    """An error of the system becomes one line with what to do about it."""
    with pytest.raises(CannotWrite, match=f"cannot write .*file': Reason; {advice}"), whole_file(tmp_path / "file"):
        raise error(13 if error is PermissionError else 5, "Reason")
    assert os.listdir(tmp_path) == []


def unfinished(path: Path) -> Path:
    return hidden_name(path, "unfinished")


def refused(path: Path) -> str:
    """The one line with which a maker of blocks refuses what stands at its hidden name."""
    with pytest.raises(CannotWrite) as raised, block_file(path, Rules(), True):
        pass
    assert "\n" not in str(raised.value)
    return str(raised.value)


@pytest.mark.parametrize("end", ["", "-journal"])
def test_a_planted_link_is_refused(path, end):
    """A symbolic link in place of the hidden file, or of its journal, is refused, and what it leads to untouched."""
    target = path.with_name("target")
    target.write_text("precious")
    link = Path(f"{unfinished(path)}{end}")
    link.symlink_to(target)
    assert f"{str(link)!r} nothing, or an unfinished book of yours; what is there is a symbolic link" in refused(path)
    assert target.read_text() == "precious" and verify_book(path).right


def test_a_link_to_nowhere_makes_no_file(path):
    """A symbolic link that leads to no file is refused as well, and makes none."""
    unfinished(path).symlink_to(path.with_name("nowhere"))
    assert "is a symbolic link: remove it, or choose another place" in refused(path)
    assert not path.with_name("nowhere").exists()


def test_what_is_no_file_is_refused(path):
    """A pipe or folder in place of the hidden file is refused without waiting."""
    os.mkfifo(unfinished(path))
    assert "is no regular file" in refused(path)
    unfinished(path).unlink()
    unfinished(path).mkdir()
    assert "is no regular file" in refused(path)


def test_a_file_that_others_may_write_to_is_refused(path):
    """An unfinished file that others may write to, or that has another name, may hold anything."""
    unfinished(path).touch(mode=0o600)
    unfinished(path).chmod(0o660)
    assert "may be written to by other users" in refused(path)
    unfinished(path).chmod(0o600)
    os.link(unfinished(path), path.with_name("other"))
    assert "has another name besides" in refused(path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_a_file_of_another_user_is_refused(path):
    """An unfinished file of another user is not gone on from."""
    unfinished(path).touch(mode=0o644)
    os.chown(unfinished(path), 12345, -1)
    assert "belongs to another user" in refused(path)


def test_an_unfinished_file_is_for_its_user_to_write(path):
    """Whatever the umask, no other user may write to an unfinished file."""
    before = os.umask(0)
    try:
        open_unfinished(path).close()
    finally:
        os.umask(before)
    assert unfinished(path).stat().st_mode & 0o777 == 0o644


def test_the_lock_is_held_until_the_book_has_its_name(compiled, path, monkeypatch):
    """Between the closing of the tables and the name, and until that is on the disk, a second maker is told so."""
    other, seen = path.with_name("other"), []
    real = os.fsync

    def interrupted(descriptor):
        if unfinished(other).exists():
            seen.append(refused(other))
        real(descriptor)

    monkeypatch.setattr("oxobook.book.store.atomic_file.os.fsync", interrupted)
    generate_book(Rules(), other, engine="dense")
    assert seen == [f"another process is making {str(other)!r}: wait for it, or end it"] * 2
    assert verify_book(other).right


def test_a_maker_who_waited_for_the_lock_sees_the_book(tmp_path, monkeypatch, made):
    """One who opened the hidden file just before it became the book does not write to the book."""
    path, real = tmp_path / "book", fcntl.flock

    def late(descriptor, how):
        if unfinished(path).exists() and not path.exists():
            os.replace(unfinished(path), path)
        real(descriptor, how)

    monkeypatch.setattr("oxobook.book.store.atomic_file.flock", late)
    with pytest.raises(CannotWrite, match="exists already"), block_file(path, Rules(), False):
        pass
    with block_file(path, Rules(), True) as file:
        assert file.layers() == []
    assert path.read_bytes() == b"" and unfinished(path).exists()


@pytest.mark.slow
def test_a_maker_ended_between_two_names_leaves_nothing_that_stays(tmp_path, made):
    """A book that has its name, and its hidden one still, is made again with force, by either engine."""
    path = tmp_path / "book"
    for engine in ("dense", "frontier"):
        path.write_bytes(made("3x3x3", "dense").read_bytes())
        os.link(path, unfinished(path))
        generate_book(Rules(), path, replace=True, engine=engine)
        assert os.listdir(tmp_path) == ["book"] and verify_book(path).right


@pytest.mark.parametrize("end", ["-journal", "-wal"])
def test_a_stale_journal_is_named(path, end):
    """A journal beside a sound book, which no book has, is named with what to do; the book is right without it."""
    journal = Path(f"{path}{end}")
    journal.write_bytes(b"stale" * 1000)
    with pytest.raises(NoAnswer) as raised:
        Book.open(path)
    message = str(raised.value)
    assert f"beside it is {journal.name!r}" in message and "move that file away, then see" in message
    journal.unlink()
    assert verify_book(path).right


HALF = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("PRAGMA cache_size = 1")
connection.execute("UPDATE position SET value = -value")
os.kill(os.getpid(), 9)
"""


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["frontier", "dense"])
def test_a_new_book_is_rid_of_the_old_ones_journal(path, engine):
    """A book made with force in the place of one that a program was stopped in has no journal, which would spoil it."""
    subprocess.run([sys.executable, "-c", HALF, str(path)])
    assert Path(f"{path}-journal").stat().st_size > 0
    with pytest.raises(NoAnswer, match=r"beside it is .3x3x3\.sqlite-journal."):
        Book.open(path)
    generate_book(Rules(), path, replace=True, engine=engine)
    assert os.listdir(path.parent) == [path.name] and verify_book(path).right
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_disk_that_fails_while_the_unfinished_file_is_opened(path, monkeypatch):
    """SQLite's message when it cannot open the file is one line too, and the lock is free again."""

    def failing(file):
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("oxobook.book.store.block_writer.connect", failing)
    for _ in range(2):
        assert "disk I/O error; free some space and call again" in refused(path)


def test_one_process_at_a_time_changes_a_folder(tmp_path):
    """The folder's lock is held until the changes are done, and is free afterwards."""
    other = os.open(tmp_path, os.O_RDONLY)
    try:
        with in_turn(tmp_path), pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    finally:
        os.close(other)
