"""Files whose structure was made to do harm: each is opened, looked up and verified within bounds of time and memory.

Run from the root: python -m tests.campaigns.hostile_files [FILES] [--first NUMBER] [--processes N]. A small right
book of rows, blocks or blocks under gravity, in pages of 512 to 4,096 bytes, is harmed once to three times. Some files
are sparse besides, and some are cut. The files are read in processes with limited memory; where one is gone or has not
answered for long, the file is counted and the next process goes on behind it. The same numbers make the same files.
"""

import resource
import sqlite3
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from faulthandler import dump_traceback_later
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from signal import ITIMER_PROF, setitimer

import psutil

from oxobook.book import Book, Entry, Position, Rules
from oxobook.book.errors import OxobookError
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.verify import checks_of, verify_book
from oxobook.generator.generate import generate_book
from tests.campaigns.faults import all_positions
from tests.campaigns.forgery.structure import HARMS, page_size
from tests.campaigns.numbered import Meet, campaign

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
ENDINGS = ("plain",) * 12 + ("sparse", "sparse", "cut")


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


def build(right: Right, number: int) -> tuple[int, bytes, str]:
    """Return the number's book, bytes, and what else is done to the file."""
    chance = Random(number)
    book, size, ending = chance.randrange(len(BOOKS)), chance.choice(SIZES), chance.choice(ENDINGS)
    content = bytearray(right.files[book, size])
    chosen = chance.choices([*HARMS], k=chance.choice((1, 1, 2, 3)))
    for name in sorted(chosen, key=[*HARMS].index):
        with suppress(LookupError, ValueError, sqlite3.Error):
            HARMS[name](content, chance)
    if ending == "cut":
        del content[chance.randrange(1, len(content)) :]
    return book, bytes(content), ending


def read(right: Right, path: Path, number: int) -> str:
    """Open a file, look everything up and verify it; return what became of it."""
    book, content, ending = build(right, number)
    path.write_bytes(content)
    if ending == "sparse":
        _stretch(path, Random(-number))
    began, looked = time.process_time(), "refused"
    with suppress(OxobookError), Book.open(path) as opened:
        looked = look_up(opened, right.answers[book])
    asked = time.process_time() - began
    try:
        wrong = (check.wrong for check in checks_of(path))
        verdict = "wrong" if (sum(wrong) if number % WHOLE == 0 else any(wrong)) else "right"
    except OxobookError:
        verdict = "refused"
    proved = time.process_time() - began - asked
    if verdict == "right" and looked != "all right":
        return f"PASSED WRONGLY {looked}"
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


def begun(right: Right, folder: Path, place: int) -> Meet:
    """Return what reads a file in one of several processes, and limit that one's memory."""
    verify_book(folder / "right.sqlite")
    size = psutil.Process().memory_info().vms
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, size + MEMORY))
    watched = count()

    def met(number: int) -> Counter[str]:
        if next(watched) % WATCHED == 0:
            dump_traceback_later(WAIT, exit=True)
        setitimer(ITIMER_PROF, HANG)  # which ends the process
        said = read(right, folder / f"{place}.sqlite", number)
        return Counter({said: 1} if said[1].islower() else {said.split()[0]: 1, f"! {number}: {said}": 1})

    return met


def print_tables(fates: Counter[str]) -> None:
    """Print what came of the files."""
    for fate, number in fates.most_common():
        if not fate.startswith("! "):
            print(f"| {fate} | {number:,} |")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        start = partial(begun, Right(Path(folder)), Path(folder))
        campaign(lambda files: start, "files", 100_000, print_tables)
