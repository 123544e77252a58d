"""Books for range requests: what is written, read by another reader, and that it is written whole or not at all."""

import json
from random import Random

import pytest

from oxobook.book import Book, CannotWrite, Position
from oxobook.book.game.notation import cells_of
from oxobook.book.progress import tell_nobody
from oxobook.viewer.explorer import ranges
from oxobook.viewer.explorer.ranges import write_range_book
from tests.reference import score_of
from tests.viewer.explorer.range_reader import RangeReader


def random_positions(rules, count, seed=1):
    """Positions of random games in which the game goes on."""
    lots = Random(seed)
    while count:
        position = Position(rules)
        for _ in range(lots.randrange(rules.cells)):
            if not position.over:
                position = position.play(lots.choice(position.legal_moves))
        if not position.over:
            count -= 1
            yield position


def wrong_scores(book, reader, count):
    """The random positions whose score is not the book's."""
    wrong = []
    for position in random_positions(book.rules, count):
        entry = book.probe(position)
        expected = score_of(entry.value, entry.remoteness, position.ply, book.rules.cells)
        if reader.score(cells_of(position.x), cells_of(position.o)) != expected:
            wrong.append(position.text)
    return wrong


@pytest.mark.parametrize("rules", ["3x4x3", "3x3x3-misere"])
def test_another_reader_agrees(dense_book, tmp_path, monkeypatch, rules):
    """Files for range requests hold the book's scores: rows that share a piece, and directories of few."""
    monkeypatch.setattr(ranges, "PIECE", 500)
    monkeypatch.setattr(ranges, "DIRECTORY", 3)
    book = dense_book(rules)
    write_range_book(book.address, tmp_path / "out", tell_nobody)
    reader = RangeReader(tmp_path / "out")
    assert reader.manifest["digest"] == book.info.digest and reader.manifest["version"] == 1
    assert wrong_scores(book, reader, 60) == []


def test_long_rows_have_two_parts(dense_book, tmp_path, monkeypatch):
    """A long row lies in two parts, by whose turn it is, of which one is read."""
    monkeypatch.setattr(ranges, "PIECE", 30)
    book = dense_book("3x4x3")
    write_range_book(book.address, tmp_path / "out", tell_nobody)
    reader = RangeReader(tmp_path / "out")
    assert {file["parts"] for file in reader.manifest["files"]} == {1, 2}
    assert wrong_scores(book, reader, 60) == []
    assert len(reader.reads) == 120


def test_what_is_told(dense_book, tmp_path):
    """A listener is told how many bytes are done, out of how many, up to the last."""
    told = []
    write_range_book(dense_book("3x3x3-misere").address, tmp_path / "out", lambda *said: told.append(said))
    assert {stage for stage, *_ in told} == {"writing 3x3x3-misere for range requests"}
    assert told[-1][1] == told[-1][2] and [done for _, done, _ in told] == sorted(done for _, done, _ in told)


def test_which_books_can_be_written_so(dense_book, book):
    """A book of blocks can, and a book of rows cannot."""
    assert dense_book("3x4x3").layout.score_rows(0) is not None and book.layout.score_rows(0) is None


@pytest.mark.slow
def test_books_under_gravity_cannot_be_written_so(made):
    """Under gravity rows are the columns' heights, and have no X-masks."""
    with Book.open(made("3x3x3-gravity", "gravity")) as book:
        assert book.layout.score_rows(0) is None


def test_what_stood_there_is_replaced(dense_book, tmp_path):
    """The folder is replaced with all of ours that is in it, and nothing hidden is left beside it."""
    folder = tmp_path / "out"
    for name in ("out", ".out.new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "scores-99.bin").write_bytes(b"left by a killed process")
    write_range_book(dense_book("3x3x3-misere").address, folder, tell_nobody)
    names = {file["file"] for file in json.loads((folder / "manifest.json").read_text())["files"]}
    assert {path.name for path in folder.iterdir()} == names | {"manifest.json"}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_whole_or_not_at_all(dense_book, tmp_path, error):
    """After a full disk or Ctrl-C nothing new is left, and the files that were there stay."""

    def fail(stage, done, total=None):
        raise error

    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "scores-99.bin").write_text("mine")
    with pytest.raises(CannotWrite if isinstance(error, OSError) else KeyboardInterrupt):
        write_range_book(dense_book("3x3x3-misere").address, tmp_path / "out", fail)
    assert [path.name for path in tmp_path.iterdir()] == ["out"] and (tmp_path / "out" / "scores-99.bin").exists()


def test_one_at_a_time(dense_book, tmp_path):
    """A second process that would write the same folder is told so in one line."""
    address = dense_book("3x3x3-misere").address

    def write_too(stage, done, total=None):
        write_range_book(address, tmp_path / "out", tell_nobody)

    with pytest.raises(CannotWrite, match="another process is writing"):
        write_range_book(address, tmp_path / "out", write_too)
