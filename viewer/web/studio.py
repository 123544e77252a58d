"""The studio: a few processes that draw pictures, so that a slow one holds up nothing but itself.

Graphviz keeps Python's lock while it lays out a graph: drawn in a thread, the largest graph stops every lookup for most
of a second. A process can also be ended: one that takes too long, or is killed, is replaced. ``multiprocessing`` runs
the processes; the waiting is our own, for a thread that waits would keep the server from ending.
"""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from multiprocessing.pool import Pool

from viewer.web.refusal import Refusal

AT_ONCE = 2
WAITING = 16
SECONDS = 30.0

Picture = Callable[..., bytes]


class Studio:
    """Draws ``AT_ONCE`` pictures at a time; those who ask for one that is being drawn wait for the same."""

    def __init__(self) -> None:
        self._pool: Pool | None = None
        self._places = asyncio.Semaphore(AT_ONCE)
        self._drawing: dict[tuple[object, ...], asyncio.Task[bytes]] = {}
        self._closed = False

    async def draw(self, picture: Picture, *arguments: object) -> bytes:
        """What ``picture(*arguments)`` returns; raises what it raises, or Refusal when there is too much to draw."""
        wanted = (picture, *arguments)
        task = self._drawing.get(wanted)
        if task is None:
            if self._closed:
                raise _ending()
            if len(self._drawing) >= AT_ONCE + WAITING:
                raise _busy("expected fewer pictures at a time; others are being drawn")
            task = self._drawing[wanted] = asyncio.create_task(self._drawn(picture, arguments))
            task.add_done_callback(lambda _: self._drawing.pop(wanted))
        try:
            return await asyncio.shield(task)  # who stops waiting does not stop it for the others
        except asyncio.CancelledError as error:
            if task.cancelled():
                raise _ending() from error
            raise

    def close(self) -> None:
        """Give up what is being drawn, end the processes, and draw no more: a request may still wait behind another."""
        self._closed = True
        for task in self._drawing.values():
            task.cancel()
        self._end_processes()

    def _end_processes(self) -> None:
        """End the processes; the next picture gets new ones."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None

    async def _drawn(self, picture: Picture, arguments: tuple[object, ...]) -> bytes:
        """One picture, when a place is free."""
        async with self._places:
            pool = self._pool = self._pool or _processes()
            drawn: Future[bytes] = Future()
            drawn.set_running_or_notify_cancel()  # from here on it can be given up, but not called back
            pool.apply_async(picture, arguments, callback=drawn.set_result, error_callback=drawn.set_exception)
            try:
                return await asyncio.wait_for(asyncio.wrap_future(drawn), SECONDS)
            except TimeoutError as error:
                if pool is self._pool:
                    self._end_processes()
                raise _busy("expected a picture that can be drawn in time; this one takes too long") from error


def _processes() -> Pool:
    """The processes, on their way."""
    with _ctrl_c_held():
        return multiprocessing.get_context("spawn").Pool(AT_ONCE, _settle)


@contextmanager
def _ctrl_c_held() -> Iterator[None]:
    """Keep Ctrl-C off what is started meanwhile, from its first moment on; for this process it waits."""
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
    """Make a process ready to draw: it leaves Ctrl-C to the server, and the processor to the lookups."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)


def _ending() -> Refusal:
    return _busy("expected a server that goes on; this one is ending")


def _busy(detail: str) -> Refusal:
    return Refusal(503, f"{detail}: try again in a while", {"retry-after": "5"})
