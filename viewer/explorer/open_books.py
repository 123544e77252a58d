"""Open books of a server's library: the most recently used ones, each as its file is now.

Each question compares the stamp of the book's file, in a thread of that book. So a replaced book is opened anew and a
deleted one is gone, without a restart; and a disk that hangs holds up only those who ask about its books.
"""

import asyncio
import logging
import weakref
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import TypeVar

from cachetools import LRUCache

from oxobook.book.book import Book
from oxobook.book.errors import IllegalRules, NoAnswer, OutOfTime, OxobookError
from oxobook.book.game.rules import Rules
from oxobook.book.layout import search
from oxobook.book.library import open_book, rules_in, rules_named
from oxobook.viewer.explorer.files import BookFile, book_at, file_of
from oxobook.viewer.explorer.responses import refusal_of

T = TypeVar("T")

_log = logging.getLogger(__name__)

OPEN, ANSWERS = 16, 2_000
"""Number of books that are kept open, and of answers that are kept with each."""
ANSWER_SECONDS = 10.0
"""Seconds within which a question is answered, waiting for others about the same book included."""
SEARCH_SECONDS = 5.0
"""Seconds that a question may search below a book of first plies; what it has found by then is kept."""


class OpenBook:
    """Open book with its file; it is closed when nothing uses it any more."""

    def __init__(self, book: Book, file: BookFile) -> None:
        self.book, self.file = book, file
        self.answers: LRUCache[str, bytes] = LRUCache(ANSWERS)
        """Answers as JSON, by what was asked."""
        weakref.finalize(self, book.close).atexit = False


class OpenBooks:
    """Books of a library, and others, of which the ``OPEN`` most recently used ones are open."""

    def __init__(self, library: str, others: Iterable[str] = ()) -> None:
        self._library = library
        self._elsewhere = {book.rules: book for book in map(book_at, others)}
        self._threads = lru_cache(1_000)(lambda what: ThreadPoolExecutor(1))
        self._opened = lru_cache(OPEN)(lambda file: OpenBook(open_book(file.rules, file.address), file))
        self._searching: set[Rules] = set()
        """Games about which a question is asked that may take a search, with the book open."""
        self._asked: dict[tuple[Rules, str], asyncio.Task[bytes]] = {}
        """Questions that wait for their answer: equal ones share it."""

    async def answer(self, rules: Rules, asked: str, question: Callable[[Book], bytes]) -> bytes:
        """Return the answer to a question: kept from before, or found once for all who ask it; raises Refusal."""
        key = rules, asked
        if key not in self._asked:
            self._asked[key] = asyncio.ensure_future(self.ask(rules, partial(_kept_or_found, asked, question)))
            self._asked[key].add_done_callback(lambda _: self._asked.pop(key))
        return await asyncio.shield(self._asked[key])

    async def ask(self, rules: Rules, question: Callable[[OpenBook], T]) -> T:
        """Return the answer to a question about a book, asked in its thread; raises Refusal."""
        try:
            return await self.in_thread(rules, partial(self._answer, rules, question))
        except (OxobookError, OSError) as error:
            busy = type(error) is TimeoutError and rules in self._searching - search.preparing
            refusal = refusal_of(OutOfTime(f"{rules} is being searched for others") if busy else error, rules)
            if refusal.status_code == 503:
                _log.warning("the book of %s: %s", rules, str(error) or refusal.detail)
            raise refusal from error

    async def named(self, text: str) -> Rules:
        """Return the rules that a text names; raises IllegalRules. A board of one's own has a name in its book only."""
        try:
            return Rules.written(text)
        except IllegalRules:
            return await self.in_thread("names", partial(rules_named, text, self._library, files=False))

    async def at_hand(self) -> list[Rules]:
        """Return the rules of the library's books, the smallest boards first; raises Refusal."""
        try:
            return await self.in_thread("list", self._all_rules)
        except (OxobookError, OSError) as error:
            raise refusal_of(error, "all games") from error

    async def in_thread(self, what: object, question: Callable[[], T]) -> T:
        """Return the answer to a question about files, asked in the thread of what it is about; raises TimeoutError."""
        async with asyncio.timeout(ANSWER_SECONDS):
            return await asyncio.get_running_loop().run_in_executor(self._threads(what), question)

    def _answer(self, rules: Rules, question: Callable[[OpenBook], T]) -> T:
        other = self._elsewhere.get(rules)
        file = other.stamped_anew() if other else file_of(rules, self._library)
        try:
            opened = self._opened(file)
            if opened.book.info.plies is not None:
                self._searching.add(rules)
            with search.searching_for(SEARCH_SECONDS):
                return question(opened)
        except NoAnswer:
            self._opened.cache_clear()  # a database may have ended the connection
            raise
        finally:
            self._searching.discard(rules)

    def _all_rules(self) -> list[Rules]:
        found = {*rules_in(self._library, along=True), *self._elsewhere}
        return sorted(found, key=lambda rules: (rules.cells, str(rules)))


def _kept_or_found(asked: str, question: Callable[[Book], bytes], opened: OpenBook) -> bytes:
    if search.load and opened.book.info.plies is not None:
        search.load()  # later questions may need it
    if asked not in opened.answers:
        opened.answers[asked] = question(opened.book)
    return opened.answers[asked]
