"""Compilation: functions compiled by Numba when they are first called, once on a machine, and kept on its disk."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from threading import Thread
from typing import Any

import numba

from oxobook.generator.progress import Report

_PATIENCE = 2.0  # seconds: what takes no longer is not worth a word


def kernel(function: Callable[..., Any]) -> Any:
    """Compiled when it is first called, and kept on the disk where that can be done."""
    try:
        return numba.njit(nogil=True, cache=True)(function)
    except RuntimeError:  # there is no folder that may be written, neither this one nor the user's
        return numba.njit(nogil=True)(function)


part = numba.njit(nogil=True)
"""What kernels call; they keep it themselves."""
inline = numba.njit(nogil=True, inline="always")
"""The same, written into what calls it."""


def compiled_anew(kernels: Iterable[Any]) -> int:
    """How many kernels this process has not found on the disk, and compiled, or begun to."""
    return sum(sum(each.stats.cache_misses.values()) for each in kernels)


def have_compiled(call_each: Callable[[], None], not_kept: Callable[[], int], report: Report) -> None:
    """Have an engine's kernels compiled, and say so if that takes long.

    ``call_each`` calls each of them once; ``not_kept`` says how many of them were compiled anew, or are being.
    """
    before, ready = not_kept(), Future[None]()
    Thread(target=_settle, args=(ready, call_each), daemon=True).start()  # Ctrl-C does not wait for it
    while not ready.done() and not_kept() == before:
        wait([ready], _PATIENCE)
    if not ready.done():
        report.say("Compiling the engine for this machine, once: about half a minute.")
    ready.result()


def _settle(ready: "Future[None]", call_each: Callable[[], None]) -> None:
    """Make the calls, and say when that is done."""
    try:
        call_each()
    except BaseException as error:
        ready.set_exception(error)
    else:
        ready.set_result(None)
