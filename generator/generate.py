"""Making of a book, from rules to a file or a server's tables."""

import logging
from collections.abc import Mapping
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from oxobook.book.arguments import Count, checked
from oxobook.book.errors import BookError, IllegalRules, NoAnswer, TooLarge
from oxobook.book.game.rules import Cell, Key, Rules
from oxobook.book.info import BookInfo, StoredStrategy
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.store.reader import Store
from oxobook.book.store.writer import target_at
from oxobook.generator.engine import Plan
from oxobook.generator.engines import AUTO
from oxobook.generator.layers.workers import Workers
from oxobook.generator.plan import plan_book, require_able

if TYPE_CHECKING:
    from concurrent.futures import Executor


_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class KeptStrategies:
    """Strategies of a book that is about to be replaced."""

    digest: str
    """Digest of the book."""
    moves: dict[StoredStrategy, Mapping[Key, Cell]]

    def carry_over(self, info: BookInfo, target: Path | str) -> None:
        """Keep them in the new book if it is the same, else log that they are gone; raises CannotWrite."""
        if info.digest == self.digest:
            for one, moves in self.moves.items():
                target_at(target).keep(info.digest, one.name, one.side, moves, one.bound)
        elif self.moves:
            names = ", ".join(f"{one.name} for {one.side}" for one in self.moves)
            _log.warning(
                "The new book is not the same as the one before, so the strategies kept with that one are dropped: "
                "%s. Find them again with: oxobook strategy",
                names,
            )


def kept_in(target: Path | str) -> KeptStrategies | None:
    """Return the strategies of the book at an address, or None if there is no sound book.

    Raises NoAnswer if there may be one that cannot be read now: its strategies would be lost.
    """
    try:
        with closing(Store(target)) as store:
            held = store.strategies()
            return KeptStrategies(store.info.digest, {one: store.strategy_moves(one.side, one.name) for one in held})
    except NoAnswer:
        raise
    except BookError:
        return None


@checked
def generate_book(
    rules: Rules | str,
    target: Path | str,
    replace: bool = False,
    tell: Tell = tell_nobody,
    engine: str = AUTO,
    jobs: Count | None = None,
    executor: "Executor | None" = None,
    memory: Count | None = None,
    cluster: str | Count | None = None,
    chunks: str | None = None,
    plies: Count | None = None,
) -> BookInfo:
    """Enumerate, solve and write the book of these rules; return its header and counts.

    The book appears whole or not at all. Strategies stored with an old book are kept if the new one is the same.

    Args:
        rules: The game, or its text as ``Rules.parse`` takes it.
        target: Path of a file, or SQLAlchemy URL of a file or a PostgreSQL database.
        replace: Whether an existing book may be replaced.
        tell: Listener to the progress.
        engine: ``auto`` or an engine's name.
        jobs: Number of chunks of work that may run at once; by default the number of processors.
        executor: Executor that runs them; by default threads of this process.
        memory: Bytes that the work may take; by default what is free. An engine that can makes do with less
            than it would like, and takes longer.
        cluster: Address of a Dask scheduler whose workers do the work, such as ``tcp://10.0.0.1:8786``, or a number
            of processes to start here.
        chunks: Folder for temporary files that all workers see, or a URL that fsspec knows, such as
            ``s3://bucket/folder``; by default beside the book.
        plies: Number of first plies, for a book of these only; below them, lookups search.

    Raises:
        CannotWrite: A book is there and may not be replaced, or it cannot be written.
        TooLarge: The machine has too little memory or disk, or the board has too many cells.
        MissingExtra: The libraries of the engine, the server or the cluster are not installed.
        IllegalAddress, LostWorkers: The cluster cannot be reached, or its workers are gone.
        IllegalRules: The engine takes no cluster and no chunks.
    """
    rules, destination = Rules.parse(rules), target_at(target)
    destination.require_new(rules, replace)
    plan = plan_book(rules, engine, plies)
    if cluster is not None or chunks is not None:
        _require_chunks(plan)
    # workers elsewhere have memory of their own, and say if it is too little
    require_able(plan, destination.folder, memory if cluster is None else plan.memory)
    kept = kept_in(target) if replace else None
    try:
        with _workers(jobs, executor, memory, cluster) as workers:
            workers.chunks = chunks
            info = plan.engine.make(rules, destination, replace, tell, workers)
    except MemoryError as error:
        raise TooLarge(
            f"{rules} needs more memory than this process may take; see: oxobook generate {rules} --plan"
        ) from error
    if kept:
        kept.carry_over(info, target)
    return info


def _require_chunks(plan: Plan) -> None:
    if not plan.tables and plan.plies is None:
        raise IllegalRules(
            f"expected a board whose engine works in chunks; the {plan.engine.name} engine, which makes {plan.rules}, "
            "takes no --workers, --cluster or --chunks: leave them out, or choose another --engine"
        )


def _workers(
    jobs: int | None, executor: "Executor | None", memory: int | None, cluster: str | int | None
) -> AbstractContextManager[Workers]:
    if cluster is None:
        return Workers(jobs, executor, memory)
    from oxobook.generator.layers.cluster import cluster_workers

    return cluster_workers(cluster, memory)
