"""Resources of this machine: processors and free memory."""

import os

PROCESS = 200_000_000
"""Bytes that a process takes for Python with NumPy, Numba and the compiled kernels."""


def processors() -> int:
    """Return the number of processors available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def free_memory() -> int:
    """Return the number of bytes of free memory."""
    from psutil import virtual_memory  # which a small book does not need

    return int(virtual_memory().available)
