"""Choice of a book or a game on the command line, by options or among a command's words."""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from oxobook import handed_down as handed_down
from oxobook.book.book import Book
from oxobook.book.errors import BookError, IllegalRules, MissingBook, masked, quoted
from oxobook.book.game.notation import is_position
from oxobook.book.game.rules import NAMES, Rules
from oxobook.book.library import (
    BOARD_FILE,
    LIBRARY_VARIABLE,
    book_named,
    book_path,
    default_library,
    is_address,
    library_folder,
    open_book,
    rules_in,
    rules_named,
)
from oxobook.commands.options import gathered
from oxobook.commands.output import Command, local_name, say

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

SEARCH_SECONDS = 15.0
"""Time to search where there is no book, by default."""
_PROOF = ".proof"  # ending of certificates
BOOK_HELP = "BOOK is rules, or a book's path or URL; default 3x3x3."


class RulesText(click.ParamType[Rules]):
    """Parameter type for rules, such as 3x4x3-misere."""

    name = "rules"

    def convert(self, value: str | Rules, param: click.Parameter | None, ctx: click.Context | None) -> Rules:
        return value if isinstance(value, Rules) else rules_named(value, ctx.params.get("library") if ctx else None)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        """Return the completions of a word that names a book: rules of the library's books, or else a file's name."""
        from click.shell_completion import CompletionItem  # a lookup starts faster without

        found: list[Rules] = []
        with suppress(BookError):
            found = rules_in(library_folder())
        items = [CompletionItem(str(rules)) for rules in found or [Rules()] if str(rules).startswith(incomplete)]
        return items or [CompletionItem(incomplete, type="file")]


class BookChoice(NamedTuple):
    """Book that a command uses: the one at ``target``, or else the library's book of ``rules``, by default 3x3x3."""

    rules: Rules | None
    target: str | None
    library: str

    @property
    def address(self) -> str | Path:
        return self.target or book_path(self.rules or Rules(), self.library)

    def open(self, search: bool = False, answers: bool = True) -> Book:
        """Open the book; make a small missing book of the library first.

        With ``search``, open one whose every answer is searched for a board too large for any book. If no ``answers``
        are asked for, a book that knows the rules alone takes the place of a missing one.
        """
        if (self.target or "").endswith(_PROOF):
            from oxobook.book.certificate.certificate import Certificate  # a lookup starts faster without

            name, proof = masked(self.target or ""), Certificate.open(self.target or "")
            raise BookError(
                f"expected a book; {name!r} is a certificate of {proof.position.rules}, which proves that "
                f"{proof.claim}: oxobook verify {name} checks it"
            )
        with suppress(MissingBook):
            return open_book(*self)
        from oxobook.book.no_book import NoBook, SearchedBook, open_or_search  # most commands find a book
        from oxobook.on_demand import make_missing

        rules = self.rules or Rules()
        if self.target is None and not answers:
            return NoBook(rules, self.library)
        if self.target is None and (made := make_missing(rules, self.library)):
            path = masked(book_path(rules, self.library))
            say(f"Made {path}: {made.positions:,} positions up to symmetry.", err=True)
        book = (open_or_search if search else open_book)(*self)
        if isinstance(book, SearchedBook):
            say(f"There is no book of {rules}: each answer is searched.", err=True)
        return book

    def narrowed(self, words: Iterable[str]) -> "BookChoice":
        """Return this choice combined with arguments that name a book; raises UsageError if they contradict it."""
        rules, target = self.rules, self.target
        for word in words:
            if _names_rules(word):
                rules = one_game(rules_named(word, self.library), rules)
            elif not (names_book(word) or _names_path(word)):
                raise click.UsageError(
                    f"expected rules such as 3x4x3-misere, or a book's path or URL; got {quoted(masked(word))}."
                )
            elif target not in (None, word):
                raise click.UsageError(
                    f"expected one book; got {masked(word)!r} and {masked(target or '')!r}: leave one of them out."
                )
            else:
                target = word
        return self._replace(rules=rules, target=target)


def one_game(*named: Rules | None) -> Rules | None:
    """Return the game that is named, or None; raises UsageError if two are."""
    games = list(dict.fromkeys(filter(None, named)))
    if len(games) > 1:
        raise click.UsageError(f"expected one game; got {games[0]} and {games[1]}: leave one of them out.")
    return games[0] if games else None


def sorted_words(
    words: Sequence[str], other: Callable[[str], bool] = lambda word: False
) -> tuple[list[str], list[str]]:
    """Return the words that name a book, and all others, in their order; ``other`` says which can name none."""
    named = [word for word in words if not other(word) and names_book(word)]
    return named, [word for word in words if word not in named]


def names_book(word: str) -> bool:
    """Return whether a word is rules, or the path or URL of a book; a position, even a wrong one, is neither."""
    return _names_rules(word) or is_address(word) or os.path.isfile(word)


def is_book(word: str) -> bool:
    """Return whether a word is the path or URL of a book, and not rules or the file of a board."""
    return is_address(word) or (os.path.isfile(word) and not BOARD_FILE.fullmatch(word))


def _names_path(word: str) -> bool:
    return os.path.exists(word) or word.endswith(_PROOF) or ("/" in word and not is_position(word))


def _names_rules(word: str) -> bool:
    """Return whether a word is meant as rules, perhaps with a typo."""
    context = click.get_current_context(silent=True)
    library = context.params.get("library") if context else None
    if BOARD_FILE.fullmatch(word):
        return True
    with suppress(IllegalRules):
        return bool(rules_named(word, library))
    if os.path.isfile(word):
        return False
    sizes = re.match(r"(?i)[0-9]+[x\xd7][0-9]", word) and not is_position(word)
    meant = bool(sizes) or word.lower().startswith(tuple(NAMES)) or book_named(word, library) is not None
    return meant and "." not in word  # as in the name of a file


def _address(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return a book's address; refuse an empty one, which may come from an unset variable."""
    if value is not None and not value.strip():
        raise click.BadParameter(f"expected a book's path or URL; got {value!r}.")
    return value


library_option = click.option(
    "--library",
    metavar="FOLDER",
    envvar=LIBRARY_VARIABLE,
    show_default="./data, or your own data folder",
    callback=lambda ctx, param, value: default_library() if value is None else local_name(ctx, param, value),
    is_eager=True,  # rules may be the name of one of its books
    help="Folder of the books.",
)
book_options = gathered(
    "chosen",
    BookChoice,
    click.option("-r", "--rules", type=RulesText(), help="Game, such as 3x4x3-misere. [default: 3x3x3]"),
    click.option("-b", "--book", "target", metavar="BOOK", callback=_address, help="Book by its path or URL."),
    library_option,
)
"""Options that name a book; the command takes it as ``chosen``."""


def book_argument(command: Command) -> Command:
    """Add an argument and options that name a book; the command takes it as ``chosen``, a BookChoice."""

    @wraps(command)
    def wrapped(*, named: str | None, chosen: BookChoice, **others: Any) -> None:
        command(chosen=chosen.narrowed([named] if named else []), **others)

    wrapped.__doc__ = f"{command.__doc__}\n\n    {BOOK_HELP}"  # indented as the docstring is
    argument = click.argument("named", metavar="[BOOK]", required=False, shell_complete=RulesText().shell_complete)
    return argument(book_options(wrapped))


def game_argument(command: Command) -> Command:
    """Add the argument RULES and the option -r; the command takes the game, by default 3x3x3, as ``rules``."""

    @wraps(command)
    def wrapped(*, rules: Rules | None, rules_option: Rules | None, **others: Any) -> None:
        command(rules=one_game(rules, rules_option) or Rules(), **others)

    option = click.option("-r", "--rules", "rules_option", type=RulesText(), help="Game, instead of RULES.")
    return click.argument("rules", type=RulesText(), required=False)(option(wrapped))
