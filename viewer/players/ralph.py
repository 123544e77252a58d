"""Ralph, the third player of Avalos' report: a win check, then a count of lines with a flaw that the report names.

Where no cell wins or blocks at once, Ralph follows every order of play for up to five stones. A line that ends within
them with a win of Ralph's adds 10 - depth to the score of the cell *in which it ended*, one with a loss subtracts it;
depth is one more than the stones played. A cell that scores most, up or down, is played: any of several; any cell at
all when every score is 0.

The flaw, kept: one sum a cell mixes near and far, and wins with losses. A side is as well off to fill a cell in which
many lines end as one that would decide the game.
"""

from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.tactics import stones
from oxobook.viewer.players.rule_lists import free_cells, win_or_block

_DEPTH_LIMIT = 6


def ralph(position: Position) -> Mask:
    """The moves of which Ralph makes one."""
    forced = win_or_block(position)
    if forced:
        return forced
    scores = [0] * position.rules.cells
    _tally(position.rules, *stones(position), depth=1, sign=1, scores=scores)
    target = max(max(scores), -min(scores))
    if target == 0:
        return free_cells(position)
    return sum(1 << cell for cell, score in enumerate(scores) if abs(score) == target)


def _tally(rules: Rules, mover: Mask, other: Mask, depth: int, sign: int, scores: list[int]) -> None:
    """Add up every line of play; ``sign`` is 1 when Ralph is the mover, and -1 when the other side is."""
    if depth == _DEPTH_LIMIT:
        return
    for cell in cells_of(rules.playable(mover | other)):
        grown = mover | 1 << cell
        if any(line & grown == line for line in rules.lines):
            scores[cell] += sign * (10 - (depth + 1))
        else:
            _tally(rules, other, grown, depth + 1, -sign, scores)
