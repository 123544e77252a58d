"""The seam for boards: a torus, added here in one class, is played, solved, looked up and counted like any other."""

from functools import cached_property
from itertools import product

import pytest

from oxobook.book import Book, BookError, Position, Rules
from oxobook.book.game.board import KINDS, Board
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from oxobook.viewer.pictures.drawing.board_shapes import board_svg
from tests.book.test_book import alter


class Torus(Board):
    """A square board whose edges meet: a line goes on at the other side."""

    def cell(self, row, column):
        return self.at[row % self._rows, column % self._columns]

    @cached_property
    def lines(self):
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))
        runs = ({self.cell(r + i * d, c + i * e) for i in range(self._k)} for r, c in self.at for d, e in steps)
        return tuple(sorted({sum(1 << cell for cell in run) for run in runs if len(run) == self._k}))

    @cached_property
    def symmetries(self):
        moved = (
            tuple(
                self.cell(*((c, r) if swap else (r, c)))
                for r, c in ((down + u * row, right + v * column) for row, column in self.at)
            )
            for (down, right), u, v, swap in product(self.at, (1, -1), (1, -1), (False, True))
        )
        return tuple(dict.fromkeys(moved))


@pytest.fixture
def torus(monkeypatch):
    """The rules of a torus by another word, known for as long as the test runs."""
    monkeypatch.setitem(KINDS, "doughnut", Torus)
    return Rules.parse("3x3x3-doughnut")


def values(rules):
    """The value of every position for the side to move, by plain recursion over the board's lines."""
    found = {}

    def value(x, o):
        if (x, o) not in found:
            position = Position(rules, x, o)
            children = [position.play(cell) for cell in position.legal_cells]
            lost = any(line & mask == line for line in rules.lines for mask in (x, o))
            found[x, o] = -1 if lost else max((-value(child.x, child.o) for child in children), default=0)
        return found[x, o]

    value(0, 0)
    return found


def test_a_torus_is_read_and_written(torus):
    """The rules' text names the kind, and misère goes with it."""
    assert str(torus) == "3x3x3-doughnut"
    assert str(Rules.parse("3x3x3-misere-doughnut")) == "3x3x3-doughnut-misere"
    assert len(torus.lines) == 12 and len(torus.board.symmetries) == 72


def test_a_torus_is_drawn(torus):
    """The stroke through a line that goes over an edge breaks there, and so has two parts."""
    straight, wrapped = (board_svg(torus, line, 0, "") for line in (0b111, 1 << 0 | 1 << 5 | 1 << 7))
    assert straight.split("<path")[-1].count("M") == 1 and wrapped.split("<path")[-1].count("M") == 2


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["frontier", "dense"])
def test_a_torus_is_solved(torus, tmp_path, engine):
    """Its book holds the positions that play reaches, with the values of plain recursion, by either engine."""
    generate_book(torus, tmp_path / "torus.sqlite", engine=engine)
    expected = values(torus)
    with Book.open(tmp_path / "torus.sqlite") as book:
        assert book.rules == torus
        assert sum(entry.orbit for entry in book) == len(expected)
        for (x, o), value in expected.items():
            assert book.probe(Position(torus, x, o)).value == value


def test_a_torus_is_verified(torus, tmp_path):
    """The verifier takes its lines, proves the laws of its symmetries, and finds what is wrong in its book."""
    generate_book(torus, tmp_path / "torus.sqlite")
    assert verify_book(tmp_path / "torus.sqlite").right
    alter(tmp_path / "torus.sqlite", "UPDATE position SET value = -1 WHERE key = 0")
    assert {check.name for check in verify_book(tmp_path / "torus.sqlite").checks if check.wrong} == {
        *("digest", "answers")
    }


def test_a_board_without_laws_is_not_verified(monkeypatch, tmp_path):
    """A board whose symmetries do not keep its lines can be played, but its book proves nothing."""

    class Slipped(Torus):
        @cached_property
        def symmetries(self):
            return (tuple(range(self.cells)), (1, 0, *range(2, self.cells)))

    monkeypatch.setitem(KINDS, "slipped", Slipped)
    generate_book("2x3x3-slipped", tmp_path / "book")
    with pytest.raises(BookError, match=r"^expected symmetries that keep its lines on the board of 2x3x3-slipped; "):
        verify_book(tmp_path / "book")
