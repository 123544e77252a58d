"""Commands that draw a diagram: one for each kind, with the options of its request."""

from collections.abc import Collection
from typing import Any

import click

from oxobook.book.book import Book
from oxobook.book.store.passwords import masked
from oxobook.commands.options import BOOK_HELP, BookChoice, book_options, choice_option, names_book
from oxobook.commands.output import OutputFile, force_option, form_of
from oxobook.commands.progress import progress
from oxobook.on_demand import found_strategy
from oxobook.viewer.pictures.chooser import Chooser, Picks
from oxobook.viewer.pictures.drawing.file import FORMS
from oxobook.viewer.pictures.registry import diagram_file, diagram_named
from oxobook.viewer.pictures.request import Option, options


def diagram_command(name: str) -> click.Command:
    """Return the command of a diagram."""
    diagram = diagram_named(name)

    def command(words: tuple[str, ...], chosen: BookChoice, **options: Any) -> None:
        name, named = _file_and_books(words, diagram.forms)
        chosen = chosen.narrowed(named)
        file = OutputFile(diagram.forms, "a picture").convert(name, None, None)
        request = diagram.request(**options)
        with chosen.open() as book, progress() as tell:

            def find(book: Book, side: str, kind: str, fast: bool) -> Chooser:
                picks = kind == "pick" and not fast
                return Picks(book, side) if picks else found_strategy(book, side, kind, fast, tell)

            drawn = diagram_file(diagram, book, request, file.form, find, tell)
        file.write(drawn)

    wrapped = force_option(book_options(command))
    for one in reversed(options(diagram.request)):
        wrapped = _click_option(one)(wrapped)
    wrapped = click.argument("words", metavar="FILE [BOOK]", nargs=-1, required=True)(wrapped)
    text = (
        f"{diagram.does}\n\nThe ending of FILE selects the format: {', '.join(diagram.forms)}; - is standard "
        f"output. {BOOK_HELP}"
    )
    return click.command(name, help=text, epilog=f"Example: {diagram.example}")(wrapped)


def _click_option(one: Option) -> Any:
    """Return an option of a request as an option of a command."""
    name, style = f"--{one.name}", {"help": one.help, "default": one.default}
    if one.kind is bool and one.default is None:
        return click.option(f"{name}/--no-{one.name}", one.field, **style)
    if one.kind is bool:
        return click.option(name, one.field, is_flag=True, **style)
    if one.choices:
        return choice_option(name, one.field, choices=one.choices, metavar=f"[{'|'.join(one.choices)}]", **style)
    metavar = {"metavar": one.metavar} if one.kind is str else {"type": one.kind}
    return click.option(name, one.field, **style, **metavar)


def _file_and_books(words: Collection[str], forms: Collection[str]) -> tuple[str, list[str]]:
    """Return the file to draw to, and the words that name a book; raises UsageError unless there is one file."""
    named = [word for word in words if form_of(word) not in {*forms, *FORMS} and names_book(word)]
    files = [word for word in words if word not in named]
    if len(files) != 1:
        got = " and ".join(repr(masked(word)) for word in files) or "none"
        raise click.UsageError(f"expected one file to draw to, and at most one book; got {got} as the file.")
    return files[0], named
