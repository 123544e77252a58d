"""Counts of what the passes found: one record a ply, and the totals of whole games."""

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
    x_won, o_won = _wins(rules, layer, _count(layer.lines))
    return LayerCounts(
        ply=layer.ply,
        positions=len(layer.keys),
        raw_positions=int(layer.orbits.sum()),
        terminals=_count(over),
        raw_terminals=int(layer.orbits[over].sum()),
        x_won=x_won,
        o_won=o_won,
        drawn=_count(over & ~layer.lines),
        x_winning=to_move_wins if x_to_move else to_move_loses,
        o_winning=to_move_loses if x_to_move else to_move_wins,
        drawing=_count(solution.scores == 0),
        sequences=exact_counts.total(layer.sequences),
        games=exact_counts.total(layer.sequences[:, over]),
    )


def count_games(rules: Rules, layers: list[Layer], solutions: list[Solution]) -> GameCounts:
    """Return the counts of whole games."""
    x_games = o_games = drawn_games = paths = 0
    for layer in layers:
        over = layer.playable == 0
        x_won, o_won = _wins(rules, layer, exact_counts.total(layer.sequences[:, layer.lines]))
        x_games, o_games = x_games + x_won, o_games + o_won
        drawn_games += exact_counts.total(layer.sequences[:, over & ~layer.lines])
        paths += exact_counts.total(layer.paths[:, over])
    return GameCounts(x_games, o_games, drawn_games, paths, exact_counts.total(solutions[0].perfect))


def _wins(rules: Rules, layer: Layer, count: int) -> tuple[int, int]:
    """Return the number of completed lines as X's wins and O's: the last mover's, or under misère the other's."""
    x_moved_last = layer.ply % 2 == 1
    return (count, 0) if x_moved_last != rules.misere else (0, count)


def _count(flags: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(flags))
