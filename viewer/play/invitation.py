"""Invitation: who plays, asked at a terminal when the command line does not say."""

from book.book import Book
from book.errors import OxobookError
from book.printable import printable
from viewer.play.player import Player
from viewer.play.roster import fitting
from viewer.play.seats import Participant, participants

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
