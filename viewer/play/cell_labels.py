"""Labels of cells and sides throughout a game: shown, said and typed."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.board import column_name
from oxobook.book.game.notation import coordinates, move_named, move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Rules
from oxobook.viewer.players.rule_players import keypad_order

_SWAPPED = str.maketrans("XO", "OX")


def _keypad(rules: Rules) -> tuple[str, ...]:
    """Return digits as on a numeric keypad; raises IllegalPosition unless the board is 3x3."""
    if (rules.rows, rules.columns, rules.cells) != (3, 3, 9):
        raise IllegalPosition(
            f"expected a board of 3x3 cells for keypad labels; got {rules}: take --labels reading or coordinates"
        )
    order = keypad_order(rules)
    return tuple(str(order.index(cell) + 1) for cell in range(rules.cells))


LABELS: dict[str, Callable[[Rules], tuple[str, ...]]] = {
    "coordinates": coordinates,
    "keypad": _keypad,
    "reading": lambda rules: tuple(str(cell + 1) for cell in range(rules.cells)),
    "index": lambda rules: tuple(str(cell) for cell in range(rules.cells)),
    "matrix": lambda rules: tuple(f"{row + 1},{column + 1}" for row, column in rules.board.at),
}
"""Kinds of labels: a3 b3 c3 / ...; 7 8 9 / 4 5 6 / 1 2 3; 1 2 3 / ...; 0 1 2 / ...; 1,1 1,2 1,3 / 2,1 ..."""


@dataclass(frozen=True)
class CellLabels:
    """Labels of one game; ``cell_labels`` makes them."""

    rules: Rules
    names: tuple[str, ...]
    """Label of every move, by its number: of the cell, after the sign where a side may set either."""
    swapped: bool = False  # True if the side that moves first is called O; everywhere else it is X

    @property
    def columns(self) -> dict[str, tuple[Cell, ...]]:
        """Cells of each column from the bottom up, by its letter, if stones fall; else empty."""
        if not self.rules.gravity:
            return {}
        places = list(self.rules.board.at)
        return {column_name(places[stack[0]][1]): stack for stack in self.rules.board.stacks}

    @property
    def are_coordinates(self) -> bool:
        """True if the labels are the coordinates that every other command uses."""
        return self.names == move_names(self.rules)

    @property
    def of_cells(self) -> tuple[str, ...]:
        """Labels of the cells alone, without the signs that a move may have."""
        return tuple(name[self.rules.terms.both :] for name in self.names[: self.rules.cells])

    def said(self, text: str) -> str:
        """Return a text with this game's names of the sides; its only capitals X and O may be those names."""
        return text.translate(_SWAPPED) if self.swapped else text

    def move(self, coordinate: str) -> str:
        return self.names[move_named(coordinate, self.rules)]

    def moves(self, given: Iterable[str]) -> str:
        return " ".join(map(self.move, given))

    def typed(self, text: str, position: Position) -> str:
        """Return the coordinate of the legal move that a person typed; raises IllegalPosition.

        Accepted are the label, the coordinate, and the column's letter if stones fall. Brackets around a label are
        ignored, as are blanks beside its comma; blanks may also replace the comma.
        """
        given = text.strip()[:40]
        word = re.sub(r"[,\s]+", ",", given.strip("[]() \t").lower())
        names, known = ([name.lower() for name in some] for some in (self.names, move_names(self.rules)))
        if word in self.columns:
            cell = next((cell for cell in self.columns[word] if cell in position.legal_cells), None)
            if cell is None:
                raise IllegalPosition(f"column {word} is full; expected {self._open(position)}")
            return known[cell]
        if word not in names and word not in known:
            raise IllegalPosition(f"expected {self._open(position)}; got {quoted(given)}")
        cell = (names if word in names else known).index(word)
        if cell not in position.legal_cells:
            raise IllegalPosition(f"{self._why_not(cell, position)}; expected {self._open(position)}")
        return move_names(self.rules)[cell]

    def position(self, text: str) -> Position:
        """Return the position of a board, or after a game whose moves are labels; raises IllegalPosition.

        >>> cell_labels("keypad", Rules()).position("7 5 3").text
        'X../.O./..X'
        """
        if text and not re.search(r"\d", text):
            return Position.parse(text, self.rules)
        position = Position(self.rules)
        separator = r"\s+" if any("," in name for name in self.names) else r"[,\s]+"
        for word in filter(None, re.split(separator, text)):
            position = position.play(self.typed(word, position))
        return position

    def _open(self, position: Position) -> str:
        separator = " " if any("," in name for name in self.names) else ", "
        free = separator.join(self.names[cell] for cell in position.legal_cells)
        return f"one of {free}" + (", or the letter of a column that is not full" if self.columns else "")

    def _why_not(self, cell: Cell, position: Position) -> str:
        board, name = self.said(position.text), self.names[cell]
        if (position.x | position.o) >> cell % self.rules.cells & 1:
            return f"{name} is taken in {board}"
        return f"a stone at {name} would float in {board}"


def cell_labels(kind: str, rules: Rules, swapped: bool = False) -> CellLabels:
    """Return the labels of a kind; raises IllegalPosition if a keypad does not fit the board.

    >>> cell_labels("keypad", Rules()).names
    ('7', '8', '9', '4', '5', '6', '1', '2', '3')
    """
    names = LABELS[kind](rules)
    if rules.terms.both:
        names = tuple(f"{sign}{name}" for sign in "XO" for name in names)
    return CellLabels(rules, names, swapped)
