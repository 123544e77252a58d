"""Output of commands: text, JSON, and files, which may be standard output."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import click

from oxobook.book.errors import CannotWrite, masked, printable, quoted
from oxobook.viewer.pictures.registry import DRAWN
from oxobook.viewer.terminal.console import Line, nowhere, print_lines

if TYPE_CHECKING:
    from oxobook.viewer.pictures.drawing.drawing import Drawing

Command = Callable[..., None]

STDOUT = "-"
_FORCE = "oxobook.force"  # in click's meta


def say(text: str, err: bool = False) -> None:
    """Print lines to stdout, or to stderr, without control characters that a terminal would obey."""
    click.echo(printable(text), err=err)


def print_json(report: Any) -> None:
    """Print a report as JSON."""
    import json  # a lookup in text starts faster without

    say(json.dumps(report))


def print_report(as_json: bool, report: Any, lines: Iterable[Line | str]) -> None:
    """Print a report as JSON, or else as lines of text."""
    if as_json:
        print_json(report)
    else:
        print_lines(lines)


def _keep_force(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Keep the flag for the output files, which are converted after it."""
    ctx.meta[_FORCE] = value


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
force_option = click.option(
    "--force", is_flag=True, is_eager=True, expose_value=False, callback=_keep_force, help="Replace files that exist."
)
"""Option of every command with an ``OutputFile``."""


def local_name(ctx: click.Context | None, param: click.Parameter | None, value: str) -> str:
    """Return the name of a local file or folder; refuse a URL, whose password must not become part of a name."""
    if "://" in value or not value:
        context = ctx or click.get_current_context(silent=True)
        takes_book = context and any("-b" in one.opts for one in context.command.params)
        instead = ": a book's URL follows -b" if value and takes_book else ""
        raise click.BadParameter(f"expected a file or folder; got {quoted(value)}{instead}.", ctx, param)
    return value


def form_of(name: str) -> str:
    """Return the format that a file's name ends with, after the dot, in lower case."""
    return Path(name).suffix.lstrip(".").lower()


class Output(NamedTuple):
    """File that a command writes, or standard output; ``form`` is its format, by the ending of its name.

    Each file is named on stderr once it is there, so that text or JSON on stdout stays as it is.
    """

    name: str
    form: str
    replace: bool = False
    stream: BinaryIO | None = None

    def __str__(self) -> str:
        return self.name

    @property
    def is_stdout(self) -> bool:
        return self.stream is not None

    def beside(self, end: str) -> Path:
        """Return the path of a hidden file beside this one."""
        from oxobook.book.store.new_file import hidden_name

        return hidden_name(Path(self.name), end)

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Open the file, or standard output, which gets its content whole or not at all; raises CannotWrite."""
        from shutil import copyfileobj  # a lookup starts faster without
        from tempfile import TemporaryFile

        from oxobook.book.store.new_file import whole_file

        with TemporaryFile() if self.stream else whole_file(Path(self.name), self.replace) as file:
            yield file
            if self.stream:
                file.seek(0)
                copyfileobj(file, self.stream)
                self.stream.flush()
        if not self.stream:
            say(f"Written: {masked(self.name)}", err=True)

    def write(self, content: bytes) -> None:
        with self.opened() as file:
            file.write(content)

    def draw(self, picture: "Drawing") -> None:
        from oxobook.viewer.pictures.drawing.file import drawn_file

        self.write(drawn_file([picture], self.form))


class OutputFile(click.ParamType[Output]):
    """Parameter type for a file to write; ``-`` is standard output, and leaves out the text of the command.

    The name must end in one of ``forms``, if there are any; standard output gets the first of them. Raises CannotWrite
    for another ending, and for a file that exists unless --force is given.
    """

    name = "FILE"

    def __init__(self, forms: Collection[str] = (), what: str = "a file") -> None:
        self.forms = forms
        self._what = what

    def convert(self, value: str | Output, param: click.Parameter | None, ctx: click.Context | None) -> Output:
        """Return the output, after checking that it can be written."""
        if isinstance(value, Output):
            return value
        context = click.get_current_context()
        if value == STDOUT:
            output = Output(value, next(iter(self.forms), ""), stream=sys.stdout.buffer)
            context.with_resource(redirect_stdout(nowhere()))
            return output
        form, replace = form_of(local_name(ctx, param, value)), context.meta[_FORCE]
        from oxobook.book.store.new_file import require_new  # a lookup starts faster without

        require_new(Path(value), replace)
        if self.forms and form not in self.forms:
            known = ", ".join(self.forms)
            raise CannotWrite(f"expected {self._what} as {known}; got {form!r}: name a file with one of these endings")
        return Output(value, form, replace)


def picture_option(words: str) -> Callable[[Command], Command]:
    """Return the option --out for a picture to draw."""
    return click.option("--out", type=OutputFile(DRAWN, "a picture"), help=f"{words} to this svg, png or pdf file.")
