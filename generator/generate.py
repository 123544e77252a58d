"""Making of a book, from rules to a file or a server's tables."""

from contextlib import AbstractContextManager
from pathlib import Path

from oxobook.book.errors import IllegalRules, TooLarge, require_kind
from oxobook.book.game.rules import Rules
from oxobook.book.info import BookInfo
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.writer import target_at
from oxobook.generator.engines import AUTO
from oxobook.generator.layers.workers import Workers
from oxobook.generator.machine import Machine
from oxobook.generator.plan import plan_book, require_able


def generate_book(
    rules: Rules | str,
    target: Path | str,
    replace: bool = False,
    tell: Tell = tell_nobody,
    engine: str = AUTO,
    plies: int | None = None,
    machine: Machine = Machine(),  # noqa: B008
) -> BookInfo:
    """Enumerate, solve and write the book of these rules; return its header and counts.

    The book appears whole or not at all.

    Args:
        rules: The game, or its text as ``Rules.parse`` takes it.
        target: Path of a file, or SQLAlchemy URL of a file or a PostgreSQL database.
        replace: Whether an existing book may be replaced.
        tell: Listener to the progress.
        engine: ``auto`` or an engine's name.
        plies: Number of first plies, for a book of these only; below them, lookups search.
        machine: Processors, memory and workers that the work may use.

    Raises:
        CannotWrite: A book is there and may not be replaced, or it cannot be written.
        TooLarge: The machine has too little memory or disk, or the board has too many cells.
        MissingExtra: The libraries of the engine, the server or the cluster are not installed.
        IllegalAddress, LostWorkers: The cluster cannot be reached, or its workers are gone.
        IllegalRules: The engine takes no cluster and no chunks.
    """
    rules, destination = Rules.parse(rules), target_at(target)
    require_kind(int | None, "the number of first plies", plies=plies)
    require_kind(str, "text", engine=engine)
    require_kind(Machine, "a Machine", machine=machine)
    destination.require_new(rules, replace)
    plan = plan_book(rules, engine, plies)
    if not plan.worker_memory and plies is None and (machine.cluster is not None or machine.chunks is not None):
        raise IllegalRules(
            f"expected a board whose engine works in chunks; the {plan.engine.name} engine, which makes {rules}, takes "
            "no --cluster or --chunks: leave them out, or choose another --engine"
        )
    # workers elsewhere have memory of their own, and say if it is too little
    elsewhere = isinstance(machine.cluster, str | int)
    require_able(plan, destination.folder, plan.memory if elsewhere else machine.memory)
    try:
        with _workers_of(machine) as workers:
            return plan.engine.make(rules, destination, replace, tell, workers)
    except MemoryError as error:
        raise TooLarge(
            f"{rules} needs more memory than this process may take; see: oxobook generate {rules} --plan"
        ) from error


def _workers_of(machine: Machine) -> AbstractContextManager[Workers]:
    if not isinstance(machine.cluster, str | int):
        return Workers(machine)
    from oxobook.generator.layers.cluster import cluster_workers  # which few need

    return cluster_workers(machine.cluster, machine)
