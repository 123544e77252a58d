"""Resources of this machine: processors and free memory."""

import os
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

PROCESS = 200_000_000
"""Bytes that a process takes for Python with NumPy, Numba and the compiled kernels."""


def processors() -> int:
    """Return the number of processors available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def free_memory() -> int:
    """Return the number of bytes of free memory."""
    from psutil import virtual_memory  # which a small book does not need

    return int(virtual_memory().available)


def item_bytes(array_type: Any) -> int:
    """Return the bytes of an item of an array of this type, an ``NDArray[...]``.

    >>> item_bytes(np.typing.NDArray[np.int32])
    4
    """
    _, item_type = get_args(array_type)
    size: int = np.dtype(*get_args(item_type)).itemsize
    return size


def field_bytes(container: type) -> dict[str, int]:
    """Return the same for each array among the fields of a class, by name."""
    hints = get_type_hints(container).items()
    return {name: item_bytes(hint) for name, hint in hints if get_origin(hint) is np.ndarray}
