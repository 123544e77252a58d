"""Pairs of makers of the same book, started together, each held up for a random time at any line of what names files.

One process imports everything and forks two makers for each pair. They are held up by a trace function, which is called
before each line of the modules that open, lock, write and name files: so in every step between the closing of the
tables and the name, and in every other one.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

MODULES = tuple(f"book/store/{name}.py" for name in ("new_file", "block_writer", "writer"))
OFTEN, LONGEST = 0.1, 0.01
"""The share of lines before which a maker is held up, and the most seconds."""


class Pair(NamedTuple):
    """Two makers, and their outcomes."""

    ends: list[tuple[list[str], int, str]]
    """The arguments, exit code, and what was printed on standard error, of each."""
    names: list[str]
    """Names in the folder afterwards."""
    digest: str
    """The digest of the book that is there, empty where verify finds it wrong."""


def pairs(folder: Path, count: int) -> Iterator[Pair]:
    """Run a number of pairs, each in ``folder`` made empty, and return their outcomes."""
    command = [sys.executable, "-m", "tests.pairs", str(folder), str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            ends, names, digest = json.loads(line)
            yield Pair([(arguments, code, said) for arguments, code, said in ends], names, digest)
    assert process.returncode == 0, "the makers' process failed"


def _maker(arguments: list[str], said: int, seed: int) -> int:
    """The number of a child process that runs the command, held up."""
    from oxobook.commands.root import main

    child = os.fork()
    if child:
        return child
    os.dup2(said, 2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    chance = random.Random(seed)

    def hold_up(frame: FrameType, event: str, detail: Any) -> Any:
        if not frame.f_code.co_filename.endswith(MODULES):
            return None
        if event == "line" and chance.random() < OFTEN:
            time.sleep(chance.uniform(0, LONGEST))
        return hold_up

    code = 1
    try:
        time.sleep(chance.uniform(0, 0.1))
        sys.settrace(hold_up)
        main(arguments, prog_name="oxobook")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    finally:
        os._exit(code)


def _main(folder: str, count: str) -> None:
    """Print what becomes of the pairs as JSON, in the process that forks."""
    from oxobook.book import Book, Rules
    from oxobook.book.verify import verify_book
    from oxobook.generator.generate import generate_book

    place = Path(folder)
    generate_book(Rules(2, 2, 2), place / "loads everything", engine="dense")
    for number in range(int(count)):
        for path in place.iterdir():
            path.unlink()
        chance = random.Random(number)
        makers = []
        for side in range(2):
            engine = chance.choice(["dense", "dense", "dense", "frontier"])
            arguments = [
                "generate",
                "2x3x3",
                "--library",
                folder,
                "--engine",
                engine,
                *["--force"][: chance.randrange(2)],
            ]
            said = tempfile.TemporaryFile()  # noqa: SIM115 - closed when both have ended
            makers.append((arguments, said, _maker(arguments, said.fileno(), 2 * number + side)))
        ends = []
        for arguments, said, child in makers:
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            said.seek(0)
            ends.append((arguments, code, said.read().decode()))
            said.close()
        book, digest = place / "2x3x3.sqlite", ""
        if verify_book(book).right:
            with Book.open(book) as opened:
                digest = opened.info.digest
        print(json.dumps([ends, sorted(os.listdir(folder)), digest]), flush=True)


if __name__ == "__main__":
    _main(*sys.argv[1:])
