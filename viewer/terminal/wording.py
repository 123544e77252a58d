"""Wording: the one way in which values, plies, games and symmetries are said."""

from collections.abc import Callable, Sequence
from typing import Protocol

from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.book.game.symmetry import symmetries


class Answer(Protocol):
    """Position or a move with what the book says of it."""

    @property
    def value(self) -> Value: ...

    @property
    def remoteness(self) -> int: ...


def plies(count: int) -> str:
    """``1 ply`` or ``5 plies``."""
    return f"{count} {'ply' if count == 1 else 'plies'}"


def value_in(answer: Answer) -> str:
    """Return a position's or a move's value: ``win in 5``, ``loss in 4`` or ``draw``."""
    value = answer.value
    return value.word if value is Value.DRAW else f"{value.word} in {answer.remoteness}"


def move_does(value: Value, remoteness: int | None = None) -> str:
    """What a move does: ``wins in 5``, ``loses in 4`` or ``draws``; without the plies where they are not given."""
    if value is Value.DRAW:
        return "draws"
    verb = "wins" if value is Value.WIN else "loses"
    return verb if remoteness is None else f"{verb} in {remoteness}"


def result_of(winner: str | None, remoteness: int) -> str:
    """How a game ends under perfect play: ``X wins in 5 plies`` or ``a draw``."""
    return f"{winner} wins in {plies(remoteness)}" if winner else "a draw"


def game_named(rules: Rules, tic_tac_toe: str = "tic-tac-toe") -> str:
    """Return the game as a title says it: by its name where it has one, else by its rules."""
    return tic_tac_toe if rules == Rules() else str(rules)


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``4th``."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number if number < 20 else number % 10, 'th') }"


def listed(words: Sequence[str], link: str = "and") -> str:
    """``a1``, ``a1 and b2`` or ``a1, b2 and c3``."""
    *firsts, last = words
    return f"{', '.join(firsts)} {link} {last}" if firsts else last


_SYMMETRIES: dict[str, Callable[[int, int, int, int], tuple[int, int]]] = {
    "as it is": lambda row, column, rows, columns: (row, column),
    "left-right flip": lambda row, column, rows, columns: (row, columns - 1 - column),
    "top-bottom flip": lambda row, column, rows, columns: (rows - 1 - row, column),
    "half turn": lambda row, column, rows, columns: (rows - 1 - row, columns - 1 - column),
    "diagonal flip": lambda row, column, rows, columns: (column, row),
    "quarter turn right": lambda row, column, rows, columns: (column, columns - 1 - row),
    "quarter turn left": lambda row, column, rows, columns: (rows - 1 - column, row),
    "antidiagonal flip": lambda row, column, rows, columns: (rows - 1 - column, columns - 1 - row),
}
"""By its name where a symmetry takes a cell of a grid."""


def symmetry_names(rules: Rules) -> list[str]:
    """Return the name of each of the board's symmetries, in their order; a number where it is none of a grid's."""
    cells = [divmod(cell, rules.columns) for cell in range(rules.cells)]
    named: dict[tuple[int, ...], str] = {}
    for name, goes in _SYMMETRIES.items():
        places = [goes(row, column, rules.rows, rules.columns) for row, column in cells]
        named.setdefault(tuple(row * rules.columns + column for row, column in places), name)
    return [named.get(one, f"symmetry {number}") for number, one in enumerate(symmetries(rules))]
