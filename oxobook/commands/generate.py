"""Command generate: make a book, or plan it."""

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import click

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # else NumPy starts threads for linear algebra

from oxobook.book.certificate.certificate import is_certified
from oxobook.book.errors import masked, quoted
from oxobook.book.game.rules import Rules
from oxobook.book.info import LEAST_PLIES
from oxobook.book.library import ALONG, library_folder
from oxobook.book.store.new_file import make_folder
from oxobook.commands.books import game_argument, library_option
from oxobook.commands.options import choice_option, jobs_option
from oxobook.commands.output import json_option, print_report
from oxobook.commands.progress import progress
from oxobook.generator.engines import AUTO, ENGINES


class Bytes(click.ParamType[int]):
    """Parameter type for a number of bytes with its unit."""

    name = "SIZE"
    _units: ClassVar = {"kB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> int:
        found = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,15})?) ?([kMGT]B)", value, re.ASCII)
        if not found:
            self.fail(f"expected a size such as 500MB or 4GB; got {quoted(value)}.", param, ctx)
        return round(float(found[1]) * self._units[found[2]])


@click.command(epilog="Example: oxobook generate 3x4x3-misere")
@game_argument
@library_option
@click.option("--out", metavar="FILE", help="Write the book to this file, or into the PostgreSQL database of this URL.")
@click.option("--force", is_flag=True, help="Replace a book that exists.")
@click.option("--plan", is_flag=True, help="Make nothing: say what it takes, and whether this machine can make it.")
@choice_option(
    "--engine",
    choices=[AUTO, *ENGINES],
    default=AUTO,
    help=" ".join(f"{engine.name}: {engine.summary}." for engine in ENGINES.values()),
)
@click.option(
    "--plies",
    type=click.IntRange(min=LEAST_PLIES),
    help="Keep only the first plies; below them lookups search. For Connect Four and larger boards under gravity.",
)
@jobs_option
@click.option("--memory", type=Bytes(), help="Memory to use, such as 4GB; default: what is free.")
@click.option(
    "--cluster",
    metavar="N|ADDRESS",
    callback=lambda ctx, param, value: int(value) if (value or "").isdecimal() else value,
    help="Workers instead of threads: the number of processes to start, or the address of a Dask scheduler.",
)
@click.option(
    "--chunks", metavar="FOLDER", help="Folder where workers share chunks: a path, or a URL such as s3://bucket/folder."
)
@json_option
def generate(
    rules: Rules,
    library: str,
    out: str | None,
    force: bool,
    plan: bool,
    engine: str,
    plies: int | None,
    jobs: int | None,
    memory: int | None,
    cluster: int | str | None,
    chunks: str | None,
    as_json: bool,
) -> None:
    """Solve a game completely and write its book.

    RULES is ROWSxCOLUMNSxK, followed by words such as -misere, -gravity or -torus; or a name, such as connect-four; or
    the file of a board. The default is 3x3x3. If a solve of a large board is stopped, the same command resumes it.

    --plan says how many positions there are, and what memory and disk they take. Up to 100,000 positions are counted.
    Larger counts are estimates: exact numbers of placements up to symmetry, times the share that play reaches, which is
    estimated from random placements. Under gravity and with other conventions that share is unknown, and the counts are
    upper bounds. Boards that are too large to solve can be planned too.
    """
    if plan:
        _plan(rules, library, engine, plies, memory, as_json)
        return
    if cluster == 0 or (jobs and cluster):
        raise click.UsageError("expected --jobs, or --cluster with some workers; got both, or none of these.")
    from oxobook.generator.generate import generate_book
    from oxobook.generator.machine import Machine

    if not out:
        make_folder(Path(library))
    target = out or library_folder(library) / f"{rules}.sqlite"
    started = time.perf_counter()
    if isinstance(cluster, int):  # else SIGTERM would leave the worker processes behind
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        with progress() as tell:
            machine = Machine(jobs, memory, cluster, chunks)
            info = generate_book(rules, target, force, tell, engine, plies, machine)
    except KeyboardInterrupt as stop:
        raise click.ClickException("; ".join(["stopped", *getattr(stop, "__notes__", ())])) from stop
    seconds = time.perf_counter() - started
    report = {"rules": str(rules), "book": masked(target), "positions": info.positions, "seconds": round(seconds, 3)}
    print_report(as_json, report, [f"{masked(target)}: {info.positions:,} positions up to symmetry, {seconds:.1f} s"])


def _plan(rules: Rules, library: str, engine: str, plies: int | None, memory: int | None, as_json: bool) -> None:
    """Print what making a book takes."""
    from oxobook.generator.plan import plan_book, what_is_lacking
    from oxobook.generator.search.engine import SearchEngine

    planned = plan_book(rules, engine, plies)
    lacking = what_is_lacking(planned, Path(library) if Path(library).is_dir() else Path(), memory)
    report = {
        "rules": str(planned.rules),
        "engine": planned.engine.name,
        "positions": planned.positions,
        "memory_bytes": planned.memory,
        "least_memory_bytes": planned.needed_memory,
        "worker_memory_bytes": planned.worker_memory,
        "disk_bytes": planned.disk,
        "temporary_bytes": planned.temporary,
        "fits": lacking is None,
        "lacking": lacking,
        "plies": [{"ply": ply, "positions": count} for ply, count in enumerate(planned.layers)],
    }
    about = "about" if rules.plain and not rules.stacked else "at most"
    lines = [*_plan_lines(report, about)]
    in_part = SearchEngine(2).can_solve(rules)
    if (shortage := planned.engine.shortage(rules)) and not in_part:
        lines = [f"{rules}:", lines[1], f"  verdict    no book of it can be made: {shortage}"]
        if is_certified(rules):
            lines.append(f"  instead    a proof of who wins: oxobook prove {rules}")
    if lacking and plies is None and in_part:
        how = f"lookup --rules {rules}" if str(rules) in ALONG else f"generate {rules} --plan --plies 4"
        lines.append(f"  instead    a book of the first plies, and a search below: oxobook {how}")
    print_report(as_json, report, lines)


def _plan_lines(report: dict[str, Any], about: str) -> Iterator[str]:
    """Yield the lines of a plan."""
    from oxobook.generator.units import in_bytes

    memory, least = report["memory_bytes"], report["least_memory_bytes"]
    less = f"; with less, down to {in_bytes(least)}, it takes longer" if least < memory else ""
    yield f"{report['rules']}, with the {report['engine']} engine:"
    yield f"  positions  {about} {report['positions']:,} up to symmetry"
    yield f"  memory     about {in_bytes(memory)}{less}"
    if report["worker_memory_bytes"]:
        yield f"  workers    at least {in_bytes(report['worker_memory_bytes'])} of memory for each"
    more = f", and {in_bytes(report['temporary_bytes'])} on the way with less memory or with workers"
    yield f"  disk       about {in_bytes(report['disk_bytes'])}{more if report['temporary_bytes'] else ''}"
    yield f"  verdict    {'can be made here' if report['fits'] else 'cannot be made here: ' + report['lacking']}"
