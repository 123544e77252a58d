"""Every board of the documentation's tables starts within the memory that is stated for it."""

import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from oxobook.book import Rules
from oxobook.generator.plan import plan_book

ROOT = Path(__file__).parents[2]
SECONDS = 10
UNITS = {"MB": 10**6, "GB": 10**9}
BOARD = r"\d+x\d+x\d+(?:-misere)?(?:-gravity)?"
COMMAND = re.compile(rf"oxobook generate ({BOARD})[^`\n]*--memory (\d+[MG]B)[^`\n]*")


def size(text):
    """The bytes that a text such as ``5,663 MB`` or ``8 GB allowed`` states."""
    number, unit = re.match(r"([\d,.]+) ?([MG]B)", text).groups()
    return round(float(number.replace(",", "")) * UNITS[unit])


def tabled():
    """The boards in tables with a column of memory, each with what is stated for it."""
    for path in sorted((ROOT / "docs/results").glob("*.md")):
        column = None
        for line in path.read_text().splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
            if cells[:1] == ["board"]:
                column = next((place for place, name in enumerate(cells) if name in ("memory", "peak memory")), None)
            elif not cells:
                column = None
            elif column is not None and re.fullmatch(BOARD, cells[0]):
                yield cells[0], size(cells[column])


def commanded():
    """The boards of commands with ``--memory`` in the guides and the Makefile."""
    for path in [ROOT / "Makefile", *sorted((ROOT / "docs").glob("*/*.md"))]:
        yield from ((board, size(memory)) for board, memory in COMMAND.findall(path.read_text()))


def least():
    """The boards, each with the least memory that is stated for it."""
    found = {}
    for board, memory in [*tabled(), *commanded()]:
        found[board] = min(memory, found.get(board, memory))
    return sorted(found.items())


@pytest.mark.long
@pytest.mark.parametrize(("board", "memory"), least())
def test_a_board_starts(tmp_path, board, memory):
    """In ten seconds it ends well or goes on; if its plan needs more than is stated, it gets that."""
    allowed = max(memory, plan_book(Rules.parse(board)).needed_memory)
    command = [sys.executable, "-m", "oxobook", "generate", board, "--memory", f"{allowed / 1e6:.6f}MB"]
    with subprocess.Popen(
        [*command, "--out", tmp_path / "book.sqlite"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        with suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS)
        goes_on = process.poll() is None
        process.send_signal(signal.SIGKILL)
        assert goes_on or process.returncode == 0, process.stderr.read()
