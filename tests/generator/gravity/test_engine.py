"""The books of the gravity engine: the frontier engine's answers, proved right; and a solve that goes on."""

import random
from contextlib import contextmanager

import numpy as np
import pytest

from oxobook.book import Book, Position, Rules
from oxobook.book.layout.records import records_of
from oxobook.generator.generate import generate_book
from oxobook.generator.gravity.memory import layer_sizes
from oxobook.generator.gravity.solve import score_cut
from tests.listening import At, Interrupted

pytestmark = pytest.mark.usefixtures("gravity_compiled")

SMALL = ["3x3x3-gravity", "2x3x2-misere-gravity", "5x1x3-gravity"]
LARGER = ["2x2x1-gravity", "3x4x3-misere-gravity"]
LONG = [
    "4x4x4-gravity",
    "4x4x4-misere-gravity",
    "4x5x4-gravity",
    "5x4x4-gravity",
    "4x5x4-misere-gravity",
    "5x4x4-misere-gravity",
]


@contextmanager
def both(made, text):
    """The books of the frontier engine and of the gravity engine."""
    with Book.open(made(text, "frontier")) as frontier, Book.open(made(text, "gravity")) as gravity:
        yield frontier, gravity


@pytest.mark.parametrize(
    "text",
    [
        *SMALL,
        *LARGER,
        *(pytest.param(text, marks=pytest.mark.long) for text in LONG),
    ],
)
def test_answers_and_counts_agree_with_the_frontier_engine(made, text):
    """Every position's row, pick included, and every count but those of games is that of the frontier's book."""
    with both(made, text) as (frontier, gravity):
        rows, others = (records_of(book.layout.rows()) for book in (gravity, frontier))
        assert rows.tobytes() == others.tobytes()
        assert gravity.info.layers == tuple(one._replace(sequences=None, games=None) for one in frontier.info.layers)
        assert set(gravity.info.games) == {None} and not gravity.info.counts_games


def test_lookups_agree(made):
    """In whatever orientation a position comes, one at a time or in bulk, the books say the same of it."""
    with both(made, "3x3x3-gravity") as (frontier, gravity):
        keys = np.array([key for key, _ in frontier.layout.rows()])
        turned = np.array(
            [Position.parse(_mirrored(position.text), frontier.rules).key for position in _some(frontier)]
        )
        for asked in (keys, turned):
            for one, other in zip(frontier.lookup_many(asked), gravity.lookup_many(asked), strict=True):
                assert (one == other).all()
        for key in random.Random(1).sample(turned.tolist(), 20):
            position = Position.from_key(key, frontier.rules)
            assert gravity.probe(position) == frontier.probe(position)
            assert gravity.moves(position) == frontier.moves(position)
            assert gravity.line(position) == frontier.line(position)


def _some(book):
    return [entry.position for entry in book]


def _mirrored(text):
    return "/".join(row[::-1] for row in text.split("/"))


def test_what_no_game_reaches_is_not_held(made):
    """Stones that float, or that no order of play drops so, have no answer."""
    with Book.open(made("3x3x3-gravity", "gravity")) as book:
        for x, o in ((0b000000001, 0), (0b001001000, 0b000000001), (0b000001000, 0b001000000)):
            assert book.layout.answer(x | o << 9) is None


def test_an_interrupted_solve_goes_on(gravity_compiled, tmp_path, made, said):
    """Stopped at ply 4, it goes on from ply 5, and the book is the same, digest and all."""
    rules = Rules(3, 3, 3, gravity=True)
    with pytest.raises(Interrupted):
        generate_book(rules, tmp_path / "book", engine="gravity", tell=At("solve", 4))
    info = generate_book(rules, tmp_path / "book", engine="gravity")
    assert said.messages == ["Going on from ply 5, which an earlier call has finished."]
    with Book.open(made("3x3x3-gravity", "gravity")) as whole:
        assert info == whole.info


@pytest.mark.parametrize("text", ["3x3x3-gravity", "4x5x4-gravity", "5x1x3-gravity", "3x4x3-misere-gravity"])
def test_sizes_are_exact(text):
    """The planned number of scores of each ply is that of its table."""
    rules = Rules.parse(text)
    assert layer_sizes(rules) == [score_cut(rules, ply).size for ply in range(rules.cells + 1)]
