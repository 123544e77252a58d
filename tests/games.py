"""Small games of every registered kind of board and convention, gravity and misère; one that is added comes along."""

from functools import cache
from itertools import product

from oxobook.book import IllegalRules, Position, Rules
from oxobook.book.game.board import KINDS
from oxobook.book.game.conventions import CONVENTIONS
from oxobook.book.game.notation import cells_of

RING = '{"name": "ring", "board": ["...", ".#.", "..."], "k": 3}'
_SIZES = ((3, 3, 3), (3, 3, 4), (3, 3, 2), (2, 4, 2), (2, 4, 4))
_SMALLER = ((2, 3, 3), (2, 3, 2), (2, 3, 4), (2, 4, 2), (2, 4, 4))
"""Sizes of the boards; a game in which a move chooses its sign has many positions, and takes the smaller ones."""


@cache
def small_games():
    """The rules, a board for each; a game that its kind or convention refuses on every board is left out."""
    found, made = [], set()
    for convention, kind, gravity, misere in product(CONVENTIONS, [*KINDS, None], (False, True), (False, True)):
        words = "".join(f"-{word}" for word in (convention, "misere" * misere, "gravity" * gravity) if word)
        for size in _SMALLER if CONVENTIONS[convention].both else _SIZES:
            try:
                board = f"{'x'.join(map(str, size))}{f'-{kind}' if kind else ''}"
                rules = Rules.own(RING, words) if kind is None else Rules.parse(board + words)
            except IllegalRules:
                continue
            if rules.lines:
                found.append(rules)
                made |= {kind, convention}
                break
    assert made == {*CONVENTIONS, *KINDS, None}, "add a size for the new kind"
    return tuple(found)


def lines_next(position, sign):
    """The positions in which a stone of this sign, set next on a cell, completes a line; by the cell."""
    masks = position.x, position.o
    found = {}
    for cell in cells_of(position.rules.playable(position.x | position.o)):
        x, o = (mask | (sign == one) << cell for mask, one in zip(masks, "XO", strict=True))
        if (after := Position(position.rules, x, o)).completed_lines:
            found[cell] = after
    return found


def winning_next(position):
    """The cells in which the side that has just moved would win by a line, if it could move again."""
    terms, ply = position.rules.terms, position.ply
    if terms.line_winner(ply) != "XO"[(ply + 1) % 2]:
        return {}
    return lines_next(position, terms.settable(ply + 1))
