"""Faults of a book's file and their outcomes, for the fault tests and ``tests.campaigns.fault_campaign``.

A *fault* replaces some bytes of a file, or cuts it. It is *found* when verify names anything wrong, *harmless* when
every table that is read still reads as before, so that every answer is right: bits of tables that are passed over, and
of a block's frame that leave its scores as they are. It is *missed* when it is neither: that must not be. A lookup in
the faulty file must answer, or fail with one line.
"""

import os
import random
import signal
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import zstandard
from click.testing import CliRunner

from oxobook import handed_down as handed_down
from oxobook.book import Book, OxobookError, Position, Rules
from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.verify import checks_of
from oxobook.commands.root import main
from oxobook.viewer.ask.json_fields import lookup_report

Tables = dict[str, list[tuple[Any, ...]]]
PASSED_OVER = {"bound", "searched", "strategy"}
"""Tables of earlier versions, which nothing reads."""
SECONDS = 20
"""Whatever takes more of the processor hangs, and is ended by the signal of a timer."""


class Fault(NamedTuple):
    """Bytes that stand at an offset instead of the right ones; or, with ``size``, the file's new length."""

    kind: str
    offset: int
    data: bytes
    size: int | None = None


class Outcome(NamedTuple):
    """Outcome of a fault."""

    found: str | None
    """The check that found it first."""
    harmless: bool
    """True if all tables read as before; not asked if a check before that found something."""
    lookup: str
    """``right``, ``refused``, or ``wrong``."""


class Patient:
    """A file that faults befall one after the other; each is healed before the next."""

    def __init__(self, sound: Path, folder: Path) -> None:
        self.content = sound.read_bytes()
        self._sound = sound
        self.path = folder / "faulty.sqlite"
        self.path.write_bytes(self.content)
        self.tables = read_tables(self.path)
        with Book.open(self.path) as book:
            # without those of the last ply of first plies, of which a lookup says how long it has searched
            self.entries = {entry.position.key: entry for entry in book if book.probe(entry.position) == entry}
            self.reports = {
                key: lookup_report(entry, book.moves(entry.position)) for key, entry in self.entries.items()
            }
        self._descriptor = os.open(self.path, os.O_RDWR)
        self._outputs: dict[int, str] = {}

    def reads_as_before(self, fault: Fault) -> bool:
        """Return whether every table reads as before under a fault, so that SQLite does not look there."""
        self._strike(fault)
        try:
            return read_tables(self.path) == self.tables
        finally:
            self._heal(fault)

    def recover(self) -> None:
        """Write the whole file again, after somebody ended while it was faulty."""
        self.path.write_bytes(self.content)

    def suffer(self, fault: Fault, thorough: bool = False, command: bool = False) -> Outcome:
        """Return the outcome of a fault. With ``thorough`` every check is made, else they end with the first finding.

        Checks after the digest work on what the tables say: where they all read as before, nothing new comes of them.
        With ``command`` the lookup is that of the command line.
        """
        self._strike(fault)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            key = random.choice(list(self.entries))
            lookup = self._command(key) if command else self._lookup(key)
            found, harmless = None, None
            for check in checks_of(self.path):
                if check.wrong and not found:
                    found = check.name
                if found and not thorough:
                    break
                if check.name == "digest" and not found:
                    harmless = read_tables(self.path) == self.tables
                    if harmless and not thorough:
                        break
            if not harmless:
                harmless = not found and self.is_true(read_tables(self.path))
            return Outcome(found, harmless, lookup)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self._heal(fault)

    def is_true(self, tables: Tables | None) -> bool:
        """Return whether tables agree with the sound book's, the frames of blocks apart."""
        if tables is None or not self._scores_as_before(tables):
            return False
        return all(tables[name] == self.tables[name] for name in self.tables.keys() - {"block"})

    def _scores_as_before(self, tables: Tables) -> bool:
        """Return whether blocks hold the same scores: some bits of a frame are unused, and some repeat others."""
        try:
            before, now = (
                [(*place, zstandard.decompress(frame, BLOCK)) for *place, frame in one.get("block", [])]
                for one in (self.tables, tables)
            )
        except zstandard.ZstdError:
            return False
        return before == now

    def _lookup(self, key: int) -> str:
        """A lookup through Python: anything but an OxobookError is not caught."""
        try:
            with Book.open(self.path) as book:
                position = self.entries[key].position
                report = lookup_report(book.probe(position), book.moves(position))
        except OxobookError as error:
            assert str(error) and "\n" not in str(error)
            return "refused"
        return "right" if report == self.reports[key] else "wrong"

    def _command(self, key: int) -> str:
        """A lookup by the command: right output and exit code 0, or one line and exit code 2."""
        arguments = ["lookup", self.entries[key].position.text, "-b", str(self.path)]
        done = CliRunner().invoke(main, arguments)
        if done.exit_code == 0:
            if key not in self._outputs:
                self._outputs[key] = CliRunner().invoke(main, [*arguments[:-1], str(self._sound)]).stdout
            return "right" if done.stdout == self._outputs[key] else "wrong"
        assert done.exit_code == 2 and done.stderr.startswith("oxobook: ") and done.stderr.count("\n") == 1, done
        return "refused"

    def _strike(self, fault: Fault) -> None:
        if fault.size is not None:
            os.ftruncate(self._descriptor, fault.size)
        os.pwrite(self._descriptor, fault.data, fault.offset)

    def _heal(self, fault: Fault) -> None:
        if fault.size is not None:
            os.pwrite(self._descriptor, self.content[fault.size :], fault.size)
        whole = self.content[fault.offset : fault.offset + len(fault.data)]
        os.pwrite(self._descriptor, whole, fault.offset)
        os.ftruncate(self._descriptor, len(self.content))


def read_tables(path: Path) -> Tables | None:
    """Every row of every table, or None where SQLite cannot read them.

    Without the version of oxobook that made the book: a flipped bit can make another version of it, which no answer
    depends on and nothing can refute.
    """
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            names = [name for name in names if name not in PASSED_OVER]
            tables = {table: connection.execute(f'SELECT * FROM "{table}"').fetchall() for table in names}
            return tables | {"book": [(*row[:7], *row[8:]) for row in tables.get("book", [])]}
    except (sqlite3.Error, UnicodeDecodeError, MemoryError):
        return None


def each_bit(content: bytes, number: int) -> Fault:
    """The fault that flips one bit of a file, by the bit's number."""
    offset, bit = divmod(number, 8)
    return Fault("each bit", offset, bytes([content[offset] ^ 1 << bit]))


def gaps(content: bytes) -> list[range]:
    """The offsets where nothing stands, between the cells of each page of a table or an index; and pages that are
    neither, of which those that are free hold nothing either."""
    size = int.from_bytes(content[16:18], "big")
    size = 65536 if size == 1 else size
    found = []
    for start in range(0, len(content), size):
        head = start + (100 if start == 0 else 0)
        length = {2: 12, 5: 12, 10: 8, 13: 8}.get(content[head])
        if length is None:
            found.append(range(head, start + size))
        else:
            cells = int.from_bytes(content[head + 3 : head + 5], "big")
            first = int.from_bytes(content[head + 5 : head + 7], "big") or 65536
            found.append(range(head + length + 2 * cells, start + first))
    return found


def random_faults(content: bytes, kind: str, count: int, seed: int = 0) -> Iterator[Fault]:
    """Faults all over the file: ``bits``, ``truncations``, or ``zeroed pages``."""
    chance = random.Random(f"{kind} {seed}")
    for _ in range(count):
        at = chance.randrange(len(content))
        if kind == "bits":
            yield each_bit(content, 8 * at + chance.randrange(8))
        elif kind == "truncations":
            yield Fault(kind, at, b"", size=at)
        else:
            unit = chance.choice((512, 4096))
            start = at // unit * unit
            yield Fault(kind, start, bytes(len(content[start : start + unit])))


def summary(outcomes: Iterator[Outcome]) -> Counter[str]:
    """Return the number of outcomes of each sort."""
    counts: Counter[str] = Counter()
    for one in outcomes:
        counts["faults"] += 1
        counts["found" if one.found else "harmless" if one.harmless else "missed"] += 1
        counts[f"lookup {one.lookup}"] += 1
        if one.found:
            counts[f"by {one.found}"] += 1
    return counts


LAYOUTS = {
    "rows": ("3x3x3", "frontier", None),
    "blocks": ("3x3x3", "dense", None),
    "gravity blocks": ("3x3x3-gravity", "gravity", None),
    "first plies": ("4x4x4-gravity", "auto", 6),
}
"""By layout the rules of a small book, the engine that makes it, and its plies if these are not all."""


def sound_book(path: Path, layout: str = "rows") -> None:
    """A small book of a layout at ``path``, with tables that an earlier oxobook kept beside the others."""
    from oxobook.generator.generate import generate_book

    rules, engine, plies = LAYOUTS[layout]
    generate_book(rules, path, engine=engine, plies=plies)
    with closing(sqlite3.connect(path)) as book, book:
        for name in PASSED_OVER:
            book.execute(f"CREATE TABLE IF NOT EXISTS {name} (name TEXT, side TEXT, key INTEGER) STRICT")
        if layout == "rows":
            book.execute("DROP TABLE strategy")
            book.execute("CREATE TABLE strategy (name TEXT NOT NULL, side TEXT NOT NULL, key INTEGER NOT NULL) STRICT")
            book.executemany("INSERT INTO strategy VALUES ('pick', 'X', ?)", [(key,) for key in range(70)])


def all_positions(rules: Rules | None = None) -> list[Position]:
    """Every position that play reaches, by default on 3x3x3."""
    found, waiting = set(), [Position(rules or Rules())]
    while waiting:
        position = waiting.pop()
        if position not in found:
            found.add(position)
            waiting += map(position.play, position.legal_cells)
    return sorted(found, key=lambda position: position.key)
