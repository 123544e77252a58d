"""Stand-in for the book of a game that has none."""

from typing import NoReturn

from oxobook.book.book import Book
from oxobook.book.errors import MissingPosition
from oxobook.book.game.rules import Rules


class NoBook(Book):
    """Book of no position: it knows the rules of a game, and every question raises MissingPosition."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.name = rules, str(rules)

    def __repr__(self) -> str:
        return f"<NoBook of {self.rules}>"

    def probe(self, position: object, pick: bool = True, labels: str | None = None) -> NoReturn:
        """Raise MissingPosition."""
        raise MissingPosition(f"there is no book of {self.rules} to ask")

    def close(self) -> None:
        """Do nothing."""
