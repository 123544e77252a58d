"""Labels of positions: value, remoteness, best and safe moves and pick of each row of a file, from a book."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition
from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position, positions_shown
from oxobook.book.game.reading.reader import Reader
from oxobook.book.game.rules import Cell, Key, Mask
from oxobook.book.game.score import Value
from oxobook.viewer.files.rows import Batch, UnreadableFile
from oxobook.viewer.searched import Answer

_KEPT = 200_000  # values whose labels are remembered


class Label(NamedTuple):
    """Label of a position; moves are called as the reader of the positions calls them."""

    value: str
    """``win``, ``draw`` or ``loss`` for the side to move."""
    remoteness: int
    """Plies until the game ends under perfect play."""
    best: tuple[str, ...] | None
    """Best moves; None where the book does not hold them."""
    safe: tuple[str, ...] | None
    """Moves that keep the value; None likewise."""
    pick: str | None


NOTHING: Label = Label(*[None] * 5)  # type: ignore[arg-type] # fields of a row without a label
"""Label of a row that cannot be read, or that the book does not hold."""


def settle(read: Callable[[], Iterable[Batch]], reader: Reader, say: Callable[[str], object]) -> None:
    """Infer the reading of a file from all of its rows, and say it; those that nothing can read are passed over.

    Raises UnreadableFile for a row that contradicts those before it.
    """
    seen = set[Any]()
    for batch in read():
        for row, value in enumerate(batch.columns[0] if reader.games else batch.values):
            key = value if isinstance(value, str) else repr(value)  # 1 and True are equal
            if key in seen:
                continue
            if len(seen) < _KEPT:
                seen.add(key)
            try:
                reader.see(value)
            except IllegalPosition as error:
                raise UnreadableFile(f"{batch.place(row)}: {error}") from None
    reader.settle()
    if reader.said:
        say(f"read as {reader.said}")


def whole_answer(book: Book, position: Position) -> Answer:
    """Return value, remoteness, masks of best and safe moves, and the pick's cell or -1."""
    entry = book.probe(position)
    pick = -1 if entry.pick_cell is None else entry.pick_cell
    return entry.value, entry.remoteness, entry.best_mask, entry.safe_mask, pick


class Labeller:
    """Labels for positions that a ``reader`` reads; each value is read and looked up once.

    ``called``: what moves are called. With ``search`` the positions that a book of first plies
    does not hold, and the moves of its last ply, are those that ``learn`` was given; without, they are left out.
    """

    def __init__(self, book: Book, reader: Reader, called: CellLabels, search: bool) -> None:
        self._book, self._reader, self._search = book, reader, search
        self._found: Mapping[Key, Answer] = {}
        self._names = called.names
        self._known = dict[Any, Label]()
        last = book.info.plies
        self._last = book.rules.cells if last is None else last - search

    def unheld(self, batches: Iterable[Batch], refuse: Callable[[str, IllegalPosition], object]) -> list[Position]:
        """Return the positions of all rows that take a search; ``refuse`` is told the rows that cannot be read."""
        found = dict[Key, Position]()
        for batch in batches:
            for row, value in enumerate(batch.values):
                try:
                    position = self._read(value)
                except IllegalPosition as error:
                    refuse(batch.place(row), error)
                else:
                    if position.ply > self._last:
                        found[position.key] = position
        return [*found.values()]

    def learn(self, found: Mapping[Key, Answer]) -> None:
        """Take what searches have found, by the keys of positions."""
        self._found = found

    def labels(self, values: Sequence[Any]) -> list[Label | IllegalPosition]:
        """Return the label of each value, or the error for one that cannot be read."""
        if len(self._known) > _KEPT:
            self._known.clear()
        keys = [value if isinstance(value, str) else repr(value) for value in values]
        new = {key: value for key, value in zip(keys, values, strict=True) if key not in self._known}
        errors = self._learn(new)
        return [self._known.get(key) or errors[key] for key in keys]

    def _learn(self, values: Mapping[Any, Any]) -> dict[Any, IllegalPosition]:
        """Read values by their keys, and look the positions up all at once; return the errors for the others."""
        positions, errors = dict[Any, Position](), dict[Any, IllegalPosition]()
        for key, value in values.items():
            try:
                positions[key] = self._read(value)
            except IllegalPosition as error:
                errors[key] = error
        held = {key: position for key, position in positions.items() if position.ply <= self._last}
        for key in positions.keys() - held.keys():
            position = positions[key]
            self._known[key] = self._label(position, *self._found[position.key]) if self._search else NOTHING
        if held:
            answers = self._book.lookup_many(list(held.values()))
            for (key, position), *answer in zip(held.items(), *(column.tolist() for column in answers), strict=True):
                self._known[key] = self._label(position, *answer)
        return errors

    def _read(self, value: Any) -> Position:
        """Return the position of a value; boards that are read are possible."""
        shown, rules = self._reader.read(value), self._book.rules
        return Position(rules, *shown.stones) if shown.moves is None else positions_shown(rules, moves=shown.moves)[-1]

    def _label(self, position: Position, value: int, remoteness: int, best: Mask, safe: Mask, pick: Cell) -> Label:
        known = best != 0 or position.ply != self._book.info.plies or position.over
        name = None if pick < 0 else self._names[pick]
        return Label(Value(value).word, remoteness, self._moves(best, known), self._moves(safe, known), name)

    def _moves(self, mask: Mask, known: bool) -> tuple[str, ...] | None:
        return tuple(self._names[cell] for cell in cells_of(mask)) if known else None
