"""Share of random changes to the product that the tests of the changed room notice.

Run from the root of the repository: python -m benchmarks.mutants [ROOM ...] [--seed N] [--seconds N].
A change replaces one comparison, operator, number or condition, or leaves out a ``not`` (Cosmic Ray's operators). The
room's own tests, in the folder of the same name below tests/, and its doctests run against it in a copy of the
checkout, as far as they run the changed line (coverage tells which do) or are of the changed module. Only the long
ones are left out. A change is noticed if a test fails, or if the tests take four times as long as without it, and at
least 20 seconds. Each change that is not noticed is printed; the last lines, after Ctrl-C too, give the shares. The
same seed draws the same changes. A few changes mean nothing (``x < 1`` for ``x <= 0``); they count as missed.
"""

import argparse
import ast
import difflib
import multiprocessing
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import NamedTuple

import pytest
from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import MutationVisitor, Visitor
from cosmic_ray.plugins import get_operator, operator_names
from coverage import CoverageData

ROOMS = ("book/game", "book/layout", "book/store", "book/verify", "generator/strategies")
LEFT_OUT = ("ExceptionReplacer", "RemoveDecorator", "Variable", "_Is", "_IsNot", "BreakWith", "ContinueWith")
"""Parts of the names of operators that are not drawn: they change more than values and conditions."""

MEANINGLESS = re.compile(
    r"(copy|strict|maxsize|buffering)=|lru_cache\(|if TYPE_CHECKING:|(getattr\()?os(, '|\.)O_[A-Z]+|(NAMELESS|flags) \|"
    r"|(_(KEPT|BLOCK|CHUNK_BITS)|KEPT_|\w*AT_ONCE)\w* = |_?[A-Z]\w* = (\d{3,}|\d\.\d+)$"
)
"""Code of which a change shows in no result: sizes of caches, buffers and limits, flags of files, equal lengths."""

FORKS = multiprocessing.get_context("forkserver")
"""Starter of test processes, each with the libraries that it need not load again."""
FORKS.set_forkserver_preload(
    [
        "anyio.pytest_plugin",
        "click.testing",
        "cosmic_ray.plugins",
        "coverage",
        "filelock",
        "hypothesis",
        "networkx",
        "numba",
        "psutil",
        "psycopg",
        "pytest",
        "pytest_cov.plugin",
        "scipy.optimize",
        "scipy.sparse",
        "sqlalchemy",
        "sqlalchemy.dialects.postgresql",
        "sqlalchemy.dialects.sqlite",
        "uvicorn",
        "xdist.plugin",
    ]
)


class Mutant(NamedTuple):
    """Change: of a file, by an operator, at its place among all that the operator could change there."""

    file: str
    operator: str
    occurrence: int
    line: int


class Positions(Visitor):  # type: ignore[misc]
    """Collector of the lines that an operator can change."""

    def __init__(self, operator: str) -> None:
        self.operator = get_operator(operator)()
        self.found: list[tuple[int, int]] = []

    def visit(self, node: object) -> object:
        """Note the positions in a node, and leave it as it is."""
        self.found += [start for start, _ in self.operator.mutation_positions(node)]
        return node


def left_out(source: str) -> set[tuple[int, int]]:
    """Return the positions within annotations, decorators and code that ``MEANINGLESS`` matches."""
    nodes = list(ast.walk(ast.parse(source)))
    spans = [getattr(node, "annotation", None) or getattr(node, "returns", None) for node in nodes]
    spans += [decorator for node in nodes for decorator in getattr(node, "decorator_list", ())]
    spans += [node for node in nodes if MEANINGLESS.match(ast.unparse(node)) and not isinstance(node, ast.Module)]
    lines = [(span.lineno, span.col_offset, span.end_lineno, span.end_col_offset) for span in spans if span]
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
        skipped, tree = left_out(source), get_ast(source)
        for name in operators:
            positions = Positions(name)
            positions.walk(tree)
            for occurrence, position in enumerate(positions.found):
                if position not in skipped:
                    found[file, position].append(Mutant(file, name, occurrence, position[0]))
    drawn = [random_numbers.choice(changes) for changes in found.values()]
    random_numbers.shuffle(drawn)
    return drawn


class RoomTests:
    """Tests of a room and its doctests, by the lines of the room that they run."""

    def __init__(self, copy: Path, room: str) -> None:
        """Run them once in a copy; exit if one fails."""
        data, report = copy / ".coverage", copy / "report.xml"
        arguments = ["--cov", f"oxobook.{room.replace('/', '.')}", "--cov-context", "test", "--cov-report", ""]
        arguments += ["--junit-xml", str(report), "-o", "junit_family=xunit1", f"tests/{room}", f"oxobook/{room}"]
        code = run_pytest(copy, arguments, 1800)
        cases = {f"{case.get('file')}::{case.get('name')}": case for case in ElementTree.parse(report).iter("testcase")}
        if code:
            failed = [name for name, case in cases.items() if any(child.tag in ("failure", "error") for child in case)]
            sys.exit(f"tests of {room} fail without any change: {failed}")
        self.durations = {name: float(case.get("time", 0)) for name, case in cases.items()}
        coverage = CoverageData(str(data))
        coverage.read()
        self.contexts = {
            Path(path).relative_to(copy).as_posix().removeprefix("oxobook/"): coverage_lines(coverage, path)
            for path in coverage.measured_files()
        }

    def that_run(self, mutant: Mutant) -> list[str]:
        """Return the tests that run a changed line, the fastest first; then the others of the module's test file.

        A line that an import or a fixture runs counts as run by all tests that run the module. What a test runs in
        another process coverage does not see.
        """
        lines = self.contexts.get(mutant.file, {})
        contexts = lines.get(mutant.line, set())
        if not contexts or any(not context.endswith("|run") for context in contexts):
            contexts = set().union(*lines.values())
        tests = {context.rpartition("|")[0] for context in contexts if context}
        room, _, name = mutant.file.rpartition("/")
        own = {test for test in self.durations if test.startswith(f"tests/{room}/test_{name}::")}
        return sorted(tests, key=self.duration) + sorted(own - tests, key=self.duration)

    def duration(self, test: str) -> float:
        """Return the seconds that a test takes without any change."""
        return self.durations.get(test, 0)


def coverage_lines(coverage: CoverageData, path: str) -> dict[int, set[str]]:
    """Return by line of a file the tests that run it, as ``tests/…::test_…|run`` or ``|setup``."""
    return {line: set(contexts) for line, contexts in coverage.contexts_by_lineno(path).items()}


def run_pytest(copy: Path, arguments: list[str], seconds: float) -> int:
    """Run tests in a copy until the first fails; return pytest's exit code, or -9 if they take too long.

    Processes that they leave behind are ended as well.
    """
    options = ["-qx", "-mnot long", "-pno:cacheprovider", "-Wignore::pytest.PytestAssertRewriteWarning"]
    process = FORKS.Process(target=in_copy, args=(copy, [*options, *arguments]))
    process.start()
    try:
        process.join(seconds)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid or 0, signal.SIGKILL)
        process.kill()
        process.join()
    return process.exitcode or 0


def in_copy(copy: Path, arguments: list[str]) -> None:
    """Run pytest in a copy and exit with its code."""
    os.setsid()
    sys.dont_write_bytecode = False
    os.chdir(copy)
    os.environ["PYTHONPATH"] = str(copy)
    sys.path.insert(0, str(copy))
    with open(os.devnull, "r+b") as nowhere:
        for stream in range(3):
            os.dup2(nowhere.fileno(), stream)
    sys.exit(pytest.main(arguments))


def missed_change(copy: Path, tests: RoomTests, mutant: Mutant) -> str | None:
    """Return None if the tests notice a change, or else the change as a diff."""
    path = copy / mutant.file
    cached = Path(cache_from_source(str(path)))
    source = path.read_text()
    changed = MutationVisitor.mutate_code(source, get_operator(mutant.operator)(), mutant.occurrence)
    chosen = tests.that_run(mutant)
    path.write_text(changed)
    cached.unlink(missing_ok=True)  # what a run within the same second has compiled would count as compiled from it
    try:
        if chosen and run_pytest(copy, chosen, max(20, 4 * sum(map(tests.duration, chosen)))):
            return None
    finally:
        path.write_text(source)
        cached.unlink(missing_ok=True)
    lines = difflib.unified_diff(source.splitlines(), changed.splitlines(), lineterm="", n=0)
    return "\n".join([mutant.file, *list(lines)[2:]])


def copied(root: Path, folder: Path) -> Path:
    """Return a copy of the checkout's files, links among them, and what Numba has compiled, in a new folder."""
    files = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split()
    for name in [*files, *(str(path.relative_to(root)) for path in root.glob("generator/**/__pycache__/*.nb?"))]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, folder / name, follow_symlinks=False)
    return folder


def main() -> None:
    """Try changes until the time is over or Ctrl-C, and print each room's share."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rooms", nargs="*", default=ROOMS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args()
    results = {room: Counter[bool]() for room in options.rooms}
    with tempfile.TemporaryDirectory() as folder, suppress(KeyboardInterrupt):
        copy = copied(Path.cwd(), Path(folder))
        for room in options.rooms:
            tests = RoomTests(copy, room)
            end = time.monotonic() + options.seconds / len(options.rooms)
            for mutant in mutants(copy, room, random.Random(options.seed)):
                if time.monotonic() > end:
                    break
                missed = missed_change(copy, tests, mutant)
                results[room][missed is None] += 1
                if missed:
                    print(missed, flush=True)
    for room, noticed in results.items():
        print(f"{room}: {noticed[True]} of {noticed.total()} changes noticed")


if __name__ == "__main__":
    main()
