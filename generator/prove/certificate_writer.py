"""Writer of certificates: the strategy of the side that wins or does not lose, as a tree of its moves.

Replies that the same bytes answer form a group, and these bytes are written once. To find groups, the bytes that answer
one reply are tried against the others.
"""

from oxobook.book.certificate.tree import PAIRING, NoStrategy, TreeRules
from oxobook.book.errors import OutOfTime
from oxobook.book.game.notation import cells_of
from oxobook.book.game.rules import Cell, Key, Mask
from oxobook.generator.prove.prover import Prover

_MOST_GROUPS = PAIRING - 1
_SHORT = 64
"""Largest number of bytes that are tried against other replies."""


_PATIENCE = 60
"""Number of positions after which a trial is given up: groups in groups multiply."""


class _TooLong(Exception):
    """Tree that takes more bytes than it may."""


class CertificateWriter:
    """Writer of the tree of one strategy, for a prover that has settled its question."""

    def __init__(self, prover: Prover, owner: str) -> None:
        self._prover, self._owner = prover, owner
        self._reader = TreeRules(prover.rules, owner == prover.attacker)
        self._seen: set[Key] = set()

    def tree(self, x: Mask, o: Mask) -> bytes:
        """Return the tree for a position in which the game goes on; raises OutOfTime if it cannot be found again."""
        out = bytearray()
        own, their = (x, o) if self._owner == "X" else (o, x)
        if self._owner == ("X" if x.bit_count() == o.bit_count() else "O"):
            self._move(own, their, out, None)
        else:
            self._replies(own, their, out, None)
        return bytes(out)

    def _move(self, own: Mask, their: Mask, out: bytearray, most: int | None) -> None:
        """Append the owner's move and what follows; in a group, up to ``most`` bytes in all."""
        if self._reader.is_done(own, their):
            return
        if most is None:
            key = self._reader.key(own, their)
            if key in self._seen:
                return
            self._seen.add(key)
        elif len(out) >= most:
            raise _TooLong
        cell = self._choice(own, their)
        out.append(cell)
        self._replies(own | 1 << cell, their, out, most)

    def _replies(self, own: Mask, their: Mask, out: bytearray, most: int | None) -> None:
        """Append what follows every reply."""
        replies = self._reader.replies(own, their)
        if replies.bit_count() < 2:
            if replies:
                self._move(own, their | replies, out, most)
            return
        if self._reader.plain and not self._reader.wins:
            pairs = self._prover.pairing(*self._sides(own, their))
            if pairs is not None:
                out += bytes((PAIRING, len(pairs), *(cell for pair in pairs for cell in cells_of(pair))))
                return
        groups, others = self._grouped(own, their, replies, None if most is None else most - len(out))
        out.append(len(groups))
        for mask, tree in groups:
            out += mask.to_bytes(8, "little") + tree
        for cell, tree in others:
            if most is None:
                self._move(own, their | 1 << cell, out, None)
            else:
                out += tree
        if most is not None and len(out) > most:
            raise _TooLong

    def _grouped(
        self, own: Mask, their: Mask, replies: Mask, most: int | None
    ) -> tuple[list[tuple[Mask, bytes]], list[tuple[Cell, bytes]]]:
        """Return the groups with the bytes that answer each, and the other replies with bytes of their own."""
        groups: list[tuple[Mask, bytes]] = []
        others: list[tuple[Cell, bytes]] = []
        for cell in cells_of(replies):
            reply = 1 << cell
            for number, (mask, tree) in enumerate(groups):
                if self._answers(tree, own, their | reply):
                    groups[number] = mask | reply, tree
                    break
            else:
                out = bytearray()
                try:
                    self._move(own, their | reply, out, _SHORT if most is None else most)
                except _TooLong:
                    if most is not None:
                        raise
                    others.append((cell, b""))
                else:
                    groups.append((reply, bytes(out)))
        single = [(mask.bit_length() - 1, tree) for mask, tree in groups if mask.bit_count() == 1]
        groups = [(mask, tree) for mask, tree in groups if mask.bit_count() > 1]
        for mask, tree in groups[_MOST_GROUPS:]:
            others += [(cell, tree) for cell in cells_of(mask)]
        return groups[:_MOST_GROUPS], sorted(others + single)

    def _answers(self, tree: bytes, own: Mask, their: Mask) -> bool:
        """Return whether bytes are a strategy for this position, too."""
        self._reader.patience = _PATIENCE
        try:
            return self._reader.end_of(tree, 0, own, their) == len(tree)
        except (IndexError, NoStrategy):
            return False

    def _choice(self, own: Mask, their: Mask) -> Cell:
        """Return the owner's move; search once more if the table has lost it."""
        x, o = self._sides(own, their)
        move = self._prover.settled_move(x, o)
        if move is None:
            self._prover.ask(x, o)
            move = self._prover.settled_move(x, o)
        if move is None:
            raise OutOfTime("the table has lost a part of the proof: allow more memory")
        return move

    def _sides(self, own: Mask, their: Mask) -> tuple[Mask, Mask]:
        return (own, their) if self._owner == "X" else (their, own)
