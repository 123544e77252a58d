"""Places where chunks of work run: any ``concurrent.futures.Executor``, by default a pool of threads made here.

A chunk is a function of a module and its arguments, and what it returns is all that it does. So it may run in a thread,
in another process or on another machine: pass such an executor to ``generate_book``.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from math import ceil
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from oxobook.book.errors import TooLarge
from oxobook.book.game.rules import Rules
from oxobook.generator.machine import free_memory, processors
from oxobook.generator.units import in_bytes

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

_Result = TypeVar("_Result")

_AHEAD = 2  # chunks submitted for each worker: no worker is idle, and few results wait
_LATE = 8  # times as many results may wait for a late one, whose worker may have died


def threads(count: int) -> "Executor":
    """Return a pool of ``count`` threads."""
    from concurrent.futures import ThreadPoolExecutor  # many callers need no threads

    return ThreadPoolExecutor(count)


def here() -> "Executor":
    """Return an executor that runs each chunk at once, in the calling thread."""
    from concurrent.futures import Executor, Future

    class Here(Executor):
        def submit(self, fn: Callable[..., Any], /, *arguments: Any, **named: Any) -> "Future[Any]":
            done = Future[Any]()
            done.set_result(fn(*arguments, **named))
            return done

    return Here()


class Workers:
    """Workers that chunks are given to; a context manager.

    ``jobs``: how many chunks can run at once, by default as many as there are processors. ``executor``: where they run,
    and it stays open; by default in threads, which end with the context. ``memory``: the bytes that all of it may take,
    by default what is free.
    """

    def __init__(self, jobs: int | None = None, executor: "Executor | None" = None, memory: int | None = None) -> None:
        self._jobs = jobs or processors()
        self.share_memory = executor is None
        """True if the workers are threads of this process, and share its memory."""
        self.processes = 1 if executor is None else self._jobs
        """Number of processes that the workers run in, as far as is known."""
        self._memory = memory
        self._given = executor
        self.chunks: str | None = None
        """Path or URL of the folder for chunks that they share, if not beside the book."""

    def __enter__(self) -> "Workers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._given is None and "_executor" in self.__dict__:
            self._executor.shutdown()

    @property
    def jobs(self) -> int:
        """Number of chunks that can run at once."""
        return self._jobs

    @cached_property
    def memory(self) -> int:
        """Number of bytes that the work may take."""
        return self._memory or free_memory()

    def require_memory(self, rules: Rules, once: float, each: float) -> None:
        """Raise TooLarge unless the memory holds ``once`` bytes here and ``each`` bytes for every worker process."""
        if once + self.processes * each > self.memory:
            raise TooLarge(
                f"{rules} needs about {in_bytes(ceil(each))} of memory for each of the {self.processes} workers, and "
                f"{in_bytes(ceil(once))} for what starts them; {in_bytes(self.memory)} may be taken in all: give them "
                "more, or use fewer"
            )

    def map(self, function: Callable[..., _Result], chunks: Iterable[tuple[Any, ...]]) -> Iterator[_Result]:
        """Yield the function's result for each chunk's arguments, in the order of the chunks, taken as they are needed.

        While one takes long, others are started, up to a limit. Those not started when the caller stops are cancelled.
        """
        from concurrent.futures import FIRST_COMPLETED, wait

        waiting: deque[Future[_Result]] = deque()
        try:
            for chunk in chunks:
                waiting.append(self._executor.submit(function, *chunk))
                while waiting and (waiting[0].done() or len(waiting) > self.jobs * _AHEAD * _LATE):
                    yield waiting.popleft().result()
                while len(under_way := [one for one in waiting if not one.done()]) > self.jobs * _AHEAD:
                    wait(under_way, return_when=FIRST_COMPLETED)
                    while waiting and waiting[0].done():
                        yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()

    @cached_property
    def _executor(self) -> "Executor":
        return self._given or threads(self.jobs)
