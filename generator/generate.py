"""Making a book, from rules to file."""

import os
from pathlib import Path

from book.counts import BookInfo
from book.errors import TooLarge
from book.rules import Rules
from book.whole_file import require_new
from generator.frontier import enumerate_layers
from generator.plan import plan_book, require_extra, require_room
from generator.report import Report, silent
from generator.solve import solve_layers
from generator.write import write_layers


def generate_book(
    rules: Rules,
    path: Path,
    replace: bool = False,
    report: Report = silent,
    engine: str = "auto",
    jobs: int | None = None,
) -> BookInfo:
    """Enumerate, solve and write the book of these rules at ``path``; returns what it holds.

    ``engine`` is ``auto``, ``frontier`` or ``dense``; ``jobs`` is how many threads the dense engine has, by default
    as many as there are processors.

    Raises CannotWrite when the file exists and is not to be replaced, or cannot be written; TooLarge when the
    machine has too little memory or disk; MissingExtra when the engine's libraries are not there. The file appears
    whole or not at all.
    """
    require_new(path, replace)
    plan = plan_book(rules, engine)
    require_extra(plan)
    require_room(plan, path)
    try:
        if plan.engine == "dense":
            from generator.dense_book import write_dense_book

            return write_dense_book(rules, path, replace, jobs or processors(), report)
        layers = enumerate_layers(rules, report)
        report.expect(sum(len(layer.keys) for layer in layers))
        solutions = solve_layers(rules, layers, report)
        return write_layers(rules, layers, solutions, path, replace, report)
    except MemoryError as error:
        raise TooLarge(f"{rules} needs more memory than this process may take; see: oxobook plan {rules}") from error


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
