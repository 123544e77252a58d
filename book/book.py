"""Book: a file of solved positions, and how to ask it.

>>> with Book.open("data/3x3x3.sqlite") as book:                        # doctest: +SKIP
...     book.probe("X../.O./...").pick
'b3'

A lookup reduces the position to its canonical form, asks the book's layout for the answer of that key, and maps the
answer's moves back to the caller's orientation. ``probe`` raises where ``get`` returns None. A book may be shared among
threads.
"""

from collections.abc import Callable, Iterator
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from oxobook.book.entry import Entry, Move, Outcome, move_order
from oxobook.book.errors import ClosedBook, IllegalArgument, MissingPosition, OutOfTime, TooLarge, quoted, require_kind
from oxobook.book.game.notation import move_names
from oxobook.book.game.picture import picture
from oxobook.book.game.position import Position, position_of
from oxobook.book.game.rules import Cell, Rules
from oxobook.book.game.score import Value
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.info import BookInfo
from oxobook.book.layout.layouts import layout_in
from oxobook.book.layout.search import Effort, Unfinished
from oxobook.book.store.reader import Store

if TYPE_CHECKING:
    from oxobook.book.game.reading.reading import Reading
    from oxobook.book.game.symmetry_arrays import Masks
    from oxobook.book.layout.answer_arrays import Answers
    from oxobook.book.store.reader import Row

_VALUES = (Value.DRAW, Value.WIN, Value.LOSS)  # indexed by the stored number 0, 1 or -1


class Book:
    """Open book; a context manager. Use ``Book.open``."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.name: str = store.name
        """Its path or URL, without a password."""
        self.address: str = store.address
        """Its path or URL as it was given, to open it again; it may hold a password, so show ``name`` instead."""
        self.info: BookInfo = store.info
        self.rules: Rules = store.info.rules
        self._group = symmetry_group(self.rules)
        self.layout = layout_in(store)
        self._names, self._signs = move_names(self.rules), self.rules.move_bits // self.rules.cells

    @classmethod
    def open(cls, target: str | Path) -> "Book":
        """Open a book read-only, by path or SQLAlchemy URL; raises MissingBook or BookError."""
        store = Store(target)
        try:
            return cls(store)
        except BaseException:
            store.close()
            raise

    def __repr__(self) -> str:
        state = ", closed" if isinstance(self.layout, Refusing) else ""
        return f"<Book {self.name!r}: {self.rules}, {len(self):,} positions{state}>"

    def _repr_html_(self) -> str | None:
        return picture(self)

    def values_svg(self, position: object) -> str | None:
        """Return a position's board as SVG, with what every move is worth; None if ``oxobook.book`` alone is loaded."""
        entry = self.probe(position)
        return picture(entry, self.moves(entry.position))

    def __reduce__(self) -> "tuple[Callable[[str], Book], tuple[str]]":
        """Pickle the book as its address, password included; the other process opens it again."""
        return Book.open, (self.address,)

    def close(self) -> None:
        """Close the book's connections; any later call raises ClosedBook."""
        self.store.close()
        closed: Any = Refusing(ClosedBook, f"the book {self.name!r} is closed: open it again")
        self.layout = self.store = closed

    def __enter__(self) -> "Book":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __len__(self) -> int:
        """Return the number of positions up to symmetry."""
        return self.info.positions

    def __iter__(self) -> Iterator[Entry]:
        """Return an iterator over every canonical position with its answer, by ascending key.

        A book of first plies yields what it holds: its last ply without moves. Raises TooLarge, before the first
        position, where there are too many.
        """
        rows = self.layout.rows()
        return (self._entry(position_of(key, self.rules), answer, 0, answer[4]) for key, answer in rows)

    def __contains__(self, position: object) -> bool:
        """Return whether the book holds a position, in any orientation. Raises as ``get`` does."""
        return self.get(position.position if isinstance(position, Entry) else position, pick=False) is not None

    def probe(
        self, position: object, pick: bool = True, labels: str | None = None, reading: "Reading | str | None" = None
    ) -> Entry:
        """Return the answer for a position, or for what ``Position.parse`` reads by ``labels``, or a ``reading``.

        Without ``pick`` the entry's pick is None. A large board's book keeps scores in blocks; finding the pick reads
        many more of them than everything else, so leave it out if you do not need it.

        Raises IllegalPosition if no legal game of the book's rules reaches the position, MissingPosition if the book
        does not hold it, and BookError if the book cannot be read: DamagedBook, NoAnswer, ClosedBook.
        """
        require_kind(bool, "True or False", pick=pick)
        position = Position.of(position, self.rules, labels if reading is None else reading)
        _, x, o = position
        key, symmetry = self._group.canonical(x, o)
        try:
            answer = self.layout.answer(key)
        except Unfinished as error:
            raise error.of(position, self._group.mask_back(error.moves, symmetry)) from error
        if answer is None:
            self._lacks(position)
        effort = self.layout.effort(key)
        try:
            entry = self._entry(position, answer, symmetry, self.layout.pick(key, answer) if pick else None)
        except OutOfTime as error:
            raise _all_but_picks(self._entry(position, answer, symmetry, None), effort) from error
        return entry._replace(source="search", nodes=effort.nodes, seconds=effort.seconds) if effort else entry

    def get(
        self, position: object, pick: bool = True, labels: str | None = None, reading: "Reading | str | None" = None
    ) -> Entry | None:
        """Return the entry of a position, or None if the book lacks it."""
        try:
            return self.probe(position, pick, labels, reading)
        except MissingPosition:
            return None

    def moves(self, position: object, labels: str | None = None, reading: "Reading | str | None" = None) -> list[Move]:
        """Return every legal move with its value for the mover, best first; moves of equal worth in cell order."""
        entry = self.probe(position, False, labels, reading)
        try:
            moves = [self._move(entry, cell) for cell in entry.position.legal_cells]
        except OutOfTime as error:
            raise _all_but_picks(entry, Effort(entry.nodes, entry.seconds)) from error
        return sorted(moves, key=move_order)

    def line(
        self, position: object, labels: str | None = None, reading: "Reading | str | None" = None
    ) -> tuple[str, ...]:
        """Return perfect play to the end: each side's pick, as coordinates; raises OutOfTime."""
        entry = self.probe(position, True, labels, reading)
        moves = []
        while entry.pick_cell is not None:
            moves.append(self._names[entry.pick_cell])
            try:
                entry = self.probe(entry.position.play(entry.pick_cell))
            except Unfinished as error:
                found = f"perfect play begins {' '.join(moves)}; what follows was not found in time"
                raise OutOfTime(f"{found}: allow it more time") from error
        return tuple(moves)

    def outcome(self, position: object, labels: str | None = None, reading: "Reading | str | None" = None) -> Outcome:
        """Return the value and the remoteness of a position alone; raises as ``probe`` does.

        At the last ply of a book of first plies this is stored, while the best moves take a search.
        """
        position = Position.of(position, self.rules, labels if reading is None else reading)
        found = self.layout.outcome(self._group.canonical(position.x, position.o)[0])
        if found is None:
            self._lacks(position)
        return Outcome(_VALUES[found[0]], found[1])

    def lookup_many(self, positions: object, reading: "Reading | str | None" = None) -> "Answers":
        """Return the answers for many positions in any orientation, as arrays in the same order.

        ``positions`` are keys (whole numbers of shape (p,)), boards (numbers of shape (p, N) or (p, rows, columns)),
        or a list of what ``probe`` takes; all are read in one way, by the ``reading``. Raises MissingPosition for the
        first that the book does not hold, IllegalPosition, and TooLarge for keys of more than 31 cells. The first call
        reads the whole book into memory, about 20 bytes a position; of a large board's book it reads only what is asked
        for. A book of first plies answers what it holds; ``Answers`` says what its last ply lacks.
        """
        return self.layout.table().lookup(*self._stones(positions, reading))

    def good_moves(self, positions: object, reading: "Reading | str | None" = None) -> "tuple[Masks, Masks]":
        """Return the best and the safe moves for many positions, as two arrays of masks.

        They are those of ``lookup_many``. Of a large board's book, which keeps no picks, this takes a fraction of the
        time.
        """
        answers = self.layout.table().lookup(*self._stones(positions, reading), pick=False)
        return answers.best, answers.safe

    def _stones(self, positions: object, reading: "Reading | str | None") -> "tuple[Masks, Masks]":
        from oxobook.book.game.reading.arrays import stones_of_many  # a single lookup starts faster without NumPy

        return stones_of_many(positions, self.rules, reading)

    def sample(self, count: int, seed: int = 0, ply: int | None = None) -> list[Position]:
        """Return random positions, all different, each position of the game (or of a ply) equally likely.

        Symmetric ones count as different. Raises TooLarge as iterating does or if there are fewer, and IllegalArgument.
        """
        from bisect import bisect
        from itertools import accumulate
        from random import Random

        require_kind(Integral, "a whole number", seed=seed)
        rows = [(key, row[5]) for key, row in self.layout.rows() if ply is None or key.bit_count() == ply]
        if ply is not None and ply not in (plies := range(len(self.info.layers))):
            raise IllegalArgument(f"expected a ply from 0 to {plies[-1]}; got {quoted(ply)}")
        ends = list(accumulate((orbit for _, orbit in rows), initial=0))
        if not isinstance(count, Integral) or not 0 <= count <= ends[-1]:
            raise TooLarge(f"expected a number of positions from 0 to {ends[-1]:,}; got {quoted(count)}")
        found = []
        for number in Random(int(seed)).sample(range(ends[-1]), count):
            key, _ = rows[place := bisect(ends, number) - 1]
            images = sorted({*self._group.images(key & self.rules.full, key >> self.rules.cells)})
            found.append(position_of(images[number - ends[place]], self.rules))
        return found

    def _lacks(self, position: Position) -> NoReturn:
        """Raise MissingPosition, or IllegalPosition if no game leads to a position."""
        position.require_legal()
        raise MissingPosition(
            f"expected a position that the book {self.name!r} holds; it lacks {position.text!r}: "
            "make the book again with oxobook generate RULES --force"
        )

    def _entry(self, position: Position, answer: "Row", symmetry: int, pick: Cell | None) -> Entry:
        """Return an entry in the orientation that ``symmetry`` took to the canonical position."""
        value, remoteness, best, safe, _, orbit = answer
        if symmetry:
            group = self._group
            best = group.mask_back(best, symmetry)
            safe = group.mask_back(safe, symmetry)
            pick = None if pick is None else group.cell_back(pick, symmetry)
        return Entry(position, _VALUES[value], remoteness, best, safe, pick, orbit)

    def _move(self, entry: Entry, cell: Cell) -> Move:
        after = entry.position.after(cell)
        answer = self.layout.quick_answer(self._group.canonical(after.x, after.o)[0])
        if answer is None:
            self._lacks(after)
        value, remoteness, _, safe, _, _ = answer
        replies = self.rules.playable(after.x | after.o).bit_count() * self._signs if safe else 0
        return Move(
            self._names[cell],
            _VALUES[-value],
            remoteness + 1,
            entry.best_mask >> cell & 1 == 1,
            entry.safe_mask >> cell & 1 == 1,
            replies,
            replies - safe.bit_count(),
        )


def _all_but_picks(entry: Entry, effort: Effort | None) -> Unfinished:
    """Return the error for an answer whose last part was not found in time."""
    return Unfinished(
        entry.position, entry.value, entry.value, entry.best_mask, effort or Effort(0, 0.0), entry.remoteness
    )


class Refusing:
    """Store and layout of a book that answers nothing: every use raises an error."""

    def __init__(self, error: type[Exception], message: str) -> None:
        self._error, self._message = error, message

    def __getattr__(self, asked: str) -> Any:
        def refuse(*arguments: object, **named: object) -> Any:
            raise self._error(self._message)

        return refuse

    def close(self) -> None:
        """Do nothing: there is nothing to close any more."""


def require_book(book: object) -> None:
    """Raise IllegalArgument for anything but an open book."""
    if not isinstance(book, Book):
        raise IllegalArgument(f"expected an open book; got {quoted(book)}")
