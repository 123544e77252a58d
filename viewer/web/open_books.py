"""Open books of a server's library: the most recently used ones, each as its file is now.

Each question compares the stamp of the book's file, in a thread. So a replaced book is opened anew and a deleted one is
gone, without a restart; and a disk that hangs holds up only those who ask about its books.
"""

import logging
import weakref
from asyncio import timeout
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from threading import Lock, Thread
from time import monotonic
from typing import Any, TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from cachetools import LRUCache, cached

from oxobook.book.book import Book
from oxobook.book.errors import OxobookError
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import searching_for
from oxobook.book.library import open_book, rules_in, rules_named
from oxobook.viewer.web.files import BookFile, file_of
from oxobook.viewer.web.refusal import busy, refusal_of

T = TypeVar("T")

_log = logging.getLogger(__name__)

OPEN = 16
"""Number of books that are kept open."""
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
        weakref.finalize(self, book.close).atexit = False


class Turns:
    """Turns of the questions about one book: one at a time, and each client in its turn."""

    def __init__(self) -> None:
        self._book, self._clients = CapacityLimiter(1), LRUCache[str, CapacityLimiter](1_000)
        self._usual = 0.0
        """Seconds that the last questions have taken."""

    async def run(self, question: Callable[[], T], client: str, gone: Gone | None) -> T:
        """Return the answer to a question; raises TimeoutError, or Refusal with how long others will take.

        A client with many questions has only one of them among those that wait for the book.
        """
        own, started = self._clients.setdefault(client, CapacityLimiter(1)), 0.0

        def asked() -> T:
            nonlocal started
            started = monotonic()
            return question()

        try:
            async with timeout(ANSWER_SECONDS), own:
                if gone and self._book.borrowed_tokens and await gone():
                    raise busy("the client has hung up")
                answer = await run_sync(asked, limiter=self._book, abandon_on_cancel=True)
        except TimeoutError:
            if started:
                raise
            before = 1 + self._book.statistics().tasks_waiting
            detail = f"{before} questions about this game come before yours"
            raise busy(detail, max(1, round(before * self._usual))) from None
        self._usual = (self._usual + monotonic() - started) / 2
        return answer


class OpenBooks:
    """Books of a library, of which the ``OPEN`` most recently used ones are open."""

    def __init__(self, library: str) -> None:
        self.library = library
        self._turns: LRUCache[object, Turns] = LRUCache(1_000)
        self._opened = cached(LRUCache(OPEN), lock=Lock())(self._open)

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
        return await self.in_turn("names", partial(rules_named, text, self.library, files=False))

    async def at_hand(self) -> list[Rules]:
        """Return the rules of the library's books, the smallest boards first; raises Refusal."""
        try:
            return await self.in_turn("list", partial(rules_in, self.library, along=True))
        except (OxobookError, OSError) as error:
            raise refusal_of(error, "all games") from error

    def warm_up(self) -> None:
        """Search a position below each book of first plies, so that no client waits while its search is compiled."""
        Thread(target=self._warm_up, daemon=True).start()  # it does not keep the server from ending

    def _warm_up(self) -> None:
        with suppress(Exception):  # it is said when somebody asks; when the server ends, modules go
            for rules in rules_in(self.library, along=True):
                self._answer(rules, _search_once)

    async def in_turn(self, what: object, question: Callable[[], T], client: str = "", gone: Gone | None = None) -> T:
        """Return the answer to a question about files, asked in a thread; raises TimeoutError or Refusal."""
        return await self._turns.setdefault(what, Turns()).run(question, client, gone)

    def _answer(self, rules: Rules, question: Callable[[OpenBook], T]) -> T:
        with searching_for(SEARCH_SECONDS):
            return question(self._opened(file_of(rules, self.library)))

    def _open(self, file: BookFile) -> OpenBook:
        return OpenBook(open_book(file.rules, None, self.library), file)


def _search_once(opened: OpenBook) -> Any:
    """Look up the first position in which the book's scores end, with time to compile the search."""
    book = opened.book
    if book.info.plies is None:
        return None
    position = Position(book.rules)
    while position.ply <= book.info.plies and not position.over:
        position = position.play(position.legal_moves[0])
    with searching_for(WARM_SECONDS):
        return None if position.over else book.probe(position, pick=False)
