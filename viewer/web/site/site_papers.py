"""Papers for a class as files of a site: each in every language, on the two common sizes of paper."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import product

from oxobook.book.book import Book
from oxobook.book.strategy import SIDES, stored_strategy, strategy_name
from oxobook.viewer.classroom.lessons.class_kit import PARTS
from oxobook.viewer.diagrams.chooser import chooser_in
from oxobook.viewer.diagrams.phrases import LANGUAGES
from oxobook.viewer.web.books.rendering import drawn_papers
from oxobook.viewer.web.books.summary import book_summary
from oxobook.viewer.web.server.refusal import Refusal

FOLDER = "papers"
SIZES = ("a4", "letter")


def site_papers(book: Book) -> Iterator[tuple[str, bytes]]:
    """Yield the papers by file name; none without the strategies on them, which take a while to find."""
    kept = all(stored_strategy(book, side, strategy_name("reflexes", False)) for side in SIDES)
    if not kept or not book_summary(book)["papers"]:
        return
    for name, size, language in product(PARTS, SIZES, LANGUAGES):
        with suppress(Refusal):  # this game has no such paper
            yield (
                f"{FOLDER}/{book.rules}-{name}-{size}-{language}.pdf",
                drawn_papers(book, chooser_in, (name,), size, language),
            )
