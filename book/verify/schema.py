"""Tables and header of a book."""

import re

from oxobook.book.game.rules import Rules
from oxobook.book.info import LEAST_PLIES
from oxobook.book.store.reader import Store
from oxobook.book.store.tables import PASSED_OVER
from oxobook.book.verify.verdict import Findings

_SHARED = {"book", "layer"}
_GAMES = 10  # place of the first count of games in a row of ``book``


def check_schema(store: Store, tables: frozenset[str], found: Findings) -> None:
    """Check the tables and columns, ``tables`` the layout's own; what they hold is asked only where they are right."""
    documented = sorted(_SHARED | tables)
    strange = store.database.strange(documented)
    passed = sorted(store.tables & PASSED_OVER)
    for stranger in strange:
        if stranger.removeprefix("table ") not in passed:
            found.add(None, "tables", f"just {', '.join(documented)}, as documented", stranger)
    if not found.count:
        _check_header(store, found)
    found.checked = f"{len(documented)} tables as documented, format version {store.info.format_version}"
    if passed:
        found.checked += f"; {', '.join(passed)} of an earlier oxobook passed over"


def _check_header(store: Store, found: Findings) -> None:
    """Check the row of ``book``, as far as no other check recomputes it."""
    header = store.header()
    found.unless_equal("rows of the book table", 1, len(header))
    text, height, width, k, misere, gravity, _, version, _, _, *games = header[0]
    known = store.info.rules
    rules = Rules(height, width, k, bool(misere), bool(gravity), *known[5:])
    found.unless_equal("rules", rules.header, text)
    for name, flag in (("misere", misere), ("gravity", gravity)):
        if flag not in (0, 1):
            found.add(None, name, "0 or 1", flag)
    counts = [games, *(row[-2:] for row in store.layers())]
    for count in (one for row in counts for one in row if one is not None):
        if not re.fullmatch("0|[1-9][0-9]*", count, re.ASCII):
            found.add(None, "count of games", "a number in the digits 0 to 9, without zeros before it", repr(count))
    if not re.fullmatch(r"[0-9]+(\.[0-9a-z]+)+", str(version)):
        found.add(None, "generator_version", "a version such as 0.1.0", repr(version))
    if "block" in store.tables and known.convention:
        found.add(None, "rules", "X and O in turn, as in every book of blocks", known)
    if "block" in store.tables and store.info.plies is not None and store.info.plies < LEAST_PLIES:
        found.add(None, "plies", f"at least {LEAST_PLIES}", store.info.plies)


def header_of(store: Store) -> bytes:
    """Return the first part of what the digest covers: the counts as text."""
    info = store.info
    header = [("oxobook", info.format_version, info.rules.header)]
    header += store.layers()
    header += [row[_GAMES:] for row in store.header()]
    return "".join(" ".join("-" if word is None else str(word) for word in line) + "\n" for line in header).encode()
