"""Seats: who takes part in a match, who plays X in each of its games, and the score."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from book.book import Book
from viewer.play.player import Player
from viewer.play.roster import player_named

STARTS = ("first", "second", "random")


@dataclass(frozen=True)
class Person:
    """Somebody at the keyboard."""

    name: str


Participant = Person | Player


def participants(texts: tuple[str, str], book: Book, seconds: float) -> tuple[Participant, Participant]:
    """The two that two names stand for: a person for ``human`` or ``human:NAME``, else the player of that name.

    Raises UnknownPlayer or UnfitPlayer.
    """
    nameless = [text for text in texts if text.partition(":")[0] == "human" and not _name(text)]
    names = iter(("Player 1", "Player 2") if len(nameless) == 2 else ("You",))
    first, second = (
        Person(_name(text) or next(names)) if text.partition(":")[0] == "human" else player_named(text, book, seconds)
        for text in texts
    )
    return first, second


def _name(text: str) -> str:
    """What stands after the colon."""
    return text.partition(":")[2].strip()


@dataclass
class Match:
    """Two participants and their games."""

    first: Participant
    second: Participant
    starts: str
    """Who plays X: the ``first``, the ``second``, or whom chance chooses before each game."""
    randomness: Random
    score: Counter[str] = field(default_factory=Counter)
    """Games by the result: ``first``, ``second`` or ``drawn``."""

    def seats(self) -> dict[str, Participant]:
        """Who plays which side in a new game."""
        starts = self.starts if self.starts != "random" else self.randomness.choice(STARTS[:2])
        sides = (self.first, self.second) if starts == "first" else (self.second, self.first)
        return dict(zip("XO", sides, strict=True))

    def swap(self) -> None:
        """Let the other one start from now on."""
        self.starts = {"first": "second", "second": "first"}.get(self.starts, self.starts)

    def count(self, seats: dict[str, Participant], winner: str | None) -> None:
        """Add a finished game to the score."""
        self.score["drawn" if winner is None else "first" if seats[winner] is self.first else "second"] += 1
