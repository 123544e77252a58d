"""Share of random changes to the product that the tests of the changed room notice.

Run from the root of the repository: python -m benchmarks.mutants [ROOM ...] [--seed N] [--seconds N] [--processes N].
A change replaces one comparison, operator, number or condition, or leaves out a ``not`` (Cosmic Ray's operators). The
room's own quick tests, in the folder of the same name below tests/, and the module's doctests run against it in a copy
of the checkout. The table gives the share of changes that made them fail; each change that did not is printed. The same
seed draws the same changes. A few changes mean nothing (``x < 1`` for ``x <= 0``); they count as missed.
"""

import argparse
import ast
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import MutationVisitor, Visitor
from cosmic_ray.plugins import get_operator, operator_names

ROOMS = ("book/game", "book/layout", "book/store", "book/verify", "generator/strategies")
LEFT_OUT = ("ExceptionReplacer", "RemoveDecorator", "Variable", "_Is", "_IsNot", "BreakWith", "ContinueWith")
"""Parts of the names of operators that are not drawn: they change more than values and conditions."""


class Mutant(NamedTuple):
    """Change: of a file, by an operator, at its place among all that the operator could change there."""

    file: str
    operator: str
    occurrence: int


class Positions(Visitor):  # type: ignore[misc]
    """Collector of the lines that an operator can change."""

    def __init__(self, operator: str) -> None:
        self.operator = get_operator(operator)()
        self.found: list[tuple[int, int]] = []

    def visit(self, node: object) -> object:
        """Note the positions in a node, and leave it as it is."""
        self.found += [start for start, _ in self.operator.mutation_positions(node)]
        return node


def annotated(source: str) -> set[tuple[int, int]]:
    """Return the positions of operators within annotations, which no test can notice."""
    tree = ast.parse(source)
    notes = [getattr(node, "annotation", None) or getattr(node, "returns", None) for node in ast.walk(tree)]
    lines = [(note.lineno, note.col_offset, note.end_lineno, note.end_col_offset) for note in notes if note]
    return {
        (line, column)
        for first, start, last, stop in lines
        for line in range(first, last + 1)
        for column in range(start if line == first else 0, stop if line == last else 999)
    }


def mutants(root: Path, room: str, random_numbers: random.Random) -> list[Mutant]:
    """Return a change for each position in a room's modules where there is one, in random order."""
    operators = [name for name in operator_names() if not any(part in name for part in LEFT_OUT)]
    found = defaultdict(list)
    for path in sorted((root / room).glob("*.py")):
        source, file = path.read_text(), path.relative_to(root).as_posix()
        skipped = annotated(source)
        for name in operators:
            positions = Positions(name)
            positions.walk(get_ast(source))
            for occurrence, position in enumerate(positions.found):
                if position not in skipped:
                    found[file, position].append(Mutant(file, name, occurrence))
    drawn = [random_numbers.choice(changes) for changes in found.values()]
    random_numbers.shuffle(drawn)
    return drawn


def tests_pass(copy: Path, room: str, file: str, seconds: float) -> bool:
    """Return whether the room's tests and the module's doctests pass in a copy; too late is a failure."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--timeout", str(int(seconds))]
    command += [f"tests/{room}", f"oxobook/{file}"]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    return run.returncode in (0, 5)  # 5: a module without doctests, in a room without tests


def missed_change(copy: Path, room: str, mutant: Mutant, seconds: float) -> str | None:
    """Return None if the tests notice a change, or else the change as a diff."""
    path = copy / mutant.file
    source = path.read_text()
    changed = MutationVisitor.mutate_code(source, get_operator(mutant.operator)(), mutant.occurrence)
    path.write_text(changed)
    try:
        if not tests_pass(copy, room, mutant.file, seconds):
            return None
    finally:
        path.write_text(source)
    lines = difflib.unified_diff(source.splitlines(), changed.splitlines(), lineterm="", n=0)
    return "\n".join([mutant.file, *list(lines)[2:]])


def copied(root: Path, folder: Path) -> Path:
    """Return a copy of the checkout's files, links among them, in a new folder."""
    for name in subprocess.run(
        ["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True
    ).stdout.split():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, folder / name, follow_symlinks=False)
    return folder


def tried(copy: Path, room: str, drawn: list[Mutant], limit: float, end: float) -> Counter[bool]:
    """Take changes from a list until a time; return how many were noticed and missed, and print those missed."""
    results = Counter[bool]()
    while drawn and time.monotonic() < end:
        missed = missed_change(copy, room, drawn.pop(), limit)
        results[missed is None] += 1
        if missed is not None:
            print(missed, flush=True)
    return results


def main() -> None:
    """Draw changes until the time is over and print each room's share."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rooms", nargs="*", default=ROOMS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    random_numbers = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.processes) as threads:
        copies = [copied(Path.cwd(), Path(folder) / str(number)) for number in range(options.processes)]
        for room in options.rooms:
            drawn = mutants(Path.cwd(), room, random_numbers)
            begun = time.monotonic()
            if not tests_pass(copies[0], room, drawn[0].file, 600):
                sys.exit(f"the tests of {room} fail without any change")
            limit, end = 20 + 5 * (time.monotonic() - begun), begun + options.seconds / len(options.rooms)
            futures = [threads.submit(tried, copy, room, drawn, limit, end) for copy in copies]
            results = sum((future.result() for future in futures), Counter[bool]())
            print(f"{room}: {results[True]} of {results.total()} changes noticed", flush=True)


if __name__ == "__main__":
    main()
