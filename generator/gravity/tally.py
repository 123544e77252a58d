"""What the passes have counted of a ply, as the record of a book."""

from collections.abc import Sequence

from book.game.rules import Rules
from book.info import LayerCounts
from generator.gravity.inner_loops import CANONICAL, LOST, RAW, WON, Numbers
from generator.gravity.parts import Reached


def layer_counts(rules: Rules, ply: int, reached: Sequence[Reached], outcomes: Numbers) -> LayerCounts:
    """The counts of a ply; ``reached``: of each ply, ``outcomes``: what the backward pass has counted of this one."""
    found, full, x_to_move = reached[ply], ply == rules.cells, ply % 2 == 0
    (raw_positions, raw_ended), (positions, ended) = found.counts[RAW].tolist(), found.counts[CANONICAL].tolist()
    won, lost = int(outcomes[WON]), int(outcomes[LOST])
    won, lost = (won + ended, lost) if rules.misere else (won, lost + ended)
    x_won = ended if x_to_move == rules.misere else 0
    sequences = reached[ply - 1].continued if ply else 1
    return LayerCounts(
        ply=ply,
        positions=positions,
        raw_positions=raw_positions,
        terminals=positions if full else ended,
        raw_terminals=raw_positions if full else raw_ended,
        x_won=x_won,
        o_won=ended - x_won,
        drawn=positions - ended if full else 0,
        x_winning=won if x_to_move else lost,
        o_winning=lost if x_to_move else won,
        drawing=positions - won - lost,
        sequences=sequences,
        games=sequences if full else sequences - found.sequences,
    )
