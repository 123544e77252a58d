"""Making a book while system calls fail: one call after the other, each with every error, and what comes of it.

A small library in C, loaded before the C library, counts the calls that concern a folder, and lets one of them fail:
with no space, an error of the disk, or an interruption, or by writing half of what it was given. One process imports
everything and forks for each fault. After each, the file must be the previous one, or none, or the right new one; the
new one where the maker says that it was made; else the maker says in one line that it was not. Then, without a fault,
a maker called with --force must succeed, and leave nothing but the book.
"""

import ctypes
import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from tests.listening import At, Interrupted

SOURCE = Path(__file__).with_name("faulty_calls.c")
FAULTS = {
    "no space": (errno.ENOSPC, False),
    "no space from then on": (errno.ENOSPC, True),
    "error of the disk": (errno.EIO, False),
    "interrupted": (errno.EINTR, False),
    "half written": (0, False),
}
"""By name the error's number, 0 for a write that is cut short, and whether all later calls fail too."""


class Work(NamedTuple):
    """Work that is done while calls fail, in a folder that is made ready for it."""

    arguments: list[str]
    """The command's; ``{folder}`` stands for the folder."""
    prepare: Callable[[Path], None]
    result: str
    """The file that is made."""


class Tally(NamedTuple):
    """Outcome of one kind of fault in one kind of work."""

    work: str
    fault: str
    calls: int
    """The calls that concern the folder, and were failed one after the other, or as many of them as were asked for."""
    told: int
    """Makers that said in one line that they failed."""
    made: int
    """Makers that made the right file all the same."""
    wrong: list[str]
    """Results that should not happen."""


def works(folder: Path) -> dict[str, Work]:
    """Each kind of work by its name; ``folder`` takes what they start from."""
    from oxobook.book import Rules
    from oxobook.generator.generate import generate_book

    book, other, begun = folder / "3x3x3.sqlite", folder / "other.sqlite", folder / ".3x3x3.sqlite.unfinished"
    generate_book(Rules(misere=True), other)

    with suppress(Interrupted):
        generate_book(Rules(), book, engine="dense", tell=At("solve", 5))
    kept = begun.rename(folder / "begun")
    generate_book(Rules(), book)

    def there_was(previous: Path, place: str = "3x3x3.sqlite", **more: Path) -> Callable[[Path], None]:
        def prepare(target: Path) -> None:
            shutil.copy(previous, target / place)
            if "begun" in more:
                shutil.copy(more["begun"], target / begun.name)

        return prepare

    make = ["generate", "3x3x3", "--library", "{folder}", "--force"]
    dense = [*make, "--engine", "dense"]
    strategy = ["strategy", "--kind", "pick", "--library", "{folder}", "--force"]
    return {
        "a book of rows": Work(make, there_was(other), book.name),
        "a book of blocks": Work(dense, there_was(other), book.name),
        "a book of blocks that was begun": Work(dense, there_was(other, begun=kept), book.name),
        "a strategy": Work(strategy, there_was(book), book.name),
    }


def tallies(names: list[str], every: int) -> Iterator[Tally]:
    """Every kind of fault in each work of these names, at one call out of so many; all works where none is named."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "faulty_calls.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"], check=True)
        command = [sys.executable, "-m", "tests.io_faults", str(library), folder, str(every), *names]
        environment = os.environ | {"LD_PRELOAD": str(library)}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stdout is not None
            for line in process.stdout:
                yield Tally(*json.loads(line))
        assert process.returncode == 0, "the makers' process failed"


class _Maker:
    """Does one kind of work again and again, each time in a child process, in a folder made anew."""

    def __init__(self, library: ctypes.CDLL, work: Work, folder: Path) -> None:
        self._library, self._work, self._folder = library, work, folder
        self._arguments = [one.format(folder=folder) for one in work.arguments]
        self._place = folder / work.result
        self._prepare()
        self._previous = self._content()
        code, said, _ = self.run(-1, 0, False)
        assert code == 0, said
        self._right = self._content()
        assert self._right != self._previous

    def calls(self, error: int) -> int:
        """Return the number of calls that can fail in this way."""
        self._prepare()
        return self.run(-1, error, False)[2]

    def suffer(self, number: int, error: int, lasting: bool) -> tuple[bool, str]:
        """Let a call fail; whether the maker said that it failed, and what came of it that is wrong, or nothing."""
        self._prepare()
        code, said, _ = self.run(number, error, lasting)
        content = self._content()
        failed = code == 2 and said.splitlines()[-1:] != [] and said.splitlines()[-1].startswith("oxobook: ")
        if "Traceback" in said or not (code == 0 or failed):
            return failed, f"it ended with {code}: {said}"
        if content not in ((self._previous, self._right) if failed else (self._right,)):
            return failed, f"it ended with {code}, and the file is wrong"
        for hidden in self._folder.glob(".*"):  # an empty one counts as stale after a minute
            os.utime(hidden, (0, 0))
        code, said, _ = self.run(-1, 0, False)
        names = {name for name in os.listdir(self._folder) if name.startswith(".")}
        if code != 0 or self._content() != self._right or names:
            return failed, f"made again, it ended with {code}: {said} {names}"
        return failed, ""

    def run(self, number: int, error: int, lasting: bool) -> tuple[int, str, int]:
        """The exit code in a child in which that call fails, what it said, and how many calls there were."""
        from oxobook.commands.root import main

        with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as counted:
            child = os.fork()
            if not child:
                code = 1
                try:
                    os.dup2(said.fileno(), 2)
                    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                    self._library.faulty_arm(str(self._folder).encode(), ctypes.c_long(number), error, int(lasting))
                    main(self._arguments, prog_name="oxobook")
                except SystemExit as end:
                    code = end.code if isinstance(end.code, int) else 0
                finally:
                    calls = self._library.faulty_calls()
                    self._library.faulty_arm(b"", ctypes.c_long(-1), 0, 0)
                    os.write(counted.fileno(), b"%d" % calls)
                    os._exit(code)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            said.seek(0)
            counted.seek(0)
            return code, said.read().decode(), int(counted.read() or 0)

    def _prepare(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()
        self._work.prepare(self._folder)

    def _content(self) -> str:
        """All that the file holds, row by row: after a maker has begun again its pages may lie in another order."""
        if not self._place.exists():
            return ""
        try:
            with closing(sqlite3.connect(f"{self._place.as_uri()}?immutable=1", uri=True)) as connection:
                return str([*connection.execute("PRAGMA integrity_check"), *connection.iterdump()])
        except sqlite3.Error as error:
            return str(error)


def _main(library: str, folder: str, every: str, *names: str) -> None:
    """Print the tallies as JSON, in the process that forks."""
    faulty = ctypes.CDLL(library)
    faulty.faulty_calls.restype = ctypes.c_long
    start = Path(folder) / "start"
    start.mkdir()
    all_works = works(start)  # which loads everything, once for all children
    for name, work in all_works.items():
        if names and name not in names:
            continue
        maker = _Maker(faulty, work, Path(folder) / "made")
        for fault, (error, lasting) in FAULTS.items():
            chosen = range(0, maker.calls(error), int(every))
            found = [maker.suffer(number, error, lasting) for number in chosen]
            told = sum(failed for failed, _ in found)
            wrong = [f"call {number}: {what}" for number, (_, what) in zip(chosen, found, strict=True) if what]
            print(json.dumps([name, fault, len(chosen), told, len(chosen) - told - len(wrong), wrong]), flush=True)


if __name__ == "__main__":
    _main(*sys.argv[1:])
