"""Players by rules of their own, without a book; most take the first rule of a list that applies.

Each function takes a position of an unfinished game and returns the mask of the moves that the player may make. Only
``levi`` and ``anything`` know other boards than 3x3. Cells are numbered in reading order::

    0 1 2
    3 4 5
    6 7 8
"""

from collections.abc import Iterable

from oxobook.book.game.bits import has_line
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask, Rules
from oxobook.book.game.tactics import stones, tactics, threats

_CENTRE = 1 << 4
_OPPOSITE = {0: 8, 2: 6, 6: 2, 8: 0}
_CORNERS = 1 << 0 | 1 << 2 | 1 << 6 | 1 << 8
_SIDES = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7


def anything(position: Position) -> Mask:
    """Return every legal move: Avalos' first player."""
    moves: Mask = position.rules.moves_to(position.rules.playable(position.x | position.o))
    return moves


def keypad_order(rules: Rules) -> list[Cell]:
    """Return the cells from the bottom row up, each row from the left, as 1 to 9 stand on a numeric keypad."""
    return [cell for row in reversed(rules.board.table) for cell in row if cell is not None]


def _first_of(order: Iterable[Cell], mask: Mask) -> Mask:
    """Return the first cell of an order that is in the mask, as a mask; 0 if none is."""
    return next((1 << cell for cell in order if mask >> cell & 1), 0)


def _lowest(mask: Mask) -> Mask:
    """Return the first cell of a mask in reading order, as a mask; 0 if the mask is empty."""
    return mask & -mask


def _opposite_corners(side: Mask) -> Mask:
    return sum(1 << far for corner, far in _OPPOSITE.items() if side >> corner & 1)


def _best_placed(free: Mask, their: Mask) -> Mask:
    """Return the centre, else the corners opposite to the other side's, else the corners, else the sides."""
    return free & _CENTRE or _opposite_corners(their) & free or free & _CORNERS or free & _SIDES


def _win_or_block(position: Position) -> Mask:
    """Return the first winning, else blocking cell in keypad order; 0 if there is none, and always under misère."""
    if position.rules.misere:
        return 0
    own, their = stones(position)
    wins, blocks = threats(position.rules, own, their), threats(position.rules, their, own)
    return _first_of(keypad_order(position.rules), wins or blocks)


def levi(position: Position) -> Mask:
    """Win, else block, else anything: Avalos' second player, which takes the lowest on the keypad of several cells."""
    return _win_or_block(position) or anything(position)


def keypad(position: Position) -> Mask:
    """Win, block, centre, opposite corner, empty corner, empty side: Riley's computer player.

    Quirks kept: it leaves forks out on purpose. It may take any of several winning or blocking
    cells, but of corners and sides the first in reading order.
    """
    own, their = stones(position)
    free = anything(position)
    return (
        threats(position.rules, own, their)
        or threats(position.rules, their, own)
        or free & _CENTRE
        or _first_of(_OPPOSITE.values(), _opposite_corners(their) & free)
        or _lowest(free & _CORNERS)
        or _lowest(free & _SIDES)
    )


def centre(position: Position) -> Mask:
    """Centre, win, block, first free cell: the centre-first player, which says that it never loses.

    Quirks kept: the centre comes before a win. To block, it puts its own stone on the free cells in turn and looks
    for a winning cell of the other side's among the rest: of several it takes the first, but not the first free one.
    """
    own, their = stones(position)
    free = anything(position)
    blocks = threats(position.rules, their, own)
    seen = blocks & ~_lowest(free) or blocks
    return free & _CENTRE or _lowest(threats(position.rules, own, their)) or _lowest(seen) or _lowest(free)


_LINE_ORDER = [0o111, 0o007, 0o222, 0o070, 0o444, 0o700, 0o421, 0o124]
"""Eight lines as masks: left column, top row, middle column, middle row, ..., then the two diagonals."""


def _first_gap(position: Position, side: Mask) -> Mask:
    """Return the free cell of the first line of which ``side`` holds the two others; 0 if there is none."""
    free = anything(position)
    gaps = (line & free for line in _LINE_ORDER if (line & side).bit_count() == 2 and line & free)
    return next(gaps, 0)


_TWO_SIDES = {0: 0o117, 2: 0o447, 6: 0o711, 8: 0o744}
"""Cells of the two sides of the board that meet in each corner, five a corner."""


def defender(position: Position) -> Mask:
    """Win, block, stop a fork, centre, opposite corner, corner, side: McKenzie's player, made to defend.

    Its rules against forks: with three stones on the board, its own in the centre and the other side's in opposite
    corners, it plays the left side; else, where the two sides that meet in a corner hold two stones of the other side's
    and three free cells, it plays that corner. It never forks itself. Where the text leaves open which of several such
    corners comes first, any may.
    """
    own, their = stones(position)
    free = anything(position)
    between_corners = position.ply == 3 and own == _CENTRE and their in (0o401, 0o104)
    where_sides_meet = sum(
        1 << corner
        for corner, sides in _TWO_SIDES.items()
        if (sides & their).bit_count() == 2 and (sides & free).bit_count() == 3
    )
    return (
        _first_gap(position, own)
        or _first_gap(position, their)
        or (1 << 3 if between_corners else where_sides_meet)
        or _best_placed(free, their)
    )


def expert(position: Position) -> Mask:
    """Win, block, fork, stop a fork, centre, opposite corner, empty corner, empty side, each done right.

    To stop a fork is to leave the other side none: by taking its cell, or by a threat whose answer forks nothing.
    """
    _, their = stones(position)
    found, free = tactics(position), anything(position)
    return found.line_moves or found.blocks or found.forks or found.fork_blocks or _best_placed(free, their)


def ralph(position: Position) -> Mask:
    """Win, else block, else a cell in which most lines of play end: the third player of Avalos' report.

    Ralph follows every order of play for up to five stones. A line that ends within them with a win of Ralph's adds
    10 - depth to the score of the cell *in which it ended*, one with a loss subtracts it; depth is one more than the
    stones played. A cell that scores most, up or down, is played: any of several; any cell at all when every score
    is 0. The flaw, which the report names, is kept: one sum a cell mixes near and far, and wins with losses.
    """
    if forced := _win_or_block(position):
        return forced
    scores = scores_of_cells(position)
    target = max(max(scores), -min(scores))
    if target == 0:
        return anything(position)
    return sum(1 << cell for cell, score in enumerate(scores) if abs(score) == target)


_DEPTH_LIMIT = 6


def scores_of_cells(position: Position) -> list[int]:
    """Return Ralph's score of each cell: the sum over the lines of play that end in it."""
    scores = [0] * position.rules.cells
    _add_lines_of_play(position.rules, *stones(position), depth=1, sign=1, scores=scores)
    return scores


def _add_lines_of_play(rules: Rules, mover: Mask, other: Mask, depth: int, sign: int, scores: list[int]) -> None:
    """Add up every line of play; ``sign`` is 1 when Ralph is the mover, and -1 when the other side is."""
    if depth == _DEPTH_LIMIT:
        return
    for cell in cells_of(rules.playable(mover | other)):
        grown = mover | 1 << cell
        if has_line(rules.lines, grown):
            scores[cell] += sign * (10 - (depth + 1))
        else:
            _add_lines_of_play(rules, other, grown, depth + 1, -sign, scores)


def notebook(position: Position) -> Mask:
    """Block, win, anything: what a notebook on adversarial search calls minimax, though it looks no move ahead.

    It counts, for each free cell, the stones of either side in the row, the column and the diagonals through it, and
    takes what it thinks the largest count of each side. The first cell in reading order whose count of the other side's
    stones is 2 it takes at once, as a block; else any cell with a count of 2 of its own, as a win; else any cell.

    Quirks kept: it blocks before it wins. Its own maximum of three numbers gives the third when the first two are equal
    and the largest: so two threats that cross in one cell can hide each other, in the centre those of the diagonals.
    """
    own, their = stones(position)
    wins = 0
    for cell in cells_of(anything(position)):
        if _largest_count(cell, their) == 2:
            return 1 << cell
        if _largest_count(cell, own) == 2:
            wins |= 1 << cell
    return wins or anything(position)


def _largest_count(cell: Cell, side: Mask) -> int:
    """Return the notebook's idea of the largest count of a side's stones in a line through a cell."""
    row, column = divmod(cell, 3)
    falling, rising = ((line & side).bit_count() if line >> cell & 1 else 0 for line in (0o421, 0o124))
    in_row, in_column = (0o7 << 3 * row & side).bit_count(), (0o111 << column & side).bit_count()
    return _wrong_maximum(in_row, in_column, _wrong_maximum(falling, rising, 0))


def _wrong_maximum(first: int, second: int, third: int) -> int:
    """Return the notebook's maximum: right unless the first two are equal and larger than the third."""
    if first > second and first > third:
        return first
    return second if second > first and second > third else third
