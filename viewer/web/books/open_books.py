"""Cache of open books: the most recently used books of a library, each as its file is now.

Each request compares the file's stamp, at the cost of one stat. So a replaced book is opened anew, and a deleted one is
gone, without a restart.

A new file is first opened in another process, with a time limit. So a file that is damaged, or hangs, affects no other
book.
"""

import asyncio
import logging
import weakref
from collections import Counter
from collections.abc import Callable
from math import inf
from pathlib import Path
from sys import maxsize
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from cachetools import LRUCache
from starlette.requests import Request

from oxobook.book.book import Book
from oxobook.book.errors import OutOfTime
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import Deadline, searching_for
from oxobook.book.library import book_file, book_files, open_book, rules_at_hand
from oxobook.viewer.web.books.render_pool import RenderPool, TakesTooLong
from oxobook.viewer.web.books.summary import library_summary
from oxobook.viewer.web.server.limits import client_of
from oxobook.viewer.web.server.refusal import Refusal

T = TypeVar("T")

_log = logging.getLogger(__name__)

TRIAL_SECONDS = 10.0
AGAIN_SECONDS = 60.0
"""Seconds until a book that did not open in time is tried again, as the machine may have been busy."""

ANSWER_SECONDS = 10.0
"""Seconds that a request waits for a book's answer where nothing is searched: the disk that it is on may hang."""

SEARCH_SECONDS = 5.0
"""Seconds that a request may search below a book of first plies, and wait for other searches of the same book."""

FOR_A_CLIENT = 8
"""Number of questions below a book of first plies that a client may have open."""
LOOK_SECONDS = 0.2
"""Seconds between two looks whether a client that waits for a search has hung up."""

LIST_SECONDS = 2.0
"""Seconds that the list of books waits for new files."""

Stamp = tuple[int, ...]
"""Identity of a book's file and its content: inode, size, and times of modification and change in nanoseconds.

The same follows of each file beside it, or 0 if there is none.
"""


class BookFiles(NamedTuple):
    """Files of a book, as they were when an answer was read from them."""

    path: Path
    stamp: Stamp

    def current(self) -> bool:
        """Return whether the files are still there, unchanged."""
        return _stamp(self.path) == self.stamp


class OpenBook:
    """Open book, closed as soon as no request uses it any more.

    Its lookups run in a thread, one at a time, so that a file that takes long to answer holds up no other book.
    """

    def __init__(self, book: Book, source: BookFiles) -> None:
        self.book = book
        self.source = source
        self._turn = CapacityLimiter(1)
        self._searching: Counter[str] = Counter()
        """Number of questions that each client waits for, below a book of first plies."""
        self._late: asyncio.Task[Any] | None = None
        """Question that was not answered in time."""
        weakref.finalize(self, book.close)

    async def ask(self, question: Callable[[], T], request: Request | None = None) -> T:
        """Return the answer to a question about the book, asked in a thread.

        Below a book of first plies it may search, until the client is gone or for some seconds; raises Refusal if that
        is too long, or if the client has too many questions open. What a search has found is kept, so the same question
        takes less time when it is asked again. Raises Refusal, too, if the book's file gives no answer.
        """
        if self.book.info.plies is None:
            return await self._read(question)
        client = client_of(request.client.host) if request and request.client else ""
        if client and self._searching[client] >= FOR_A_CLIENT:
            raise Refusal(429, f"only {FOR_A_CLIENT} searches at a time are made for you", {"retry-after": "1"})
        self._searching[client] += 1
        with searching_for(SEARCH_SECONDS) as limit:
            watch = asyncio.create_task(_end_when_gone(request, limit))
            try:
                return await run_sync(question, limiter=self._turn)
            except OutOfTime as error:
                raise Refusal(503, f"{error}; ask again", {"retry-after": "1"}) from error
            finally:
                watch.cancel()
                self._searching[client] -= 1
                self._searching += Counter()  # forget those who have none

    async def _read(self, question: Callable[[], T]) -> T:
        """Return the answer to a question that searches nothing; refuse it while another one is late."""
        if self._late is None or self._late.done():
            asked = asyncio.create_task(run_sync(question, limiter=self._turn))
            if (await asyncio.wait((asked,), timeout=ANSWER_SECONDS))[0]:
                return asked.result()
            self._late = asked
            asked.add_done_callback(lambda late: late.cancelled() or late.exception())  # no one awaits it any more
        detail = f"the disk with the book of {self.book.rules} does not answer: try again in a minute"
        raise Refusal(503, detail, {"retry-after": "60"})


async def _end_when_gone(request: Request | None, limit: Deadline) -> None:
    """End the time to search when the client has hung up."""
    while request and not await request.is_disconnected():
        await asyncio.sleep(LOOK_SECONDS)
    if request:
        limit.at = -inf


class Trial(NamedTuple):
    """Result of opening a file: the summary of its book, or None if it is not a whole book."""

    stamp: Stamp
    summary: dict[str, object] | None
    until: float
    """Time of the next trial, on the clock of ``time.monotonic``."""

    @property
    def slow(self) -> bool:
        """True if opening it only took too long."""
        return self.summary is None and self.until < inf


class OpenBooks:
    """Books of a library, of which the ``room`` most recently used ones are open."""

    def __init__(self, library: str, room: int = 16) -> None:
        self.library = library
        self.trials = RenderPool(waiting=maxsize, seconds=TRIAL_SECONDS)
        self._held: LRUCache[Rules, OpenBook] = LRUCache(room)
        self._tried: dict[Rules, Trial] = {}

    async def get(self, rules: Rules) -> OpenBook:
        """Return the open book of these rules; raises Refusal, and BookError if its file is just being replaced."""
        path = book_file(rules, self.library)
        stamp = _stamp(path)
        if stamp is None:
            self._held.pop(rules, None)
            raise no_book(rules)
        held = self._held.get(rules)
        if held is None or held.source.stamp != stamp:
            if await self._summary(rules) is None:
                raise opening_book(rules) if rules in self.opening else broken_book(rules)
            held = self._held[rules] = OpenBook(open_book(rules, None, self.library), BookFiles(path, stamp))
        return held

    async def summaries(self) -> list[dict[str, object]]:
        """Return the summaries of all books that have opened in time, the smallest boards first."""
        rules = rules_at_hand(self.library)
        self._tried = {one: tried for one, tried in self._tried.items() if one in rules}
        new = [one for one in rules if self._known(one) is None]
        if new:
            await asyncio.wait([asyncio.create_task(self._summary(one)) for one in new], timeout=LIST_SECONDS)
        return [tried.summary for one in rules if (tried := self._known(one)) and tried.summary]

    @property
    def opening(self) -> list[Rules]:
        """Rules of the books that have not opened yet, but may."""
        return [one for one in rules_at_hand(self.library) if (tried := self._known(one)) is None or tried.slow]

    @property
    def opened(self) -> list[Rules]:
        """Rules of the books that are known to open."""
        return [one for one in self._tried if (tried := self._known(one)) and tried.summary]

    def _known(self, rules: Rules) -> Trial | None:
        """Return the result of opening a book's file as it is now, or None if it must be tried."""
        tried = self._tried.get(rules)
        current = tried and tried.stamp == _stamp(book_file(rules, self.library)) and monotonic() < tried.until
        return tried if current else None

    async def _summary(self, rules: Rules) -> dict[str, object] | None:
        """Return a book's summary, or None if it cannot be opened; read the file only if it has changed."""
        tried = self._known(rules)
        if tried is None:
            stamp = _stamp(book_file(rules, self.library))
            if stamp is None:
                return None
            tried = self._tried[rules] = await self._try(rules, stamp)
        return tried.summary

    async def _try(self, rules: Rules, stamp: Stamp) -> Trial:
        """Open a book in another process, and log what is wrong with it."""
        try:
            summary = await self.trials.run(library_summary, rules, self.library)
            return Trial(stamp, summary | {"size": stamp[1]}, inf)
        except TakesTooLong:
            _log.warning("the book of %s did not open in %g seconds: it is tried again later", rules, TRIAL_SECONDS)
            return Trial(stamp, None, monotonic() + AGAIN_SECONDS)
        except Refusal:  # the server is shutting down
            return Trial(stamp, None, -inf)
        except Exception as error:  # whatever is wrong, other books must still be served
            _log.warning("%s", error)
            return Trial(stamp, None, inf)
        finally:
            self.trials.rest()


def no_book(rules: Rules | str) -> Refusal:
    """Return the refusal for a game without a book in the library."""
    return Refusal(404, f"there is no book of {rules}: make it with: oxobook generate {rules}")


def broken_book(rules: Rules | str) -> Refusal:
    """Return the refusal for a book that is damaged, or of other rules than its name says."""
    return Refusal(503, f"the book of {rules} cannot be read: make it again with: oxobook generate {rules} --force")


def opening_book(rules: Rules | str) -> Refusal:
    """Return the refusal for a book that takes long to open."""
    detail = f"the book of {rules} is still being opened: try again in a minute"
    return Refusal(503, detail, {"retry-after": "60"})


def _stamp(path: Path) -> Stamp | None:
    """Return a book's stamp, or None if there is no file."""
    stamp: Stamp = ()
    for file in book_files(path):
        try:
            status = file.stat()
        except OSError:
            if not stamp:
                return None
            stamp += (0,)
            continue
        stamp += status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    return stamp
