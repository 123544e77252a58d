"""Player of a certificate's strategy: the side that is proved to win, or not to lose."""

from fractions import Fraction
from pathlib import Path

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.certified_strategy import CertifiedStrategy
from oxobook.book.errors import MissingPosition
from oxobook.book.game.position import Position
from oxobook.viewer.players.player import Forfeit, Player, Policy, Scope

PREFIX = "proof:"  # beginning of a certificate player's name; the file's path follows


class CertificatePlayer(Player):
    """Player of one side by a certificate from the empty board; it forfeits if it has the other side."""

    scope = Scope.RECORD

    def __init__(self, path: str | Path) -> None:
        self.certificate = Certificate.open(path)
        super().__init__(f"{PREFIX}{Path(path).name}", self.certificate.position.rules)
        self._strategy = CertifiedStrategy(self.certificate)

    def policy_after(self, record: tuple[str, ...], position: Position) -> Policy:
        """Return the certificate's move after a record; raises Forfeit where it has none."""
        start = self.certificate.position
        if start.ply:
            raise Forfeit(f"the certificate is of the position {start.text}, and games begin on an empty board")
        try:
            return {self._strategy.reply(" ".join(record)): Fraction(1)}
        except MissingPosition as error:
            raise Forfeit(str(error)) from error
