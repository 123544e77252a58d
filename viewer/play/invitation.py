"""Invitation: who plays, asked at a terminal when the command line does not say."""

from oxobook.book.book import Book
from oxobook.book.errors import OxobookError
from oxobook.book.printable import printable
from oxobook.viewer.play.seats import Participant, participants
from oxobook.viewer.players.player import Player
from oxobook.viewer.players.roster import fitting

_USUAL = ("human", "perfect")


def invited(book: Book, seconds: float) -> tuple[Participant, Participant]:
    """The two participants that somebody types; what names nobody is said, and asked for again.

    Raises EOFError at the end of input, KeyboardInterrupt at Ctrl-C.
    """
    print(f"Players: {', '.join(fitting(book.rules))}.")
    print("Any other name is a person's. Enter takes what is in brackets.")
    texts = [_asked(number, usual, book, seconds) for number, usual in zip(("First", "Second"), _USUAL, strict=True)]
    return participants(texts, book, seconds)


def _asked(number: str, usual: str, book: Book, seconds: float) -> str:
    """What names somebody."""
    while True:
        text = input(f"{number} player [{'you' if usual == 'human' else usual}]: ").strip()
        text = "human" if text.lower() == "you" else text or usual
        try:
            for one in participants((text, "human"), book, seconds):
                if isinstance(one, Player):
                    one.close()
        except OxobookError as error:
            print(printable(str(error)))
        else:
            return text
