"""Labels of positions agree with a solver that shares nothing with the book."""

import pytest

from oxobook import Book, Rules, generate_book
from oxobook.book.errors import IllegalPosition
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.reading.reader import Reader
from oxobook.book.progress import tell_nobody
from oxobook.viewer.files import labelling
from oxobook.viewer.files.labelling import NOTHING, Labeller, whole_answer
from oxobook.viewer.files.rows import BARE, Batch
from oxobook.viewer.searched import searched
from tests.reference import solved_game


def labels_of(book, values, labels=None, search=False):
    """Return the labels of values, as one input."""
    reader = Reader(book.rules)
    for value in values:
        reader.see(value)
    reader.settle()
    labeller = Labeller(book, reader, cell_labels(labels, book.rules), search)
    if search:
        batch = Batch([BARE], range(len(values)), [values], values)
        wanted = labeller.unheld([batch], lambda place, error: None)
        labeller.learn(searched(book, wanted, whole_answer, 1, None, tell_nobody))
    return labeller.labels(values)


WORDS = {1: "win", 0: "draw", -1: "loss"}


@pytest.mark.slow
@pytest.mark.parametrize("kept", [5, 200_000])
def test_every_position_in_every_orientation(book, kept, monkeypatch):
    """Value, remoteness, best and safe moves of all 5,478 positions are those of the reference, by index labels."""
    monkeypatch.setattr(labelling, "_KEPT", kept)
    answers = solved_game().answers
    boards = [*answers][:: 1 if kept > 5 else 50]
    for board, label in zip(boards, labels_of(book, boards, "index"), strict=True):
        value, remoteness = answers[board]
        assert (label.value, label.remoteness) == (WORDS[value], remoteness)
        assert label.best == tuple(map(str, solved_game().best(board)))
        assert label.safe == tuple(map(str, solved_game().safe(board)))
        assert (label.pick in label.best) if label.best else label.pick is None


def test_what_cannot_be_read_is_an_error(book):
    """Each such value has its own error, and the others their labels; lists, tuples and texts are read alike."""
    found = labels_of(book, ["X", [1, 0, 0, 0, 2, 0, 0, 0, 0], "", None, "X", "a3"])
    assert [isinstance(one, IllegalPosition) for one in found] == [True, False, False, True, True, False]
    assert found[1].best == ("b3", "c3", "a2", "c2", "a1", "b1", "c1") and found[2].remoteness == 9
    assert labels_of(book, [("x", "o", *"bbbbbbb")])[0].value == "win"


def test_a_book_of_first_plies(tmp_path, search_compiled):
    """Its last ply has values alone, and what is below nothing, unless it is searched: then all is that of a book."""
    rules, boards = Rules.parse("3x4x3-gravity"), ["a1", "a1 b1 c1 d1", "a1 b1 c1 d1 a2"]
    generate_book(rules, tmp_path / "first", plies=4)
    generate_book(rules, tmp_path / "whole")
    with Book.open(tmp_path / "first") as first, Book.open(tmp_path / "whole") as whole:
        expected = labels_of(whole, boards)
        stored, complete = (labels_of(first, boards, search=search) for search in (False, True))
    assert complete == expected
    assert stored == [expected[0], expected[1]._replace(best=None, safe=None, pick=None), NOTHING]
