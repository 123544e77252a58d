"""Options and output that commands share: how a book is named, and how the answer is printed."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from oxobook.book.book import Book
from oxobook.book.errors import BookError, printable, quoted
from oxobook.book.game.rules import Rules
from oxobook.book.library import LIBRARY_VARIABLE, book_path, default_library, open_book, rules_in
from oxobook.book.store.address import is_url, masked
from oxobook.on_demand import make_missing

Command = Callable[..., None]


def completed_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return what a shell may complete a word to: rules of the library's books, or else a file's name."""
    found: list[Rules] = []
    with suppress(BookError):
        found = rules_in(default_library())
    items = [CompletionItem(str(rules)) for rules in found or [Rules()] if str(rules).startswith(incomplete)]
    return items or [CompletionItem(incomplete, type="file")]


def _folder(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Return the library's folder; refuse a URL, whose password must not become the name of a folder."""
    if value is None:
        return default_library()
    if is_url(value) or not value:
        raise click.BadParameter(f"expected a folder; got {masked(value)!r}: give a book's URL with --out or -b.")
    return value


def _address(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return a book's address; refuse an empty one, as of an unset variable, instead of the library's book."""
    if value is not None and not value.strip():
        raise click.BadParameter(f"expected a book's path or URL; got {value!r}.")
    return value


library_option = click.option(
    "--library",
    envvar=LIBRARY_VARIABLE,
    show_default="data where there is such a folder, else your own; oxobook library says which",
    callback=_folder,
    help="The folder that holds the books.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class WholeNumber(click.IntRange):
    """Whole number in a range, in the digits 0 to 9: Python takes those of other scripts too, and 1_000."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and not (value.isascii() and value.removeprefix("-").isdigit()):
            self.fail(f"expected a whole number in the digits 0 to 9; got {quoted(value)}.", param, ctx)
        return super().convert(value, param, ctx)


class RulesText(click.ParamType[Rules]):
    """Rules as text, such as 3x4x3-misere."""

    name = "rules"

    def __init__(self, kind: type[Rules] = Rules) -> None:
        self._kind = kind

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return completed_rules(ctx, param, incomplete)

    def convert(self, value: str | Rules, param: click.Parameter | None, ctx: click.Context | None) -> Rules:
        return value if isinstance(value, Rules) else self._kind.parse(value)


def joined(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return options as one decorator; the help lists them in this order."""

    def decorated(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


book_options = joined(
    click.option("-r", "--rules", type=RulesText(), help="The game, such as 3x4x3-misere. [default: 3x3x3]"),
    click.option("-b", "--book", "target", callback=_address, help="A book by its path or SQLAlchemy URL instead."),
    library_option,
)
"""Options that name a book: ``rules`` (Rules or None), ``target`` and ``library``."""


def say(text: str, err: bool = False) -> None:
    """Print lines to stdout, or to stderr, without control characters that a terminal would obey."""
    click.echo(printable(text), err=err)


def asked_book(rules: Rules | None, target: str | None, library: str) -> Book:
    """Open the book that the options name; make a small missing book of the library first."""
    if target is None:
        make_asked(rules or Rules(), library)
    return open_book(rules, target, library)


def make_asked(rules: Rules, library: str) -> None:
    """Make the library's book of these rules if it is missing and small, and say so on stderr."""
    if made := make_missing(rules, library):
        path = masked(book_path(rules, library))
        say(f"Made {path}: {made.positions:,} positions up to symmetry.", err=True)


def book_argument(command: Command) -> Command:
    """Return an argument that names the book as ``book_options`` do: by its rules, or by its path or URL.

    The command takes it as ``rules`` or ``target``; it stands above ``book_options`` among the decorators.
    """

    @wraps(command)
    def asked(*, named: str | None, rules: Rules | None, target: str | None, **others: Any) -> None:
        rules, target = one_book([named] if named else [], rules, target)
        command(rules=rules, target=target, **others)

    return click.argument("named", metavar="[BOOK]", required=False, shell_complete=completed_rules)(asked)


def _is(what: Callable[[Path], bool], word: str) -> bool:
    """Return what a function says of a word as a path; False for a word that is too long for a path."""
    try:
        return what(Path(word))
    except (OSError, ValueError):
        return False


def names_book(word: str) -> bool:
    """Return whether a word is rules, or the path or URL of a book.

    A position is none of these, whatever is wrong with it.
    """
    return _names_rules(word) or is_url(word) or word.lower().endswith((".sqlite", ".db")) or _is(Path.is_file, word)


def one_book(named: list[str], rules: Rules | None, target: str | None) -> tuple[Rules | None, str | None]:
    """Return the ``rules`` and ``target`` that arguments and options name; raises UsageError if they differ."""
    for word in named:
        if _names_rules(word):
            said = Rules.parse(word)
            if rules not in (None, said):
                raise click.UsageError(f"expected one game; got {said} and {rules}: leave one of them out.")
            rules = said
        elif not (names_book(word) or "/" in word or _is(Path.exists, word)):
            raise click.UsageError(
                f"expected rules such as 3x4x3-misere, or a book's path or URL; got {quoted(masked(word))}."
            )
        elif target not in (None, word):
            raise click.UsageError(
                f"expected one book; got {masked(word)!r} and {masked(target or '')!r}: leave one of them out."
            )
        else:
            target = word
    return rules, target


def _names_rules(word: str) -> bool:
    """Return whether a word is meant as rules, perhaps with a typing error."""
    return word[:1].isdigit() and re.match(r"(?i)\d+x\d", word) is not None and not word.lower().endswith(".sqlite")
