"""Laws that every row of a position table obeys, whatever the game's answers are.

A damaged file may hold anything. A row that passes may be wrong, but it is an answer: each number in its range, each
move one that can be played, and moves exactly if the game goes on. ``book.verify`` proves it right.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from oxobook.book.game.rules import Cell, Key, Mask, Rules

if TYPE_CHECKING:
    from oxobook.book.store.store import Row

_KEPT = 1 << 16  # number of sets of stones whose lines are cached


def row_law(rules: Rules) -> "Callable[[Key, Row], bool]":
    """Return a function that says whether a row could be that of a key; it is called for each lookup."""
    cells, full, lines, stacked = rules.cells, rules.full, rules.lines, rules.stacked
    off_board, quiet = ~full, 2 * rules.k - 1  # ``quiet``: the least number of stones with a line
    ends = {value: _remotenesses(rules, value) for value in (-1, 0, 1)}
    lost = 1 if rules.misere else -1

    @lru_cache(maxsize=_KEPT)
    def has_line(stones: Mask) -> bool:
        return any(stones & line == line for line in lines)

    def holds(key: Key, row: "Row") -> bool:
        value, remoteness, best, safe, pick, orbit = row
        ply = key.bit_count()
        try:
            if pick is None:
                ended = has_line(key & full if ply & 1 else key >> cells)
                no_moves = not (remoteness | best | safe) and (ended or ply == cells)
                return no_moves and value | 0 == lost * ended and 0 < orbit | 0 < 256
            return (
                best >> pick & 1 == 1
                and not (best & ~safe | safe & (key | key >> cells | off_board))
                and ends[value | 0][ply] >> remoteness & 1 == 1
                and 0 < orbit | 0 < 256
                and (ply < quiet or not has_line(key & full if ply & 1 else key >> cells))
                and not (stacked and safe & ~rules.playable((key | key >> cells) & full))
            )
        except (KeyError, TypeError, ValueError, OverflowError):  # no number, or a shift by a negative one
            return False

    return holds


def key_law(rules: Rules) -> Callable[[Key], bool]:
    """Return a function that says whether a number is the key of stones that may stand on the board.

    The stones stand on different cells, and X has as many as O, or one more.
    """
    cells, full, above = rules.cells, rules.full, 1 << 2 * rules.cells

    def holds(key: Key) -> bool:
        x, o = key & full, key >> cells
        return 0 <= key < above and not x & o and 0 <= x.bit_count() - o.bit_count() < 2

    return holds


def unplayable(rules: Rules, side: str, moves: Mapping[Key, Cell]) -> list[Key]:
    """Return the keys at which a strategy's move cannot be played.

    The side is not to move there, or the cell is not free.
    """
    is_key, full, cells = key_law(rules), rules.full, rules.cells

    def can_play(key: Key, cell: Cell) -> bool:
        x, o = key & full, key >> cells
        to_move = "X" if x.bit_count() == o.bit_count() else "O"
        ended = any(line & x == line or line & o == line for line in rules.lines)
        return to_move == side and not ended and 0 <= cell < cells and rules.playable(x | o) >> cell & 1 == 1

    return [key for key, cell in moves.items() if not (is_key(key) and can_play(key, cell))]


def _remotenesses(rules: Rules, value: int) -> list[int]:
    """Return, by ply, the numbers of plies that may be left if the game goes on, as bits of a mask.

    A draw fills the board. The winner moves last, and so has an odd number left; under misère it is the loser.
    """
    left = [rules.cells - ply for ply in range(rules.cells + 1)]
    if value == 0:
        return [1 << count if count else 0 for count in left]
    odd = (value == 1) != rules.misere
    return [sum(1 << count for count in range(1, most + 1) if count % 2 == odd) for most in left]
