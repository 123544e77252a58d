"""The generator's commands: generate and plan."""

import json
import sys
import time
from pathlib import Path

import click

from book.cli import RulesText, json_option, library_option
from book.game.rules import Rules
from book.library import book_path
from book.store.address import masked
from book.store.whole_file import make_folder
from generator.plan import ENGINES, PaperRules
from generator.progress import Silent

_engine_option = click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="auto",
    show_default=True,
    help="frontier: a row for every position. dense: blocks of scores, for large boards without gravity.",
)


@click.command(epilog="Example: oxobook generate 3x4x3-misere")
@click.argument("rules", type=RulesText(), default="3x3x3")
@library_option
@click.option("--out", help="Write the book to this file, or into the PostgreSQL database of this URL.")
@click.option("--force", is_flag=True, help="Replace a book that exists.")
@_engine_option
@click.option("--jobs", type=click.IntRange(min=1), help="Threads of the dense engine; default: one a processor.")
def generate(rules: Rules, library: str, out: str | None, force: bool, engine: str, jobs: int | None) -> None:
    """Solve a game completely and write its book.

    RULES is ROWSxCOLUMNSxK with -misere and/or -gravity after it; default 3x3x3. A dense solve that was killed goes
    on where it was, when it is called again.
    """
    from generator.generate import generate_book

    if not out:
        make_folder(Path(library))
    target = out or book_path(rules, library)
    started = time.perf_counter()
    if sys.stderr.isatty():
        from generator.progress_bars import GenerationProgress

        with GenerationProgress() as progress:
            info = generate_book(rules, target, force, progress, engine, jobs)
    else:
        info = generate_book(rules, target, force, _Sentences(), engine, jobs)
    seconds = time.perf_counter() - started
    click.echo(f"{masked(target)}: {info.positions:,} positions up to symmetry, {seconds:.1f} s")


class _Sentences(Silent):
    """What is told where no terminal shows bars: the sentences only."""

    def say(self, sentence: str) -> None:
        click.echo(sentence, err=True)


@click.command(epilog="Example: oxobook plan 5x5x4")
@click.argument("rules", type=RulesText(PaperRules))
@library_option
@_engine_option
@json_option
def plan(rules: Rules, library: str, engine: str, as_json: bool) -> None:
    """Say what a book would take: engine, positions, memory, disk and time.

    The counts are estimates: exact numbers of placements up to symmetry, times the share that play reaches, taken
    from random placements; under gravity that share is not known, and the counts are upper bounds. Boards of up
    to 64 cells can be planned.
    """
    from generator.calibrate import seconds_for
    from generator.plan import in_bytes, in_words, plan_book, require_extra, what_is_lacking

    planned = plan_book(rules, engine)
    require_extra(planned)
    seconds = seconds_for(planned, _Sentences())
    folder = Path(library) if Path(library).is_dir() else Path()
    lacking = what_is_lacking(planned, folder)
    if as_json:
        fields = {"rules": str(planned.rules), "engine": planned.engine, "positions": planned.positions}
        needs = {"memory_bytes": planned.memory, "disk_bytes": planned.disk, "seconds": round(seconds, 1)}
        plies = [{"ply": ply, "positions": count} for ply, count in enumerate(planned.layers)]
        click.echo(json.dumps(fields | needs | {"fits": lacking is None, "lacking": lacking, "plies": plies}))
        return
    about = "at most" if planned.rules.gravity else "about"
    click.echo(f"{planned.rules}, with the {planned.engine} engine:")
    click.echo(f"  positions  {about} {planned.positions:,} up to symmetry")
    click.echo(f"  memory     about {in_bytes(planned.memory)}")
    click.echo(f"  disk       about {in_bytes(planned.disk)}")
    click.echo(f"  time       about {in_words(seconds)} on this machine")
    click.echo(f"  verdict    {'cannot be made here: ' + lacking if lacking else 'can be made here'}")
