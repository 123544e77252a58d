"""Laws that every row of a position table obeys, whatever the game's answers are.

A damaged file may hold anything. A row that passes may be wrong, but it is an answer: each number in its range, each
move one that can be played, and moves exactly if the game goes on. ``book.verify`` proves it right.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Key, Mask, Rules

if TYPE_CHECKING:
    from oxobook.book.store.store import Row

_KEPT = 1 << 16  # number of sets of stones whose lines are cached


def row_law(rules: Rules) -> "Callable[[Key, Row], bool]":
    """Return a function that says whether a row could be that of a key; it is called for each lookup."""
    cells, full, lines, stacked = rules.cells, rules.full, rules.lines, rules.stacked
    terms, plain, either = rules.terms, rules.plain, rules.either
    off_board = ~rules.moves_to(full)
    quiet = 2 * rules.k - 1 if terms.signs == ("X", "O") else rules.k  # the least number of stones with a line
    ends = {value: _remotenesses(rules, value) for value in (-1, 0, 1)}
    over = [_sign(terms.line_score(ply, cells)) for ply in range(cells + 1)], _sign(terms.full_score(cells))
    last = [[sign == "O" for sign in terms.settable(ply + 1) if sign in terms.counted] for ply in (0, 1)]

    @lru_cache(maxsize=_KEPT)
    def has_line(stones: Mask) -> bool:
        return any(stones & line == line for line in lines)

    def ended(key: Key, ply: int) -> bool:
        if plain:
            return has_line(key & full if ply & 1 else key >> cells)
        return any(has_line(key >> cells if is_o else key & full) for is_o in last[ply & 1])

    def holds(key: Key, row: "Row") -> bool:
        value, remoteness, best, safe, pick, orbit = row
        ply = key.bit_count()
        try:
            if pick is None:
                by_line = ended(key, ply)
                no_moves = not (remoteness | best | safe) and (by_line or ply == cells)
                return no_moves and value | 0 == (over[0][ply] if by_line else over[1]) and 0 < orbit | 0 < 256
            return (
                best >> pick & 1 == 1
                and not (best & ~safe | safe & (key | key >> cells | off_board))
                and not (either and safe >> cells & (key | key >> cells))
                and ends[value | 0][ply] >> remoteness & 1 == 1
                and 0 < orbit | 0 < 256
                and (ply < quiet or not ended(key, ply))  # each lookup comes here
                and not (stacked and safe & ~rules.playable((key | key >> cells) & full))
            )
        except (KeyError, TypeError, ValueError, OverflowError):  # no number, or a shift by a negative one
            return False

    return holds


def key_law(rules: Rules) -> Callable[[Key], bool]:
    """Return a function that says whether a number is the key of stones on different cells, in numbers that fit."""
    cells, full, above = rules.cells, rules.full, 1 << 2 * rules.cells

    def holds(key: Key) -> bool:
        x, o = key & full, key >> cells
        return 0 <= key < above and not x & o and rules.terms.fits(x.bit_count(), o.bit_count())

    return holds


def unplayable(rules: Rules, side: str, moves: Mapping[Key, Cell]) -> list[Key]:
    """Return the keys at which a strategy's side is not to move, or its cell is not free."""
    is_key, full, cells = key_law(rules), rules.full, rules.cells

    def can_play(key: Key, cell: Cell) -> bool:
        x, o = key & full, key >> cells
        position = Position(rules, x, o)
        return position.to_move == side and cell in position.legal_cells

    return [key for key, cell in moves.items() if not (is_key(key) and can_play(key, cell))]


def _remotenesses(rules: Rules, value: int) -> list[int]:
    """Return, by ply, the numbers of plies that may be left if the game goes on, as bits of a mask.

    A line may end the game at any ply, and its winner may have this value only in games of every other length. A full
    board ends it, too.
    """
    cells, terms = rules.cells, rules.terms
    found = [0] * cells
    for ply in range(cells):
        for end in range(ply + 1, cells + 1):
            turned = 1 if (end - ply) % 2 == 0 else -1  # scores are for the side to move
            by_line, full = _sign(terms.line_score(end, cells)), _sign(terms.full_score(cells))
            if value == turned * by_line or (end == cells and value == turned * full):
                found[ply] |= 1 << end - ply
    return found


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)
