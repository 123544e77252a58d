"""Runner of checks, and the checks of all layouts: tables, header and file."""

import re
from collections.abc import Callable, Generator
from functools import partial
from typing import TypeVar, TypeVarTuple

from oxobook.book.errors import BookError, NoAnswer
from oxobook.book.info import LEAST_PLIES, VERSION
from oxobook.book.progress import Tell
from oxobook.book.store.reader import Store
from oxobook.book.store.tables import PASSED_OVER
from oxobook.book.verify.verdict import Check, Findings

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_SHARED = {"book", "layer"}
_GAMES = 10  # place of the first count of games in a row of ``book``


class Unreadable(Exception):
    """End of the checks of a book that cannot be read."""


class Checks:
    """Runner of checks: each is timed, and has findings of its own."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.wrong = set[str]()
        """Names of the checks that have found something."""

    def run(self, name: str, look: Callable[[*Ts, Findings], T], *given: *Ts) -> Generator[Check, None, T]:
        """Yield the check that ``look`` makes of what is given, and return what it returns; raises Unreadable after it.

        What it has checked it says in ``Findings.checked``.
        """
        found, results = Findings(tell=partial(self._tell, name)), list[T]()
        found.tell(0)
        try:
            results.append(look(*given, found))
        except NoAnswer:
            raise
        except BookError as error:
            found.add(None, "file", "readable", str(error))
            found.checked = "not finished"
        if found.count:
            self.wrong.add(name)
        yield found.result(name)
        if not results:
            raise Unreadable
        return results[0]


def check_schema(store: Store, tables: frozenset[str], found: Findings) -> None:
    """Check the tables and columns, ``tables`` the layout's own; what they hold is asked only where they are right."""
    documented = sorted(_SHARED | tables)
    passed = sorted(store.tables & PASSED_OVER)
    for stranger in store.database.strange(documented):
        if stranger.removeprefix("table ") not in passed:
            found.add(None, "tables", f"just {', '.join(documented)}, as documented", stranger)
    if not found.count:
        _check_header(store, found)
    found.checked = f"{len(documented)} tables as documented, format version {store.info.format_version}"
    if passed:
        found.checked += f"; of an earlier oxobook, and passed over: {', '.join(passed)}"


def _check_header(store: Store, found: Findings) -> None:
    """Check the row of ``book``, as far as no other check recomputes it."""
    header = store.header()
    found.unless_equal("rows of the book table", 1, len(header))
    version, games = header[0][VERSION + 1], header[0][_GAMES:]
    counts = [games, *(row[-2:] for row in store.layers())]
    for count in (one for row in counts for one in row if one is not None):
        if not re.fullmatch("0|[1-9][0-9]*", count, re.ASCII):
            found.add(None, "count of games", "a number in the digits 0 to 9, without zeros before it", repr(count))
    if not re.fullmatch(r"[0-9]+(\.[0-9a-z]+)+", str(version)):
        found.add(None, "generator_version", "a version such as 0.1.0", repr(version))
    if "block" in store.tables and store.info.plies is not None and store.info.plies < LEAST_PLIES:
        found.add(None, "plies", f"at least {LEAST_PLIES}", store.info.plies)


def check_file(store: Store, found: Findings) -> None:
    """Run the database's own check of its files, if it has one."""
    found.checked, wrong = store.database.check()
    for message in wrong:
        found.add(None, "file", "sound", message)


def header_of(store: Store) -> bytes:
    """Return the first part of what the digest covers: the counts as text."""
    info = store.info
    header = [("oxobook", info.format_version, info.rules.header)]
    header += store.layers()
    header += [row[_GAMES:] for row in store.header()]
    return "".join(" ".join("-" if word is None else str(word) for word in line) + "\n" for line in header).encode()
