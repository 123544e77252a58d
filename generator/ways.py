"""Ways to make a book in layers: in memory, with less memory, or with workers; and their estimated costs.

The shares below were measured on 4x5x4, made in each way; the rest is arithmetic on the sizes of the layers. With less
memory the time goes into unpacking what was packed already; with many workers, in the end, into the maker, which moves
all blocks into the book alone.
"""

from math import ceil, inf
from typing import NamedTuple

from oxobook.generator.engine import Plan, Table
from oxobook.generator.layers.layer import LONGEST, chunk_size
from oxobook.generator.machine import PROCESS

_UNPACKED = 0.09
"""Time to unpack a score, as a share of the time to solve and pack one."""
_MOVED = 0.01
"""Time of the maker to move a score into the book, likewise: reading, checking and writing its block."""
_SPREAD = 6.0
"""Number of times its own share of the next layer that a small run reads: its moves lead all over that."""


class Way(NamedTuple):
    """Way to make a book, with its costs."""

    name: str
    workers: int
    """Number of workers."""
    memory: int
    """Bytes of each worker's process, or of all workers if they are threads of one."""
    disk: int
    """Bytes of the book, and of the chunks of the two layers in work."""
    traffic: int
    """Bytes that are read and written while it is made."""
    tasks: int
    """Number of pieces of work."""
    share: float
    """Time, as a share of one worker's time in memory."""


def ways(plan: Plan, threads: int, memory: int, workers: int | None = None) -> list[Way]:
    """Return the ways: in memory; in ``memory`` bytes, if that is too little for it; and with ``workers``.

    ``memory``: bytes for all workers together; each takes at least what it cannot work without. Empty for an engine
    that does not cut layers into chunks.
    """
    if not plan.tables:
        return []
    found = [_way("in memory", plan, threads, plan.memory, inf, inf)]
    least = max(plan.needed_memory, min(memory, plan.memory))
    if least < plan.memory:
        room = max(0, least - plan.fixed_memory)
        found.append(_way("with less memory", plan, threads, least, room, room))
    if workers:
        each = max(memory // workers, plan.worker_memory)
        room = max(0, each - PROCESS)
        found.append(_way(f"{workers} workers", plan, workers, each, room, room, processes=workers))
    return found


def _way(name: str, plan: Plan, workers: int, memory: int, whole: float, rows: float, processes: int = 1) -> Way:
    """Return a way whose processes hold layers of up to ``whole`` bytes each, or runs ``rows`` of a larger one."""
    packed = plan.disk / max(1, sum(table.scores for table in plan.tables))
    solved, unpacked, read, tasks = 0.0, 0.0, 0.0, 0.0
    for ply, table in enumerate(plan.tables):
        above = plan.tables[ply + 1] if ply + 1 < len(plan.tables) else Table(0, 1)
        solved += table.scores
        chunks = ceil(table.scores / chunk_size(table.scores)) or 1
        if whole == inf:
            tasks += chunks
        elif table.fetched:
            fetched = table.scores * table.fetched
            unpacked, read, tasks = unpacked + fetched, read + fetched, tasks + chunks
        elif not table.scattered:
            unpacked, read, tasks = unpacked + above.scores, read + above.scores, tasks + chunks
        elif above.scores <= whole:
            each = processes * above.scores
            unpacked, read, tasks = unpacked + each, read + each, tasks + chunks
        else:
            runs = _runs(above, rows, chunks)
            scores = runs * _read(above, rows)
            unpacked, read, tasks = unpacked + scores, read + scores, tasks + max(runs, chunks / LONGEST)
    sizes = [table.scores for table in plan.tables]
    two = max(map(sum, zip(sizes, [*sizes[1:], 0], strict=True)))
    share = max((solved + unpacked * _UNPACKED) / workers, solved * _MOVED) / max(1.0, solved)
    traffic = packed * (3 * solved + read)  # each chunk is written, and read, and written into the book
    disk = plan.disk + int(packed * two) + (plan.passing if whole < inf else 0)
    return Way(name, workers, memory, disk, int(traffic), ceil(tasks), share)


def _runs(above: Table, rows: float, chunks: int) -> float:
    """Return the number of runs in which a layer is computed, if each may read ``rows`` bytes of the next."""
    needed = min(1.0, rows / above.scores)
    share = 1 - (1 - needed) ** (1 / _SPREAD)
    return min(chunks, 1 / share) if share else chunks


def _read(above: Table, rows: float) -> float:
    """Return the scores of the chunks in which a run's rows lie: few chunks hold nothing else."""
    needed = min(1.0, rows / above.scores)
    read: float = above.scores * (1 - (1 - needed) ** max(1, chunk_size(above.scores) // above.columns))
    return read
