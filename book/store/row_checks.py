"""Laws that every row of a position table obeys, whatever the game's answers are.

A book from somebody else may hold anything. A row that passes may be wrong, but it is an answer: each number in its
range, each move one that can be played, and moves exactly if the game goes on. ``book.verify`` proves it right.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from oxobook.book.game import bits
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Key, Mask, Rules

Row = tuple[int, int, Mask, Mask, Cell | None, int]
"""Value, remoteness, best, safe, pick and orbit of a canonical position; masks and cell in its orientation."""
_KEPT = 1 << 16  # number of sets of stones whose lines are cached


def row_law(rules: Rules) -> Callable[[Key, Row], bool]:
    """Return a function that says whether a row could be that of a key; it is called for each lookup."""
    cells, full, stacked = rules.cells, rules.full, rules.stacked
    terms, plain, either = rules.terms, rules.plain, rules.either
    off_board = ~rules.moves_to(full)
    quiet = 2 * rules.k - 1 if terms.signs == ("X", "O") else rules.k  # the least number of stones with a line
    last = [[sign == "O" for sign in terms.settable(ply + 1) if sign in terms.counted] for ply in (0, 1)]

    has_line: Callable[[Mask], bool] = lru_cache(maxsize=_KEPT)(partial(bits.has_line, rules.lines))

    def ended(key: Key, ply: int) -> bool:
        if plain:
            return has_line(key & full if ply & 1 else key >> cells)
        return any(has_line(key >> cells if is_o else key & full) for is_o in last[ply & 1])

    def holds(key: Key, row: Row) -> bool:
        value, remoteness, best, safe, pick, orbit = row
        ply = key.bit_count()
        try:
            if not (-1 <= value | 0 <= 1 and 0 < orbit | 0 < 256):
                return False
            if pick is None:
                return not (remoteness | best | safe) and (ply == cells or ended(key, ply))
            return (
                best >> pick & 1 == 1
                and not (best & ~safe | safe & (key | key >> cells | off_board))
                and not (either and safe >> cells & (key | key >> cells))
                and 0 < remoteness | 0 <= cells - ply
                and (ply < quiet or not ended(key, ply))  # each lookup comes here
                and not (stacked and safe & ~rules.playable((key | key >> cells) & full))
            )
        except (TypeError, ValueError, OverflowError):  # no number, or a shift by a negative one
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
