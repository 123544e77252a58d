"""Book: a file of solved positions, and how to ask it.

>>> with Book.open("data/3x3x3.sqlite") as book:                        # doctest: +SKIP
...     book.probe("X../.O./...").pick
'b3'

A lookup reduces the position to its canonical form, fetches one row by its key, and maps the row's moves back to
the caller's orientation. ``probe`` raises where ``get`` returns None. A book may be shared among threads.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from book.errors import IllegalPosition, MissingPosition
from book.game.board_svg import VALUE_COLOURS, board_svg
from book.game.notation import cells_of, coordinates
from book.game.position import Position
from book.game.rules import Cell, Key, Mask, Rules
from book.game.score import Value
from book.game.symmetry import symmetry_group
from book.info import BookInfo
from book.store.sqlite import Row, Store, StoredStrategy

if TYPE_CHECKING:
    from book.game.symmetry_arrays import Keys
    from book.layout.block_arrays import BlockTable
    from book.layout.blocks import BlockRow
    from book.layout.row_arrays import Answers, AnswerTable

_VALUES = (Value.DRAW, Value.WIN, Value.LOSS)  # indexed by the stored number 0, 1 or -1


class LatePick:
    """A pick that is found when it is first asked for; it compares and shows as the move itself.

    The books of large boards keep no picks: finding one takes more lookups than all the rest of an entry.
    """

    def __init__(self, find: Callable[[], str]) -> None:
        self._find = find

    @cached_property
    def move(self) -> str:
        """The coordinate."""
        return self._find()

    def __eq__(self, other: object) -> bool:
        return self.move == (other.move if isinstance(other, LatePick) else other)

    def __hash__(self) -> int:
        return hash(self.move)

    def __repr__(self) -> str:
        return repr(self.move)


class Entry(NamedTuple):
    """What the book says of a position, in the caller's orientation."""

    position: Position
    value: Value
    """The position's value: for the side to move."""
    remoteness: int
    """Plies until the game ends under perfect play."""
    best: tuple[str, ...]
    """The moves that win soonest, hold the draw, or lose latest, as coordinates in cell order."""
    safe: tuple[str, ...]
    """The moves that keep the value."""
    chosen: "str | LatePick | None"
    """The pick, or how to find it: see ``pick``."""
    orbit: int
    """How many positions are this one up to symmetry, itself included."""

    @property
    def pick(self) -> str | None:
        """The one move a strategy plays; None when the game is over."""
        chosen = self.chosen
        return chosen.move if isinstance(chosen, LatePick) else chosen

    def _repr_svg_(self) -> str:
        """The board, drawn by a notebook: the best moves in the colour of the value, the pick outlined."""
        position, names = self.position, coordinates(self.position.rules)
        colour = VALUE_COLOURS[self.value]
        marked = {names.index(name): (colour, name == self.pick) for name in self.best}
        title = f"{position.text}: {self.value.word} in {self.remoteness}, best {' '.join(self.best)}"
        return board_svg(position.rules, position.x, position.o, title, marked)


class Move(NamedTuple):
    """What the book says of a legal move."""

    move: str
    value: Value
    """The move's value: for the mover, the opposite of the position value it leads to."""
    remoteness: int
    """Plies until the game ends, this move included."""
    best: bool
    safe: bool


class Book:
    """An open book; a context manager. Use ``Book.open``."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.name: str = store.name
        """Its path or URL, without a password."""
        self.info: BookInfo = store.info
        self.rules: Rules = store.info.rules
        self._group = symmetry_group(self.rules)
        self._canonical = self._group.canonical
        self._fetch: Callable[[Key], Row | BlockRow | None] = store.fetch
        if store.has_blocks:
            from book.layout.blocks import BlockAnswers

            self._fetch = BlockAnswers(self.rules, store).row
        names = self._names = coordinates(self.rules)

        @lru_cache(maxsize=65536)
        def named(mask: Mask) -> tuple[str, ...]:
            return tuple(names[cell] for cell in cells_of(mask))

        self._named = named
        self._table: AnswerTable | BlockTable | None = None

    @classmethod
    def open(cls, target: str | Path) -> "Book":
        """Open a book read-only, by path or SQLAlchemy URL; raises MissingBook or BookError."""
        return cls(Store(target))

    def close(self) -> None:
        """Close the book's connections."""
        self._store.close()

    def __enter__(self) -> "Book":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __len__(self) -> int:
        """The number of positions up to symmetry."""
        return self.info.positions

    def __iter__(self) -> Iterator[Entry]:
        """Every canonical position with its answer, by ascending key.

        Raises TooLarge where the book of a large board has more than ``block_table.MOST_SLOTS`` scores.
        """
        for key, row in self._rows():
            yield self._entry(Position(self.rules, key & self.rules.full, key >> self.rules.cells), row, 0)

    def probe(self, position: Position | str) -> Entry:
        """The book's answer for a position or its text.

        Raises IllegalPosition when no legal game of the book's rules reaches it, MissingPosition when the book
        does not hold it, BookError when the file is damaged.
        """
        position = self._position(position)
        key, symmetry = self._canonical(position.x, position.o)
        row = self._fetch(key)
        if row is None:
            position.require_legal()
            raise MissingPosition(
                f"expected a position that the book {self.name!r} holds; it lacks {position.text!r}: "
                "make the book again with oxobook generate --force"
            )
        return self._entry(position, row, symmetry)

    def get(self, position: Position | str) -> Entry | None:
        """The same, or None where the book does not hold the position."""
        try:
            return self.probe(position)
        except MissingPosition:
            return None

    def moves(self, position: Position | str) -> list[Move]:
        """Every legal move with its value for the mover, best first; moves of equal worth in cell order."""
        entry = self.probe(position)
        moves = [self._move(entry, name) for name in entry.position.legal_moves]
        return sorted(moves, key=_worth)

    def line(self, position: Position | str) -> tuple[str, ...]:
        """Perfect play to the end: each side's pick, as coordinates."""
        entry = self.probe(position)
        moves = []
        while entry.pick is not None:
            moves.append(entry.pick)
            entry = self.probe(entry.position.play(entry.pick))
        return tuple(moves)

    def lookup_many(self, keys: "Keys") -> "Answers":
        """The answers for an int64 array of keys in any orientation, as arrays in the same order.

        Raises MissingPosition for the first key that the book does not hold. The first call reads the whole
        book into memory, about 20 bytes a position; of a large board's book only what is asked for is read.
        """
        return self._answer_table().lookup(keys)

    def _rows(self) -> Iterator[tuple[Key, Row]]:
        """Every canonical key with its row, ascending."""
        return self._block_table().rows() if self._store.has_blocks else self._store.rows()

    def _answer_table(self) -> "AnswerTable | BlockTable":
        """What answers for arrays, made once."""
        if self._table is None:
            if self._store.has_blocks:
                self._table = self._block_table()
            else:
                from book.layout.records import records_of
                from book.layout.row_arrays import AnswerTable

                self._table = AnswerTable(self.rules, records_of(self._store.rows()))
        return self._table

    def _block_table(self) -> "BlockTable":
        from book.layout.block_arrays import BlockTable

        return BlockTable(self.rules, self._store)

    @property
    def address(self) -> str:
        """Its path or URL as it was given, to open it again; it may hold a password, so show ``name`` instead."""
        return self._store.address

    def strategies(self) -> list[StoredStrategy]:
        """The strategies that the book holds; ``book.strategy`` reads them."""
        return self._store.strategies()

    def strategy_moves(self, side: str, name: str) -> dict[Key, Cell]:
        """The moves of one of them: for each own position, by canonical key, the cell on the canonical board."""
        return self._store.strategy_moves(side, name)

    def _position(self, position: Position | str) -> Position:
        """The position itself, of this book's rules."""
        if isinstance(position, str):
            return Position.parse(position, self.rules)
        if position.rules is not self.rules and position.rules != self.rules:
            raise IllegalPosition(f"expected a position of {self.rules}, the book's rules; got one of {position.rules}")
        return position

    def _entry(self, position: Position, row: "Row | BlockRow", symmetry: int) -> Entry:
        """A row of the canonical position in the orientation that ``symmetry`` took to it."""
        value, remoteness, best, safe, pick, orbit = row
        named, group = self._named, self._group
        if symmetry:
            best = group.mask_back(best, symmetry)
            safe = group.mask_back(safe, symmetry)
        chosen: str | LatePick | None = None
        if callable(pick):
            find = pick
            chosen = LatePick(lambda: self._name_back(find(), symmetry))
        elif pick is not None:
            chosen = self._name_back(pick, symmetry)
        return Entry(position, _VALUES[value], remoteness, named(best), named(safe), chosen, orbit)

    def _name_back(self, cell: Cell, symmetry: int) -> str:
        """A cell of the canonical board as a coordinate of the board that ``symmetry`` took to it."""
        return self._names[self._group.cell_back(cell, symmetry)]

    def _move(self, entry: Entry, name: str) -> Move:
        """One legal move of an entry's position: what follows it, seen by the mover."""
        child = self.probe(entry.position.play(name))
        return Move(name, _VALUES[-child.value], child.remoteness + 1, name in entry.best, name in entry.safe)


def _worth(move: Move) -> tuple[int, int]:
    """The order of moves: wins, the soonest first; draws; losses, the latest first."""
    return -move.value, move.value * move.remoteness
