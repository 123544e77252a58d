"""Record of one game, the participants of a match of several, and the score."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from difflib import get_close_matches
from random import Random

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition, OutOfTime, quoted
from oxobook.book.game.notation import coordinates_in, move_names
from oxobook.book.game.position import Position, moves_between
from oxobook.book.game.reading.reading import Reading
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import Unfinished
from oxobook.viewer.players.player import Forfeit, Player, UnknownPlayer
from oxobook.viewer.players.roster import is_player, player_named, roster
from oxobook.viewer.players.rule_players import levi

_PERSON = re.compile(r"(?=.*[^\W\d_])[^\W_][\w .'-]*")


class GameRecord:
    """Record of a game so far, with its positions."""

    def __init__(self, rules: Rules, *moves: str) -> None:
        self.rules, self.positions = rules, [Position(rules)]
        self.moves: list[str] = []  # moves as coordinates
        self.forfeit: str | None = None  # reason why the side to move has forfeited, or None
        self.unfinished: Unfinished | None = None  # search for the last move, if it ran out of time
        for move in moves:
            self.play(move)

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def over(self) -> bool:
        """True if the game has ended, on the board or by forfeit."""
        return self.forfeit is not None or self.position.over

    @property
    def winner(self) -> str | None:
        """``X`` or ``O`` once the game is won, by forfeit too."""
        if self.forfeit is not None:
            return "O" if self.position.to_move == "X" else "X"
        return self.position.winner

    def play(self, move: object) -> None:
        """Make a move; raises IllegalPosition, and leaves the game as it is, if the move is illegal."""
        self.positions.append(self.position.play(move))
        self.moves.append(move_names(self.rules)[moves_between(self.positions[-2:])[0]])

    def undo(self) -> None:
        self.positions.pop()
        self.moves.pop()

    def turn_of(self, player: Player, randomness: Random) -> None:
        """Ask a player for its move and make it; a player that breaks the rules forfeits the game.

        A perfect player whose search runs out of time plays a move that is proved so far or, without one, as levi does.
        """
        self.unfinished = None
        try:
            self.play(player.choose(tuple(self.moves), self.position, randomness))
        except Unfinished as search:
            self.unfinished = search
            self.play(randomness.choice(coordinates_in(search.moves or levi(self.position), self.rules)))
        except (Forfeit, IllegalPosition, OutOfTime) as broken:
            self.forfeit = str(broken)


@dataclass(frozen=True)
class Person:
    """Person at the keyboard."""

    name: str


Participant = Person | Player


def participants(
    texts: Sequence[str], book: Book, seconds: float, reading: Reading | None = None, people: bool = True
) -> tuple[Participant, Participant]:
    """Return the participants of two names, without ``people`` players only; raises UnfitPlayer or UnknownPlayer."""
    persons = [person_named(text) if people else None for text in texts]
    names = iter(("Player 1", "Player 2") if persons.count("") == 2 else ("You",))
    first, second = (
        player_named(text, book, seconds, reading=reading) if person is None else Person(person or next(names))
        for text, person in zip(texts, persons, strict=True)
    )
    return first, second


def person_named(text: str) -> str | None:
    """Return a person's name, empty for ``human``, or None for a player's; raises UnknownPlayer for a near miss."""
    kind, _, name = text.partition(":")
    if kind.strip().lower() == "human":
        return name.strip()
    if is_player(text) or not _PERSON.fullmatch(text):
        return None
    if close := get_close_matches(text.lower(), roster(), n=1, cutoff=0.75):
        raise UnknownPlayer(
            f"expected a player or a person; got {quoted(text)}: name the player {close[0]}, or the person human:{text}"
        )
    return text.strip()


@dataclass
class Match:
    """Two participants and their games."""

    first: Participant
    second: Participant
    randomness: Random
    limited: Callable[[], AbstractContextManager[object]] = nullcontext  # limits the searches for one move
    starts: str = "first"  # participant that moves first, or ``second``
    score: Counter[str] = field(default_factory=Counter)
    """Number of games by result: ``first``, ``second`` or ``drawn``."""

    def seats(self) -> dict[str, Participant]:
        """Return the participant on each side of a new game: X, which moves first, and O."""
        sides = (self.first, self.second) if self.starts == "first" else (self.second, self.first)
        return dict(zip("XO", sides, strict=True))

    def turn(self, game: GameRecord, player: Player) -> None:
        """Let a player make its move."""
        with self.limited():
            game.turn_of(player, self.randomness)

    def swap(self) -> None:
        """Let the other participant start from the next game on."""
        self.starts = "second" if self.starts == "first" else "first"

    def count(self, seats: dict[str, Participant], winner: str | None) -> None:
        self.score["drawn" if winner is None else "first" if seats[winner] is self.first else "second"] += 1
