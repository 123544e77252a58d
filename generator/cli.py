"""The generator's commands: generate, plan and strategy."""

import json
import sys
import time
from pathlib import Path

import click

from book.address import masked
from book.cli import RulesText, book_options, json_option, library_option
from book.library import book_path, open_book
from book.rules import Rules
from book.strategy import KINDS, SIDES, stored_strategy, strategy_name
from book.whole_file import make_folder
from generator.plan import ENGINES, PaperRules
from generator.report import Silent
from generator.strategy_report import strategy_lines, strategy_report

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
        from generator.progress import GenerationProgress

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
    from random placements; under gravity that share is not known, and the counts are upper bounds. Boards up to 6x6
    can be planned.
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


@click.command(epilog="Example: oxobook strategy --side O --kind reflexes")
@click.option("--side", type=click.Choice(SIDES, case_sensitive=False), default="X", show_default=True)
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="pick",
    show_default=True,
    help="pick: the book's picks. smallest: the fewest positions. reflexes: the fewest to remember, where winning at "
    "once, blocking a line and playing the only move need no remembering.",
)
@click.option("--fast", is_flag=True, help="Also win as soon, and lose as late, as can be.")
@click.option("--seconds", default=60.0, show_default=True, help="Stop looking for a proof after so long.")
@click.option("--force", is_flag=True, help="Find it anew although the book holds it.")
@book_options
@json_option
def strategy(
    side: str,
    kind: str,
    fast: bool,
    seconds: float,
    force: bool,
    rules: Rules | None,
    target: str | None,
    library: str,
    as_json: bool,
) -> None:
    """Find a side's strategy, keep it in the book, and show its size and its moves.

    A strategy is a safe move for every position that the side can meet, whatever the other side replies. Sizes are
    up to symmetry. A smallest strategy comes with a proof that none is smaller, or with the gap to what is proved.
    """
    with open_book(rules, target, library) as book:
        found = None if force else stored_strategy(book, side, strategy_name(kind, fast))
        if found is None:
            from generator.keep import find_and_keep

            found = find_and_keep(book, side, kind, fast, seconds)
    if as_json:
        click.echo(json.dumps(strategy_report(found)))
    else:
        click.echo("\n".join(strategy_lines(found)))
