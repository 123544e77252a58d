"""Render pool: a few processes that draw pictures, so that slow ones do not delay lookups.

Graphviz holds Python's lock while it lays out a graph, which would stop all lookups; and a process can be ended. Each
is in a pool of ``multiprocessing`` of its own, so that it can be ended alone. Waiting is done with asyncio, as a
waiting thread would keep the server from shutting down. New books are opened in such processes too.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from multiprocessing.pool import Pool
from threading import Thread
from typing import Any, TypeVar

from oxobook.book.processes import ctrl_c_held
from oxobook.viewer.web.server.refusal import Refusal

_log = logging.getLogger(__name__)

AT_ONCE = 2
WAITING = 16
FOR_A_CLIENT = 4
"""Largest number of pictures that one client may be drawing or waiting for."""
SECONDS = 30.0

T = TypeVar("T")


class TakesTooLong(Refusal):
    """The process did not finish its work in time."""


class ShuttingDown(Refusal):
    """The server ends: nothing is wrong with what was to be done."""


class CannotStart(Refusal):
    """The system starts no further process."""


@contextmanager
def starting_process() -> Iterator[None]:
    """Leave Ctrl-C to this process while another one is started; raises CannotStart."""
    try:
        with ctrl_c_held():
            yield
    except (OSError, MemoryError, RuntimeError) as error:  # Python raises the last one where no thread can be started
        reason = getattr(error, "strerror", None) or str(error) or "out of memory"
        _log.warning("no process can be started: %s", reason)
        detail = f"the server cannot start a process ({reason}): it needs more memory, or a higher limit of processes"
        raise CannotStart(503, detail, {"retry-after": "60"}) from error


class RenderPool:
    """Pool that draws ``AT_ONCE`` pictures at a time; equal requests share one drawing.

    Up to ``waiting`` more may wait. A picture that is not drawn within ``seconds`` is given up; after ``slow`` seconds
    it leaves its place to the next, and is drawn on beside it.
    """

    def __init__(self, waiting: int | None = None, seconds: float | None = None, slow: float | None = None) -> None:
        self._waiting = WAITING if waiting is None else waiting
        self._seconds = seconds
        self._slow = slow
        self._idle: list[Pool] = []
        """Processes that draw nothing, each in a pool of its own; ``_busy`` are the others."""
        self._busy: set[Pool] = set()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._drawing: dict[tuple[object, ...], asyncio.Task[Any]] = {}
        self._begun: Counter[str] = Counter()
        """Number of pictures that each client is drawing or waiting for."""
        self._closed = False
        self.trouble: CannotStart | None = None
        """Error of the last process that was to be started, if it could not."""

    async def run(self, picture: Callable[..., T], *arguments: object, client: str = "") -> T:
        """Return ``picture(*arguments)``; raises its errors, or Refusal if too much is being drawn."""
        wanted = (picture, *arguments)
        task: asyncio.Task[T] | None = self._drawing.get(wanted)
        if task is None:
            self._require_place(client)
            task = self._drawing[wanted] = asyncio.create_task(self.draw(picture, arguments))
            self._begun[client] += 1
            task.add_done_callback(lambda _: self._forget(wanted, client))
        try:
            return await asyncio.shield(task)  # a client that leaves must not cancel it for others
        except asyncio.CancelledError as error:
            if task.cancelled():
                raise _shutting_down() from error
            raise

    def close(self) -> None:
        """Give up all pictures, end the processes, and refuse further pictures."""
        self._closed = True
        for task in self._drawing.values():
            task.cancel()
        for pool in [*self._idle, *self._busy]:
            pool.terminate()
        self._idle.clear()

    def rest(self) -> None:
        """End the processes if nothing is being drawn; the next picture starts new ones."""
        while self._idle and not self._drawing:
            _end(self._idle.pop())

    def _require_place(self, client: str) -> None:
        if self._closed:
            raise _shutting_down()
        if client and self._begun[client] >= FOR_A_CLIENT:
            detail = f"only {FOR_A_CLIENT} pictures at a time are drawn for you: wait for the others"
            raise Refusal(429, detail, {"retry-after": "5"})
        if len(self._drawing) >= AT_ONCE + self._waiting:
            raise _busy("too many pictures are being drawn")

    def _forget(self, wanted: tuple[object, ...], client: str) -> None:
        del self._drawing[wanted]
        self._begun[client] -= 1
        if not self._begun[client]:
            del self._begun[client]

    async def draw(self, picture: Callable[..., T], arguments: tuple[object, ...]) -> T:
        """Return one picture, drawn by a free process."""
        async with self._places:
            drawing = asyncio.create_task(self._in_process(picture, arguments))
            try:
                await asyncio.wait((drawing,), timeout=self._slow)
            except asyncio.CancelledError:
                drawing.cancel()
                raise
        return await drawing

    def _process(self) -> Pool:
        try:
            with starting_process():
                pool = multiprocessing.get_context("spawn").Pool(1, prepare_process)
        except CannotStart as error:
            self.trouble = error
            raise
        self.trouble = None
        return pool

    async def _in_process(self, picture: Callable[..., T], arguments: tuple[object, ...]) -> T:
        """Return one picture, drawn by an idle or a new process."""
        pool = self._idle.pop() if self._idle else self._process()
        self._busy.add(pool)
        drawn: Future[T] = Future()
        drawn.set_running_or_notify_cancel()  # so that waiting can be given up, but cancels nothing in the pool
        pool.apply_async(picture, arguments, callback=drawn.set_result, error_callback=drawn.set_exception)
        try:
            await asyncio.wait((found := asyncio.wrap_future(drawn),), timeout=self._seconds or SECONDS)
        finally:
            self._busy.discard(pool)
            if drawn.done() and not self._closed and len(self._idle) < AT_ONCE:
                self._idle.append(pool)
            else:
                _end(pool)
        if not found.done():
            raise _busy("this takes too long to draw", TakesTooLong)
        return found.result()


def _end(pool: Pool) -> None:
    """End a process in the background, as this may take seconds on a busy machine."""
    Thread(target=pool.terminate, daemon=True).start()


def prepare_process() -> None:
    """Prepare a new process: it leaves Ctrl-C to the server, and yields the processor to lookups."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)


def _shutting_down() -> Refusal:
    return _busy("the server is shutting down", ShuttingDown)


def _busy(detail: str, kind: type[Refusal] = Refusal) -> Refusal:
    return kind(503, f"{detail}: try again in a while", {"retry-after": "5"})
