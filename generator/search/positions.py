"""Positions of the first plies, found by playing: up to symmetry, with the number of ways to reach each.

Keys here are Python integers, so that boards of more than 31 cells have them too.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.game.bits import has_line
from oxobook.book.game.notation import cells_of
from oxobook.book.game.rules import Key, Mask, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.info import LayerCounts
from oxobook.book.layout.gravity_rank import stack_slot_of, stack_slots_at, stack_slots_of
from oxobook.generator.layers.book import PlyTally, layer_counts_of

Scores = NDArray[np.int8]
"""Scores of a ply's slots, shape (slots,); 0 where no game goes on. See ``book.layout.gravity_rank``."""


class Ply(NamedTuple):
    """Positions of a ply, each a canonical key with the number of ways to reach it and its images."""

    number: int
    going_on: dict[Key, int]
    ended: dict[Key, int]
    """Positions in which the last stone has completed a line."""


def plies_of(rules: Rules, last: int) -> list[Ply]:
    """Return the positions of the plies from 0 up to ``last``."""
    found = [Ply(0, {0: 1}, {})]
    canonical = symmetry_group(rules).canonical
    for number in range(last):
        ways: Counter[Key] = Counter()
        for key, count in found[-1].going_on.items():
            for x, o in _moves(rules, key, number):
                ways[canonical(x, o)[0]] += count
        side = number % 2 * rules.cells
        ended = {key: ways.pop(key) for key in list(ways) if has_line(rules.lines, key >> side & rules.full)}
        found.append(Ply(number + 1, dict(ways), ended))
    return found


def _moves(rules: Rules, key: Key, ply: int) -> Iterator[tuple[Mask, Mask]]:
    x, o = key & rules.full, key >> rules.cells
    for cell in cells_of(rules.playable(x | o)):
        yield (x, o | 1 << cell) if ply % 2 else (x | 1 << cell, o)


def scores_above(rules: Rules, ply: Ply, after: Scores) -> Scores:
    """Return the scores of a ply from those of the next one."""
    scores = np.zeros(stack_slots_at(rules, ply.number), np.int8)
    ended = -rules.terms.line_score(ply.number + 1, rules.cells)
    for key in ply.going_on:
        worths = []
        for x, o in _moves(rules, key, ply.number):
            won = has_line(rules.lines, o if ply.number % 2 else x)
            worths.append(ended if won else -int(after[stack_slot_of(rules, x, o)]))
        scores[stack_slots_of(rules, key & rules.full, key >> rules.cells)] = max(worths)
    return scores


def counts_of(rules: Rules, ply: Ply, scores: Scores) -> tuple[LayerCounts, int]:
    """Return the counts of a ply, and its drawn games: no board is full."""
    orbit = symmetry_group(rules).orbit

    def raw(keys: dict[Key, int]) -> int:
        return sum(orbit(key & rules.full, key >> rules.cells) for key in keys)

    own = [int(scores[stack_slot_of(rules, key & rules.full, key >> rules.cells)]) for key in ply.going_on]
    won, lost = sum(score > 0 for score in own), sum(score < 0 for score in own)
    won, lost = (won + len(ply.ended), lost) if rules.misere else (won, lost + len(ply.ended))
    ended, raw_ended = len(ply.ended), raw(ply.ended)
    games = sum(ply.ended.values())
    sequences = games + sum(ply.going_on.values())
    positions, raw_positions = ended + len(own), raw_ended + raw(ply.going_on)
    found = PlyTally(positions, ended, raw_positions, raw_ended, won, lost, sequences, games)
    return layer_counts_of(rules, ply.number, found), 0
