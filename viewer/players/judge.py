"""Judge of moves: what a move is worth beside the best ones, by a book.

A move is *good* if it keeps the value of its position, and *perfect* if it is a best move. Its *regret* is the value
that it gives away. Files of games, policies, environments and rewards are all judged here.

>>> with Book.open("data/3x3x3.sqlite") as book:                        # doctest: +SKIP
...     Judge(book).move("X../.O./...", "c1").regret
0
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from oxobook.book.book import Book, require_book
from oxobook.book.entry import Move
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.reading.reading import Reading

_KEPT = 100_000  # positions whose moves are remembered


class JudgedMove(NamedTuple):
    """Move beside the best ones of its position."""

    ply: int
    """Number of the move in its game, from 1."""
    by: str
    """Side that moves, ``X`` or ``O``."""
    move: str
    before: str
    """Value of the position for the mover: ``win``, ``draw`` or ``loss``."""
    after: str
    """Move value: that of the position after it, for the mover."""
    remoteness: int
    """Plies until the game ends under perfect play, this move included."""
    best: tuple[str, ...]
    good: bool
    perfect: bool
    regret: int
    """Value given away: 0, 1, or 2 for a win that became a loss."""
    lost_plies: int | None
    """Plies by which it wins later or loses sooner than the best move; None if it gave value away."""

    @property
    def blunder(self) -> bool:
        """True if it turns a win or a draw into a loss."""
        return not self.good and self.after == "loss"


class Judge:
    """Judge of the moves of one book's game; what it says is remembered."""

    def __init__(self, book: Book) -> None:
        require_book(book)
        self.book = book
        self._names = move_names(book.rules)
        self._known: dict[Position, dict[str, JudgedMove]] = {}

    def move(
        self, position: object, move: object, labels: str | None = None, reading: Reading | str | None = None
    ) -> JudgedMove:
        """Return the judgement of a move; raises IllegalPosition if it is not legal, else as ``Book.probe``.

        ``position`` is what ``Book.probe`` takes, ``move`` what ``Position.play`` takes; ``labels`` or
        a ``reading`` are those of both.
        """
        asked = Position.of(position, self.book.rules, labels if reading is None else reading)
        cell = asked.move(move, labels, reading)
        if cell not in asked.legal_cells:
            asked.play(self._names[cell])  # which says why not
        return self.moves(asked)[self._names[cell]]

    def moves(self, position: object) -> dict[str, JudgedMove]:
        """Return the judgement of each legal move by its name, the best move first; empty at the end of a game."""
        position = Position.of(position, self.book.rules)
        if position not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            moves = self.book.moves(position)
            best = tuple(move for move in moves if move.best)
            self._known[position] = {move.move: _judged(position, move, best) for move in moves}
        return self._known[position]


def _judged(position: Position, move: Move, best: tuple[Move, ...]) -> JudgedMove:
    before, regret = best[0].value, best[0].value - move.value
    return JudgedMove(
        ply=position.ply + 1,
        by=position.to_move,
        move=move.move,
        before=before.word,
        after=move.value.word,
        remoteness=move.remoteness,
        best=tuple(one.move for one in best),
        good=not regret,
        perfect=move.best,
        regret=regret,
        lost_plies=None if regret else abs(move.remoteness - best[0].remoteness),
    )


RATES = ("good_move_rate", "perfect_move_rate")
LEGEND = "good: keeps what the position is worth. perfect: a best move."


def rate_fields(counts: Mapping[str, Any], *more: str) -> dict[str, Any]:
    """Return the counts of ``moves``, ``good`` and ``perfect`` ones, and more, and the rates: None for no moves."""
    moves, shares = counts["moves"], (counts["good"], counts["perfect"])
    names = ("moves", "good", "perfect", *more)
    rates = (float(share / moves) if moves else None for share in shares)
    return {name: counts[name] for name in names} | dict(zip(RATES, rates, strict=True))


def rate_cells(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the cells of a table for ``rate_fields``: the number of moves and the two rates."""
    return f"{fields['moves']:,}", *("" if fields[name] is None else f"{100 * fields[name]:.1f} %" for name in RATES)
