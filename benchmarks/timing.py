"""Tools of the benchmarks: the machine in words, timing calls and processes in turn, and tables."""

import os
import platform
import subprocess
import sys
import timeit
from collections.abc import Callable, Iterable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple


class Contender(NamedTuple):
    """Way to be timed: a call that handles a number of items, and what it gives for an item."""

    name: str
    call: Callable[[], object]
    gives: str
    items: int = 1


class Row(NamedTuple):
    """Result of timing."""

    name: str
    seconds: float
    """Seconds for one item."""
    gives: str


def machine(*measured: str) -> str:
    """Return the processor, its cores, and the versions of Python and of the packages measured."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    models = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    name = models[0] if models else platform.processor() or platform.machine()
    packages = ", ".join(f"{package} {version(package)}" for package in measured or ("oxobook", "open-spiel"))
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}; {packages}"


def race(
    contenders: list[Contender], rounds: int, in_a_row: int = 1, choose: Callable[[Iterable[float]], float] = min
) -> list[Row]:
    """Time the contenders in turn, so that a machine that changes its speed favours none.

    A contender's time in a round is the fastest of ``in_a_row`` calls, so that each finds the processor's caches as
    it likes them; of the rounds, ``choose`` takes one.
    """

    def seconds(contender: Contender) -> float:
        return min(timeit.repeat(contender.call, number=1, repeat=in_a_row)) / contender.items

    times = [[seconds(contender) for contender in contenders] for _ in range(rounds)]
    columns = zip(*times, strict=True)
    return [Row(each.name, choose(column), each.gives) for each, column in zip(contenders, columns, strict=True)]


def process(*arguments: str, **environment: str) -> Callable[[], object]:
    """Return a call that runs Python with these arguments, start to end."""
    command, variables = [sys.executable, *arguments], os.environ | environment
    return partial(subprocess.run, command, env=variables, stdout=subprocess.DEVNULL, check=True)


def duration(seconds: float) -> str:
    """Return three digits and a unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def ratio(number: float) -> str:
    """Return a ratio: whole from ten up, in two digits below.

    >>> ratio(0.0512), ratio(3.14159), ratio(1234.5)
    ('0.051', '3.1', '1,234')
    """
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def print_ratios(title: str, rows: list[Row], bases: dict[str, float]) -> None:
    """Print the rows, each with its time as a multiple of every base, under the base's heading."""
    table = [["", "time", *bases, "gives"]]
    for row in rows:
        multiples = [ratio(row.seconds / base) for base in bases.values()]
        table.append([row.name, duration(row.seconds), *multiples, row.gives])
    print_table(title, table)


def print_table(title: str, table: list[list[str]]) -> None:
    """Print rows of text in columns: the first and the last to the left, those between to the right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    print(f"\n{title}")
    for first, *middle, last in table:
        numbers = [text.rjust(width) for text, width in zip(middle, widths[1:-1], strict=True)]
        print("  ".join([f"  {first:{widths[0]}}", *numbers, last]))
