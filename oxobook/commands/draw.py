"""Group draw: a command for each kind of picture, with the options of its request."""

import os
import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

import click

from oxobook.book.book import Book
from oxobook.book.errors import masked, quoted
from oxobook.commands.books import BOOK_HELP, BookChoice, book_options, is_book, sorted_words
from oxobook.commands.options import choice_option, joined
from oxobook.commands.output import Command, OutputFile, force_option, form_of, say
from oxobook.commands.progress import progress
from oxobook.on_demand import found_strategy
from oxobook.viewer.pictures.chooser import Chooser, Picks
from oxobook.viewer.pictures.registry import DRAWN, known_pictures, picture_file, picture_named
from oxobook.viewer.pictures.request import Option, options


class Length(click.FloatRange):
    """Parameter type for a length in centimetres, with or without its unit."""

    name = "cm"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        text = str(value).lower().removesuffix("cm").strip()
        if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]+)?", text):
            self.fail(f"expected a length in centimetres, such as 16 or 12.5; got {quoted(value)}.", param, ctx)
        return super().convert(float(text), param, ctx)


def picture_command(name: str) -> click.Command:
    """Return the command of a picture."""
    picture = picture_named(name)
    about = options(picture.request)
    argument = next((one for one in about if one.argument), None)

    def command(words: tuple[str, ...], chosen: BookChoice, **values: Any) -> None:
        file_name, text, named = _sorted(words, picture.forms, argument)
        request = picture.request(**values | text)
        what = "a picture with these options" if request.forms else "a picture"
        file = OutputFile(request.forms or picture.forms, what).convert(file_name, None, None)
        with chosen.narrowed(named).open(answers=picture.answers) as book, progress() as tell:

            def find(book: Book, side: str, kind: str, fast: bool) -> Chooser:
                picks = kind == "pick" and not fast
                return Picks(book, side) if picks else found_strategy(book, side, kind, fast, tell)

            content, said = picture_file(picture, book, request, file.form, find, tell)
        file.write(content)
        if said:
            say(said)

    metavar = f"FILE {argument.metavar} [BOOK]" if argument else "FILE [BOOK]"
    wrapped = joined(
        click.argument("words", metavar=metavar, nargs=-1, required=True),
        *(_click_option(one) for one in about if not one.argument),
        book_options,
        force_option,
    )(command)
    text = (
        f"{picture.does}\n\nThe ending of FILE selects the format: {', '.join(picture.forms)}; - is standard "
        f"output. {BOOK_HELP}"
    )
    if argument:
        text += f" {argument.metavar} is {argument.help}."
    return click.command(name, help=text, epilog=f"Example: {picture.example}")(wrapped)


class Kinds(click.Group):
    """Group of the pictures in the registry, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(known_pictures())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return picture_command(cmd_name) if cmd_name in known_pictures() else None


@click.group(cls=Kinds, epilog="Example: oxobook draw map x.svg --side X")
def draw() -> None:
    """Draw a position, a strategy, a game or all positions.

    The ending of FILE selects the format, such as svg, pdf or png. Figures for slides, papers and blackboards have
    exactly the given size and type of 6 to 10 points; tex draws them with TikZ.
    """


def _click_option(one: Option) -> Callable[[Command], Command]:
    """Return an option of a request as an option of a command."""
    name, style = f"--{one.name}", {"help": one.help, "default": one.default}
    if one.choices:
        return choice_option(name, one.field, choices=one.choices, metavar=f"[{'|'.join(one.choices)}]", **style)
    if one.default is False:
        return click.option(name, one.field, is_flag=True, **style)
    style["show_default"] = one.default != ""
    if one.kind is bool:
        return click.option(f"{name}/--no-{one.name}", one.field, **style)
    if one.kind is str:
        return click.option(name, one.field, metavar=one.metavar, **style)
    kind = Length if one.kind is float else click.IntRange
    return click.option(name, one.field, type=kind(one.least, one.greatest), **style)


def _sorted(
    words: Sequence[str], forms: Collection[str], argument: Option | None
) -> tuple[str, dict[str, Any], list[str]]:
    """Return the file to draw to, the value of the argument, and the words that name a book; raises UsageError."""
    boards = {word for word in words[1:] if os.path.isfile(word) and not is_book(word)}
    named, others = sorted_words(words, lambda word: form_of(word) in {*forms, *DRAWN, "proof"} and word not in boards)
    file, *rest = others or [""]
    if file and argument:
        return file, {argument.field: " ".join(rest)}, named
    if not file or rest:
        got = " and ".join(repr(masked(word)) for word in (file, *rest) if word) or "none"
        raise click.UsageError(f"expected one file to draw to, and at most one book; got {got} as the file.")
    return file, {}, named
