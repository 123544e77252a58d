"""Prover: asks the kernel whether a side wins, until that is settled, or time or nodes have run out."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import NamedTuple

import numpy as np

from oxobook.book.deadline import Deadline
from oxobook.book.errors import TooLarge
from oxobook.book.game.rules import Cell, Mask, Rules
from oxobook.generator.instructions import aligned, pointer_to, signed
from oxobook.generator.kernels.table import BUCKET, bits_in
from oxobook.generator.kernels.threads import call_together
from oxobook.generator.machine import COMPILER, PROCESS
from oxobook.generator.prove import kernels, scratch_kernels
from oxobook.generator.prove.board_words import board_words
from oxobook.generator.units import in_bytes

DEFAULT_MEMORY = 1_000_000_000
"""Bytes that a prover's process takes by default."""
_LEAST_BITS = 16  # of the number of buckets
_UNLIMITED = 1 << 62


class State(NamedTuple):
    """State of a question, *does the attacker win?*, when its search ends or pauses."""

    proof: int
    """Least number of positions to win for a proof that it does; 0 if it is proved."""
    disproof: int
    """Least number of positions to hold for a proof that it does not; 0 if that is proved."""
    nodes: int
    """Number of positions whose moves were tried."""
    seconds: float
    moves: int = 0
    """Number of first moves that are searched, up to symmetry."""
    settled: int = 0
    """Number of them that are settled."""

    @property
    def wins(self) -> bool | None:
        """True if the attacker is proved to win, False if it is proved not to, else None."""
        return True if self.proof == 0 else False if self.disproof == 0 else None


class Prover:
    """Search of the question *does the attacker win?* for positions of one game, with a table that all of them share.

    Args:
        rules: The game, of up to 64 cells and 256 lines.
        attacker: ``X`` or ``O``.
        threads: Number of threads that search together.
        memory: Bytes that the process may take; the table gets the largest power of two that fits. Raises TooLarge if
            that is too little.

    >>> Prover(Rules(3, 4, 3), "X").ask(0, 0).wins
    True
    """

    def __init__(self, rules: Rules, attacker: str, threads: int = 1, memory: int = DEFAULT_MEMORY) -> None:
        self.rules, self.attacker = rules, attacker
        self.bits = bits_in(max(1, memory - PROCESS - COMPILER))
        if self.bits < _LEAST_BITS:
            least = PROCESS + COMPILER + (8 * BUCKET << _LEAST_BITS)
            raise TooLarge(f"a proof takes at least {in_bytes(least)}; got {in_bytes(memory)}: allow more")
        self._board = board_words(rules)
        self.table = aligned(BUCKET << self.bits)
        """Entries of two words each: a key combined with the other word, and that word."""
        self._busy = np.zeros(kernels.BUSY + 1, np.int64)
        self._scratch = [np.zeros(scratch_kernels.SCRATCH, np.int64) for _ in range(threads)]
        self._counters = [np.zeros(kernels.COUNTERS, np.int64) for _ in range(threads)]
        self._search, self._children, self._pairing, self._sequence = kernels.compiled()
        self._tables = (*map(pointer_to, (self._board, self.table)), self.bits)
        self._pointers = [
            (pointer_to(one), pointer_to(other)) for one, other in zip(self._scratch, self._counters, strict=True)
        ]

    def ask(
        self,
        x: Mask,
        o: Mask,
        seconds: float = inf,
        nodes: int | None = None,
        listen: Callable[[State], None] | None = None,
    ) -> State:
        """Search a position in which the game goes on, for some time or some nodes, and return the state.

        The table keeps what was found, so a second call goes on from there. ``listen`` is called now and then.
        """
        deadline = Deadline(seconds)
        for counters in self._counters:
            counters[:] = 0
            counters[kernels.LIMIT] = (nodes or _UNLIMITED) // len(self._counters) + 1
        self._busy[:] = 0
        calls = [partial(self._call, x, o, number) for number in range(len(self._scratch))]
        if len(calls) == 1 and seconds == inf and listen is None:
            calls[0]()
        else:
            call_together(calls, self._stop, deadline, lambda: listen and listen(self._state(deadline.spent)))
        return self._state(deadline.spent)

    def _stop(self) -> None:
        for counters in self._counters:
            counters[kernels.STOP] = 1

    def _call(self, x: Mask, o: Mask, thread: int) -> int:
        found: int = self._search(*self._tables, pointer_to(self._busy), *self._pointers[thread], *self._sides(x, o))
        return found

    def _state(self, seconds: float) -> State:
        """Return the state by the threads' counters: that of the thread that has settled it, if one has."""
        numbers = [(int(one[kernels.PROOF]), int(one[kernels.DISPROOF])) for one in self._counters]
        proof, disproof = min(numbers, key=min)
        nodes = sum(int(one[kernels.NODES]) for one in self._counters)
        scratch = self._scratch[0]
        moves = int(scratch[scratch_kernels.COUNT])
        solved = [
            scratch[scratch_kernels.PROOFS + n] == 0 or scratch[scratch_kernels.DISPROOFS + n] == 0
            for n in range(moves)
        ]
        return State(proof, disproof, nodes, seconds, moves, int(sum(solved)))

    def _sides(self, x: Mask, o: Mask) -> tuple[int, int, bool]:
        """Return the attacker's stones, the defender's, and True if the attacker is to move."""
        a, d = (x, o) if self.attacker == "X" else (o, x)
        x_moves = x.bit_count() == o.bit_count()
        return signed(a), signed(d), x_moves == (self.attacker == "X")

    def settled_move(self, x: Mask, o: Mask) -> Cell | None:
        """Return a move after which it is settled that the side to move has its way, or None.

        If the side wins by a sequence of threats, it is the first of these, else the move whose proof took the fewest
        nodes. The side cannot complete a line at once.
        """
        scratch = self._scratch[0]
        a, d, attacking = self._sides(x, o)
        if not (self.rules.misere or self.rules.stacked or (self.rules.maker and not attacking)):
            cell = self._sequence(self._tables[0], self._pointers[0][0], *((a, d) if attacking else (d, a)))
            if cell >= 0:
                return int(cell)
        count = self._children(*self._tables, self._pointers[0][0], a, d, attacking)
        numbers = scratch_kernels.PROOFS if attacking else scratch_kernels.DISPROOFS
        done = [child for child in range(count) if scratch[numbers + child] == 0]
        if not done:
            return None
        return int(scratch[scratch_kernels.MOVES + min(done, key=lambda child: scratch[scratch_kernels.WORKS + child])])

    def pairing(self, x: Mask, o: Mask) -> list[Mask] | None:
        """Return pairs of cells with which the defender holds if the attacker is to move, or None if none was found."""
        a, d, _ = self._sides(x, o)
        count = self._pairing(self._tables[0], self._pointers[0][0], a, d)
        if count < 0:
            return None
        pairs = self._scratch[0][scratch_kernels.PAIRS :][:count]
        return [int(pair) & (1 << 64) - 1 for pair in pairs]
