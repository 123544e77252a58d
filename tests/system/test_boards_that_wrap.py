"""Cylinders and tori: solved, proved, looked up and searched as a slow solver and published facts have them."""

from functools import cache, cached_property
from itertools import product

import pytest

from oxobook.book import Book, Position, Rules
from oxobook.book.game.notation import cells_of
from oxobook.book.strategy import reflexes
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from tests.reference import Reference

SMALL = [
    "3x3x3-torus",
    "3x3x3-torus-misere",
    "2x3x2-torus",
    "2x4x3-torus",
    "3x3x2-torus-misere",
    "1x5x3-torus",
    "3x3x3-cylinder",
    "3x3x3-cylinder-misere",
    "2x4x3-cylinder",
    "3x3x3-cylinder-gravity",
    "2x4x3-cylinder-misere-gravity",
    "4x2x3-cylinder",
]
LARGER = ["3x4x3-cylinder-gravity", "4x3x3-cylinder-gravity"]
LARGEST = [pytest.param(text, marks=pytest.mark.long) for text in ("3x4x3-torus", "3x4x3-cylinder")]


class Wrapped(Reference):
    """The slow solver on a board whose edges meet."""

    def __init__(self, rules):
        super().__init__(*rules[:5])
        self.round = (rules.kind == "torus", True)

    @cached_property
    def lines(self):
        """Every run of k different cells, counted modulo the sizes that wrap."""
        found = []
        for row, column, (down, right) in product(
            range(self.rows), range(self.columns), ((0, 1), (1, 0), (1, 1), (1, -1))
        ):
            cells = [(row + step * down, column + step * right) for step in range(self.k)]
            if self.round[0]:
                cells = [(r % self.rows, c) for r, c in cells]
            cells = [(r, c % self.columns) for r, c in cells]
            if len(set(cells)) == self.k and all(r < self.rows for r, _ in cells):
                found.append([r * self.columns + c for r, c in cells])
        return found


def solved(rules):
    """Every position that play reaches, with its value and remoteness by the slow solver."""
    for board, answer in Wrapped(rules).solved().answers.items():
        masks = (sum(1 << cell for cell, stone in enumerate(board) if stone == side) for side in "XO")
        yield Position(rules, *masks), answer


@pytest.mark.slow
@pytest.mark.parametrize("text", [*SMALL, *LARGER, *LARGEST])
def test_every_position(text, tmp_path):
    """A book of rows, a book of blocks if there can be one, and verify agree with the slow solver everywhere."""
    rules = Rules.parse(text)
    engines = ["frontier"] if rules.gravity else ["frontier", "dense"]
    expected = dict(solved(rules))
    for engine in engines:
        info = generate_book(rules, tmp_path / engine, engine=engine)
        assert sum(layer.raw_positions for layer in info.layers) == len(expected)
        with Book.open(tmp_path / engine) as book:
            assert {one: (book.probe(one).value, book.probe(one).remoteness) for one in expected} == expected
        assert verify_book(tmp_path / engine).right


@pytest.mark.slow
@pytest.mark.parametrize("text", ["3x3x3-torus", "2x4x3-cylinder", "3x3x3-cylinder-gravity", "3x3x2-torus-misere"])
def test_the_search_agrees(text):
    """A search without a book finds the value and remoteness of the slow solver."""
    searcher_module = pytest.importorskip("oxobook.generator.search.searcher")
    rules = Rules.parse(text)
    searcher = searcher_module.Searcher(rules)
    for position, answer in list(solved(rules))[::17]:
        found = searcher.search(position)
        assert (found.value, found.remoteness) == answer, position


def test_optimal_games():
    """1,728 games on the torus are optimal as published: complete a line, else block one, else move freely."""
    rules = Rules.parse("torus")

    @cache
    def games(position):
        moves = reflexes(position) or sum(1 << cell for cell in position.legal_cells)
        return 1 if position.over else sum(games(position.play(cell)) for cell in cells_of(moves))

    assert games(Position(rules)) == 1728


def test_the_torus_of_three_by_three(tmp_path):
    """X wins with the fourth stone at the latest, and no game is drawn: all nine cells hold a line."""
    info = generate_book(Rules.parse("torus"), tmp_path / "book")
    assert len(info.rules.lines) == 12 and info.games.drawn_games == 0
    with Book.open(tmp_path / "book") as book:
        entry = book.probe(Position(book.rules))
        assert (entry.value.word, entry.remoteness, len(entry.best)) == ("win", 7, 9)
