"""What the passes have counted of a ply, as the record of a book."""

from collections.abc import Sequence

from oxobook.book.game.rules import Rules
from oxobook.book.info import LayerCounts
from oxobook.generator.gravity.kernels import CANONICAL, LOST, RAW, WON, Numbers
from oxobook.generator.gravity.tasks import Reached
from oxobook.generator.work.resume import PlyTally, layer_counts_of


def layer_counts(rules: Rules, ply: int, reached: Sequence[Reached], outcomes: Numbers) -> LayerCounts:
    """The counts of a ply; ``reached``: of each ply, ``outcomes``: what the backward pass has counted of this one."""
    found, full = reached[ply], ply == rules.cells
    (raw_positions, raw_ended), (positions, ended) = found.counts[RAW].tolist(), found.counts[CANONICAL].tolist()
    won, lost = int(outcomes[WON]), int(outcomes[LOST])
    won, lost = (won + ended, lost) if rules.misere else (won, lost + ended)
    sequences = reached[ply - 1].continued if ply else 1
    games = sequences if full else sequences - found.sequences
    counted = PlyTally(positions, ended, raw_positions, raw_ended, won, lost, sequences, games)
    return layer_counts_of(rules, ply, counted)
