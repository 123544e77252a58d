"""What this machine has: processors, and memory that is free."""

import os

PROCESS = 200_000_000
"""Bytes that a process takes for Python with NumPy, Numba and the compiled kernels."""


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def free_memory() -> int:
    """The bytes of memory that nobody has taken."""
    from psutil import virtual_memory  # which a small book does not need

    return int(virtual_memory().available)
