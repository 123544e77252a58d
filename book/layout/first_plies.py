"""Layout of books of first plies: scores in blocks as far as they go, and a search below.

The searches of a book run one at a time.
"""

from functools import cached_property, lru_cache
from threading import RLock
from typing import TYPE_CHECKING

from oxobook.book.deadline import Deadline
from oxobook.book.errors import NoAnswer, OutOfTime
from oxobook.book.game.position import Position, position_of
from oxobook.book.game.reachability import is_reachable
from oxobook.book.game.rules import Key, Mask, Rules
from oxobook.book.game.score import remoteness_of
from oxobook.book.layout import search
from oxobook.book.layout.block_reader import BlockReader
from oxobook.book.layout.blocks import BlockLayout, sign
from oxobook.book.layout.search import Effort, Search, Unfinished

if TYPE_CHECKING:
    from oxobook.book.store.reader import Row, Store

KEPT_ANSWERS = 1 << 14
_KEPT_SCORES = 1 << 16
_MORE, _EACH = 0.5, 0.01
"""Seconds to find what an unfinished search has proved of a position, and at least of the one after each move."""


class FirstPliesLayout(BlockLayout):
    """Answers from scores and searches."""

    def __init__(self, store: "Store", plies: int) -> None:
        self._plies, self._deep = plies, DeepReader(store.info.rules, store, plies)
        super().__init__(store, self._deep)
        self._searched = lru_cache(KEPT_ANSWERS)(self._search)

    def answer(self, key: Key) -> "Row | None":
        """Return the answer of a position; see ``BlockLayout``.

        From the last ply on, it is searched: the scores after a move are not in the book.
        """
        return super().answer(key) if key.bit_count() < self._plies else self._searched(key)[0]

    def outcome(self, key: Key) -> tuple[int, int] | None:
        if not (position := self._open_below(key)):
            return super().outcome(key)
        score = self._deep.score(position.x, position.o)
        return sign(score), remoteness_of(score, key.bit_count(), self.rules.cells)

    def quick_answer(self, key: Key) -> "Row | None":
        """Return the answer of a position without its best moves, if these take more searching."""
        if not (position := self._open_below(key)):
            return super().answer(key)
        _, x, o = position
        score, safe = self._deep.score(x, o), self._safe_moves(position)
        left = remoteness_of(score, position.ply, self.rules.cells)
        return sign(score), left, 0, safe, None, self._group.orbit(x, o)

    def _open_below(self, key: Key) -> Position | None:
        """Return the position if a game reaches it, is not over, and the scores after a move are not in the book."""
        position = position_of(key, self.rules)
        below = position.ply >= self._plies and is_reachable(*position) and not position.over
        return position if below else None

    def effort(self, key: Key) -> Effort | None:
        return None if key.bit_count() < self._plies else self._searched(key)[1]

    def _search(self, key: Key) -> "tuple[Row | None, Effort]":
        """Return an answer that takes a search, and the work."""
        with self._deep.lock:
            deadline, before = search.deadline.get(), self._deep.nodes
            started = deadline.spent
            try:
                row = super().answer(key)
            except OutOfTime as error:
                effort = Effort(self._deep.nodes - before, deadline.spent - started)
                raise self._unfinished(key, effort) from error
            return row, Effort(self._deep.nodes - before, deadline.spent - started)

    def _unfinished(self, key: Key, effort: Effort) -> Unfinished:
        """Return the error for a search that was not finished in time, with what little more time proves."""
        position = position_of(key, self.rules)
        if not effort.nodes:
            return Unfinished(position, -1, 1, 0, effort)
        least, most = self._deep.searcher.bounds(position.x, position.o, _MORE)
        deadline, moves = Deadline(_MORE), position.legal_cells
        worth = {}
        for left, move in zip(range(len(moves), 0, -1), moves, strict=True):
            after = position.after(move)
            if after.over:
                low = high = (after.winner == after.to_move) - (after.winner == position.to_move)
            else:
                low, high = self._deep.searcher.bounds(after.x, after.o, max(_EACH, deadline.left / left))
            worth[move] = -high, -low
        least = max(least, *(low for low, _ in worth.values()))
        most = min(most, max(high for _, high in worth.values()))
        keep = sum(1 << move for move, (low, _) in worth.items() if low == least) if least > -1 else 0
        return Unfinished(position, least, most, keep, effort)

    def _safe_moves(self, position: Position) -> Mask:
        """Return the safe moves, for which the values after them are enough."""
        return self._graded(position, self._deep.value)[2]


class DeepReader(BlockReader):
    """Scores of a book and, below its last ply, of a search."""

    def __init__(self, rules: Rules, source: "Store", plies: int) -> None:
        super().__init__(rules, source)
        self._plies = plies
        self._settled = lru_cache(_KEPT_SCORES)(self._settle)
        self.lock = RLock()
        """Lock of the search, whose nodes are counted; no threads may share a search."""

    @property
    def nodes(self) -> int:
        """Number of nodes of all searches so far."""
        return self.searcher.nodes if "searcher" in vars(self) else 0

    def _settle(self, x: Mask, o: Mask, exact: bool) -> int:
        """Return the score of a position below the book, or just its sign, by a search."""
        with self.lock:
            find = self.searcher.score if exact else self.searcher.value
            return find(x, o, search.deadline.get().left)

    @cached_property
    def searcher(self) -> Search:
        """Search below the book, made when it is first needed."""
        if search.search_for is None:
            raise NoAnswer(
                f"the book {self._source.name!r} holds the first {self._plies} plies, and this program has no search "
                "for the others: import oxobook"
            )
        with search.deadline.get().stopped():  # the first search on a machine is compiled for seconds
            return search.search_for(self._rules)

    def score(self, x: Mask, o: Mask) -> int:
        return super().score(x, o) if (x | o).bit_count() <= self._plies else self._settled(x, o, exact=True)

    def value(self, x: Mask, o: Mask) -> int:
        """Return the sign of the score."""
        held = (x | o).bit_count() <= self._plies
        return sign(super().score(x, o)) if held else self._settled(x, o, exact=False)
