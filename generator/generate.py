"""Making a book, from rules to file, or to a server's tables."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from book.errors import CannotWrite, TooLarge
from book.game.rules import Rules
from book.info import BookInfo
from book.store.address import masked
from book.store.tables import file_at, write_book
from book.store.whole_file import require_new
from generator.frontier.backward import solve_layers
from generator.frontier.layers import enumerate_layers
from generator.frontier.writing import Write, write_layers
from generator.plan import plan_to_make, require_extra, require_room
from generator.progress import Report, silent


def generate_book(
    rules: Rules,
    target: Path | str,
    replace: bool = False,
    report: Report = silent,
    engine: str = "auto",
    jobs: int | None = None,
) -> BookInfo:
    """Enumerate, solve and write the book of these rules; returns what it holds.

    ``target`` is a file's path, or the SQLAlchemy URL of a file or a PostgreSQL database. ``engine`` is ``auto``,
    ``frontier`` or ``dense``; ``jobs`` is how many threads the dense engine has, by default as many as there are
    processors.

    Raises CannotWrite when a book is there and is not to be replaced, or cannot be written; TooLarge when the
    machine has too little memory or disk; MissingExtra when the libraries of the engine or the server are not there.
    The book appears whole or not at all.
    """
    path = file_at(target)
    if path:
        require_new(path, replace)
    plan = plan_to_make(rules, engine)
    require_extra(plan)
    require_room(plan, path)
    report.begin(plan.engine, plan.positions if plan.engine == "frontier" else plan.work)
    try:
        if plan.engine == "dense":
            if not path:
                raise CannotWrite(
                    f"{rules} is for the dense engine, whose book of blocks is a file: expected a path to write it to; "
                    f"got {masked(target)!r}"
                )
            from generator.dense.making import write_dense_book

            return write_dense_book(rules, path, replace, jobs or processors(), report)
        with _writer(target, path, replace) as write:
            layers = enumerate_layers(rules, report)
            report.expect(sum(len(layer.keys) for layer in layers))
            solutions = solve_layers(rules, layers, report)
            return write_layers(rules, layers, solutions, write, report)
    except MemoryError as error:
        raise TooLarge(f"{rules} needs more memory than this process may take; see: oxobook plan {rules}") from error


@contextmanager
def _writer(target: Path | str, path: Path | None, replace: bool) -> Iterator[Write]:
    """What writes a book to a file, or into a server, where nobody else can write it in the meantime."""
    if path:
        yield partial(write_book, path, replace=replace)
        return
    from book.store.postgres import Writer

    with Writer(str(target), replace) as writer:
        yield writer.write


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
