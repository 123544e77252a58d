"""The engine for gravity: the same scores and counts as the frontier engine."""

from collections import deque

import pytest

from oxobook.book import Rules
from oxobook.book.layout.gravity_rank import stack_slot_of
from oxobook.generator.frontier.backward import solve_layers
from oxobook.generator.frontier.forward import enumerate_layers
from oxobook.generator.gravity.backward import solve_layer
from oxobook.generator.gravity.forward import reach_layer
from oxobook.generator.gravity.solve import Solve
from oxobook.generator.layers.layer import MemoryLayers
from oxobook.generator.layers.workers import Workers

SMALL = ["3x3x3", "3x3x3-misere", "2x3x2", "3x2x2-misere", "2x2x1", "5x1x3", "2x5x3", "4x3x3", "3x4x4", "2x3x4"]
LARGER = ["4x4x4", "4x4x4-misere", "4x4x3", "3x5x3-misere", "5x3x4"]


@pytest.fixture(params=[*SMALL, *LARGER], scope="module")
def both(request, gravity_compiled):
    """Rules, the frontier engine's layers and solutions, and the solve and its counts."""
    rules = Rules.parse(f"{request.param}-gravity")
    layers = enumerate_layers(rules)
    solve, counts = Solve(rules, MemoryLayers()), deque()
    with Workers() as workers:
        reached = [reach_layer(solve, ply, workers) for ply in range(rules.cells + 1)]
        for ply in reversed(range(rules.cells + 1)):
            layer = solve_layer(solve, ply, reached[ply], workers)
            deque(layer.pieces, maxlen=0)
            counts.appendleft(layer.counted()[0])
    return rules, layers, solve_layers(rules, layers), solve, counts


def test_every_score_agrees(both):
    """The score of every position stands at its slot, and play goes on at the slots of open positions alone."""
    rules, layers, solutions, solve, _ = both
    for layer, solution in zip(layers, solutions, strict=True):
        slots = [stack_slot_of(rules, key & rules.full, key >> rules.cells) for key in layer.keys.tolist()]
        assert len(set(slots)) == len(slots)
        over = layer.lines
        scores = solve.scores(layer.ply).whole()
        assert (scores[slots] == solution.scores)[~over].all()
        assert (solve.all_flags(layer.ply)[slots] == ~over).all()
