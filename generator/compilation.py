"""Compilation by Numba: functions are compiled at their first call, once on a machine, and kept on its disk."""

import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from functools import cache, partial
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar, get_type_hints
from zlib import crc32

import numba

from oxobook.generator.instructions import Pointer

_log = logging.getLogger(__name__)
Function = TypeVar("Function", bound=Callable[..., Any])
_FOR_KERNELS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_PATIENCE = 2.0  # seconds: a shorter compilation is not worth a word


def kernel(function: Callable[..., Any]) -> Any:
    """Return a function that is compiled at its first call, and kept on the disk if possible."""
    return _kept(partial(numba.njit, nogil=True), function)


def native(function: Callable[..., int]) -> Any:
    """Return the C function that a function of numbers and pointers is compiled to, kept on the disk if possible.

    It runs without Python's lock.
    """
    words = numba.types.CPointer(numba.int64)  # type: ignore[no-untyped-call]
    *arguments, result = (words if kind is Pointer else numba.int64 for kind in get_type_hints(function).values())
    return _kept(partial(numba.cfunc, result(*arguments)), function).ctypes


def _kept(compiler: Callable[..., Any], function: Callable[..., Any]) -> Any:
    """Return a compiled function, kept on the disk if possible.

    Its name on the disk holds a checksum of its file and of all files of kernels: Numba looks at the date of that file
    alone, and only after it has read what another version has kept, which may name types that this one has not.
    """
    try:
        checksum = crc32(Path(function.__code__.co_filename).read_bytes(), _checksum_of_kernels())
        function.__qualname__ += f"-{checksum:08x}"
        return compiler(cache=True)(function)
    except (OSError, RuntimeError):  # it has no file, or no folder may be written, neither this one nor the user's
        return compiler()(function)


@cache
def _checksum_of_kernels() -> int:
    """Return a checksum of the modules that kernels are made of: their names say so, or they are in ``kernels``."""
    here = Path(__file__).parent
    files = [here / "instructions.py", *sorted(here.glob("*/*kernels.py")), *sorted(here.glob("kernels/*.py"))]
    return crc32(b"".join(file.read_bytes() for file in files))


def part(function: Function) -> Function:
    """Return a function that kernels call, in their module or in others; what is kept of a kernel has it.

    Python cannot call it: wrappers for that would take a tenth of the time to compile.
    """
    compiled: Function = numba.njit(nogil=True, **_FOR_KERNELS)(function)
    return compiled


def inline(function: Function) -> Function:
    """Return a small function whose instructions are put into those that call it."""
    compiled: Function = numba.njit(nogil=True, forceinline=True, **_FOR_KERNELS)(function)
    return compiled


once = numba.njit(nogil=True, inline="always")
"""Decorator of functions that are called in one place, into which they are written: they are not compiled alone."""


def have_compiled(call_each: Callable[[], object], kernels: Iterable[Any]) -> None:
    """Compile an engine's kernels by calling each of them once, and say so if that takes long."""

    def not_kept() -> int:  # number of those compiled anew, or being compiled, as the disk has none
        return sum(sum(each.stats.cache_misses.values()) for each in kernels)

    before, ready = not_kept(), Future[None]()
    Thread(target=_settle, args=(ready, call_each), daemon=True).start()  # Ctrl-C does not wait for it
    while not ready.done() and not_kept() == before:
        wait([ready], _PATIENCE)
    if not ready.done():
        _log.info("Compiling the engine for this machine, once: about half a minute.")
    ready.result()


def _settle(ready: "Future[None]", call_each: Callable[[], object]) -> None:
    try:
        call_each()
    except BaseException as error:
        ready.set_exception(error)
    else:
        ready.set_result(None)
