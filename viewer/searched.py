"""Answers that take a search each: found by several threads, and kept in a journal, so that a later call goes on."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import local
from typing import IO

from oxobook.book.book import Book
from oxobook.book.errors import CannotWrite, masked
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Key
from oxobook.book.progress import Tell
from oxobook.book.store.new_file import told

Answer = tuple[int, ...]
Ask = Callable[[Book, Position], Answer]
"""Function that asks a book about a position; its name is the journal's, too."""
_AT_ONCE = 64  # questions of a thread that wait


def searched(
    book: Book, positions: Sequence[Position], ask: Ask, jobs: int, journal: Path | None, tell: Tell
) -> dict[Key, Answer]:
    """Return what ``ask`` finds of each position, by its key; what the ``journal`` holds is not asked again.

    Raises CannotWrite, also if the journal is of other questions.
    """
    head, own = f"{book.rules} {ask.__name__}\n", local()

    def answer(position: Position) -> Answer:
        if not hasattr(own, "book"):
            reopen, address = book.__reduce__()  # each thread has a search of its own
            own.book = reopen(*address)
        return ask(own.book, position)

    with _journal(journal, head) as (found, write), ExitStack() as stack:
        pool = ThreadPoolExecutor(jobs)
        stack.callback(pool.shutdown, cancel_futures=True)  # drops the questions that wait if one raises
        wanted = {position.key: position for position in positions if position.key not in found}
        keys, done = [*wanted], len(positions) - len(wanted)
        for start in range(0, len(keys), jobs * _AT_ONCE):
            some = keys[start : start + jobs * _AT_ONCE]
            for key, answered in zip(some, pool.map(answer, map(wanted.__getitem__, some)), strict=True):
                found[key] = answered
                write(f"{key} {' '.join(map(str, answered))}\n")
                done += 1
                tell("searching", done, len(positions))
    return found


@contextmanager
def _journal(path: Path | None, head: str) -> Iterator[tuple[dict[Key, Answer], Callable[[str], object]]]:
    """Yield what a journal holds, and a function that adds a line."""
    if path is None:
        yield {}, len
        return
    with told(path), open(path, "a+", buffering=1, encoding="ascii") as file:
        found = _kept(file, head, path)
        yield found, file.write


def _kept(file: IO[str], head: str, path: Path) -> dict[Key, Answer]:
    """Return the answers of a journal, and cut off a line that a killed process has begun; raises CannotWrite."""
    file.seek(0)
    text = file.read()
    if text and not text.startswith(head):
        raise CannotWrite(f"expected in {masked(path)!r} answers for {head.strip()!r}; it has others: remove it")
    whole = text[: text.rfind("\n") + 1]
    file.truncate(len(whole))
    if not whole:
        file.write(head)
    try:
        rows = [[*map(int, line.split())] for line in whole.splitlines()[1:]]
        return {key: tuple(answer) for key, *answer in rows}
    except ValueError:
        raise CannotWrite(f"expected in {masked(path)!r} a number of each answer; it is damaged: remove it") from None


def forget(journal: Path) -> None:
    """Remove a journal whose answers have been written."""
    journal.unlink(missing_ok=True)
