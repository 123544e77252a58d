"""Cache of open books: the most recently used books of a library, each as its file is now.

Each request compares the file's stamp, in a thread, as a disk may hang. So a replaced book is opened anew, and a
deleted one is gone, without a restart. A new file is first opened in another process, with a time limit. So a file that
is damaged, or hangs, affects no other book.
"""

import asyncio
import logging
import weakref
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from sys import maxsize
from threading import Thread
from time import monotonic
from typing import NamedTuple, TypeVar

from cachetools import LRUCache
from starlette.requests import Request

from oxobook.book.book import Book
from oxobook.book.errors import BookError, IllegalRules, MissingExtra, NoAnswer, OutOfTime
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import Deadline, searching_for
from oxobook.book.library import book_file, open_book, rules_at_hand, rules_named
from oxobook.viewer.web.books.patient import Changing, Patient, unheard
from oxobook.viewer.web.books.render_pool import RenderPool, ShuttingDown, TakesTooLong
from oxobook.viewer.web.books.summary import library_summary
from oxobook.viewer.web.books.unread import no_book, opening_book, unread_book
from oxobook.viewer.web.server.limits import client_of
from oxobook.viewer.web.server.refusal import Refusal

T = TypeVar("T")

_log = logging.getLogger(__name__)

TRIAL_SECONDS = 10.0
SLOW_SECONDS = 2.0
"""Seconds after which a book that is still opening no longer keeps others from being opened."""
AGAIN_SECONDS = 60.0
"""Seconds until a book that did not open in time is tried again, as the machine may have been busy."""

SEARCH_SECONDS = 5.0
"""Seconds that a request may search below a book of first plies, and wait for other searches of the same book."""

FOR_A_CLIENT = 8
"""Number of questions below a book of first plies that a client may have open."""
LOOK_SECONDS = 0.2
"""Seconds between two looks whether a client that waits for a search has hung up."""

LIST_SECONDS = 2.0
"""Seconds that the list of books waits for new files."""

MOST_GAMES = 1_000
"""Number of games whose files are remembered, with and without a book."""

Stamp = tuple[int, ...]
"""Identity of a book's file and its content: inode, size, and times of modification and change in nanoseconds."""


class BookFiles(NamedTuple):
    """Files of a book, as they were when an answer was read from them."""

    path: Path
    stamp: Stamp


class OpenBook:
    """Open book, closed as soon as no request uses it any more; its lookups run in a thread, one at a time."""

    def __init__(self, book: Book, files: BookFiles, current: Callable[[], Awaitable[bool]]) -> None:
        self.book = book
        self.files = files
        self.current = current
        """Function that returns whether the files are still there, unchanged."""
        self._patient = Patient(f"the book of {book.rules}")
        self._searching: Counter[str] = Counter()
        """Number of questions that each client waits for, below a book of first plies."""
        # in a thread: closing waits for a question whose disk hangs
        weakref.finalize(self, lambda: Thread(target=book.close, daemon=True).start()).atexit = False

    async def ask(self, question: Callable[[], T], request: Request | None = None) -> T:
        """Return the answer to a question about the book, asked in a thread; raises Refusal if it takes too long.

        Below a book of first plies it may search, until the client is gone or for some seconds; raises Refusal if the
        client has too many questions open. What a search has found is kept, so asking again takes less time.
        """
        if self.book.info.plies is None:
            return await self._patient.ask(question)
        client = client_of(request.client.host) if request and request.client else ""
        if client and self._searching[client] >= FOR_A_CLIENT:
            raise Refusal(429, f"only {FOR_A_CLIENT} searches at a time are made for you", {"retry-after": "1"})
        self._searching[client] += 1
        with searching_for(SEARCH_SECONDS) as limit:
            watch = asyncio.create_task(_end_when_gone(request, limit))
            try:
                return await self._patient.ask(question)
            except OutOfTime as error:
                raise Refusal(503, f"{error}; ask again", {"retry-after": "1"}) from error
            finally:
                watch.cancel()
                self._searching[client] -= 1
                self._searching += Counter()  # forget those who have none


async def _end_when_gone(request: Request | None, limit: Deadline) -> None:
    """End the time to search when the client has hung up."""
    while request and not await request.is_disconnected():
        await asyncio.sleep(LOOK_SECONDS)
    if request:
        limit.at = -inf


class Trial(NamedTuple):
    """Result of opening a file: the summary of its book, or None if it is not a whole book."""

    files: BookFiles
    summary: dict[str, object] | None
    until: float
    """Time of the next trial, on the clock of ``time.monotonic``."""
    error: Exception | None = None
    """What is wrong, without a summary."""

    @property
    def later(self) -> bool:
        """True if it is tried again."""
        return self.until < inf


class _Place:
    """Place of a game's book in the library; ``files`` and ``book`` look at it in threads."""

    def __init__(self, rules: Rules, library: str) -> None:
        self._rules, self._library = rules, library
        self.trial: Trial | None = None
        self._opened: Callable[[], OpenBook | None] = lambda: None
        self.patient = Patient(f"the book of {rules}")
        self.files = Changing(self._find, self.patient)
        """Files of the book; None if there is none."""
        self.book = Changing(self._open, self.patient)
        """Open book of the files there; the files themselves while they are not known to open; None without."""

    def known(self, files: BookFiles) -> Trial | None:
        """Return the result of opening these files, or None if they must be tried."""
        return self.trial if self.trial and self.trial.files == files and monotonic() < self.trial.until else None

    async def is_current(self, files: BookFiles) -> bool:
        """Return whether the files are still there, unchanged."""
        return await self.files.fresh() == files

    def _find(self) -> BookFiles | None:
        path = book_file(self._rules, self._library)
        stamp = _stamp(path)
        return BookFiles(path, stamp) if stamp else None

    def _open(self) -> OpenBook | BookFiles | None:
        files, opened = self._find(), self._opened()
        if files is None or (opened and opened.files == files):
            return files and opened
        trial = self.known(files)
        if not trial or not trial.summary:
            return files
        book = open_book(self._rules, None, self._library)
        opened = OpenBook(book, files, partial(self.is_current, files))
        self._opened = weakref.ref(opened)
        return opened


class OpenBooks:
    """Books of a library, of which the ``room`` most recently used ones are open."""

    def __init__(self, library: str, room: int = 16) -> None:
        self.library = library
        self.rules = Changing(partial(rules_at_hand, library), Patient("the books"))
        """Rules of the books in the library, the smallest boards first."""
        self._names = Patient("the books")
        self.trials = RenderPool(waiting=maxsize, seconds=TRIAL_SECONDS, slow=SLOW_SECONDS)
        self._held: LRUCache[Rules, OpenBook] = LRUCache(room)
        self._places: dict[Rules, _Place] = {}

    async def named(self, text: str) -> Rules:
        """Return the rules that a text names; raises IllegalRules. A board of one's own has a name in its book only."""
        with suppress(IllegalRules):
            return Rules.written(text)
        return await self._names.ask(lambda: rules_named(text, self.library))

    async def get(self, rules: Rules) -> OpenBook:
        """Return the open book of these rules; raises Refusal, and BookError if its file is just being replaced."""
        place = self._place(rules)
        found = await place.book.fresh()
        if isinstance(found, BookFiles):
            trial = await self._try(rules, found)
            if trial.summary is None:
                raise unread_book(rules, trial.error)
            found = await place.book.fresh()
        if found is None:
            self._held.pop(rules, None)
            place.trial = None
            raise no_book(rules)
        if isinstance(found, BookFiles):  # they have just been replaced
            raise opening_book(rules)
        self._held[rules] = found
        return found

    async def listed(self) -> tuple[list[dict[str, object]], list[Rules]]:
        """Return the summaries of books that have opened in time, and the rules of others, smallest boards first."""
        rules = await self.rules.fresh()
        self._places = {one: place for one, place in self._places.items() if one in rules}
        trials = {one: unheard(asyncio.create_task(self._trial(one))) for one in rules}
        if trials:
            await asyncio.wait(trials.values(), timeout=LIST_SECONDS)
        known = {one: task.result() for one, task in trials.items() if task.done() and not task.exception()}
        summaries = [trial.summary for trial in known.values() if trial and trial.summary]
        return summaries, [one for one in rules if one not in known or ((trial := known[one]) and trial.later)]

    @property
    def opened(self) -> list[Rules]:
        """Rules of the books that have opened when they were last asked for."""
        return [rules for rules, place in self._places.items() if place.trial and place.trial.summary]

    def _place(self, rules: Rules) -> _Place:
        """Return the place of a game's book; raises Refusal if too many of them give no answer."""
        if rules not in self._places:
            if len(self._places) >= MOST_GAMES:
                self._places = {one: place for one, place in self._places.items() if place.patient.is_late}
            if len(self._places) >= MOST_GAMES:
                raise Refusal(503, "the disk with the books does not answer: try again in a minute")
            self._places[rules] = _Place(rules, self.library)
        return self._places[rules]

    async def _trial(self, rules: Rules) -> Trial | None:
        """Return the result of opening a book; open it only if its file has changed; None if there is none."""
        files = await self._place(rules).files.fresh()
        return files and await self._try(rules, files)

    async def _try(self, rules: Rules, files: BookFiles) -> Trial:
        """Return the result of opening files; unless it is known, open them in another process; log what is wrong."""
        place = self._place(rules)
        if known := place.known(files):
            return known
        try:
            summary = await self.trials.run(library_summary, rules, self.library) | {"size": files.stamp[1]}
            place.trial = Trial(files, summary, inf)
        except ShuttingDown as error:  # nothing is wrong with the book
            place.trial = Trial(files, None, -inf, error)
        except Exception as error:  # whatever is wrong, other books must still be served
            shown = f"it did not open in {TRIAL_SECONDS:g} seconds" if isinstance(error, TakesTooLong) else error
            _log.warning("the book of %s is not served now: %s", rules, shown)
            lasts = isinstance(error, BookError | MissingExtra) and not isinstance(error, NoAnswer)
            until = inf if lasts else monotonic() + AGAIN_SECONDS
            place.trial = Trial(files, None, until, error)
        finally:
            self.trials.rest()
        return place.trial


def _stamp(path: Path) -> Stamp | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
