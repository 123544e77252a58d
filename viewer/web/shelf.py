"""The shelf: the library's books that are open, each as its file stands now.

A request asks the shelf for a book. The file's stamp is compared each time, which costs one stat; so a book that was
replaced is opened anew, and one that was deleted is missing, without a restart.
"""

import logging
import weakref
from pathlib import Path
from typing import NamedTuple

from cachetools import LRUCache

from book.book import Book
from book.errors import BookError, MissingBook
from book.game.rules import Rules
from book.library import book_path, open_book, rules_in
from viewer.web.problem import broken_book, no_book
from viewer.web.summary import book_summary

_log = logging.getLogger(__name__)

Stamp = tuple[int, int, int, int]
"""What tells one file from another, or from itself when changed: inode, size, and two times in nanoseconds."""


class Source(NamedTuple):
    """A book's file, as it was when an answer was read from it."""

    path: Path
    stamp: Stamp

    def current(self) -> bool:
        """Whether the file still stands there unchanged."""
        return _stamp(self.path) == self.stamp


class Lent:
    """An open book on loan. It is closed when the last request that uses it has let go of it, and not before."""

    def __init__(self, book: Book, source: Source) -> None:
        self.book = book
        self.source = source
        weakref.finalize(self, book.close)


class Shelf:
    """The books of a library, the last used of them open."""

    def __init__(self, library: str, room: int = 16) -> None:
        self.library = library
        self._held: LRUCache[Rules, tuple[Stamp, Lent | None]] = LRUCache(room)  # None: the file is no whole book
        self._summaries: dict[Rules, tuple[Stamp, dict[str, object] | None]] = {}

    def lend(self, rules: Rules) -> Lent:
        """The book of these rules as it stands now; raises Refusal."""
        path = book_path(rules, self.library)
        stamp = _stamp(path)
        if stamp is None:
            self._held.pop(rules, None)
            raise no_book(rules)
        held = self._held.get(rules)
        if held is None or held[0] != stamp:
            held = self._held[rules] = stamp, self._open(rules, Source(path, stamp))
        if held[1] is None:
            raise broken_book(rules)
        return held[1]

    def summaries(self) -> list[dict[str, object]]:
        """What every readable book of the library holds, the smallest boards first."""
        self._summaries = {rules: self._summary(rules) for rules in rules_in(self.library)}
        return [summary for _, summary in self._summaries.values() if summary]

    def _summary(self, rules: Rules) -> tuple[Stamp, dict[str, object] | None]:
        """A book's stamp and summary; the one that is known, unless the file has changed."""
        path = book_path(rules, self.library)
        stamp = _stamp(path)
        known = self._summaries.get(rules)
        if stamp is None:
            return (0, 0, 0, 0), None
        if known and known[0] == stamp:
            return known
        try:
            with open_book(rules, None, self.library) as book:
                return stamp, book_summary(book) | {"size": stamp[1]}
        except BookError as error:
            _log.warning("%s", error)
            return stamp, None

    def _open(self, rules: Rules, source: Source) -> Lent | None:
        """A book, or None where the file is no whole book; the operator is told why, once."""
        try:
            return Lent(open_book(rules, None, self.library), source)
        except MissingBook as error:
            raise no_book(rules) from error
        except BookError as error:
            _log.warning("%s", error)
            return None


def _stamp(path: Path) -> Stamp | None:
    """A file's stamp, or None where there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
