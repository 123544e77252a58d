"""Runner of checks, and the check of the file."""

import time
from collections.abc import Callable, Generator
from functools import partial
from typing import TypeVar

from oxobook.book.errors import BookError, NoAnswer
from oxobook.book.progress import Tell
from oxobook.book.store.reader import Store
from oxobook.book.verify.verdict import Check, Findings

T = TypeVar("T")


class Unreadable(Exception):
    """End of the checks of a book that cannot be read."""


class Checks:
    """Runner of checks: each is timed, and has findings of its own."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.wrong = set[str]()
        """Names of the checks that have found something."""

    def run(self, name: str, look: Callable[[Findings], T]) -> Generator[Check, None, T]:
        """Yield the check that ``look`` makes, and return what it returns; raises Unreadable after the check.

        What it has checked it says in ``Findings.checked``.
        """
        started, found, results = time.perf_counter(), Findings(tell=partial(self._tell, name)), list[T]()
        found.tell(0)
        try:
            results.append(look(found))
        except NoAnswer:
            raise
        except BookError as error:
            found.add(None, "file", "readable", str(error))
            found.checked = "not finished"
        if found.count:
            self.wrong.add(name)
        yield Check(name, found.checked, found.count, tuple(found.first), time.perf_counter() - started)
        if not results:
            raise Unreadable
        return results[0]


def check_file(store: Store, found: Findings) -> None:
    """Run the database's own check of its files, if it has one."""
    found.checked, wrong = store.database.check()
    for message in wrong:
        found.add(None, "file", "sound", message)
