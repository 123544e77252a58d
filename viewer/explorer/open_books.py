"""Open books of a server's library: the most recently used ones, each as its file is now.

Each question compares the stamp of the book's file, in a thread. So a replaced book is opened anew and a deleted one is
gone, without a restart; and a disk that hangs holds up only those who ask about its books.
"""

import asyncio
import logging
import weakref
from asyncio import Lock
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache, partial
from time import monotonic
from typing import TypeVar

from cachetools import LRUCache

from oxobook.book.book import Book
from oxobook.book.errors import IllegalRules, NoAnswer, OxobookError
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.layout import search
from oxobook.book.layout.search import SearchFor, searching_for
from oxobook.book.library import open_book, rules_in, rules_named
from oxobook.viewer.explorer.files import BookFile, book_at, file_of
from oxobook.viewer.explorer.refusal import busy, refusal_of

T = TypeVar("T")

_log = logging.getLogger(__name__)

OPEN, ANSWERS = 16, 2_000
"""Number of books that are kept open, and of answers that are kept with each."""
ANSWER_SECONDS = 10.0
"""Seconds within which a question is answered, waiting for others about the same book included."""
SEARCH_SECONDS = 5.0
"""Seconds that a question may search below a book of first plies; what it has found by then is kept."""
WARM_SECONDS = 60.0
"""Seconds for the first search of a game, for which its search is compiled."""

Gone = Callable[[], Awaitable[bool]]
"""Function that returns whether a client has hung up."""


class OpenBook:
    """Open book with its file; it is closed when nothing uses it any more."""

    def __init__(self, book: Book, file: BookFile) -> None:
        self.book, self.file = book, file
        self.answers: LRUCache[str, bytes] = LRUCache(ANSWERS)
        """Answers as JSON, by what was asked."""
        weakref.finalize(self, book.close).atexit = False


class Turns:
    """Turns of the questions about one book: one at a time, and each client in its turn."""

    def __init__(self) -> None:
        self._thread, self._book, self._waiting = ThreadPoolExecutor(1), Lock(), 0
        self._own = lru_cache(1_000)(lambda client: Lock())
        """Lock of a client: of its questions, only one is among those that wait for the book."""
        self._usual = 0.0
        """Seconds that the last questions have taken."""

    async def run(self, question: Callable[[], T], client: str, gone: Gone | None) -> T:
        """Return the answer to a question; raises TimeoutError, or Refusal with how long others will take."""
        started, waits, limit = 0.0, True, asyncio.timeout(ANSWER_SECONDS)
        self._waiting += 1
        try:
            async with limit, self._own(client):
                waits = self._book.locked()
                async with self._book:
                    if waits and gone and await gone():
                        raise busy("the client has hung up")
                    started = monotonic()
                    answer = await asyncio.get_running_loop().run_in_executor(self._thread, question)
        except TimeoutError:
            if not limit.expired() or not waits or (started and monotonic() - started > ANSWER_SECONDS / 2):
                raise  # the search or the disk, not the turns before
            detail = f"others ask about this game, and {self._waiting} wait"
            raise busy(detail, max(1, round(self._waiting * self._usual))) from None
        finally:
            self._waiting -= 1
        self._usual = (self._usual + monotonic() - started) / 2
        return answer


class OpenBooks:
    """Books of a library, and others, of which the ``OPEN`` most recently used ones are open."""

    def __init__(self, library: str, others: Iterable[str] = ()) -> None:
        self.library = library
        self._elsewhere = {book.rules: book for book in map(book_at, others)}
        self._turns = lru_cache(1_000)(lambda what: Turns())
        self._opened = lru_cache(OPEN)(self._open)

    async def ask(
        self, rules: Rules, question: Callable[[OpenBook], T], client: str = "", gone: Gone | None = None
    ) -> T:
        """Return the answer to a question about a book, asked in a thread; raises Refusal."""
        try:
            return await self.in_turn(rules, partial(self._answer, rules, question), client, gone)
        except (OxobookError, OSError) as error:
            refusal = refusal_of(error, rules)
            if refusal.status == 503 and refusal is not error:
                _log.warning("the book of %s: %s", rules, str(error) or refusal)
            raise refusal from error

    async def named(self, text: str) -> Rules:
        """Return the rules that a text names; raises IllegalRules. A board of one's own has a name in its book only."""
        try:
            return Rules.written(text)
        except IllegalRules:
            return await self.in_turn("names", partial(rules_named, text, self.library, files=False))

    async def at_hand(self) -> list[Rules]:
        """Return the rules of the library's books, the smallest boards first; raises Refusal."""
        try:
            return await self.in_turn("list", self._all_rules)
        except (OxobookError, OSError) as error:
            raise refusal_of(error, "all games") from error

    async def in_turn(self, what: object, question: Callable[[], T], client: str = "", gone: Gone | None = None) -> T:
        """Return the answer to a question about files, asked in a thread; raises TimeoutError or Refusal."""
        return await self._turns(what).run(question, client, gone)

    def _answer(self, rules: Rules, question: Callable[[OpenBook], T]) -> T:
        other = self._elsewhere.get(rules)
        file = other.stamped_anew() if other else file_of(rules, self.library)
        try:
            with searching_for(SEARCH_SECONDS):
                return question(self._opened(file))
        except NoAnswer:
            self._opened.cache_clear()  # a database may have ended the connection
            raise

    def _all_rules(self) -> list[Rules]:
        found = {*rules_in(self.library, along=True), *self._elsewhere}
        return sorted(found, key=lambda rules: (rules.cells, str(rules)))

    def _open(self, file: BookFile) -> OpenBook:
        return OpenBook(open_book(file.rules, file.address), file)


def warm_up(library: str, search_for: SearchFor | None) -> None:
    """Search a position below each book of first plies, so that no client waits while its search is compiled.

    A machine keeps what is compiled, so any process can do it, once it is handed down the function ``search_for``.
    """
    search.search_for = search_for
    with suppress(OxobookError, OSError):  # it is said when somebody asks
        for rules in rules_in(library, along=True):
            with open_book(rules, None, library) as book, searching_for(WARM_SECONDS):
                position = Position(rules)
                while book.info.plies is not None and position.ply <= book.info.plies and not position.over:
                    position = position.play(position.legal_moves[0])
                if position.ply and not position.over:
                    book.probe(position, pick=False)
