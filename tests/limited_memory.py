"""A solve in a process whose address space is limited, so that it can reserve no more than it may take.

The limit is what the process has just before it solves, what is left of ``memory`` then, the stacks of its threads,
and ``ALLOWANCE``. Run as a module by the tests.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path

import psutil

from oxobook.book import Rules
from oxobook.generator.generate import generate_book
from oxobook.generator.machine import PROCESS, Machine
from oxobook.generator.plan import plan_book

ALLOWANCE = 30_000_000
"""Bytes of address space beyond ``memory``: gaps in the heap, SQLite's cache, buffers of the packer."""
_STACK = 8 << 20
"""Bytes of a thread's stack."""
JOBS = 2
"""Threads of a solve, and the processors that it may use."""
_TINY = {"frontier": "2x2x2", "dense": "2x2x2", "gravity": "3x3x3-gravity"}


def solve_limited(text: str, engine: str, memory: int, processes: int = 0) -> subprocess.CompletedProcess[str]:
    """Solve a game in a limited process, with threads or limited worker processes; it prints the book's digest.

    With worker processes, this one may take what the engine takes once, and each of them an equal share of the rest.
    """
    command = [sys.executable, "-m", __name__, json.dumps([text, engine, memory, processes])]
    environment = os.environ | {"MALLOC_ARENA_MAX": "1"}  # else each thread reserves a heap of 64 MB

    def limit_threads() -> None:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:JOBS])
        resource.setrlimit(resource.RLIMIT_STACK, (_STACK, resource.getrlimit(resource.RLIMIT_STACK)[1]))

    return subprocess.run(command, capture_output=True, text=True, env=environment, preexec_fn=limit_threads)


def _limit(engine: str, memory: int) -> None:
    """Load the engine, and limit the address space of this process."""
    with tempfile.TemporaryDirectory() as folder:
        chunks = None if engine == "frontier" else folder  # else Zarr and its threads would be loaded within the limit
        generate_book(
            Rules.parse(_TINY[engine]), Path(folder) / "book", engine=engine, machine=Machine(1, chunks=chunks)
        )
    has = psutil.Process().memory_info()
    size = has.vms + max(0, memory - has.rss) + JOBS * _STACK + ALLOWANCE
    resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _solve(text: str, engine: str, memory: int, processes: int) -> None:
    with ExitStack() as stack:
        executor = None
        if processes:
            once = plan_book(Rules.parse(text), engine).fixed_memory or PROCESS
            share = (engine, (memory - once) // processes)
            executor = stack.enter_context(ProcessPoolExecutor(processes, get_context("spawn"), _limit, share))
            list(executor.map(abs, range(processes)))  # start them before this process is limited
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        _limit(engine, once if processes else memory)
        machine = Machine(processes or JOBS, memory, executor)
        info = generate_book(Rules.parse(text), Path(folder) / "book", engine=engine, machine=machine)
    print(info.digest)


if __name__ == "__main__":
    _solve(*json.loads(sys.argv[1]))
