"""Rank under gravity: where a position's score lies in a book of blocks whose stones fall, by arithmetic alone.

Under gravity the cells that are taken follow from how high each column is filled. With n stones on the board a layer is
a table:

- a *row* for each way to fill the columns to n stones in all, as the tuple of their heights from left to right; of it
  and its mirror image only the lesser; ascending;
- a *column* for each set of floor(n / 2) of the n stones, those of O: with the stones numbered from 0 from the board's
  last cell back to its first, so from the bottom up, the ascending order of the masks (colexicographic order).

*slot* = row * columns + column. A new stone lies above most others, so that it leaves the low bits of the mask alone:
whole runs of a layer lead to whole runs of the next one.

Where the heights are their own mirror image, a position and its image have a slot each, with the same score. The
position's own slot is the lesser.

>>> height_rows(Rules(2, 3, 3, gravity=True), 2)
((0, 0, 2), (0, 1, 1), (0, 2, 0), (1, 0, 1))
>>> stack_slot_of(Rules(2, 3, 3, gravity=True), 0b001000, 0b100000)
6
"""

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache, reduce
from math import comb
from typing import Any

from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.layout.rank import INTEGERS, Counting, column_from_end

Heights = tuple[int, ...]
"""Numbers of stones in each column, from left to right."""


def is_ranked(rules: Rules) -> bool:
    """Return whether this rank fits the board.

    Stones fall in columns, the only symmetry is the mirror image, and all lines have k cells.
    """
    width, cells = rules.columns, range(rules.cells)
    columns = tuple(tuple(reversed(cells[column::width])) for column in range(width))
    mirror = tuple(cell // width * width + width - 1 - cell % width for cell in cells)
    known = {tuple(cells), mirror}
    one_length = {line.bit_count() for line in rules.lines} <= {rules.k}
    return one_length and rules.stacked and rules.board.stacks == columns and set(rules.board.symmetries) == known


def stack_columns_at(ply: int) -> int:
    """Return the number of columns of a ply's table: the ways to choose O's stones.

    >>> stack_columns_at(5)
    10
    """
    return comb(ply, ply // 2)


@lru_cache(maxsize=256)
def height_rows(rules: Rules, stones: int) -> tuple[Heights, ...]:
    """Return the rows of a ply's table: the heights of its columns, up to mirroring, ascending."""
    return tuple(heights for heights in _fillings(rules.columns, rules.rows, stones) if heights <= heights[::-1])


def _fillings(columns: int, most: int, stones: int) -> Iterator[Heights]:
    """Yield the ways to put this many stones into columns that hold ``most`` each, ascending."""
    if not columns:
        yield ()
        return
    for height in range(max(0, stones - (columns - 1) * most), min(most, stones) + 1):
        for rest in _fillings(columns - 1, most, stones - height):
            yield (height, *rest)


@lru_cache(maxsize=64)
def row_codes(rules: Rules, ply: int) -> tuple[int, ...]:
    """Return the rows of a ply's table as numbers: the heights as digits, ascending."""
    base = rules.rows + 1
    return tuple(reduce(lambda code, height: code * base + height, heights, 0) for heights in height_rows(rules, ply))


def codes_of(rules: Rules, taken: Any, counting: Counting = INTEGERS) -> tuple[Any, Any]:
    """Return the heights of the columns as a number, and those of the mirror image."""
    code = image = 0
    for mask, digit, mirrored in _digits(rules):
        height = counting.bits(taken & mask)
        code += height * digit
        image += height * mirrored
    return code, image


@lru_cache(maxsize=64)
def _digits(rules: Rules) -> list[tuple[Mask, int, int]]:
    """Return the cells of each column, and the weights of its height in the two numbers."""
    first = sum(1 << row * rules.columns for row in range(rules.rows))
    weights = [(rules.rows + 1) ** column for column in range(rules.columns)]
    return [(first << column, weights[-1 - column], weights[column]) for column in range(rules.columns)]


def stack_slot_of(rules: Rules, x: Mask, o: Mask) -> int:
    """Return the slot of a position, in any orientation, in the table of its ply."""
    return min(stack_slots_of(rules, x, o))


def stack_slots_of(rules: Rules, x: Mask, o: Mask) -> list[int]:
    """Return all slots of a position and its mirror image: two if only the heights are their own mirror image."""
    code, image = codes_of(rules, x | o)
    ways = [(x, o)] if code <= image else []
    if code >= image:
        key = symmetry_group(rules).images(x, o)[-1]
        ways.append((key & rules.full, key >> rules.cells))
    ply = (x | o).bit_count()
    first = bisect_left(row_codes(rules, ply), min(code, image)) * stack_columns_at(ply)
    return [first + column_from_end(x | o, o, ply // 2) for x, o in ways]


def stack_slots_at(rules: Rules, ply: int) -> int:
    """Return the number of slots of a ply's table."""
    return len(height_rows(rules, ply)) * stack_columns_at(ply)
