"""Labels of positions: value, remoteness, best and safe moves and pick of each row of a file, from a book."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from oxobook.book.book import Book
from oxobook.book.entry import Entry
from oxobook.book.errors import IllegalPosition
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position, positions_shown
from oxobook.book.game.reading.reader import Reader
from oxobook.book.game.reading.reading import Reading
from oxobook.book.game.rules import Cell, Mask
from oxobook.book.game.score import Value
from oxobook.viewer.files.rows import Batch, UnreadableFile

USUAL = ("position", "board", "state", "fen", "moves", "game", "history")
"""Names of columns that are looked for, in this order."""
_KEPT = 200_000  # values whose labels are remembered
_KEYS = frozenset((str, tuple))  # types of values that are remembered as they are


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


def settle(batches: Iterable[Batch], reader: Reader) -> Reading:
    """Let a reader see all rows of a file, and return the reading; raises UnreadableFile where a row contradicts it.

    Rows that nothing can read are passed over.
    """
    seen = set[Any]()
    for batch in batches:
        for row, value in enumerate(batch.columns[0] if reader.games else batch.values):
            key = value if type(value) in _KEYS else repr(value)
            if key in seen:
                continue
            if len(seen) < _KEPT:
                seen.add(key)
            try:
                reader.see(value)
            except IllegalPosition as error:
                raise UnreadableFile(f"{batch.place(row)}: {error}") from None
    return reader.settle()


class Labeller:
    """Labels for positions that a ``reader`` reads; each value is read and looked up once.

    ``labels``: what moves are called, or None for coordinates. With ``search`` the positions that a book of first plies
    does not hold, and the moves of its last ply, are searched one by one; without, they are left out.
    """

    def __init__(self, book: Book, reader: Reader, labels: str | None, search: bool) -> None:
        self._book, self._reader, self._search = book, reader, search
        self._names = cell_labels(labels, book.rules).names
        self._known: dict[Any, Label | IllegalPosition] = {}
        last = book.info.plies
        self._last = book.rules.cells if last is None else last - search

    def labels(self, values: Sequence[Any]) -> Iterator[Label | IllegalPosition]:
        """Yield the label of each value, or the error for one that cannot be read."""
        keys = [value if type(value) in _KEYS else repr(value) for value in values]
        new = {key: value for key, value in zip(keys, values, strict=True) if key not in self._known}
        if len(self._known) + len(new) > _KEPT:
            self._known, new = {}, dict(zip(keys, values, strict=True))
        self._learn(new.items())
        return map(self._known.__getitem__, keys)

    def _learn(self, values: Iterable[tuple[Any, Any]]) -> None:
        """Read values by their keys, and look the positions up all at once."""
        positions: dict[Any, Position] = {}
        for key, value in values:
            try:
                positions[key] = positions_shown(self._book.rules, *self._reader.read(value))[-1]
            except IllegalPosition as error:
                self._known[key] = error
        held = {key: position for key, position in positions.items() if position.ply <= self._last}
        for key in positions.keys() - held.keys():
            self._known[key] = self._of_entry(self._book.probe(positions[key])) if self._search else NOTHING
        answers = self._book.lookup_many(list(held.values()))
        for (key, position), *answer in zip(held.items(), *(column.tolist() for column in answers), strict=True):
            self._known[key] = self._label(position, *answer)

    def _of_entry(self, entry: Entry) -> Label:
        pick = -1 if entry.pick_cell is None else entry.pick_cell
        return self._label(entry.position, entry.value, entry.remoteness, entry.best_mask, entry.safe_mask, pick)

    def _label(self, position: Position, value: int, remoteness: int, best: Mask, safe: Mask, pick: Cell) -> Label:
        known = best != 0 or position.ply != self._book.info.plies or position.over
        name = None if pick < 0 else self._names[pick]
        return Label(Value(value).word, remoteness, self._moves(best, known), self._moves(safe, known), name)

    def _moves(self, mask: Mask, known: bool) -> tuple[str, ...] | None:
        return tuple(self._names[cell] for cell in cells_of(mask)) if known else None
