"""Counts of what the passes found: one record a ply, and the totals of whole games."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.rules import Rules
from oxobook.book.info import GameCounts, LayerCounts
from oxobook.generator.frontier import exact_counts
from oxobook.generator.frontier.backward import Solution
from oxobook.generator.frontier.forward import Layer


def count_layer(rules: Rules, layer: Layer, solution: Solution) -> LayerCounts:
    """Return the counts of one ply."""
    over = layer.playable == 0
    x_to_move = layer.ply % 2 == 0
    to_move_wins, to_move_loses = _count(solution.scores > 0), _count(solution.scores < 0)
    results = _results(rules, layer, _count(layer.lines), _count(over & ~layer.lines))
    return LayerCounts(
        ply=layer.ply,
        positions=len(layer.keys),
        raw_positions=int(layer.orbits.sum()),
        terminals=_count(over),
        raw_terminals=int(layer.orbits[over].sum()),
        x_won=results["X"],
        o_won=results["O"],
        drawn=results[""],
        x_winning=to_move_wins if x_to_move else to_move_loses,
        o_winning=to_move_loses if x_to_move else to_move_wins,
        drawing=_count(solution.scores == 0),
        sequences=exact_counts.total(layer.sequences),
        games=exact_counts.total(layer.sequences[:, over]),
    )


def count_games(rules: Rules, layers: list[Layer], solutions: list[Solution]) -> GameCounts:
    """Return the counts of whole games."""
    games, paths = Counter[str](), 0
    for layer in layers:
        over = layer.playable == 0
        by_line, full = layer.sequences[:, layer.lines], layer.sequences[:, over & ~layer.lines]
        games.update(_results(rules, layer, exact_counts.total(by_line), exact_counts.total(full)))
        paths += exact_counts.total(layer.paths[:, over])
    return GameCounts(games["X"], games["O"], games[""], paths, exact_counts.total(solutions[0].perfect))


def _results(rules: Rules, layer: Layer, lines: int, full: int) -> Counter[str]:
    """Return the numbers of games by their winner, of those that a line ended and those that a full board did."""
    results = Counter({rules.terms.line_winner(layer.ply): lines})
    results[rules.terms.full] += full
    return results


def _count(flags: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(flags))
