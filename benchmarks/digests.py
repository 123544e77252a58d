"""Digests of books, made anew by every engine that can, proved right, and written to data/known/digests.json.

    python -m benchmarks.digests [RULES ...]

Without rules: every board up to 4x4, with misere and gravity, and those of the documentation's table up to 4x5; it
takes some ten minutes on two cores and a gigabyte of memory. Of boards that are named, such as 5x5x4, the digests are
added to the others. A digest that is published and comes out otherwise ends the run; what came before it is written.
"""

import hashlib
import json
import platform
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from oxobook.book import OxobookError, Rules, __version__
from oxobook.book.layout.layouts import layout_in
from oxobook.book.layout.records import records_of
from oxobook.book.store.reader import Store
from oxobook.book.verify import verify_book
from oxobook.generator.engines import ENGINES
from oxobook.generator.generate import generate_book
from oxobook.generator.plan import plan_book

FILE = Path("data/known/digests.json")
ABOUT = (
    "The digest of each book by its rules and layout. Made by: the engines whose books of these rules hold the same "
    "answers, position for position; every book was proved right by oxobook verify. Remade by: make campaign"
)
MOST_BY_ROWS = 3_000_000
"""Largest number of positions of a board that also gets a book of rows here, to compare with."""
LARGE = 10_000_000
"""Number of positions from which a book is proved by a sample: all of it takes hours."""


def boards() -> list[Rules]:
    """Return the boards whose digests are published."""
    small = [
        Rules(rows, columns, k, misere, gravity)
        for rows in range(1, 5)
        for columns in range(1, 5)
        for k in range(1, max(rows, columns) + 1)
        for misere in (False, True)
        for gravity in (False, True)
    ]
    five = [Rules(rows, 5, k) for rows in range(1, 5) for k in range(3, 6)]
    tall = [Rules(5, columns, k) for columns in range(1, 4) for k in range(3, 6)]
    return [*small, *five, *tall, Rules(4, 5, 4, gravity=True), Rules(5, 4, 4, gravity=True)]


def made(rules: Rules, engine: str, folder: Path) -> tuple[dict[str, Any], str | None]:
    """Return what is published of an engine's book, and the digest of its answers if they are few."""
    path = folder / f"{rules}-{engine}.sqlite"
    info = generate_book(rules, path, engine=engine)
    verdict = verify_book(path, None if info.positions < LARGE else 5_000)
    if not verdict.right:
        raise SystemExit(f"{rules} by {engine}: {verdict}")
    with closing(Store(path)) as store:
        layout = layout_in(store)
        few = info.positions <= MOST_BY_ROWS
        answers = hashlib.sha256(records_of(layout.rows()).tobytes()).hexdigest() if few else None
    path.unlink()
    uncounted = {} if info.counts_games else {"games": False}
    return {"rules": str(rules), "layout": layout.name, **uncounted, "digest": info.digest}, answers


def entries(rules: Rules) -> list[dict[str, Any]]:
    """Return a board's published digests, one for each layout."""
    plan = plan_book(rules)
    able = [name for name, engine in ENGINES.items() if engine.can_solve(rules) and not engine.shortage(rules)]
    with tempfile.TemporaryDirectory() as folder:
        engines = able if plan.positions <= MOST_BY_ROWS else [plan.engine.name]
        books = {name: made(rules, name, Path(folder)) for name in engines}
    alike = len({answers for _, answers in books.values()}) == 1
    if not alike:
        raise SystemExit(
            f"{rules}: the engines {', '.join(books)} answer otherwise, each in a book that is proved right"
        )
    by = [f"{name} {__version__}" for name in books]
    return [{**one, "made_by": by} for one, _ in sorted(books.values(), key=lambda book: str(book[0]["layout"]))]


def key(one: dict[str, Any]) -> tuple[str, str, int, bool]:
    """Return what tells a book from the others."""
    return one["rules"], one["layout"], one.get("plies", 0), not one.get("games", True)


def write(known: dict[tuple[str, str, int, bool], dict[str, Any]]) -> None:
    """Write the file, a line a book."""
    machine = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    lines = ",\n    ".join(json.dumps(one) for _, one in sorted(known.items()))
    head = f'{{\n  "about": {json.dumps(ABOUT)},\n  "last_made_on": {json.dumps(machine)},\n  "books": [\n    '
    FILE.write_text(f"{head}{lines}\n  ]\n}}\n")


def main() -> None:
    """Make the books, and write their digests."""
    books = json.loads(FILE.read_text())["books"] if FILE.exists() else []
    known = {key(one): one for one in books}
    for rules in map(Rules.parse, sys.argv[1:]) if sys.argv[1:] else boards():
        for one in entries(rules):
            before = known.get(key(one), one)
            if before["digest"] != one["digest"]:
                raise SystemExit(f"{rules}: expected the published digest {before['digest']}; got {one['digest']}")
            known[key(one)] = one
            print(one["rules"], one["layout"], one["digest"], *one["made_by"], flush=True)
        write(known)


if __name__ == "__main__":
    try:
        main()
    except OxobookError as error:
        raise SystemExit(f"oxobook: {error}") from error
