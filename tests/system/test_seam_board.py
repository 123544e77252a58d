"""The seam for boards: a kind of board, added here in one class, is solved, looked up and proved like any other."""

from functools import cache, cached_property

import pytest

from oxobook.book import Book, BookError, Position, Rules
from oxobook.book.game.board import KINDS, Grid
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from tests.book.test_book import alter


class Slanting(Grid):
    """A board on which only diagonals win."""

    directions = ((1, 1), (1, -1))


@pytest.fixture
def slanting(monkeypatch):
    """The rules of such a board, known by their word for as long as the test runs."""
    monkeypatch.setitem(KINDS, "slanting", Slanting)
    return Rules.parse("3x3x2-misere-slanting")


def test_its_word_goes_with_the_others(slanting):
    """The rules' text names the kind, and misère goes with it."""
    assert str(slanting) == "3x3x2-slanting-misere" and len(slanting.lines) == 8


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["frontier", "dense"])
def test_it_is_solved(slanting, tmp_path, engine):
    """Its book holds the positions that play reaches, with the values of plain recursion, by either engine."""
    generate_book(slanting, tmp_path / "book", engine=engine)
    reached = set()

    @cache
    def value(position):
        reached.add(position)
        values = [-value(position.play(cell)) for cell in position.legal_cells]
        lost = any(line & mask == line for line in slanting.lines for mask in (position.x, position.o))
        return 1 if lost else max(values, default=0)

    value(Position(slanting))
    with Book.open(tmp_path / "book") as book:
        assert book.rules == slanting and sum(entry.orbit for entry in book) == len(reached)
        assert all(book.probe(position).value == value(position) for position in reached)


def test_it_is_verified(slanting, tmp_path):
    """The verifier takes its lines, proves the laws of its symmetries, and finds what is wrong in its book."""
    generate_book(slanting, tmp_path / "book")
    assert verify_book(tmp_path / "book").right
    alter(tmp_path / "book", "UPDATE position SET value = -value WHERE key = (SELECT max(key) FROM position)")
    assert "answers" in {check.name for check in verify_book(tmp_path / "book").checks if check.wrong}


def test_a_board_without_laws_is_not_verified(monkeypatch, tmp_path):
    """A board whose symmetries do not keep its lines can be played, but its book proves nothing."""

    class Slipped(Slanting):
        @cached_property
        def symmetries(self):
            return (tuple(range(self.cells)), (1, 0, *range(2, self.cells)))

    monkeypatch.setitem(KINDS, "slipped", Slipped)
    generate_book("2x3x2-slipped", tmp_path / "book")
    with pytest.raises(BookError, match=r"^expected symmetries that keep its lines on the board of 2x3x2-slipped; "):
        verify_book(tmp_path / "book")
