"""Files whose structure was made to do harm: each is opened, looked up and verified within bounds of time and memory.

Run from the root: python -m tests.torture.hostile_files [FILES] [--first NUMBER]. A small right book of
rows, blocks or blocks under gravity, in pages of 512 to 4,096 bytes, is harmed once to three times. Some files are
sparse besides, some are cut, some grow while they are read, and some are replaced by a right book, or replace one. The
files are read in a process of its own with limited memory; where it is gone or has not answered for long, the file is
counted and the next process goes on behind it. The same numbers make the same files.
"""

import argparse
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from faulthandler import dump_traceback_later
from pathlib import Path
from random import Random
from signal import ITIMER_PROF, setitimer
from threading import Event, Thread

import psutil

from oxobook.book import Book, Entry, Position, Rules
from oxobook.book.errors import OxobookError
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.verify import checks_of, verify_book
from oxobook.generator.generate import generate_book
from tests.faults import all_positions
from tests.torture.forgery.structure import HARMS, page_size, roots

BOOKS = (("2x3x2", "frontier"), ("2x3x2", "dense"), ("2x3x2-gravity", "gravity"))
SIZES = 512, 1024, 4096
LOOKUP, VERIFY = 1.0, 3.0
"""Seconds of the processor within which all lookups are answered or refused, and verify has a verdict."""
MEMORY = 256 << 20
"""Bytes that reading may take beyond what the process has at first."""
WHOLE = 10
"""One file in this many is verified to the end; the others up to the first check that finds something."""
HANG = 60
"""Seconds of the processor after which a file is taken to hang."""
WAIT, WATCHED = 900, 50
"""Seconds after which this many files are taken to wait for something. To set that takes as long as a file."""
ENDINGS = ("plain",) * 12 + ("sparse", "sparse", "cut", "grows", "replaced", "replaces", "while read", "while read")


class Right:
    """Right books as bytes, and what they answer: one position of each orbit, as a file has one answer for all."""

    def __init__(self, folder: Path) -> None:
        self.files: dict[tuple[int, int], bytes] = {}
        self.answers: list[dict[Position, Entry]] = []
        for number, (rules, engine) in enumerate(BOOKS):
            path = folder / "right.sqlite"
            generate_book(Rules.parse(rules), path, engine=engine, replace=True)
            with Book.open(path) as book:
                group, apart = symmetry_group(book.rules), dict[int, Position]()
                for one in all_positions(book.rules):
                    apart.setdefault(group.canonical(one.x, one.o)[0], one)
                self.answers.append({one: book.probe(one) for one in apart.values()})
            for size in SIZES:
                with closing(sqlite3.connect(path, isolation_level=None)) as made:
                    made.execute(f"PRAGMA page_size = {size}")
                    made.execute("VACUUM")
                self.files[number, size] = path.read_bytes()
            assert verify_book(path).right


def build(right: Right, number: int) -> tuple[int, bytes, str, str]:
    """Return the number's book, bytes, harms, and what else is done to the file."""
    chance = Random(number)
    book, size, ending = chance.randrange(len(BOOKS)), chance.choice(SIZES), chance.choice(ENDINGS)
    content, harms = bytearray(right.files[book, size]), []
    chosen = chance.choices(HARMS, k=chance.choice((1, 1, 2, 3)))
    for harm in sorted(chosen, key=lambda harm: harm is not roots):  # which SQLite does, in a file not harmed yet
        with suppress(LookupError, ValueError, sqlite3.Error):
            harm(content, chance)
            harms.append(harm.__name__)
    if ending == "cut":
        del content[chance.randrange(1, len(content)) :]
    return book, bytes(content), "+".join(harms), ending


def read(right: Right, path: Path, number: int) -> str:
    """Open a file, look everything up and verify it; return what became of it."""
    book, content, _, ending = build(right, number)
    chance, whole = Random(-number), right.files[book, 4096]
    first, then = (whole, content) if ending == "replaces" else (content, whole)
    path.write_bytes(first)
    if ending == "sparse":
        _stretch(path, chance)
    done, other = Event(), path.with_name("other")
    with closing(_Meddler(path, other, then, ending, done)) as meddler:
        began = time.process_time()
        looked = "refused"
        with suppress(OxobookError), Book.open(path) as opened:
            if ending in ("replaced", "replaces"):
                meddler.replace()
            looked = look_up(opened, right.answers[book])
        asked = time.process_time() - began
        if ending == "replaces":
            path.write_bytes(content)
        try:
            wrong = (check.wrong for check in checks_of(path))
            verdict = "wrong" if (sum(wrong) if number % WHOLE == 0 else any(wrong)) else "right"
        except OxobookError:
            verdict = "refused"
        proved = time.process_time() - began - asked
    if ending in ("plain", "sparse", "cut") and verdict == "right" and looked != "all right":
        return f"PASSED WRONGLY {looked}"
    if ending == "replaces" and looked != "all right":
        return f"ANOTHER FILE'S ANSWER {looked}"
    if asked > LOOKUP or proved > VERIFY:
        return f"SLOW {asked:.1f} {proved:.1f}"
    return f"{looked}, verify: {verdict}"


def look_up(book: Book, answers: dict[Position, Entry]) -> str:
    """Return what the lookups come to."""
    wrong, refused = False, False
    for position, answer in answers.items():
        try:
            wrong |= book.rules != position.rules or book.probe(position) != answer
        except OxobookError:
            refused = True
    return "some wrong" if wrong else "some refused" if refused else "all right"


def _stretch(path: Path, chance: Random) -> None:
    """Let the file end far behind its pages, and its header say so, mostly."""
    content = bytearray(path.read_bytes()[:100])
    pages = chance.choice((*(1 << 16, 1 << 20, 1 << 24) * 3, (1 << 31) - 1))
    with path.open("r+b") as file, suppress(OSError):
        file.truncate(pages * (page_size(content) or 512))
        if chance.random() < 0.8:
            file.seek(28)
            file.write(pages.to_bytes(4, "big"))


class _Meddler:
    """Another process's part: the file grows or is replaced while it is read."""

    def __init__(self, path: Path, other: Path, content: bytes, ending: str, done: Event) -> None:
        self._path, self._other, self._content, self._done = path, other, content, done
        work = {"grows": self._grow, "while read": self._swap}.get(ending)
        self._thread = Thread(target=work) if work else None
        if self._thread:
            self._thread.start()

    def replace(self) -> None:
        """Replace the file once."""
        self._other.write_bytes(self._content)
        self._other.replace(self._path)

    def close(self) -> None:
        """Stop."""
        self._done.set()
        if self._thread:
            self._thread.join()

    def _grow(self) -> None:
        with self._path.open("ab", buffering=0) as file:
            while not self._done.wait(0.0005) and file.tell() < 1 << 24:
                file.write(self._content[:4096])

    def _swap(self) -> None:
        contents = [self._path.read_bytes(), self._content]
        while not self._done.wait(0.0005):
            contents.reverse()
            self._other.write_bytes(contents[0])
            self._other.replace(self._path)


def work(first: int, stop: int) -> None:
    """Read the files of these numbers, and print a line for each."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        right, path = Right(Path(folder)), Path(folder, "book.sqlite")
        verify_book(path.with_name("right.sqlite"))
        size = psutil.Process().memory_info().vms
        resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, size + MEMORY))
        for number in range(first, stop):
            if (number - first) % WATCHED == 0:
                dump_traceback_later(WAIT, exit=True)
            setitimer(ITIMER_PROF, HANG)  # which ends the process
            try:
                said = read(right, path, number)
            except Exception as error:
                said = f"TRACEBACK {error!r}"
            print(number, said, flush=True)


def main() -> None:
    """Read the files and print the table; the exit code is 1 where one is beyond a bound."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", type=int, nargs="?", default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        return work(asked.first, asked.first + asked.files)
    began, number, stop, fates, found = time.perf_counter(), asked.first, asked.first + asked.files, Counter[str](), []
    while number < stop:
        command = [
            sys.executable,
            "-m",
            "tests.torture.hostile_files",
            str(stop - number),
            "--first",
            str(number),
            "--worker",
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
            assert worker.stdout is not None
            for line in worker.stdout:
                said = line.split(" ", 1)[1].strip()
                fates[said if said[1].islower() else said.split()[0]] += 1
                if said[1].isupper():
                    found.append(line.strip())
                    print(found[-1], file=sys.stderr)
                number += 1
                if number % 1000 == 0:
                    print(f"{number:,} files, {time.perf_counter() - began:.0f} s, {dict(fates)}", file=sys.stderr)
        if worker.returncode:  # it is gone, with this file
            fates["GONE"] += 1
            found.append(f"{number} GONE {worker.returncode}")
            number += 1
    for fate, count in fates.most_common():
        print(f"| {fate} | {count:,} |")
    print(*found[:50], sep="\n")
    print(f"{sum(fates.values()):,} files, {time.perf_counter() - began:.0f} s, load {os.getloadavg()[0]:.1f}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
