"""Labels of cells and sides throughout a game or an answer: shown, said and typed."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from oxobook.book.errors import IllegalPosition, quoted, require_kind
from oxobook.book.game.board import column_name
from oxobook.book.game.labels import labels_of
from oxobook.book.game.notation import move_named, move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Rules

if TYPE_CHECKING:
    from oxobook.book.game.reading.reading import Reading

_SWAPPED = str.maketrans("XO", "OX")


class CellLabels(NamedTuple):
    """Labels of one game; ``cell_labels`` makes them."""

    rules: Rules
    kind: str  # kind of labels, one of LABELS
    swapped: bool = False  # True if the side that moves first is called O; everywhere else it is X
    bottom: bool = False  # True if rows are counted from the lowest

    @property
    def names(self) -> tuple[str, ...]:
        """Label of every move, by its number: of the cell, after the sign where a side may set either."""
        names, half = labels_of(self.kind, self.rules, self.bottom), self.rules.cells
        return names[half:] + names[:half] if self.swapped else names  # the sign comes first, if there is one

    @property
    def columns(self) -> tuple[str, ...]:
        """Letters and numbers of the columns, by which a stone can be dropped, if stones fall; else empty."""
        kinds = ("letters", "columns") if self.rules.gravity else ()
        return tuple(name for kind in kinds for name in dict.fromkeys(labels_of(kind, self.rules)))

    @property
    def are_coordinates(self) -> bool:
        """True if the labels are the coordinates that every other command uses."""
        return self.kind == "coordinates"

    @property
    def edges(self) -> tuple[list[str], list[str]] | None:
        """Names of the rows and of the columns that make up every label, to write beside a board; None if none do."""
        (rows, columns), places = (range(self.rules.rows), range(self.rules.columns)), self.rules.board.at
        by_column = {column: self.of_cells[cell] for (_, column), cell in places.items()}
        for form, row_names, column_names in (
            ("{1}{0}", [str(self.rules.rows - row) for row in rows], [*map(column_name, columns)]),
            ("{0},{1}", [str(row + 1) for row in rows], [str(column + 1) for column in columns]),
            ("{0},{1}", [*map(str, rows)], [*map(str, columns)]),
            ("{1}", ["" for _ in rows], [by_column.get(column, "") for column in columns]),
        ):
            if all(
                self.of_cells[cell] == form.format(row_names[y], column_names[x]) for (y, x), cell in places.items()
            ):
                return row_names, column_names
        return None

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

        Accepted are the label, the coordinate, and the column's letter or number if stones fall. Brackets around a
        label are ignored, as are blanks beside its comma; blanks may also replace the comma.
        """
        given, kind = text.strip()[:40], self.kind
        try:
            move = position.move(given, "columns" if self.columns and kind == "coordinates" else kind)
        except IllegalPosition:
            raise IllegalPosition(f"expected {self._open(position)}; got {quoted(given)}") from None
        if move not in position.legal_cells:
            raise IllegalPosition(f"{self._why_not(move, position)}; expected {self._open(position)}")
        return move_names(self.rules)[move]

    def _open(self, position: Position) -> str:
        separator = " " if any("," in name for name in self.names) else ", "
        free = separator.join(self.names[cell] for cell in position.legal_cells)
        return f"one of {free}" + (", or the letter or number of a column that is not full" if self.columns else "")

    def _why_not(self, cell: Cell, position: Position) -> str:
        board, name = self.said(position.text), self.names[cell]
        if any(self.names[other] == name for other in position.legal_cells):  # a column that is not full
            name = move_names(self.rules)[cell]
        if (position.x | position.o) >> cell % self.rules.cells & 1:
            return f"{name} is taken in {board}"
        return f"a stone at {name} would float in {board}"


def cell_labels(kind: str | None, rules: Rules, swapped: bool = False, bottom: bool = False) -> CellLabels:
    """Return the labels of a kind, by default coordinates; raises IllegalPosition if they do not fit the board.

    >>> cell_labels("keypad", Rules()).names
    ('7', '8', '9', '4', '5', '6', '1', '2', '3')
    """
    require_kind(str | None, "text", labels=kind)
    labels_of(kind or "coordinates", rules)  # which may refuse
    return CellLabels(rules, kind or "coordinates", swapped, bottom)


def labels_by(reading: "Reading", rules: Rules) -> CellLabels:
    """Return the labels of a reading; raises as ``cell_labels`` does."""
    return cell_labels(reading.cells, rules, reading.first == "O", reading.rows == "bottom")
