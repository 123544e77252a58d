"""Writer of certificates: the strategy of the side that wins or does not lose, as tables of its moves and pairings."""

from oxobook.book.certificate.certificate import Certificate, require_checkable
from oxobook.book.certificate.owners_game import OwnersGame
from oxobook.book.certificate.table import Table
from oxobook.book.deadline import Deadline
from oxobook.book.errors import OutOfTime
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask
from oxobook.generator.prove.prover import Prover


class CertificateWriter:
    """Writer of one side's strategy by a deadline, for a prover that has settled its question."""

    def __init__(self, prover: Prover, owner: str, deadline: Deadline) -> None:
        self._prover, self._owner, self._deadline = prover, owner, deadline
        self._game = OwnersGame(prover.rules, owner == prover.attacker)
        self._moves: dict[bytes, bytes] = {}
        self._pairings: dict[bytes, bytes] = {}
        self._answered = set[bytes]()
        """Positions in which the other side is to move, and every reply has its row: a pairing found for one of the
        images may be none for another."""

    def certificate(self, position: Position) -> Certificate:
        """Return the certificate of a position in which the game goes on; raises OutOfTime or TooLarge."""
        own, their = self._sides(position.x, position.o)
        if self._owner != position.to_move:
            self._replies(own, their)
        elif not self._game.winning(own, their) and not self._game.is_safe(own, their):
            self._move(own, their)
        return Certificate(position, self._owner, self._wins, Table.of(self._moves), Table.of(self._pairings))

    def _move(self, own: Mask, their: Mask) -> None:
        """Add the owner's move and all that follows, unless it is there."""
        key, images = self._game.canonical(own, their)
        if key not in self._moves:
            self._deadline.require(f"{self._owner} {'wins' if self._wins else 'does not lose'}, but the certificate")
            cell = self._choice(own, their)
            self._moves[key] = bytes([images[cell]])
            require_checkable(self._game, len(self._moves), len(self._pairings))
            self._replies(own | 1 << cell, their)

    def _replies(self, own: Mask, their: Mask) -> None:
        """Add what the owner does after every reply, unless it is there: moves, or one pairing for all."""
        key, images = self._game.canonical(own, their)
        if key in self._answered:
            return
        self._answered.add(key)
        replies = self._game.open_replies(own, their)
        pairs = self._prover.pairing(*self._sides(own, their)) if replies and self._holds else None
        if pairs:
            partners = list(range(len(images)))
            for one, other in map(cells_of, pairs):
                partners[images[one]], partners[images[other]] = images[other], images[one]
            self._pairings[key] = bytes(partners)
            return
        for cell in replies:
            self._move(own, their | 1 << cell)

    @property
    def _wins(self) -> bool:
        """True if the claim is a win."""
        return self._game.attacks or self._prover.rules.maker

    @property
    def _holds(self) -> bool:
        """True if the owner may hold by a pairing."""
        return self._game.plain and not self._game.attacks

    def _choice(self, own: Mask, their: Mask) -> Cell:
        """Return the owner's move; search once more if the table has lost it."""
        x, o = self._sides(own, their)
        move = self._prover.settled_move(x, o)
        if move is None:
            self._prover.ask(x, o, self._deadline.left)
            move = self._prover.settled_move(x, o)
        if move is None:
            raise OutOfTime("the table has lost a part of the proof: allow more memory")
        return move

    def _sides(self, own: Mask, their: Mask) -> tuple[Mask, Mask]:
        """Return two masks, the owner's and the other's, as X's and O's, or the other way round."""
        return (own, their) if self._owner == "X" else (their, own)
