"""Proofs beside books: who wins by the search is who wins by the book."""

import random

import pytest

from oxobook.book import Position, Rules, Value
from oxobook.generator.prove.prover import Prover
from tests.proofs import MEMORY

BOARDS = [
    "2x5x3",
    "3x3x3-misere",
    "3x3x3-torus",
    "3x4x3",
    "3x4x3-cylinder",
    "3x4x3-misere",
    "3x4x4",
    "4x4x4-gravity",
]


def played(rules, chance):
    """A position of a game of random moves in which the game goes on."""
    position = Position(rules)
    for _ in range(chance.randrange(rules.cells)):
        after = position.play(chance.choice(position.legal_cells))
        if after.over:
            break
        position = after
    return position


@pytest.mark.slow
@pytest.mark.parametrize("text", BOARDS)
def test_random_positions(text, make_book):
    """In random positions of each of eight boards, the search finds the value of the book."""
    rules, chance = Rules.parse(text), random.Random(text)
    provers = {side: Prover(rules, side, memory=MEMORY) for side in "XO"}
    book = make_book(text)
    for _ in range(40):
        position = played(rules, chance)
        value = book.probe(position, pick=False).value
        other = "O" if position.to_move == "X" else "X"
        wins = [provers[side].ask(position.x, position.o).wins for side in (position.to_move, other)]
        assert wins == [value is Value.WIN, value is Value.LOSS], position.text
