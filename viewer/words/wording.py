"""Wording of moves, games and symmetries, the same everywhere."""

from collections.abc import Callable, Sequence

from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules


def own_moves(plies: int, first: bool = True) -> int:
    """Return the number of moves in these plies of the side that moves first in them, or else of the other side."""
    return (plies + first) // 2


def line_word(line: Mask, rules: Rules) -> str:
    """Return a line's direction: ``row``, ``column`` or ``diagonal``; ``line`` on boards of layers, and for others.

    >>> [line_word(line, Rules()) for line in (0b111, 0b1001001, 0b100010001)]
    ['row', 'column', 'diagonal']
    """
    rows, columns = zip(*(place for place, cell in rules.board.at.items() if line >> cell & 1), strict=True)
    if rules.board.layers > 1:
        return "line"
    if 1 < len({*rows}) < len(rows) or 1 < len({*columns}) < len(columns) or rules.definition:
        return "line"
    return "row" if len(set(rows)) == 1 else "column" if len(set(columns)) == 1 else "diagonal"


def how_won(end: Position) -> str:
    """Return how a won game ended: `` with a row``, or under misère `` because O completed a row``; else nothing."""
    kinds = dict.fromkeys(f"a {line_word(line, end.rules)}" for line in end.completed_lines)
    if not kinds:
        return ""
    last = "O" if end.to_move == "X" else "X"
    lines = listed(list(kinds))
    return f" with {lines}" if end.winner == last else f" because {last} completed {lines}"


def end_in_words(end: Position) -> str:
    """Return the result of a finished game in a sentence, such as ``X has won with a diagonal.``."""
    return f"{end.winner} has won{how_won(end)}." if end.winner else "The game is drawn."


def game_named(rules: Rules, tic_tac_toe: str = "tic-tac-toe") -> str:
    """Return the game as a title says it: by its name if it has one, else by its rules."""
    return {"3x3x3": tic_tac_toe, "6x7x4-gravity": "Connect Four"}.get(str(rules), str(rules))


def ordinal(number: int) -> str:
    """Return an ordinal number: ``1st``, ``2nd``, ``3rd``, ``4th``."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number if number < 20 else number % 10, 'th') }"


def listed(words: Sequence[str], link: str = "and") -> str:
    """Return words as a list in a sentence: ``a1``, ``a1 and b2`` or ``a1, b2 and c3``."""
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
"""Cell of a grid that a symmetry takes a cell to, by the symmetry's name."""


def symmetry_names(rules: Rules) -> list[str]:
    """Return the names of the board's symmetries, in order; numbers for those that no grid has."""
    cells = list(rules.board.at)
    named: dict[tuple[int, ...], str] = {}
    for name, goes in _SYMMETRIES.items():
        places = [goes(row, column, rules.rows, rules.columns) for row, column in cells]
        named.setdefault(tuple(rules.board.at.get(place, -1) for place in places), name)
    return [named.get(one, f"symmetry {number}") for number, one in enumerate(rules.board.symmetries)]


def sameness(rules: Rules) -> str:
    """Return what makes boards look the same: they are ``mirrored`` left to right, ``turned`` or flipped, or ``moved``.

    >>> sameness(Rules()), sameness(Rules.parse("3x3x3-torus"))
    ('turned', 'moved')
    """
    names = {*symmetry_names(rules)}
    return "mirrored" if names <= {"as it is", "left-right flip"} else "turned" if names <= {*_SYMMETRIES} else "moved"
