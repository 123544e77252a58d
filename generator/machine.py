"""Resources of a solve: processors, memory, workers elsewhere, and where their chunks lie."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oxobook.book.errors import require_whole

if TYPE_CHECKING:
    from concurrent.futures import Executor

PROCESS = 200_000_000
"""Bytes that a process takes for Python with NumPy, Numba and the compiled kernels."""
COMPILER = 60_000_000
"""Bytes that the first process on a machine takes more, which compiles a search or a proof."""


@dataclass(frozen=True)
class Machine:
    """Resources that a solve may use; by default all processors and all free memory of this machine."""

    jobs: int | None = None
    """Number of chunks of work that may run at once."""
    memory: int | None = None
    """Bytes that the work may take; an engine that can makes do with less than it would like, and takes longer."""
    cluster: "str | int | Executor | None" = None
    """Workers instead of threads: the address of a Dask scheduler, a number of processes to start, or an executor."""
    chunks: str | None = None
    """Folder for temporary files that all workers see, or a URL that fsspec knows; by default beside the book."""

    def __post_init__(self) -> None:
        given = {"jobs": self.jobs, "memory": self.memory}
        require_whole(1, **{name: value for name, value in given.items() if value is not None})


def processors() -> int:
    """Return the number of processors available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def free_memory() -> int:
    """Return the number of bytes of free memory."""
    from psutil import virtual_memory  # which a small book does not need

    return int(virtual_memory().available)
