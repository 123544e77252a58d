"""Strategy of a certificate: the owner's move after any replies, found in its tables."""

from collections.abc import Sequence
from functools import reduce

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.owners_game import OwnersGame
from oxobook.book.errors import DamagedBook, MissingPosition
from oxobook.book.game.notation import cell_named, cells_of, coordinates
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask


class CertifiedStrategy:
    """Strategy of a certificate's owner, as a function of the moves played since the certificate's position.

    Args:
        certificate: A certificate that ``prove`` has made; what others send should be checked by ``oxobook verify``.
    """

    def __init__(self, certificate: Certificate) -> None:
        self.certificate = certificate
        self.rules = certificate.position.rules
        self._game = OwnersGame(self.rules, certificate.attacks)

    def reply(self, moves: str = "") -> str:
        """Return the owner's move after some moves, such as ``b2 a1``; raises MissingPosition as ``move`` does."""
        return coordinates(self.rules)[self.move([cell_named(move, self.rules) for move in moves.split()])]

    def move(self, record: Sequence[Cell]) -> Cell:
        """Return the owner's move after a record of cells; raises MissingPosition if the strategy never gets there.

        Raises IllegalPosition if they cannot be played, and DamagedBook if the certificate is wrong.
        """
        return self._move(*self._followed(record))

    def sheet(self, record: Sequence[Cell]) -> list[int] | None:
        """Return each cell's rank on the sheet by which the owner plays after a record; None if it has not come to one.

        No two cells have the same rank. Raises as ``move`` does.
        """
        return self._followed(record)[-1]

    def _followed(self, record: Sequence[Cell]) -> tuple[Mask, Mask, Cell | None, dict[Cell, Cell], list[int] | None]:
        """Return the stones, the last move, the pairs and the sheet after a record that ends with the other side."""
        start, owner = self.certificate.position, self.certificate.owner
        reduce(Position.play, record, start)
        own, their = (start.x, start.o) if owner == "X" else (start.o, start.x)
        moving, last = start.to_move == owner, None
        partners = {} if moving else self._partners(own, their)
        ranks = self._ranks(own, their) if moving else None
        for cell in record:
            if not moving:
                their |= 1 << cell
                ranks = ranks or self._ranks(own, their)
            elif cell == self._move(own, their, last, partners, ranks):
                own |= 1 << cell
                partners = partners or self._partners(own, their)
            else:
                raise MissingPosition("the game has left the certificate's strategy")
            moving, last = not moving, cell
        if not moving:
            raise MissingPosition(f"the certificate is a strategy of {owner}, who is not to move")
        return own, their, last, partners, ranks

    def _move(
        self, own: Mask, their: Mask, last: Cell | None, partners: dict[Cell, Cell], ranks: list[int] | None
    ) -> Cell:
        """Return the owner's move after the last reply: by the table of moves, the rules alone, a sheet, or pairs."""
        legal, winning = self.rules.playable(own | their), self._game.winning(own, their)
        key, images = self._game.canonical(own, their)
        if not partners and not ranks and (value := self.certificate.moves.get(key)):
            for cell in cells_of(legal):
                if images[cell] == value[0]:
                    return cell
            raise DamagedBook("the certificate's tables are no strategy, as a move is not legal: make it again")
        if winning:
            return cells_of(winning)[0]
        if ranks and (ranked := self._game.ranked(own, their, ranks)) is not None:
            return ranked
        if last in partners and legal >> partners[last] & 1:
            return partners[last]
        if legal and (partners or self._game.is_safe(own, their)):
            return self._game.heaviest(own, their)
        raise MissingPosition("the certificate's strategy never gets to this position")

    def _partners(self, own: Mask, their: Mask) -> dict[Cell, Cell]:
        """Return the cells of the pairs by which the owner holds from here on, each with the other; none by default."""
        key, images = self._game.canonical(own, their)
        value, back = self.certificate.pairings.get(key), {image: cell for cell, image in enumerate(images)}
        return (
            {cell: back.get(value[image], cell) for image, cell in back.items() if value[image] != image}
            if value
            else {}
        )

    def _ranks(self, own: Mask, their: Mask) -> list[int] | None:
        """Return each cell's rank on the sheet by which the owner, to move, plays from here on, if there is one.

        Of cells with one rank, the first in the canonical position comes first.
        """
        key, images = self._game.canonical(own, their)
        value = self.certificate.sheets.get(key)
        return [value[image] * len(images) - image for image in images] if value else None
