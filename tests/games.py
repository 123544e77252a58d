"""Small games of every registered kind of board and convention, gravity and misère; one that is added comes along."""

from functools import cache
from itertools import product

from oxobook.book import IllegalRules, Rules
from oxobook.book.game.conventions import CONVENTIONS
from oxobook.book.game.kinds import KINDS

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
