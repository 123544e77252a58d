"""Stand-ins for the book of a game that has none: one that knows no answer, and one that searches for all of them."""

from pathlib import Path
from typing import Any, NoReturn

from oxobook.book.book import Book, Refusing
from oxobook.book.errors import MissingBook, MissingPosition, TooLarge
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.info import FORMAT_VERSION, BookInfo, GameCounts, __version__
from oxobook.book.library import book_path, how_to_make, is_large, open_book
from oxobook.book.store.reader import Store


class NoBook(Book):
    """Book of no position: it knows the rules of a game, and every question raises MissingPosition."""

    def __init__(self, rules: Rules, library: str | Path | None = None) -> None:
        self.rules, self.name = rules, str(rules)
        self.address = str(book_path(rules, library))
        self._group = symmetry_group(rules)
        nothing: Any = Refusing(MissingPosition, f"there is no book of {rules} to ask: {how_to_make(rules)}")
        self.store = self.layout = nothing

    def __repr__(self) -> str:
        return f"<NoBook of {self.rules}>"

    def __len__(self) -> int:
        return 0


class SearchedBook(Book):
    """Book of first plies that holds not even the first: each answer is searched. Raises MissingExtra."""

    def __init__(self, rules: Rules, library: str | Path | None = None) -> None:
        super().__init__(_NothingStored(rules, library))

    def _stones(self, positions: object, reading: object) -> NoReturn:
        raise TooLarge(f"each answer of {self.rules} is searched: look its positions up one at a time, by probe")

    def __repr__(self) -> str:
        return f"<SearchedBook of {self.rules}>"

    def _repr_html_(self) -> str:
        return f"<p>Book of {self.rules}: each answer is searched</p>"  # the empty board's might take years

    def __reduce__(self) -> "tuple[type[SearchedBook], tuple[Rules]]":  # type: ignore[override]
        return SearchedBook, (self.rules,)


class _NothingStored(Store):
    """Store without a score."""

    tables = frozenset({"block", "x_masks"})

    def __init__(self, rules: Rules, library: str | Path | None) -> None:
        self.name, self.address = str(rules), str(book_path(rules, library))
        self.info = BookInfo(rules, (), GameCounts(None, None, None, None, None), FORMAT_VERSION, __version__, 0, "")

    def first_x_masks(self, stones: int) -> list[Mask]:
        return []

    def close(self) -> None:
        """Do nothing."""


def open_or_search(rules: Rules | None, target: str | Path | None, library: str | Path | None) -> Book:
    """Open a book as ``open_book`` does or, of a game so large that no machine may make its book, one that searches."""
    try:
        return open_book(rules, target, library)
    except MissingBook:
        if target is not None or rules is None or not is_large(rules):
            raise
        return SearchedBook(rules, library)
