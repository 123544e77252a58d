"""A book in the making: its layers are there whole or not at all, and only what is sound is continued."""

import errno
import hashlib
import os
import sqlite3
from contextlib import closing

import pytest

from oxobook.book import Book, CannotWrite, DamagedBook, Rules
from oxobook.book.info import LayerCounts
from oxobook.book.store.block_writer import FinishedLayer, PackedBlock
from oxobook.book.store.new_file import hidden_name
from oxobook.book.store.writer import target_at
from tests.book.test_book import alter


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

    def count(self):
        return LayerCounts(self.ply, 5, 6, 0, 0, 0, 0, 0, 1, 2, 2, 3, 1 << 70), 1 << 80

    def write_to(self, file):
        file.write_layer(self.ply, self.blocks(), self.count)

    @property
    def finished(self):
        """Layer as a writer reports it."""
        digest = hashlib.sha256(b"".join(one.digest for one in self.packed)).digest()
        return FinishedLayer(*self.count(), digest)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "book"


def opened(path, rules=None, replace=False):
    return target_at(path).blocks(rules or Rules(), replace)


def begun(path, *plies):
    """A book in the making with some finished layers."""
    with opened(path) as file:
        file.layers()
        for ply in plies:
            Layer(ply).write_to(file)
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
        Layer(9).write_to(file)
        Layer(8, stop=True).write_to(file)
    (note,) = stop.value.__notes__
    assert "unfinished', and the same command continues from there" in note
    with opened(path) as file:
        assert file.layers() == [Layer(9).finished] and list(file.blocks(8)) == []


def test_nothing_begun_is_nothing_left(path):
    """Stopped before anything was written, no file stays, and no note is added."""
    with pytest.raises(KeyboardInterrupt) as stop, opened(path):
        raise KeyboardInterrupt
    assert not getattr(stop.value, "__notes__", ()) and os.listdir(path.parent) == []


@pytest.mark.parametrize("rules", [Rules(misere=True), Rules(3, 4, 3)])
def test_another_games_layers_are_discarded(path, rules):
    """Layers of another game are not continued, nor any left of them."""
    begun(path, 9)
    with opened(path, rules) as file:
        assert file.layers() == [] and list(file.blocks(9)) == []
        Layer(8).write_to(file)
    with opened(path, rules) as file:
        assert file.layers() == [Layer(8).finished]


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DROP TABLE unfinished", "no such table: unfinished"),
        ("UPDATE unfinished SET layer = replace(layer, '5', '4') WHERE ply = 9", "it has other counts of ply 9 than"),
        ("UPDATE unfinished SET layer = 'no layer' WHERE ply = 8", "it has other counts of ply 8 than"),
        ("UPDATE unfinished SET checksum = ''", "it has other counts of ply 9 than"),
        ("DELETE FROM unfinished WHERE ply = 8", "it has parts of layers"),
        ("DELETE FROM unfinished", "it has parts of layers"),
    ],
)
def test_what_is_no_book_in_the_making_is_not_continued(path, statement, said):
    """A file with other layers than were finished is refused, and can be discarded."""
    hidden = begun(path, 9, 8)
    alter(hidden, statement)
    with opened(path) as file:
        with pytest.raises(DamagedBook, match=said):
            file.layers()
        file.begin_anew()
        assert file.layers() == []


def test_the_finished_book(path, made):
    """The finished file has the book's name, the counted plies alone, the X-masks, and nothing of its making."""
    with Book.open(made("3x3x3")) as book:
        info = book.info
    for replace in (False, True):
        with opened(path, replace=replace) as file:
            file.layers()
            for ply in (9, 8):
                Layer(ply).write_to(file)
            file.finish(info._replace(layers=info.layers[:9]), [(1, 16, b"\x10\0\0\0")])
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT ply FROM layer").fetchall() == [(ply,) for ply in range(9)]
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
    monkeypatch.setattr("oxobook.book.store.new_file.os.fsync", fail)
    with pytest.raises(CannotWrite, match="Input/output error"), opened(path, replace=replace) as file:
        file.layers()
        file.finish(info, [])
    assert sorted(os.listdir(path.parent)) == [file.hidden.name, *[path.name] * replace]


def test_one_maker_at_a_time(path):
    """A second maker is refused while the first has the book, and then continues what it left."""
    with opened(path) as file:
        file.layers()
        Layer(9).write_to(file)
        with pytest.raises(CannotWrite, match=r"another process is writing '.*book'"), opened(path):
            pass
    with opened(path) as file:
        assert file.layers() == [Layer(9).finished]


@pytest.mark.parametrize("content", [b"no database" * 1000, b"SQLite format 3\0" + bytes(5000)])
def test_a_file_that_is_no_database_is_damaged(path, content):
    """A file that SQLite cannot read is called damaged, and the solve may begin anew."""
    hidden_name(path, "unfinished").write_bytes(content)
    with opened(path) as file:
        with pytest.raises(DamagedBook, match="file is not a database"):
            file.layers()
        file.begin_anew()
        Layer(9).write_to(file)
    with opened(path) as file:
        assert file.layers() == [Layer(9).finished]


def test_a_book_in_the_making_has_a_number_of_its_own(path, monkeypatch):
    """It is the same in each call, and another for a book elsewhere, or with this path on another machine."""
    numbers = []
    for name, machine in (("book", "one"), ("book", "one"), ("other", "one"), ("book", "two")):
        monkeypatch.setattr("oxobook.book.store.block_writer.node", lambda machine=machine: machine)
        with opened(path.with_name(name)) as file:
            numbers.append(file.token)
    assert numbers[0] == numbers[1] and len({*numbers}) == 3
