"""Render pool: a few processes that draw pictures, so that a slow one delays nothing else.

Graphviz keeps Python's lock while it lays out a graph: drawn in a thread, the largest graph stops every lookup for most
of a second. A process can also be ended: one that takes too long, or is killed, is replaced. ``multiprocessing`` runs
the processes, each in a pool of its own so that it is ended alone; the waiting is our own, for a thread that waits
would keep the server from ending. New books are tried in such processes too.
"""

import asyncio
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

from oxobook.viewer.web.server.refusal import Refusal

AT_ONCE = 2
WAITING = 16
FOR_A_CLIENT = 4
"""Largest number of pictures, drawn or waiting, that one client has begun, to leave places for others."""
SECONDS = 30.0

T = TypeVar("T")


class TakesTooLong(Refusal):
    """The process did not finish its work in time."""

    def __init__(self) -> None:
        busy = _busy("expected a picture that can be drawn in time; this one takes too long")
        super().__init__(busy.status, busy.detail, busy.headers)


class RenderPool:
    """Pool that draws ``AT_ONCE`` pictures at a time; equal requests share one drawing.

    Up to ``waiting`` more may wait, and each is given up ``seconds`` after it was begun.
    """

    def __init__(self, waiting: int | None = None, seconds: float | None = None) -> None:
        self._waiting = WAITING if waiting is None else waiting
        self._seconds = seconds
        self._pools: list[Pool | None] = [None] * AT_ONCE
        """Places, each with its process; None if it has none yet."""
        self._free = list(range(AT_ONCE))
        self._places = asyncio.Semaphore(AT_ONCE)
        self._drawing: dict[tuple[object, ...], asyncio.Task[Any]] = {}
        self._begun: Counter[str] = Counter()
        """Number of pictures that each client has begun."""
        self._closed = False

    async def run(self, picture: Callable[..., T], *arguments: object, client: str = "") -> T:
        """Return ``picture(*arguments)``; raises its errors, or Refusal if there is too much to draw."""
        wanted = (picture, *arguments)
        task: asyncio.Task[T] | None = self._drawing.get(wanted)
        if task is None:
            self._require_place(client)
            task = self._drawing[wanted] = asyncio.create_task(self._drawn(picture, arguments))
            self._begun[client] += 1
            task.add_done_callback(lambda _: self._forget(wanted, client))
        try:
            return await asyncio.shield(task)  # who stops waiting does not stop it for the others
        except asyncio.CancelledError as error:
            if task.cancelled():
                raise _ending() from error
            raise

    def close(self) -> None:
        """Give up all drawing, end the processes, and draw no more: a request may still wait behind another."""
        self._closed = True
        for task in self._drawing.values():
            task.cancel()
        for pool in filter(None, self._pools):
            pool.terminate()
        self._pools = [None] * AT_ONCE

    def rest(self) -> None:
        """End the processes if nothing is being drawn; the next picture gets new ones."""
        for place in range(0 if self._drawing else AT_ONCE):
            self._end_process(place)

    def _end_process(self, place: int) -> None:
        """End a process without waiting for its end, which may take seconds on a busy machine."""
        pool, self._pools[place] = self._pools[place], None
        if pool is not None:
            Thread(target=pool.terminate, daemon=True).start()

    def _require_place(self, client: str) -> None:
        """Raise Refusal if a client may begin no other picture."""
        if self._closed:
            raise _ending()
        if client and self._begun[client] >= FOR_A_CLIENT:
            detail = f"expected at most {FOR_A_CLIENT} pictures at a time; wait for the others"
            raise Refusal(429, detail, {"retry-after": "5"})
        if len(self._drawing) >= AT_ONCE + self._waiting:
            raise _busy("expected fewer pictures at a time; others are being drawn")

    def _forget(self, wanted: tuple[object, ...], client: str) -> None:
        """Remove a picture that is done."""
        del self._drawing[wanted]
        self._begun[client] -= 1
        if not self._begun[client]:
            del self._begun[client]

    async def _drawn(self, picture: Callable[..., T], arguments: tuple[object, ...]) -> T:
        """Return one picture, drawn by a free process."""
        async with self._places:
            place = self._free.pop()
            pool = self._pools[place] = self._pools[place] or _process()
            drawn: Future[T] = Future()
            drawn.set_running_or_notify_cancel()  # from here on it can be given up, but not called back
            pool.apply_async(picture, arguments, callback=drawn.set_result, error_callback=drawn.set_exception)
            try:
                return await asyncio.wait_for(asyncio.wrap_future(drawn), self._seconds or SECONDS)
            except TimeoutError as error:
                self._end_process(place)
                raise TakesTooLong from error
            finally:
                self._free.append(place)


def _process() -> Pool:
    """Start a process and return its pool."""
    with _ctrl_c_held():
        return multiprocessing.get_context("spawn").Pool(1, _settle)


@contextmanager
def _ctrl_c_held() -> Iterator[None]:
    """Keep Ctrl-C from processes started in the block, from their first moment; here it waits."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # before, for starting it lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle() -> None:
    """Prepare a process for drawing: it leaves Ctrl-C to the server, and the processor to the lookups."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)


def _ending() -> Refusal:
    return _busy("expected a server that goes on; this one is ending")


def _busy(detail: str) -> Refusal:
    return Refusal(503, f"{detail}: try again in a while", {"retry-after": "5"})
