"""Boards of every kind and conventions of every sort: solved, proved and right in every position."""

import pytest

from oxobook.book import Book, Position, Rules
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from tests.boards import ANIMALS, CUBES, HEXAGONS, OWN, WRAPPED, Agreed, Listed, answers_of, board_of

LARGER = ("3x4x3-torus", "3x4x3-cylinder", "3x4x3-cylinder-gravity", "2x6x3-cube", "2x6x3-cube-misere")
AGREED = [
    *("3x3x3-maker", "3x3x3-maker-misere", "2x4x3-maker", "3x3x3-maker-gravity", "2x3x2-torus-maker"),
    *("3x3x3-notakto", "2x4x3-notakto", "3x3x3-torus-notakto", "2x2x3-notakto", "2x4x2-cube-notakto"),
    *("3x3x3-wild", "2x3x2-wild-misere", "2x4x3-wild", "2x3x3-hex-wild-misere", "2x3x3-el-wild"),
    *("3x3x3-order", "2x3x3-order", "2x4x3-order-misere", "1x5x3-order", "2x3x3-torus-order"),
]
AGREED += [pytest.param(text, marks=pytest.mark.long) for text in ("3x4x3-wild", "3x4x3-order", "3x4x4-maker")]


def agree(rules, expected, path, engine):
    """Make a book, and hold it and verify against the expected answers."""
    info = generate_book(rules, path, engine=engine)
    assert sum(layer.raw_positions for layer in info.layers) == len(expected)
    with Book.open(path) as book:
        assert book.rules == rules
        assert {one: (book.probe(one).value, book.probe(one).remoteness) for one in expected} == expected
    assert verify_book(path).right


BOARDS = [*WRAPPED, *CUBES, *HEXAGONS, *ANIMALS, *OWN, *(pytest.param(text, marks=pytest.mark.long) for text in LARGER)]


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_boards(name, tmp_path):
    """Both general engines and verify agree with the slow solver everywhere."""
    rules, lines, places = board_of(name)
    expected = answers_of(rules, Listed(rules, lines, places))
    for engine in ["frontier"] if rules.stacked else ["frontier", "dense"]:
        agree(rules, expected, tmp_path / engine, engine)


@pytest.mark.slow
@pytest.mark.parametrize("text", AGREED)
def test_conventions(text, tmp_path):
    """The general engine and verify agree with the slow solver everywhere, and so does each move's value."""
    rules = Rules.parse(text)
    assert str(rules) == text
    expected = answers_of(rules, Agreed(rules))
    agree(rules, expected, tmp_path / "book", "frontier")
    with Book.open(tmp_path / "book") as book:
        for position in expected:
            assert position.over == (not book.probe(position).best)
            assert Position.parse(position.text, rules) == position
        for move in book.moves(Position(rules)):
            value, remoteness = expected[Position(rules).play(move.move)]
            assert (move.value, move.remoteness) == (-value, remoteness + 1)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["3x3x3-torus", "2x4x3-cylinder", "3x3x3-cylinder-gravity", "3x3x2-torus-misere"])
def test_the_search_agrees(text):
    """A search without a book finds the value and remoteness of the slow solver."""
    searcher_module = pytest.importorskip("oxobook.generator.search.searcher")
    rules, lines, places = board_of(text)
    searcher = searcher_module.Searcher(rules)
    for position, answer in list(answers_of(rules, Listed(rules, lines, places)).items())[::17]:
        found = searcher.search(position)
        assert (found.value, found.remoteness) == answer, position
