"""Searcher: has the kernel find a score, until it is known or time or nodes have run out."""

from collections.abc import Callable
from copy import copy
from ctypes import POINTER, byref, c_int64, cast
from functools import partial
from math import inf
from typing import NamedTuple

import numpy as np

from oxobook.book.deadline import Deadline
from oxobook.book.errors import OutOfTime, require_whole
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.score import Value, remoteness_of
from oxobook.book.layout.blocks import sign
from oxobook.generator.instructions import address_of, aligned, pointer_to
from oxobook.generator.kernels.table import bits_in
from oxobook.generator.kernels.threads import call_together
from oxobook.generator.search import kernels
from oxobook.generator.search.board_words import BoardWords
from oxobook.generator.search.table_kernels import table_words

DEFAULT_TABLE = 128 << 20
"""Bytes of a searcher's table."""
_LEAST_BITS = 20  # of the number of buckets; the entries keep their bounds in the bits that the place tells
_QUICK = 20_000  # nodes: below, other threads would take longer to start
_LEAST_PACE = 50_000
"""Number of nodes a second that a search tries at least, on large boards without gravity."""
_UNLIMITED = 1 << 62
_DISORDER = 3


class Found(NamedTuple):
    """Result that a search has proved of a position, for the side to move."""

    least: Value
    """Value that the side to move has at least."""
    most: Value
    """Value that it has at most; the same if the value is proved."""
    remoteness: int | None
    """Plies until the game ends, or None if time or nodes ran out before that was proved."""
    nodes: int
    """Number of positions whose moves were tried."""
    seconds: float

    @property
    def value(self) -> Value | None:
        """Value, or None if only bounds are proved."""
        return self.least if self.least is self.most else None


class Searcher:
    """Exact search of positions of one game, with a table that all its searches share.

    Answers do not depend on the threads, the table or the searches before; nodes and seconds do. One search at a time.

    Args:
        rules: The game, of up to 64 cells.
        threads: Number of threads that a long search takes.
        memory: Bytes of the table, at least 64 MB; a power of two is used, and 8 MB more.
        disorder: Bits of noise in the order of moves.

    >>> found = Searcher(Rules(3, 4, 3)).search(Position(Rules(3, 4, 3)))
    >>> found.value, found.remoteness
    (<Value.WIN: 1>, 7)
    """

    def __init__(self, rules: Rules | str, threads: int = 1, memory: int = DEFAULT_TABLE, disorder: int = 0) -> None:
        require_whole(1, threads=threads, memory=memory)
        require_whole(0, disorder=disorder)
        self.rules = rules = Rules.parse(rules)
        self._disorder = disorder
        self._board = BoardWords(rules)
        self._bits = max(_LEAST_BITS, bits_in(int(memory)))
        self._table = aligned(table_words(self._bits))
        self.nodes = 0
        """Number of nodes of all searches so far."""
        self._prepare(threads)

    def _prepare(self, threads: int) -> None:
        frames = (self.rules.cells + 1) * kernels.frame_words(self.rules.cells)
        self._cancelled = False
        self._shared = (c_int64 * (kernels.COUNTERS * (threads + 1)))()
        self._shared[kernels.REACH] = address_of(kernels.compiled_reach())
        self._stacks = [np.zeros(frames, np.int64) for _ in range(threads)]
        self._calls = [self._call(number) for number in range(threads)]

    def _call(self, thread: int) -> Callable[[int, int], int]:
        """Return the kernel for one thread, as a function of own stones and taken cells."""
        narrow: Callable[..., int] = kernels.compiled()
        board, table, stack = map(pointer_to, (self._board.words, self._table, self._stacks[thread]))
        shared = cast(self._shared, POINTER(c_int64))
        counters = cast(byref(self._shared, 8 * kernels.COUNTERS * (thread + 1)), POINTER(c_int64))
        bits, disorder = self._bits, _DISORDER if thread else self._disorder
        return partial(narrow, board, table, bits, stack, shared, counters, disorder)

    def search(self, position: object, time_limit: float | None = None, node_limit: int | None = None) -> Found:
        """Return the value and the remoteness of a position, or what is proved of them within the limits.

        ``position`` is one of these rules, or what ``Position.parse`` reads.
        ``time_limit``: in seconds. ``node_limit``: for all threads together; it is exceeded by a few hundred.
        """
        position, cells, before = Position.of(position, self.rules), self.rules.cells, self.nodes
        deadline = Deadline(inf if time_limit is None else time_limit)
        nodes = _UNLIMITED if node_limit is None else node_limit
        require_whole(0, node_limit=nodes)
        low, high = self._bounds(position.x, position.o, -cells, cells, deadline, nodes)
        remoteness = remoteness_of(low, position.ply, cells) if low == high else None
        return Found(sign(low), sign(high), remoteness, self.nodes - before, deadline.spent)

    def score(self, x: Mask, o: Mask, seconds: float = inf) -> int:
        """Return the score of a position in which the game goes on; raises OutOfTime, also if it is cancelled."""
        return self._exact(x, o, self.rules.cells, seconds)

    def value(self, x: Mask, o: Mask, seconds: float = inf) -> int:
        """Return the value of a position in which the game goes on, which takes less than its score; raises OutOfTime.

        It is 1, 0 or -1, for the side to move.
        """
        return self._exact(x, o, 1, seconds)

    def bounds(self, x: Mask, o: Mask, seconds: float) -> tuple[int, int]:
        """Return the least and the greatest value that can be proved in some seconds."""
        return self._bounds(x, o, -1, 1, Deadline(seconds))

    def confirms(self, x: Mask, o: Mask, least: int, most: int) -> bool:
        """Return whether a search with an empty table, and the moves in another order, finds a score within bounds."""
        other, cells, never = Searcher(self.rules, disorder=_DISORDER), self.rules.cells, Deadline()
        return (least <= -cells or other._bounds(x, o, least - 1, least, never)[0] == least) and (
            most >= cells or other._bounds(x, o, most, most + 1, never)[1] == most
        )

    def _exact(self, x: Mask, o: Mask, most: int, seconds: float) -> int:
        """Return the score, or ``most`` or ``-most`` if it is beyond; raises OutOfTime."""
        low, high = self._bounds(x, o, -most, most, Deadline(seconds))
        if low < high:
            raise OutOfTime("the search was stopped before the score was proved: allow it more time")
        return low

    def cancel(self) -> None:
        """End a search that another thread waits for, and all later ones."""
        self._cancelled = True
        self._stop()

    def beside(self) -> "Searcher":
        """Return another searcher with the same table, for one more thread."""
        other = copy(self)
        other._prepare(1)
        return other

    def forget(self) -> None:
        """Empty the table, so that nodes and seconds are those of a new searcher."""
        self._table[:] = 0

    def _bounds(
        self, x: Mask, o: Mask, low: int, high: int, deadline: Deadline, nodes: int = _UNLIMITED
    ) -> tuple[int, int]:
        """Return the lowest and the highest score that are not refuted: the same, if nothing runs out.

        Scores below ``low`` count as ``low``, and those above ``high`` as ``high``. First one thread tries, without
        looking at the clock, then all, until one ends or the deadline has come.
        """
        own, taken = self._board.mask(x if x.bit_count() == o.bit_count() else o), self._board.mask(x | o)
        shared = self._shared
        shared[kernels.LOW], shared[kernels.HIGH] = low, high
        if not self._cancelled:
            self._allow(1, int(min(_QUICK, deadline.left * _LEAST_PACE, nodes)))
            self._calls[0](own, taken)
            nodes -= self._count()
            if shared[kernels.LOW] < shared[kernels.HIGH] and nodes > 0 and deadline.left and not self._cancelled:
                self._allow(len(self._calls), nodes // len(self._calls))
                call_together([partial(call, own, taken) for call in self._calls], self._stop, deadline)
                self._count()
        return shared[kernels.LOW], shared[kernels.HIGH]

    def _allow(self, threads: int, nodes: int) -> None:
        self._shared[kernels.THREADS] = threads
        for place in range(kernels.COUNTERS, len(self._shared), kernels.COUNTERS):
            self._shared[place + kernels.STOP], self._shared[place + kernels.NODES] = self._cancelled, 0
            self._shared[place + kernels.MOST] = nodes

    def _stop(self) -> None:
        for place in range(kernels.COUNTERS, len(self._shared), kernels.COUNTERS):
            self._shared[place + kernels.STOP] = 1

    def _count(self) -> int:
        """Count the nodes since ``_allow``, and return how many."""
        spent = sum(self._shared[kernels.COUNTERS + kernels.NODES :: kernels.COUNTERS])
        self.nodes += spent
        return spent
