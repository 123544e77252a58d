"""Making a book, from rules to file, or to a server's tables."""

import os
from pathlib import Path

from book.errors import TooLarge
from book.game.rules import Rules
from book.info import BookInfo
from book.store.stores import place_at
from generator.frontier.backward import solve_layers
from generator.frontier.layers import enumerate_layers
from generator.frontier.writing import write_layers
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
    place = place_at(target)
    place.require_new(rules, replace)
    plan = plan_to_make(rules, engine)
    require_extra(plan)
    require_room(plan, place.folder)
    report.begin(plan.engine, plan.positions if plan.engine == "frontier" else plan.work)
    try:
        if plan.engine == "dense":
            from generator.dense.making import write_dense_book

            return write_dense_book(rules, place, replace, jobs or processors(), report)
        with place.rows(replace) as write:
            layers = enumerate_layers(rules, report)
            report.expect(sum(len(layer.keys) for layer in layers))
            solutions = solve_layers(rules, layers, report)
            return write_layers(rules, layers, solutions, write, report)
    except MemoryError as error:
        raise TooLarge(f"{rules} needs more memory than this process may take; see: oxobook plan {rules}") from error


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
