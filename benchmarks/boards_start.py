"""Every board of the tables in docs/results, started under the memory that is stated for it.

    python -m benchmarks.boards_start [SECONDS [RULES ...]]     default 10 seconds a board: some four minutes in all

Commands in the documentation and the Makefile that give a board ``--memory`` are started too. Ends with 1 if a board
ends with an error within its seconds; one that is done by then is fine. What was begun is removed. The stated memory is
what a process was seen to take; if the plan needs more than that, it is given that.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psutil

from benchmarks.large import compile_now
from benchmarks.timing import machine, print_table
from oxobook.book import Rules
from oxobook.generator.plan import plan_book

ROOT = Path(__file__).parents[1]
SECONDS = 10.0
UNITS = {"MB": 10**6, "GB": 10**9}
BOARD = r"\d+x\d+x\d+(?:-misere)?(?:-gravity)?"
COMMAND = re.compile(rf"oxobook generate ({BOARD})([^`\n]*--memory (\d+[MG]B)[^`\n]*)")
PAUSE = 0.05  # seconds


class Start(NamedTuple):
    """Board to start."""

    rules: Rules
    memory: int
    """Bytes that are stated for it."""
    options: tuple[str, ...] = ()
    """Other options of the command."""


def size(text: str) -> int:
    """Return the bytes that a text such as ``5,663 MB`` or ``8 GB allowed`` states."""
    found = re.match(r"([\d,.]+) ?([MG]B)", text)
    if not found:
        raise SystemExit(f"expected a size such as 500 MB; got {text!r}")
    return round(float(found[1].replace(",", "")) * UNITS[found[2]])


def tabled(text: str) -> Iterator[Start]:
    """Yield the boards of a document's tables that have a column of memory."""
    column = None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells[:1] == ["board"]:
            column = next((place for place, name in enumerate(cells) if name in ("memory", "peak memory")), None)
        elif not cells:
            column = None
        elif column is not None and re.fullmatch(BOARD, cells[0]):
            yield Start(Rules.parse(cells[0]), size(cells[column]))


def commanded(text: str) -> Iterator[Start]:
    """Yield the commands of a document that give a board ``--memory``."""
    for board, options, memory in COMMAND.findall(text):
        workers = re.search(r"--workers \d+", options)
        yield Start(Rules.parse(board), size(memory), tuple(workers[0].split()) if workers else ())


def starts() -> list[Start]:
    """Return the boards to start: those of tables with the least memory that is stated for each, then the commands."""
    least: dict[Rules, Start] = {}
    results = [path.read_text() for path in sorted((ROOT / "docs/results").glob("*.md"))]
    guides = [path.read_text() for path in [ROOT / "Makefile", *sorted((ROOT / "docs/how-to").glob("*.md"))]]
    for text in results:
        for one in tabled(text):
            least[one.rules] = min(one, least.get(one.rules, one), key=lambda start: start.memory)
    return [*least.values(), *dict.fromkeys(one for text in results + guides for one in commanded(text))]


def tried(start: Start, seconds: float) -> tuple[list[str], bool]:
    """Start a board and end it after some seconds; returns its row of the table, and whether it ended with an error."""
    memory = max(start.memory, plan_book(start.rules).needed_memory)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "oxobook", "generate", str(start.rules), "--memory", f"{memory / 1e6:.6f}MB"]
        command += [*start.options, "--out", f"{folder}/book.sqlite"]
        began, peak = time.perf_counter(), 0
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
        ) as process:
            while process.poll() is None and time.perf_counter() - began < seconds:
                peak = max(peak, taken(process.pid))
                time.sleep(PAUSE)
            took, code = time.perf_counter() - began, process.poll()
            if code is None:
                os.killpg(process.pid, signal.SIGKILL)
            said = process.stderr.read() if process.stderr else ""
    end = f"goes on after {took:.0f} s" if code is None else f"done in {took:.1f} s"
    if code:
        end = f"ended with {code}: {' '.join(said.split())[-200:]}"
    name = " ".join([str(start.rules), *start.options])
    return [name, f"{start.memory / 1e6:,.0f} MB", f"{memory / 1e6:,.0f} MB", f"{peak / 1e6:,.0f} MB", end], bool(code)


def taken(pid: int) -> int:
    """Return the bytes of memory that a process and those it has started take."""
    total = 0
    try:
        process = psutil.Process(pid)
        for one in [process, *process.children(recursive=True)]:
            total += one.memory_info().rss
    except psutil.NoSuchProcess:
        pass  # it has just ended
    return total


def main() -> None:
    """Start the boards, or those named, and print what became of each."""
    seconds = float(sys.argv[1]) if sys.argv[1:] else SECONDS
    print(machine("numpy", "numba"), flush=True)
    for engine in ("dense", "gravity"):
        compile_now(engine)
    rows, failed = [["", "stated", "allowed", "peak until then", ""]], 0
    for start in starts():
        if not sys.argv[2:] or str(start.rules) in sys.argv[2:]:
            row, ended = tried(start, seconds)
            rows.append(row)
            failed += ended
            print(*row, sep="  ", file=sys.stderr, flush=True)
    print_table("Boards started", rows)
    if failed:
        raise SystemExit(f"{failed} of {len(rows) - 1} boards ended with an error")


if __name__ == "__main__":
    main()
