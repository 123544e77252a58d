"""Open books: those of the library that were used last, each as its file is now.

The file's stamp is compared at each request, which costs one stat; so a replaced book is opened anew, and a deleted one
is missing, without a restart.

A new file is tried in another process first, within a time limit: whatever is wrong with it, it is the only one that is
not served, and it delays nothing else.
"""

import asyncio
import logging
import weakref
from math import inf
from pathlib import Path
from sys import maxsize
from time import monotonic
from typing import NamedTuple

from cachetools import LRUCache

from oxobook.book.book import Book
from oxobook.book.game.rules import Rules
from oxobook.book.library import book_path, open_book, rules_in
from oxobook.viewer.web.books.render_pool import RenderPool, TakesTooLong
from oxobook.viewer.web.books.summary import library_summary
from oxobook.viewer.web.server.refusal import Refusal

_log = logging.getLogger(__name__)

TRIAL_SECONDS = 10.0
AGAIN_SECONDS = 60.0
"""Seconds until a book that did not open in time is tried again: the machine may have been busy."""

LIST_SECONDS = 2.0
"""Seconds that the list of books waits for new ones."""

Stamp = tuple[int, int, int, int]
"""Identity of a file and its content: inode, size, and two times in nanoseconds."""


class Source(NamedTuple):
    """File of a book, as it was when an answer was read from it."""

    path: Path
    stamp: Stamp

    def current(self) -> bool:
        """Return whether the file still stands there unchanged."""
        return _stamp(self.path) == self.stamp


class OpenBook:
    """Open book; it is closed when the last request that uses it has ended, and not before."""

    def __init__(self, book: Book, source: Source) -> None:
        self.book = book
        self.source = source
        weakref.finalize(self, book.close)


class Trial(NamedTuple):
    """Result of opening a file: the summary of its book, or None if it is not a whole book."""

    stamp: Stamp
    summary: dict[str, object] | None
    until: float
    """Time of the next trial, on the clock of ``time.monotonic``."""

    @property
    def slow(self) -> bool:
        """True if it only took too long."""
        return self.summary is None and self.until < inf


class OpenBooks:
    """Books of a library, those used last open."""

    def __init__(self, library: str, room: int = 16) -> None:
        self.library = library
        self.trials = RenderPool(waiting=maxsize, seconds=TRIAL_SECONDS)
        self._held: LRUCache[Rules, OpenBook] = LRUCache(room)
        self._tried: dict[Rules, Trial] = {}

    async def get(self, rules: Rules) -> OpenBook:
        """Return the book of these rules as it is now; raises Refusal, and BookError if it has just changed."""
        path = book_path(rules, self.library)
        stamp = _stamp(path)
        if stamp is None:
            self._held.pop(rules, None)
            raise no_book(rules)
        held = self._held.get(rules)
        if held is None or held.source.stamp != stamp:
            if await self._summary(rules) is None:
                raise opening_book(rules) if rules in self.opening else broken_book(rules)
            held = self._held[rules] = OpenBook(open_book(rules, None, self.library), Source(path, stamp))
        return held

    async def summaries(self) -> list[dict[str, object]]:
        """Return the summary of every readable book, the smallest boards first; without slow ones."""
        rules = rules_in(self.library)
        self._tried = {one: tried for one, tried in self._tried.items() if one in rules}
        new = [one for one in rules if self._known(one) is None]
        if new:
            await asyncio.wait([asyncio.create_task(self._summary(one)) for one in new], timeout=LIST_SECONDS)
        return [tried.summary for one in rules if (tried := self._known(one)) and tried.summary]

    @property
    def opening(self) -> list[Rules]:
        """Books that have not opened yet, but may."""
        return [one for one in rules_in(self.library) if (tried := self._known(one)) is None or tried.slow]

    @property
    def opened(self) -> list[Rules]:
        """Books that have opened, as far as is known without waiting."""
        return [one for one in self._tried if (tried := self._known(one)) and tried.summary]

    def _known(self, rules: Rules) -> Trial | None:
        """Return the result of opening a book's file as it is now, or None if it has not been tried."""
        tried = self._tried.get(rules)
        current = tried and tried.stamp == _stamp(book_path(rules, self.library)) and monotonic() < tried.until
        return tried if current else None

    async def _summary(self, rules: Rules) -> dict[str, object] | None:
        """Return a book's summary, or None if there is no whole book.

        A known summary is used again unless the file has changed.
        """
        tried = self._known(rules)
        if tried is None:
            stamp = _stamp(book_path(rules, self.library))
            if stamp is None:
                return None
            tried = self._tried[rules] = await self._try(rules, stamp)
        return tried.summary

    async def _try(self, rules: Rules, stamp: Stamp) -> Trial:
        """Open a book in another process; report to the operator what is wrong with it."""
        try:
            summary = await self.trials.run(library_summary, rules, self.library)
            return Trial(stamp, summary | {"size": stamp[1]}, inf)
        except TakesTooLong:
            _log.warning("the book of %s did not open in %g seconds: it is tried again later", rules, TRIAL_SECONDS)
            return Trial(stamp, None, monotonic() + AGAIN_SECONDS)
        except Refusal:  # the server is ending
            return Trial(stamp, None, -inf)
        except Exception as error:  # whatever it is, it is this book's
            _log.warning("%s", error)
            return Trial(stamp, None, inf)
        finally:
            self.trials.rest()


def no_book(rules: Rules | str) -> Refusal:
    """Return the refusal for a game whose book is not in the library."""
    return Refusal(
        404, f"expected a game with a book; there is none of {rules}: make it with: oxobook generate {rules}"
    )


def broken_book(rules: Rules | str) -> Refusal:
    """Return the refusal for a file that is not a book of its game, or is damaged."""
    return Refusal(
        503,
        f"expected a whole book of {rules}; its file cannot be read as one: "
        f"make it again with: oxobook generate {rules} --force",
    )


def opening_book(rules: Rules | str) -> Refusal:
    """Return the refusal for a book that takes long to open."""
    detail = f"expected a book of {rules} that is open; it is still being opened: try again in a minute"
    return Refusal(503, detail, {"retry-after": "60"})


def _stamp(path: Path) -> Stamp | None:
    """Return a file's stamp, or None where there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
