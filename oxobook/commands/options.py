"""Options that commands share, and their types."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import click

from oxobook.book.errors import quoted
from oxobook.book.game.labels import LABELS
from oxobook.commands.output import Command

_LONGEST = 1e9  # seconds, which is thirty years


class Seconds(click.FloatRange):
    """Parameter type for a time in seconds, as long as systems can wait."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        if not seconds <= _LONGEST:  # which is true of nan too
            self.fail(f"expected a number of seconds, at most {_LONGEST:.0e}; got {quoted(value)}.", param, ctx)
        return seconds


def joined(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return options as one decorator; the help lists them in this order."""

    def decorated(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


def gathered(name: str, kind: type[Any], *options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return options as one decorator; the command takes their values as one NamedTuple, whose fields they are."""

    def decorated(command: Command) -> Command:
        @wraps(command)
        def wrapped(**values: Any) -> None:
            own = {field: values.pop(field) for field in kind._fields if field in values}
            command(**{name: kind(**own)}, **values)

        return joined(*options)(wrapped)

    return decorated


def choice_option(*names: str, choices: Iterable[str], **about: Any) -> Callable[[Command], Command]:
    """Return an option that takes one of some values; the help shows them and the default."""
    return click.option(*names, type=click.Choice(list(choices), False), show_default=True, **about)


def time_limit_option(words: str, default: float | None = None) -> Callable[[Command], Command]:
    """Return the option --time-limit, in seconds."""
    seconds = Seconds(min=0, min_open=True)
    return click.option("--time-limit", metavar="SECONDS", type=seconds, default=default, show_default=True, help=words)


side_option = choice_option("--side", choices="XO", metavar="[X|O]", default="X", help="Side to play.")
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 1024), help="Threads to use; default: one for each processor."
)
labels_option = choice_option(
    "--labels",
    choices=LABELS,
    help="Names of the cells, read and shown; default coordinates. keypad: 7 8 9 / 4 5 6 / 1 2 3; "
    "reading: 1 2 3 / 4 5 6 / 7 8 9; index: 0 1 2 / 3 4 5 / 6 7 8; matrix: row,column from 1; matrix0: from 0. "
    "Where stones fall, columns: 1 2 3; columns0: 0 1 2; letters: a b c. JSON has coordinates.",
)


def _reading(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return a reading's text; refuse what is none, before a file is opened."""
    if value is not None:
        from oxobook.book.game.reading.reading import Reading  # a plain lookup starts faster without

        Reading.parse(value)
    return value


reading_option = click.option(
    "--reading",
    metavar="TEXT",
    callback=_reading,
    help="How positions and moves are written, where it is not clear: names of cells as for --labels; "
    "free=-1 x=0 o=1; mine=1 theirs=-1; rows=bottom; first=O or first=either.",
)
first_option = choice_option(
    "--first",
    "first_side",
    choices="XO",
    metavar="[X|O]",
    default="X",
    help="Stones that move first; JSON has X first.",
)
