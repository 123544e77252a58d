"""Jobs in other processes: pictures, scripts of books and small games to solve, so that they do not delay lookups.

Graphviz holds Python's lock while it lays out a graph, and solving takes a processor for seconds.
"""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from cachetools import LRUCache

from oxobook.book.game.rules import Rules
from oxobook.book.processes import ctrl_c_held
from oxobook.book.progress import Tell
from oxobook.viewer.explorer.refusal import Refusal, busy

T = TypeVar("T")
Make = Callable[[Rules, str, Tell], None]
"""Function of a module that makes the book of some rules in a library, and tells the progress; raises OxobookError."""

PROCESSES = 4
WAITING = 16
"""Number of jobs that may be at work or wait; more are refused."""
JOB_SECONDS = 60.0
KEPT = 64
"""Number of results that are kept, to answer equal requests."""
SOLVES = 2
"""Number of games solved at the same time."""
LOOK_SECONDS = 0.1
"""Seconds between two looks at a solve and its client."""
_STOP = -1.0


class Jobs:
    """Pool of processes; equal jobs share one result."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._shares = self._context.RawArray("d", SOLVES)
        """Part of each solve that is done; ``_STOP`` ends it."""
        self._free = [*range(SOLVES)]
        self._pool: ProcessPoolExecutor | None = None
        self._results: LRUCache[Any, asyncio.Future[Any]] = LRUCache(KEPT)
        self._unfinished = 0

    async def run(self, job: Callable[..., T], *arguments: Any) -> T:
        """Return ``job(*arguments)``, kept from before or done now; raises its errors, or Refusal."""
        key = job, *arguments
        result = self._results.get(key)
        if result is None:
            if self._unfinished >= WAITING:
                raise busy("the server has too much to draw")
            result = self._results[key] = asyncio.wrap_future(self._submit(job, *arguments))
            self._unfinished += 1
            result.add_done_callback(partial(self._end, key))
        try:
            async with asyncio.timeout(JOB_SECONDS):
                return await asyncio.shield(result)
        except TimeoutError:
            raise busy("this takes too long to make", 60) from None
        except BrokenProcessPool as error:
            self._pool = None
            raise busy("the process that made this has ended") from error
        except asyncio.CancelledError as error:  # Uvicorn waits for no answer any longer
            raise busy("the server is shutting down") from error

    async def solve(
        self, make: Make, rules: Rules, library: str, gone: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[float]:
        """Yield the part of a solve that is done, up to 1; end it if the client is gone; raises the solve's errors."""
        if not self._free:
            raise busy("the server is solving other games")
        slot = self._free.pop()
        self._shares[slot] = 0.0
        try:
            solving = asyncio.wrap_future(future := self._submit(_solve, make, rules, library, slot))
        except BaseException:
            self._free.append(slot)
            raise
        future.add_done_callback(lambda _: self._free.append(slot))
        end = monotonic() + JOB_SECONDS
        try:
            while not (await asyncio.wait((solving,), timeout=LOOK_SECONDS))[0]:
                if monotonic() > end:
                    raise Refusal(503, f"{rules} takes too long to solve: make its book with: oxobook generate {rules}")
                if await gone():
                    return
                if self._shares[slot]:
                    yield min(self._shares[slot], 0.99)
            await solving
            yield 1.0
        finally:
            self._shares[slot] = _STOP

    def begin(self, job: Callable[..., object], *arguments: Any) -> None:
        """Begin a job that has no result, in a process of its own."""
        with ctrl_c_held():
            self._context.Process(target=_alone, args=(self._shares, job, arguments), daemon=True).start()

    def close(self) -> None:
        """End all jobs and their processes."""
        for process in multiprocessing.active_children():
            process.terminate()
        if self._pool:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None  # else its semaphores would be left to the operating system

    def _submit(self, job: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Begin a job; a process that is started for it leaves Ctrl-C to the server."""
        self._pool = self._pool or ProcessPoolExecutor(PROCESSES, self._context, _prepare, (self._shares,))
        try:
            with ctrl_c_held():
                return self._pool.submit(job, *arguments)
        except BrokenProcessPool:
            self._pool = None
            return self._submit(job, *arguments)
        except (OSError, MemoryError, RuntimeError) as error:  # the last one if no thread can be started
            reason = getattr(error, "strerror", None) or str(error) or "out of memory"
            raise busy(f"the server cannot start a process ({reason})", 60) from error

    def _end(self, key: Any, result: "asyncio.Future[Any]") -> None:
        self._unfinished -= 1
        if result.cancelled() or result.exception():
            self._results.pop(key, None)


_shares: Any = ()


def _prepare(shares: Any) -> None:
    """Prepare a new process: it leaves Ctrl-C to the server, yields the processor to lookups, and ends with it."""
    global _shares
    _shares = shares
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    Thread(target=_end_with_server, daemon=True).start()


def _alone(shares: Any, job: Callable[..., object], arguments: tuple[Any, ...]) -> None:
    _prepare(shares)
    job(*arguments)


def _end_with_server() -> None:
    if server := multiprocessing.parent_process():
        server.join()
        signal.raise_signal(signal.SIGTERM)


def _solve(make: Make, rules: Rules, library: str, slot: int) -> None:
    """Make a book, write down how far it is, and end when told to."""

    def tell(stage: str, done: int, total: int | None = None, note: str = "") -> None:
        if _shares[slot] == _STOP:
            raise busy("the solve was ended")
        if total:
            _shares[slot] = done / total

    make(rules, library, tell)
