"""The hidden file in which a book grows: one maker at a time, and no file that another user may have put there."""

import os

import pytest

from oxobook.book import CannotWrite
from oxobook.book.store import unfinished_file
from oxobook.book.store.unfinished_file import open_unfinished, require_own_file


@pytest.fixture
def path(tmp_path):
    """The path of a book that is being made."""
    return tmp_path / "book"


def test_one_maker_at_a_time(path):
    """A second maker is refused while the first has the file open, and then continues what it left."""
    with open_unfinished(path) as file:
        file.write(b"begun")
        file.flush()
        with pytest.raises(CannotWrite, match=r"another process is making '.*book': wait for it, or end it"):
            open_unfinished(path)
        assert file.name == str(path.with_name(".book.unfinished"))
    with open_unfinished(path) as file:
        assert file.read() == b"begun"


def test_the_finished_book_is_not_written_to(path):
    """A hidden name that a killed maker left on its finished book goes, and a new file takes its place."""
    path.write_bytes(b"finished")
    path.with_name(".book.unfinished").hardlink_to(path)
    with open_unfinished(path) as file:
        assert file.read() == b""
    assert path.read_bytes() == b"finished"


def test_a_name_that_is_removed_again_and_again(path, monkeypatch):
    """After some tries one line says so; each try closes its file."""
    opened = []
    monkeypatch.setattr(unfinished_file, "lock", lambda file: opened.append(file) or True)
    monkeypatch.setattr(unfinished_file, "has_its_name", lambda _: False)
    with pytest.raises(CannotWrite, match="other processes remove it again and again; end them"):
        open_unfinished(path)
    assert len(opened) == unfinished_file.TRIES and all(file.closed for file in opened)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda name: name.symlink_to("elsewhere"), "is a symbolic link"),
        (os.mkfifo, "is no regular file"),
        (lambda name: name.touch() or name.chmod(0o664), "may be written to by other users"),
        (lambda name: name.touch() or name.chmod(0o646), "may be written to by other users"),
        (lambda name: name.touch() or name.with_name("other").hardlink_to(name), "has another name besides"),
    ],
)
def test_what_another_user_may_have_put_there_is_refused(path, make, why):
    """The message says what is there, and what to do."""
    name = path.with_name(".book.unfinished")
    require_own_file(name)
    make(name)
    with pytest.raises(CannotWrite, match=f"an unfinished book of yours; what is there {why}: remove it"):
        require_own_file(name)
    with pytest.raises((CannotWrite, OSError)):
        open_unfinished(path)


def test_a_file_of_another_user_is_refused(path, monkeypatch):
    """Its owner must be this process's user."""
    path.touch()
    require_own_file(path)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    with pytest.raises(CannotWrite, match="belongs to another user"):
        require_own_file(path)
