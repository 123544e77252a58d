"""Root command: it loads the other commands on demand, and ends every error in one line."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn

import click

from oxobook.book import __version__
from oxobook.book.errors import masked, quoted
from oxobook.commands.ending import Unread, ending_in_one_line, fail

_GROUPS = {
    "Solve": ("generate:generate",),
    "Ask": ("ask:lookup", "ask:info", "ask:stats", "export:export"),
    "Files": ("dataset:dataset", "files:label", "files:judge"),
    "Draw": ("draw:draw",),
    "Play": ("play:play", "play:watch"),
    "Prove": ("prove:prove", "ask:verify", "audit:audit", "strategy:strategy"),
    "Teach": ("classroom:classroom",),
    "Serve": ("web:serve", "web:site", "assistant:mcp"),
}
"""Module and name of each command by what people want to do, in the order of the help."""
_COMMANDS = {name: module for group in _GROUPS.values() for module, name in (one.split(":") for one in group)}
"""Module of each command, which is imported when it is called."""
_MOVED = {
    **{name: f"oxobook draw {name}" for name in ("board", "chart", "graph", "map", "matrix", "opening", "sheet")},
    "figure": "oxobook draw",
    "poster": "oxobook draw map --side both",
    "line": "oxobook lookup POSITION --line",
    "plan": "oxobook generate RULES --plan",
    "rate": "oxobook audit PLAYER --sample N",
    "players": "oxobook audit, without a player",
    "library": "oxobook info, without a board",
    "atlas": "a page of the documentation, Who wins, and its file data/atlas/solved.json",
    **dict.fromkeys(("grow", "merge"), "oxobook generate RULES --plies N, as a book never changes"),
}
"""Replacement of each command that is no longer there."""
_LEAST_DASHED = 9
"""Signs of a board that begins with a dash for a free cell; a shorter word is an option."""


class Root(click.Group):
    """Command group that loads commands on demand, and ends every error in one line and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their first sentences, group by group."""
        for title, group in _GROUPS.items():
            names = [one.partition(":")[2] for one in group]
            commands = ((name, self.get_command(ctx, name)) for name in names)
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(9), command.get_short_help_str(limit=100)) for name, command in commands if command]
                )

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, or None; import its module now."""
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"oxobook.commands.{_COMMANDS[cmd_name]}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names; for a position, that is lookup."""
        word = args[0]
        if word in _MOVED:
            raise click.UsageError(f"{word} is now: {_MOVED[word]}.", ctx)
        if word not in _COMMANDS and not ctx.resilient_parsing:
            from oxobook.book.game.notation import is_position

            shown = is_position(word)
            if word.startswith("-") and not (shown and len(word) >= _LEAST_DASHED):
                from difflib import get_close_matches

                raise click.NoSuchOption(word, None, get_close_matches(word, ["--help", "--version"]), ctx)
            if not shown and " " not in word.strip():
                raise click.UsageError(_no_command(word), ctx)
            args = ["lookup", *args]
        return super().resolve_command(ctx, args)

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Parse the arguments; --help prints here."""
        with _noticing_who_left():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _noticing_who_left():
            return super().invoke(ctx)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        """Run the command line, and exit with the code of the command or of its error."""
        with ending_in_one_line():
            try:
                code = super().main(args, prog_name, **extra | {"standalone_mode": False})
                sys.stdout.flush()
            except click.exceptions.NoArgsIsHelpError as error:
                click.echo(error.format_message(), err=True)
                sys.exit(2)
            except click.UsageError as error:
                named = " The option for a game is -r." * (getattr(error, "option_name", "") in ("--board", "--game"))
                said = error.format_message().replace("\t", "")
                stop = "" if said.endswith((".", "?")) else "."
                fail(f"{said}{stop}{named} See: {error.ctx.command_path if error.ctx else 'oxobook'} --help")
            except click.ClickException as error:
                fail(str(error))
            except click.Abort:
                fail("stopped")
        sys.exit(code if isinstance(code, int) else 0)


def _no_command(word: str) -> str:
    from difflib import get_close_matches

    from oxobook.book.game.rules import Rules
    from oxobook.commands.books import is_book, names_book

    if not names_book(word):
        close = get_close_matches(word.lower(), _COMMANDS, n=1)
        advice = f" Did you mean: oxobook {close[0]}?" if close else " For a position: oxobook lookup POSITION."
        return f"No such command {quoted(masked(word))}.{advice}"
    name = masked(word)
    describes = f"oxobook info {name} describes"
    if is_book(word):
        return f"expected a command; got {name!r}: {describes} that book."
    Rules.parse(word)  # which says what is wrong with it
    return f"expected a command; got {name!r}: oxobook play {name} plays that game, {describes} it."


@contextmanager
def _noticing_who_left() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise Unread from error


@click.group(
    "oxobook",
    cls=Root,
    context_settings={"help_option_names": ["-h", "--help"], "ignore_unknown_options": True},
    epilog="oxobook COMMAND --help says more. A position alone is looked up: oxobook X../.O./...",
)
@click.version_option(__version__, prog_name="oxobook")
def main() -> None:
    """Solve tic-tac-toe and its whole family once; then look up every answer."""
