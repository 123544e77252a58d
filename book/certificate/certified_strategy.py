"""Strategy of a certificate: the owner's move after any replies, found in its tables."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.owners_game import OwnersGame
from oxobook.book.errors import DamagedBook, MissingPosition, require_kind
from oxobook.book.game.notation import cells_of, move_named
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask


class CertifiedStrategy:
    """Strategy of a certificate's owner, as a function of the moves played since the certificate's position.

    Args:
        certificate: A certificate that ``prove`` has made; what others send should be checked by ``oxobook verify``.
    """

    def __init__(self, certificate: Certificate) -> None:
        require_kind(Certificate, "a Certificate", certificate=certificate)
        self.certificate = certificate
        self.rules = certificate.position.rules
        self._game = OwnersGame(self.rules, certificate.attacks)

    def reply(self, moves: str = "") -> str:
        """Return the owner's move after some moves, such as ``b2 a1``; raises MissingPosition as ``move`` does."""
        require_kind(str, "text, such as 'b2 a1'", moves=moves)
        return self.rules.board.names[self.move([move_named(move, self.rules) for move in moves.split()])]

    def move(self, record: Sequence[Cell]) -> Cell:
        """Return the owner's move after a record of cells; raises MissingPosition if the strategy never gets there.

        Raises IllegalPosition if they cannot be played, and DamagedBook if the certificate is wrong.
        """
        return self._move(self._followed(record))

    def sheet(self, record: Sequence[Cell]) -> list[int] | None:
        """Return each cell's rank on the sheet by which the owner plays after a record; None if it plays by none.

        No two cells have the same rank. Raises as ``move`` does.
        """
        return self._followed(record).ranks

    def _followed(self, record: Sequence[Cell]) -> "_Game":
        """Return the game after a record; raises MissingPosition where the owner has left its strategy."""
        start = self.certificate.position
        reduce(Position.play, record, start)
        own, their = (start.x, start.o) if self.certificate.owner == "X" else (start.o, start.x)
        game = _Game(own, their, start.to_move == self.certificate.owner)
        self._look_up(game)
        for cell in record:
            if not game.moving:
                game.their |= 1 << cell
            elif cell == self._move(game):
                game.own |= 1 << cell
            else:
                raise MissingPosition("the game has left the certificate's strategy")
            game.moving, game.last = not game.moving, cell
            self._look_up(game)
        if not game.moving:
            raise MissingPosition(f"the certificate is a strategy of {self.certificate.owner}, who is not to move")
        return game

    def _look_up(self, game: "_Game") -> None:
        """Have the owner play by the position's row, if there is one. Pairs last, and end no sheet."""
        if game.moving and not game.partners:
            game.ranks = self._ranks(game)
        elif not game.partners and not game.ranks:
            game.partners = self._partners(game.own, game.their)

    def _move(self, game: "_Game") -> Cell:
        """Return the owner's move: by the table of moves, the rules alone, a sheet, or pairs."""
        own, their, ranks, partners = game.own, game.their, game.ranks, game.partners
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
        if game.last in partners and legal >> partners[game.last] & 1:
            return partners[game.last]
        if legal and (partners or self._game.is_safe(own, their)):
            return self._game.heaviest(own, their)
        raise MissingPosition("the certificate's strategy never gets to this position")

    def _partners(self, own: Mask, their: Mask) -> dict[Cell, Cell]:
        """Return the cells of the pairs by which the owner holds from here on, each with the other; none by default."""
        key, images = self._game.canonical(own, their)
        if not (value := self.certificate.pairings.get(key)):
            return {}
        back = {image: cell for cell, image in enumerate(images)}
        return {cell: back.get(value[image], cell) for image, cell in back.items() if value[image] != image}

    def _ranks(self, game: "_Game") -> list[int] | None:
        """Return each cell's rank on the sheet by which the owner, to move, plays from here on, if there is one.

        The position's own row ends the sheet before it. Of cells with one rank, the first in the canonical position
        comes first.
        """
        key, images = self._game.canonical(game.own, game.their)
        if value := self.certificate.sheets.get(key):
            return [value[image] * len(images) - image for image in images]
        return None if self.certificate.moves.get(key) else game.ranks


@dataclass
class _Game:
    """Game that is followed: the stones, whose turn it is, and by what the owner plays from here on."""

    own: Mask
    their: Mask
    moving: bool
    last: Cell = -1
    partners: dict[Cell, Cell] = field(default_factory=dict)
    """Other cell of each cell's pair, once the owner holds by pairs."""
    ranks: list[int] | None = None
    """Rank of each cell, while the owner plays by a sheet."""
