"""Questions about files, asked in threads: a disk that does not answer holds up only those who need its answer."""

import asyncio
from collections.abc import Callable
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from oxobook.viewer.web.server.refusal import Refusal

T = TypeVar("T")

ANSWER_SECONDS = 10.0
"""Seconds that a request waits for a file to be read: the disk that it is on may hang."""
_waiting: WeakSet[asyncio.Future[Any]] = WeakSet()  # answers that are waited for


class Patient:
    """Asks questions in a thread, one at a time; while one is late, others are refused. ``what`` is read."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._late: asyncio.Task[Any] | None = None
        self._turn = CapacityLimiter(1)

    async def ask(self, question: Callable[[], T]) -> T:
        """Return the answer to a question; raises Refusal if it does not come in time."""
        if not self.is_late:
            asked = unheard(asyncio.create_task(run_sync(question, limiter=self._turn)))
            _waiting.add(answer := asyncio.shield(asked))
            if (await asyncio.wait((answer,), timeout=ANSWER_SECONDS))[0] and not answer.cancelled():
                return answer.result()
            self._late = asked
        detail = f"the disk with {self._what} does not answer: try again in a minute"
        raise Refusal(503, detail, {"retry-after": "60"})

    @property
    def is_late(self) -> bool:
        """True if an answer has not come in time, and not since."""
        return self._late is not None and not self._late.done()


class Changing(Generic[T]):
    """Answer that changes in time; all who ask before the question has begun share one."""

    def __init__(self, question: Callable[[], T], patient: Patient) -> None:
        self._question = question
        self._patient = patient
        self._next: asyncio.Task[T] | None = None

    async def fresh(self) -> T:
        """Return the answer to the question, asked after this call; raises Refusal if it does not come in time."""
        asked = self._next
        if asked is None:
            asked = self._next = unheard(asyncio.create_task(self._patient.ask(self._begin)))
            asked.add_done_callback(self._end)
        return await asyncio.shield(asked)

    def _begin(self) -> T:
        self._next = None
        return self._question()

    def _end(self, asked: "asyncio.Task[T]") -> None:
        if self._next is asked:  # it was refused, or waited for its turn in vain
            self._next = None


def give_up() -> None:
    """Refuse all who wait for a disk, as the server is about to end."""
    for answer in [*_waiting]:
        answer.cancel()


def unheard(task: "asyncio.Task[T]") -> "asyncio.Task[T]":
    """Return a task whose error nobody need hear."""
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task
