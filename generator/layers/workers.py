"""Workers that the chunks of a layer are given to: threads of this process, or any ``concurrent.futures.Executor``.

A task is a function of a module and its arguments, and its result is all that it gives back. So it may run in a thread,
in another process or on another machine.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from itertools import count
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from oxobook.book.errors import CannotWrite
from oxobook.generator.layers.layer import DamagedChunk
from oxobook.generator.machine import Machine, free_memory, processors

if TYPE_CHECKING:
    from concurrent.futures import Executor

_Result = TypeVar("_Result")

AHEAD = 4
"""Number of tasks in flight for each worker: none is idle, and few results wait for the book. Neither Dask nor the
standard library bounds what is submitted."""
_TRIES = 5  # number of times that a task which finds damage is repeated before the disk is blamed


def threads(number: int) -> "Executor":
    """Return a pool of ``number`` threads."""
    from concurrent.futures import ThreadPoolExecutor  # many callers need no threads

    return ThreadPoolExecutor(number)


class Workers:
    """Workers that tasks are given to; a context manager.

    Tasks run in the executor that the machine names, and it stays open; by default in threads, which end with the
    context, or a single one at once in the caller's.
    """

    def __init__(self, machine: Machine = Machine()) -> None:  # noqa: B008
        self._jobs, self._memory, self.chunks = machine.jobs or processors(), machine.memory, machine.chunks
        self._given: Executor | None = None if isinstance(machine.cluster, str | int) else machine.cluster
        self.share_memory = self._given is None
        """True if the workers are threads of this process, and share its memory."""
        self.processes = 1 if self.share_memory else self._jobs
        """Number of processes that the workers run in, as far as is known."""

    def __enter__(self) -> "Workers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._given is None and "_executor" in self.__dict__:
            self._executor.shutdown(cancel_futures=True)

    @property
    def jobs(self) -> int:
        """Number of tasks that can run at once."""
        return self._jobs

    def limit(self, jobs: int) -> None:
        """Let ``jobs`` tasks run at once; called before the first one begins."""
        self._jobs = jobs

    @cached_property
    def memory(self) -> int:
        """Number of bytes that the work may take."""
        return self._memory or free_memory()

    def map(
        self,
        function: Callable[..., _Result],
        items: Iterable[tuple[Any, ...]],
        repair: Callable[[DamagedChunk], None] | None = None,
    ) -> Iterator[_Result]:
        """Yield the function's result for each item's arguments, in their order, taken as they are needed.

        If a task finds a chunk damaged, ``repair`` is called and the task is repeated. Raises CannotWrite if it finds
        damage again and again.
        """
        begun: deque[tuple[tuple[Any, ...], Callable[[], _Result]]] = deque()
        for item in items:
            begun.append((item, self._begin(function, item)))
            if len(begun) >= self.jobs * AHEAD:
                yield self._ended(function, *begun.popleft(), repair)
        while begun:
            yield self._ended(function, *begun.popleft(), repair)

    def _begin(self, function: Callable[..., _Result], item: tuple[Any, ...]) -> Callable[[], _Result]:
        """Begin a task; return the function that returns its result or raises its error."""
        if self._given is None and self._jobs == 1:
            return partial(function, *item)
        return self._executor.submit(function, *item).result

    def _ended(
        self,
        function: Callable[..., _Result],
        item: tuple[Any, ...],
        result: Callable[[], _Result],
        repair: Callable[[DamagedChunk], None] | None,
    ) -> _Result:
        for tries in count():
            try:
                return result()
            except DamagedChunk as damage:
                if repair is None:
                    raise
                if tries == _TRIES:
                    raise CannotWrite(
                        f"{damage}, and was made again {_TRIES} times: check the disk and call again; finished work is "
                        "kept"
                    ) from damage
                repair(damage)
                result = self._begin(function, item)
        raise AssertionError

    @cached_property
    def _executor(self) -> "Executor":
        return self._given or threads(self.jobs)
