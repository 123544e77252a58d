"""The generator's commands: generate and plan."""

import json
import sys
import time
from pathlib import Path

import click

from book.library import DEFAULT_LIBRARY, LIBRARY_VARIABLE, book_path
from book.rules import Rules
from book.whole_file import make_folder

_library = click.option(
    "--library", envvar=LIBRARY_VARIABLE, default=DEFAULT_LIBRARY, show_default=True, help="Folder of the books."
)


@click.command(epilog="Example: oxobook generate 3x4x3-misere")
@click.argument("rules", default="3x3x3")
@_library
@click.option("--out", help="Write the book to this file instead of the library.")
@click.option("--force", is_flag=True, help="Replace a book that exists.")
def generate(rules: str, library: str, out: str | None, force: bool) -> None:
    """Solve a game completely and write its book.

    RULES is ROWSxCOLUMNSxK with -misere and/or -gravity after it; default 3x3x3.
    """
    from generator.generate import generate_book

    parsed = Rules.parse(rules)
    if not out:
        make_folder(Path(library))
    path = Path(out) if out else book_path(parsed, library)
    started = time.perf_counter()
    if sys.stderr.isatty():
        from generator.plan import placements
        from generator.progress import GenerationProgress

        with GenerationProgress(sum(placements(parsed))) as progress:
            info = generate_book(parsed, path, force, progress)
    else:
        info = generate_book(parsed, path, force)
    seconds = time.perf_counter() - started
    click.echo(f"{path}: {info.positions:,} positions up to symmetry, {seconds:.1f} s")


@click.command(epilog="Example: oxobook plan 4x5x4")
@click.argument("rules")
@_library
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def plan(rules: str, library: str, as_json: bool) -> None:
    """Say what a book would take: positions, memory, disk and time.

    The counts are estimates: exact numbers of placements up to symmetry, times the share that play reaches, taken
    from random placements; under gravity that share is not known, and the counts are upper bounds.
    """
    from generator.calibrate import calibrate
    from generator.plan import in_bytes, in_words, plan_book, what_is_lacking

    planned = plan_book(Rules.parse(rules))
    seconds = calibrate().seconds(planned)
    folder = Path(library) if Path(library).is_dir() else Path()
    lacking = what_is_lacking(planned, folder)
    if as_json:
        fields = {"rules": str(planned.rules), "engine": "frontier", "positions": planned.positions}
        needs = {"memory_bytes": planned.memory, "disk_bytes": planned.disk, "seconds": round(seconds, 1)}
        plies = [{"ply": ply, "positions": count} for ply, count in enumerate(planned.layers)]
        click.echo(json.dumps(fields | needs | {"fits": lacking is None, "lacking": lacking, "plies": plies}))
        return
    about = "at most" if planned.rules.gravity else "about"
    click.echo(f"{planned.rules}, with the frontier engine:")
    click.echo(f"  positions  {about} {planned.positions:,} up to symmetry")
    click.echo(f"  memory     about {in_bytes(planned.memory)}")
    click.echo(f"  disk       about {in_bytes(planned.disk)}")
    click.echo(f"  time       about {in_words(seconds)} on this machine")
    click.echo(f"  verdict    {'cannot be made here: ' + lacking if lacking else 'can be made here'}")
