"""Rank: where a position's score lies in a book without keys, by arithmetic alone.

On large boards a layer is a plain array of scores and a position is its place in it. That works for games without
gravity, in which every placement of the stones is (nearly always) a position. With x stones of X and o of O on
N cells, a layer is a table:

- a *row* for each X-mask that holds no line and is the least of its images under the board's symmetries, ascending;
- a *column* for each set of o cells out of the N - x that the row's X-mask leaves free, in colexicographic order:
  with the free cells numbered from 0 in cell order, the cells c1 < c2 < ... have the rank C(c1, 1) + C(c2, 2) + ...
  (Knuth, The Art of Computer Programming 4A, 7.2.1.3, theorem L).

*slot* = row * columns + column. Where X has a line there is no slot: the game is over, and the rules alone say how.

>>> column_of(0b111110110, 0b100100000, 2)
18

A row's X-mask may itself be symmetric; then several of its columns are one position, all with the same score. The
position's own slot is the least of them. So the image of a position that stands in the table is the one with the
least X-mask, and of those the one with the least O-mask: least by ``x << N | o``, where the canonical key is least
by ``o << N | x``.

The X-masks are the one thing that is not arithmetic: there are too many to find again at every start, so a book
keeps them.
"""

from collections.abc import Callable
from math import comb
from typing import Any, NamedTuple

from oxobook.book.game.rules import MAX_CELLS, Rules


class Counting(NamedTuple):
    """Functions and table for ranks of masks as Python integers, or as NumPy arrays (``column_sets.ARRAYS``)."""

    bits: Callable[[Any], Any]
    """Function that returns the number of cells of a mask."""
    choose: Any
    """C(n, k) by k and then n."""


INTEGERS = Counting(int.bit_count, [[comb(n, k) for n in range(MAX_CELLS + 1)] for k in range(MAX_CELLS + 1)])


def stones_at(ply: int) -> tuple[int, int]:
    """Return the number of stones of X and of O at a ply.

    >>> stones_at(5)
    (3, 2)
    """
    return (ply + 1) // 2, ply // 2


def columns_at(rules: Rules, ply: int) -> int:
    """Return the number of columns of a ply's table: the ways to put O's stones on cells that X leaves free."""
    x_stones, o_stones = stones_at(ply)
    return comb(rules.cells - x_stones, o_stones)


def column_of(free: Any, o: Any, o_stones: int, counting: Counting = INTEGERS) -> Any:
    """Return the colexicographic rank of O's cells among the equally large sets of free cells."""
    bits, choose = counting
    rank = 0
    for ways in choose[1 : o_stones + 1]:
        stone = o & -o
        rank += ways[bits(free & stone - 1)]
        o = o ^ stone  # not in place: it may be an array of the caller's
    return rank


def column_from_end(taken: Any, o: Any, o_stones: int, counting: Counting = INTEGERS) -> Any:
    """Return the same rank among the equally large sets of taken cells, numbered from the board's last cell back.

    >>> column_from_end(0b1011, 0b0010, 1), column_from_end(0b1011, 0b1001, 2)
    (1, 1)
    """
    bits, choose = counting
    rank = 0
    for ways in choose[o_stones:0:-1]:
        stone = o & -o
        rank += ways[bits(taken & ~(stone | stone - 1))]
        o = o ^ stone  # not in place: it may be an array of the caller's
    return rank
