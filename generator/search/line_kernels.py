"""Lines of a board for the search: threats, cells that are in lines, and the words that describe a board.

Every value is a 64-bit integer or a pointer to such. ``BoardWords`` lays out the words. Bit i of a mask is the i-th
cell of the board's stacks, each from its bottom to its top.
"""

from oxobook.generator.compilation import inline, part
from oxobook.generator.instructions import Pointer

STEPS, STARTS = 16, 20
LINES_RANK = STARTS + 64
TIERS = LINES_RANK + 64
IMAGES = TIERS + 32
(
    CELLS,
    FULL,
    BOTTOMS,
    MISERE,
    FOURS,
    SHAPES,
    LENGTH,
    SYMMETRIES,
    SYMMETRIC_FROM,
    EVEN,
    TIER_COUNT,
    OFFSETS,
    HEIGHT,
    COLUMN,
) = range(14)
"""Indices into a board's words; ``BoardWords`` explains them."""


@inline
def threats_of(board: Pointer, stones: int) -> int:
    """Return the cells, free or not, that would complete a line of some stones."""
    if not board[FOURS]:
        return _any_threats(board, stones)
    found = 0
    for direction in range(4):
        step, starts = board[STEPS + direction], board[STARTS + direction]
        pairs = stones & (stones >> step)
        later = pairs >> 2 * step
        found |= (pairs & (stones >> 2 * step) & starts) << 3 * step
        found |= (pairs & (stones >> 3 * step) & starts) << 2 * step
        found |= (stones & later & starts) << step
        found |= (stones >> step) & later & starts
    return found


@part
def _any_threats(board: Pointer, stones: int) -> int:
    """Return the cells, free or not, that would complete a line of any shape."""
    found = 0
    for shape in range(board[SHAPES]):
        offsets = board[OFFSETS] + shape * board[LENGTH]
        for missing in range(board[LENGTH]):
            rest = board[STARTS + shape]
            for other in range(board[LENGTH]):
                rest &= stones >> board[offsets + other] if other != missing else -1
            found |= rest << board[offsets + missing]
    return found


@inline
def in_lines(board: Pointer, cells: int) -> int:
    """Return the cells of a mask that are in a line within the mask."""
    if not board[FOURS]:
        return _in_any_lines(board, cells)
    found = 0
    for direction in range(4):
        step = board[STEPS + direction]
        pairs = cells & (cells >> step)
        lines = pairs & (pairs >> 2 * step) & board[STARTS + direction]
        pairs = lines | lines << step
        found |= pairs | pairs << 2 * step
    return found


@part
def _in_any_lines(board: Pointer, cells: int) -> int:
    """Return the cells of a mask that are in a line of any shape within the mask."""
    found = 0
    for shape in range(board[SHAPES]):
        offsets = board[OFFSETS] + shape * board[LENGTH]
        lines = board[STARTS + shape]
        for cell in range(board[LENGTH]):
            lines &= cells >> board[offsets + cell]
        for cell in range(board[LENGTH]):
            found |= lines << board[offsets + cell]
    return found


@inline
def playable_cells(board: Pointer, taken: int) -> int:
    """Return the cells where a stone comes to lie."""
    return (taken << 1 | board[BOTTOMS]) & board[FULL] & ~taken
