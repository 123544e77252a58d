"""Making a layer chunk by chunk: finished chunks are taken as they are, and workers make the others."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from oxobook.book.errors import CannotWrite
from oxobook.generator.work.chunk_file import Chunk, Cut, DamagedChunk, is_finished, read_chunk
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.workers import Workers

_TRIES = 5  # number of times that a task which finds damage is repeated before the disk is blamed

_CHECKED = 32  # number of files that one task checks: a cluster takes longer to schedule a task than to check a file


class Task(NamedTuple):
    """Call for a worker: a function of a module, and names and numbers."""

    function: Callable[..., None]
    arguments: tuple[Any, ...]


class LayerWork(Protocol):
    """Protocol of a layer to be made, for an engine to implement."""

    cut: Cut
    at_once: int
    """Largest number of chunks that one task makes."""

    def task(self, first: int, stop: int) -> Task:
        """Return the task that makes the chunks from ``first`` up to ``stop``."""

    def restore(self, name: str) -> None:
        """Make a lost or damaged file again that the tasks read; raises BookError if that is impossible."""


def finished_chunks(folder: Folder, cut: Cut, workers: Workers) -> set[int]:
    """Return the numbers of a layer's finished chunks."""
    names = folder.names()
    there = [number for number in range(cut.chunks) if cut.name(number) in names]
    sound = checked(is_finished, folder, [cut.name(number) for number in there], workers)
    return {number for number, whole in zip(there, sound, strict=True) if whole}


def checked(
    test: Callable[[Folder, str], bool], folder: Folder, names: Sequence[str], workers: Workers
) -> Iterator[bool]:
    """Yield whether each file passes a test, in the order of the names."""
    some = (names[start : start + _CHECKED] for start in range(0, len(names), _CHECKED))
    for results in workers.map(_tested, ((test, folder, one) for one in some)):
        yield from results


def _tested(test: Callable[[Folder, str], bool], folder: Folder, names: Sequence[str]) -> list[bool]:
    return [test(folder, name) for name in names]


def made_chunks(work: LayerWork, folder: Folder, workers: Workers, there: set[int]) -> Iterator[Chunk]:
    """Yield all chunks of a layer in their order, those that are not ``there`` made first."""
    return _Pass(work, folder, workers).chunks(there)


class _Pass:
    """Pass over the chunks of one layer."""

    def __init__(self, work: LayerWork, folder: Folder, workers: Workers) -> None:
        self._work = work
        self._folder = folder
        self._workers = workers
        self._restored: set[str] = set()

    def chunks(self, there: set[int]) -> Iterator[Chunk]:
        """See ``made_chunks``."""
        count = self._work.cut.chunks
        runs = list(_runs(count, there, self._work.at_once))
        results = self._workers.map(_attempt, (self._work.task(*run) for run in runs))
        waiting, made = iter(runs), 0
        for number in range(count):
            if number not in there and number >= made:
                first, made = next(waiting)
                self._insist(first, made, next(results))
            yield self._taken(number)

    def _insist(self, first: int, stop: int, damage: DamagedChunk | None) -> None:
        """Repeat a task until it finds no damage, and restore what it finds damaged."""
        tries = 0
        while damage is not None:
            tries += 1
            _require_luck(tries, damage)
            if tries > 1 or damage.name not in self._restored:  # else the task began before it was restored
                self._work.restore(damage.name)
                self._restored.add(damage.name)
            damage = self._done(first, stop)

    def _taken(self, number: int) -> Chunk:
        """Read a chunk that was made; if it is damaged by now, have it made again."""
        tries = 0
        while True:
            try:
                return read_chunk(self._folder, self._work.cut.name(number))
            except DamagedChunk as damage:
                tries += 1
                _require_luck(tries, damage)
            self._insist(number, number + 1, self._done(number, number + 1))

    def _done(self, first: int, stop: int) -> DamagedChunk | None:
        """Run the task for some chunks now, and return the damage that it finds, or None."""
        return next(self._workers.map(_attempt, [self._work.task(first, stop)]))


def _runs(count: int, there: set[int], at_once: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the end of each run of chunks to be made, none longer than ``at_once``."""
    first = 0
    for number in range(count + 1):
        if number == count or number in there or number - first == at_once:
            if first < number:
                yield first, number
            first = number + (number in there)


def _attempt(function: Callable[..., None], arguments: tuple[Any, ...]) -> DamagedChunk | None:
    """Run a task, and return the damage in what it reads, or None."""
    try:
        function(*arguments)
    except DamagedChunk as damage:
        return damage
    return None


def _require_luck(tries: int, damage: DamagedChunk) -> None:
    if tries > _TRIES:
        raise CannotWrite(
            f"{damage}, and was made again {_TRIES} times: check the disk and call again; finished chunks are kept"
        ) from damage
