"""The engine for gravity: the same scores and counts as the frontier engine."""

from collections import deque

import pytest

from oxobook.book import Rules
from oxobook.book.layout.gravity_rank import stack_slot_of
from oxobook.generator.frontier.backward import solve_layers
from oxobook.generator.frontier.forward import enumerate_layers
from oxobook.generator.frontier.writer import count_layer
from oxobook.generator.gravity.passes import Passes
from oxobook.generator.progress import silent
from oxobook.generator.work.workers import Workers

SMALL = ["3x3x3", "3x3x3-misere", "2x3x2", "3x2x2-misere", "2x2x1", "5x1x3", "2x5x3", "4x3x3", "3x4x4", "2x3x4"]
LARGER = ["4x4x4", "4x4x4-misere", "4x4x3", "3x5x3-misere", "5x3x4"]


@pytest.fixture(params=[*SMALL, *LARGER], scope="module")
def both(request, gravity_compiled):
    """Rules, the frontier engine's layers and solutions, and the passes' layers and scores."""
    rules = Rules.parse(f"{request.param}-gravity")
    layers = enumerate_layers(rules, silent)
    with Workers() as workers:
        passes = Passes(rules, workers, silent)
        passes.forward(rules.cells)
        solved = deque()
        for ply in reversed(range(rules.cells + 1)):
            layer = passes.layer(ply)
            deque(layer.blocks(), maxlen=0)
            solved.appendleft(layer)
    return rules, layers, solve_layers(rules, layers, silent), passes.reached, solved


def test_every_score_agrees(both):
    """The score of every position stands at its slot, and play goes on at the slots of open positions alone."""
    rules, layers, solutions, reached, solved = both
    for layer, solution in zip(layers, solutions, strict=True):
        slots = [stack_slot_of(rules, key & rules.full, key >> rules.cells) for key in layer.keys.tolist()]
        assert len(set(slots)) == len(slots)
        over = layer.lines
        scores = solved[layer.ply].scores
        assert (scores[slots] == solution.scores)[~over].all()
        assert (reached[layer.ply].flags(0, len(scores))[slots] == ~over).all()


def test_every_count_agrees(both):
    """Positions, terminals and results of every ply are the same; games are not counted."""
    rules, layers, solutions, _, solved = both
    counts = [layer.counts() for layer in solved]
    expected = [
        count_layer(rules, *pair)._replace(sequences=None, games=None) for pair in zip(layers, solutions, strict=True)
    ]
    assert counts[: len(expected)] == expected
    assert not any(layer.positions for layer in counts[len(expected) :])
