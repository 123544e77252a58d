"""Memory of a solve: whether its layers stay in memory, how much of the next one is held, and how many tasks run."""

from collections.abc import Callable, Sequence
from math import ceil, inf
from threading import Lock
from typing import Any, NamedTuple

from oxobook.book.errors import TooLarge
from oxobook.book.game.rules import Rules
from oxobook.generator.layers.workers import AHEAD, Workers
from oxobook.generator.machine import PROCESS
from oxobook.generator.units import in_bytes

_PASSING = 6 << 20
"""Bytes of a task in flight on a store: its chunk, compressed and not, and the blocks that wait for the book."""
_STORE = 32 << 20
"""Bytes of a process for Zarr, its threads and the chunks that they read; measured."""


_held: dict[Any, Any] = {}
_holding = Lock()


class Needs(NamedTuple):
    """Bytes that a solve takes."""

    whole: int
    """Bytes if all stays in memory that is needed at once."""
    fixed: int
    """Bytes of the maker's process beside the layers."""
    worker: int
    """Bytes of another process beside the layers, without Python."""
    task: int
    """Bytes of a task, with the least that it reads of the next layer."""


class Limits(NamedTuple):
    """Limits of what one process holds of the next layer."""

    whole: float
    """Bytes of a whole layer; infinite if the layers stay in memory."""
    rows: float
    """Bytes of the rows that its threads share, or that each task of another process reads."""


def largest_two(sizes: Sequence[int]) -> int:
    """Return the size of the two largest layers that follow one another."""
    return max(map(sum, zip(sizes, [*sizes[1:], 0], strict=True)))


def least_memory(needs: Needs, jobs: int) -> int:
    """Return the number of bytes that ``jobs`` tasks need at the same time, in threads."""
    return needs.fixed + _STORE + jobs * (needs.task + AHEAD * _PASSING)


def worker_memory(needs: Needs, tasks: float = 1) -> int:
    """Return the number of bytes for a worker's process, with some tasks at once and those in flight for it."""
    return PROCESS + needs.worker + _STORE + ceil(tasks * (needs.task + (1 + AHEAD) * _PASSING))


def limits_for(rules: Rules, needs: Needs, workers: Workers) -> Limits:
    """Return the limits of a process, by what all workers may take; raises TooLarge.

    If layers are on a store, one thread more than ``jobs`` works, as some wait for the store; if there is too little
    memory for the tasks of all threads, fewer do.
    """
    if workers.share_memory:
        if needs.whole <= workers.memory and workers.chunks is None:
            return Limits(inf, inf)
        each = least_memory(needs, 2) - least_memory(needs, 1)
        jobs = max(1, min(workers.jobs + 1, (workers.memory - least_memory(needs, 0)) // each))
        workers.limit(jobs)
        free: float = max(0, workers.memory - least_memory(needs, jobs))
        return Limits(free + jobs * needs.task, free + jobs * needs.task)
    tasks = workers.jobs / workers.processes
    once, each = needs.fixed, worker_memory(needs, tasks)
    if once + workers.processes * each > workers.memory:
        raise TooLarge(
            f"{rules} needs about {in_bytes(each)} of memory for each of the {workers.processes} workers, and "
            f"{in_bytes(once)} for what starts them; {in_bytes(workers.memory)} may be taken in all: give them more, "
            "or use fewer"
        )
    free = (workers.memory - once) / workers.processes - each
    return Limits(free + tasks * needs.task, free / tasks + needs.task)


def held(key: Any, load: Callable[[], Any]) -> Any:
    """Return what ``load`` returns, kept for all threads of this process until another key is asked for."""
    with _holding:
        if key not in _held:
            _held.clear()  # first: both would not have room
            _held[key] = load()
        return _held[key]


def release() -> None:
    """Free what is held."""
    with _holding:
        _held.clear()
