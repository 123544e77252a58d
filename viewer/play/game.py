"""Game: the record of one game, and the referee who asks a player for its move and holds it to the rules."""

from dataclasses import dataclass, field
from random import Random

from oxobook.book.errors import IllegalPosition
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.viewer.players.player import Forfeit, Player


@dataclass
class Game:
    """A game so far."""

    rules: Rules
    moves: list[str] = field(default_factory=list)
    """The record, as coordinates."""
    forfeit: str | None = None
    """Why the side to move has forfeited, where it has."""

    def __post_init__(self) -> None:
        self._positions = [Position(self.rules)]
        for move in self.moves:
            self._positions.append(self.position.play(move))

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended, on the board or by forfeit."""
        return self.forfeit is not None or self.position.over

    @property
    def winner(self) -> str | None:
        """``X`` or ``O`` once the game is won, by forfeit too."""
        if self.forfeit is not None:
            return "O" if self.position.to_move == "X" else "X"
        return self.position.winner

    def play(self, move: str) -> None:
        """Make a move; raises IllegalPosition and leaves the game as it is where the move is illegal."""
        self._positions.append(self.position.play(move))
        self.moves.append(move.strip().lower())

    def undo(self) -> None:
        """Take the last move back."""
        self._positions.pop()
        self.moves.pop()

    def turn_of(self, player: Player, randomness: Random) -> None:
        """Ask the player whose turn it is for a move and make it; what breaks the rules forfeits."""
        try:
            self.play(player.choose(tuple(self.moves), self.position, randomness))
        except (Forfeit, IllegalPosition) as broken:
            self.forfeit = str(broken)
