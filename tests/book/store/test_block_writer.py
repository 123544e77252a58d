"""A book in the making: its layers are there whole or not at all, and only what is sound is continued."""

import errno
import hashlib
import os
import sqlite3
from contextlib import closing

import pytest

from oxobook.book import Book, CannotWrite, DamagedBook, Rules
from oxobook.book.info import LayerCounts
from oxobook.book.store.atomic_file import hidden_name
from oxobook.book.store.block_writer import block_file
from oxobook.book.store.store import FinishedLayer, PackedBlock


class Layer:
    """A layer of some blocks in two batches, which may stop on its way."""

    def __init__(self, ply, stop=False):
        self.ply = ply
        self.stop = stop
        self.packed = [PackedBlock(bytes([ply, number]), bytes([number]) * 32) for number in range(5)]

    def blocks(self):
        yield self.packed[:3]
        if self.stop:
            raise KeyboardInterrupt
        yield self.packed[3:]

    def counts(self):
        return LayerCounts(self.ply, 5, 6, 0, 0, 0, 0, 0, 1, 2, 2, 3, 1 << 70)

    def drawn_games(self):
        return 1 << 80

    @property
    def finished(self):
        """Layer as a writer reports it."""
        digest = hashlib.sha256(b"".join(one.digest for one in self.packed)).digest()
        return FinishedLayer(self.counts(), self.drawn_games(), digest)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "book"


def opened(path, rules=None, replace=False):
    return block_file(path, rules or Rules(), replace)


def begun(path, *plies):
    """A book in the making with some finished layers."""
    with opened(path) as file:
        file.layers()
        for ply in plies:
            file.write_layer(Layer(ply))
    return hidden_name(path, "unfinished")


def test_layers_are_continued(path):
    """Finished layers come back from the last ply down, with counts, games beyond 64 bits, digests and blocks."""
    hidden = begun(path, 9, 8)
    assert os.listdir(path.parent) == [hidden.name]
    with opened(path) as file:
        assert file.layers() == [Layer(9).finished, Layer(8).finished]
        assert list(file.blocks(8)) == [one.data for one in Layer(8).packed]
        assert file.some_blocks(9, [4, 0, 2]) == [b"\x09\x04", b"\x09\x00", b"\x09\x02"]
        with pytest.raises(DamagedBook, match="lacks blocks of ply 9"):
            file.some_blocks(9, [1, 5])
        assert list(file.blocks(7)) == []


def test_a_layer_that_was_stopped_is_not_there(path):
    """Ctrl-C in the midst of a layer leaves the ones before it, and the message says where they are."""
    with pytest.raises(KeyboardInterrupt) as stop, opened(path) as file:
        file.layers()
        file.write_layer(Layer(9))
        file.write_layer(Layer(8, stop=True))
    (note,) = stop.value.__notes__
    assert "unfinished', and the same command continues from there" in note
    with opened(path) as file:
        assert file.layers() == [Layer(9).finished] and list(file.blocks(8)) == []


def test_nothing_begun_is_nothing_left(path):
    """Stopped before anything was written, no file and no folder of chunks stay, and no note is added."""
    with pytest.raises(KeyboardInterrupt) as stop, opened(path) as file:
        file.folder.mkdir()
        raise KeyboardInterrupt
    assert not getattr(stop.value, "__notes__", ()) and os.listdir(path.parent) == []


@pytest.mark.parametrize("rules", [Rules(misere=True), Rules(3, 4, 3)])
def test_another_games_layers_are_discarded(path, rules):
    """Layers of another game are not continued, nor any left of them."""
    begun(path, 9)
    with opened(path, rules) as file:
        assert file.layers() == [] and list(file.blocks(9)) == []
        file.write_layer(Layer(8))
    with opened(path, rules) as file:
        assert file.layers() == [Layer(8).finished]


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("CREATE TABLE other (a)", "does not have the tables of an unfinished book"),
        ("CREATE INDEX i ON layer (ply)", "does not have the tables of an unfinished book"),
        ("DROP TABLE bound", "does not have the tables of an unfinished book"),
        ("INSERT INTO x_masks VALUES (1, 1, x'00')", "was stopped when it was about to become the book"),
        ("DELETE FROM unfinished WHERE ply = 9", "has parts of layers"),
        ("DELETE FROM layer WHERE ply = 9", "has parts of layers"),
        ("INSERT INTO block VALUES (3, 0, x'00')", "has parts of layers"),
        ("UPDATE block SET number = 7 WHERE ply = 9 AND number = 4", "has parts of layers"),
        ("UPDATE layer SET positions = 4 WHERE ply = 9", "has other counts of ply 9 than were written"),
        ("UPDATE layer SET games = NULL WHERE ply = 8", "has other counts of ply 8 than were written"),
        ("UPDATE unfinished SET drawn_games = '7' WHERE ply = 8", "has other counts of ply 8 than were written"),
        ("UPDATE unfinished SET digest = replace(digest, '0', '1')", "has other counts of ply 9 than were written"),
        ("UPDATE unfinished SET digest = 'no digest'", "is damaged: non-hexadecimal"),
        ("UPDATE unfinished SET drawn_games = 'many'", "is damaged: invalid literal for int"),
    ],
)
def test_what_is_no_book_in_the_making_is_not_continued(path, statement, said):
    """A file with anything else in it than finished layers is refused, and can be discarded."""
    hidden = begun(path, 9, 8)
    with closing(sqlite3.connect(hidden)) as connection:
        connection.execute(statement)
        connection.commit()
    with opened(path) as file:
        if statement == "DROP TABLE bound":  # a table that is missing is made
            assert len(file.layers()) == 2
            return
        with pytest.raises(DamagedBook, match=said):
            file.layers()
        file.begin_anew()
        assert file.layers() == []


@pytest.mark.parametrize("content", [b"no database" * 1000, b"SQLite format 3\0" + bytes(5000)])
def test_a_file_that_is_no_database_is_damaged(path, content, monkeypatch):
    """A file that SQLite cannot read is called damaged, and the solve may begin anew, with a token of its own."""
    monkeypatch.setattr("oxobook.book.store.block_writer.os.urandom", lambda count: bytes(count - 1) + b"\x07")
    hidden_name(path, "unfinished").write_bytes(content)
    with opened(path) as file:
        with pytest.raises(DamagedBook, match="unfinished' is damaged: file is not a database"):
            file.layers()
        file.begin_anew()
        file.write_layer(Layer(9))
        assert file.token == 8
    with opened(path) as file:
        assert file.layers() == [Layer(9).finished]


def test_a_disk_that_fails_is_not_damage(path):
    """An error of the disk is no reason to throw layers away: the command ends with one line."""
    begun(path, 9)

    class Failing:
        def execute(self, *_):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
            raise error

        def close(self):
            pass

    with (
        pytest.raises(CannotWrite, match="disk I/O error; free some space and call again: the layers"),
        opened(path) as file,
    ):
        file.layers()
        file.connection.close()
        file.connection = Failing()
        list(file.blocks(9))
    with opened(path) as file:
        assert file.layers() == [Layer(9).finished]


def test_the_finished_book(path, made):
    """The finished file has the book's name, the counted plies alone, the X-masks, and nothing of its making."""
    with Book.open(made("3x3x3")) as book:
        info = book.info
    for replace in (False, True):
        with opened(path, replace=replace) as file:
            file.layers()
            for ply in (9, 8):
                file.write_layer(Layer(ply))
            file.folder.mkdir()
            file.finish(info._replace(layers=info.layers[:9]), [(1, 16, b"\x10\0\0\0")])
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT ply FROM layer").fetchall() == [(8,)]
            assert connection.execute("SELECT * FROM x_masks").fetchall() == [(1, 16, b"\x10\0\0\0")]
            assert connection.execute("SELECT rules, digest FROM book").fetchall() == [("3x3x3", info.digest)]
            assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'unfinished'").fetchone() == (0,)
            assert connection.execute("PRAGMA page_size").fetchone() == (32768,)
        assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("replace", [False, True])
def test_a_disk_that_fails_at_the_end_leaves_the_unfinished_file(path, made, monkeypatch, replace):
    """A book that could not get its name stays under its hidden one, and the old book under its own."""
    with Book.open(made("3x3x3")) as book:
        info = book.info

    def fail(descriptor):
        raise OSError(errno.EIO, "Input/output error")

    if replace:
        path.write_text("old")
    monkeypatch.setattr("oxobook.book.store.atomic_file.os.fsync", fail)
    with pytest.raises(CannotWrite, match="Input/output error"), opened(path, replace=replace) as file:
        file.layers()
        file.folder.mkdir()
        file.finish(info, [])
    assert sorted(os.listdir(path.parent)) == [file.hidden.name, *[path.name] * replace]


@pytest.mark.parametrize("replace", [False, True])
def test_another_maker_was_faster(path, made, replace):
    """A book that came to be there meanwhile is left alone, and nothing of the other stays; or it is replaced."""
    with Book.open(made("3x3x3")) as book:
        info = book.info

    def finish():
        with opened(path, replace=replace) as file:
            file.layers()
            path.write_text("another's")
            file.folder.mkdir()
            file.finish(info, [])

    if replace:
        finish()
        assert path.read_bytes() != b"another's"
    else:
        with pytest.raises(CannotWrite, match="exists already and is left as it is"):
            finish()
        assert path.read_text() == "another's"
    assert os.listdir(path.parent) == [path.name]


def test_a_link_for_a_folder_is_not_followed(path, tmp_path):
    """A link in the place of the folder of chunks does not lead the removal elsewhere."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "precious").write_text("precious")
    with opened(path) as file:
        file.folder.symlink_to(elsewhere)
    assert (elsewhere / "precious").exists()


def test_the_token_of_an_unfinished_book(tmp_path):
    """A new book draws a positive number of 31 bits, which a later call finds in the unfinished file."""
    tokens = []
    for _ in range(2):
        with block_file(tmp_path / "book", Rules(), False) as file:
            file.layers()
            tokens.append(file.token)
    assert tokens[0] == tokens[1] and 0 < tokens[0] < 1 << 31
    with block_file(tmp_path / "other", Rules(), False) as file:
        assert file.token != tokens[0]


@pytest.mark.parametrize("drawn", [b"\xff\xff\xff\xfe", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", bytes(4)])
def test_a_token_fits_a_files_header(tmp_path, monkeypatch, drawn):
    """Whatever is drawn, the token is a positive number of 31 bits, and is found again."""
    monkeypatch.setattr("oxobook.book.store.block_writer.os.urandom", lambda count: drawn[:count])
    for _ in range(2):
        with block_file(tmp_path / "book", Rules(), False) as file:
            file.layers()
            token = file.token
    assert 0 < token < 1 << 31
