"""The prover: plain search's answers, published results, and limits that are kept."""

import random
from functools import cache

import pytest

from oxobook.book import Position, Rules
from oxobook.generator.prove.prover import Prover
from tests.proofs import MEMORY

pytestmark = pytest.mark.usefixtures("prove_compiled")


@pytest.mark.parametrize("text", ["4x4x4-elly-maker", "4x4x3-el", "3x5x4-tippy", "4x4x4-torus"])
def test_plain_search(text):
    """X wins, as a maker or by threats, exactly where a plain search of the rules says so."""
    empty, chance = Position(Rules.parse(text)), random.Random(text)
    prover = Prover(empty.rules, "X", memory=MEMORY)
    least = max(3, empty.rules.cells - 9)

    @cache
    def wins(position):
        if position.over:
            return position.winner == "X"
        return (any if position.to_move == "X" else all)(wins(position.play(cell)) for cell in position.legal_cells)

    for _ in range(30):
        position = empty
        for _ in range(least + chance.randrange(5)):
            position = position if position.over else position.play(chance.choice(position.legal_cells))
        assert position.over or prover.ask(position.x, position.o).wins == wins(position)


def test_a_sequence_of_threats():
    """A win by five threats, each with one reply, and a last move is found without search, and played out."""
    position = Position.parse("X...O./..O.XO/.X..../..OO.X/....XO/X..XO.", Rules(6, 6, 4))
    prover = Prover(position.rules, "X", memory=MEMORY)
    state = prover.ask(position.x, position.o)
    assert state.wins and state.nodes == 0
    for _ in range(5):
        position = position.play(prover.settled_move(position.x, position.o))
        lasts = [
            rest
            for line in position.rules.lines
            if not line & position.o and (rest := line & ~position.x).bit_count() == 1
        ]
        position = position.play(lasts[0].bit_length() - 1)
    assert len(set(lasts)) == 2


def test_two_threads_find_the_same():
    """Threads that share a table settle the question as one does."""
    state = Prover(Rules.parse("5x5x4"), "X", threads=2, memory=MEMORY).ask(0, 0)
    assert state.wins is False and state.disproof == 0


def test_a_limit_ends_the_search():
    """After the nodes that it may take, the search says what is still open, and goes on when it is asked again."""
    prover = Prover(Rules.parse("4x7x4"), "X", memory=MEMORY)
    state = prover.ask(0, 0, nodes=2_000)
    assert state.wins is None and state.nodes <= 2_001
    assert min(state.proof, state.disproof) > 0 and 0 <= state.settled < state.moves
    assert prover.ask(0, 0, seconds=0.05).wins is None


def test_memory_is_a_bound():
    """A table has at most the bytes that are allowed beside the process itself."""
    assert Prover(Rules(), "X", memory=MEMORY).table.nbytes <= MEMORY - 200_000_000
