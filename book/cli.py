"""The options that commands of both packages share: which book is asked, and how the answer is printed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from book.game.rules import Rules
from book.library import DEFAULT_LIBRARY, LIBRARY_VARIABLE
from book.store.address import is_url, masked

Command = Callable[..., None]

if TYPE_CHECKING:
    RulesParameter = click.ParamType[Rules]
else:
    RulesParameter = click.ParamType  # which takes no type from click before 8.4


def _folder(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The library's folder; a URL, with its password, must not become the name of one."""
    if is_url(value) or not value:
        raise click.BadParameter(f"expected a folder; got {masked(value)!r}: a book's URL goes into --out or -b.")
    return value


def _address(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A book's address; an empty one, of a variable that is not set, is not taken for the library's book."""
    if value is not None and not value.strip():
        raise click.BadParameter(f"expected a book's path or URL; got {value!r}.")
    return value


library_option = click.option(
    "--library",
    envvar=LIBRARY_VARIABLE,
    default=DEFAULT_LIBRARY,
    show_default=True,
    callback=_folder,
    help="Folder of the books.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class RulesText(RulesParameter):
    """Rules as text, such as 3x4x3-misere."""

    name = "rules"

    def __init__(self, kind: type[Rules] = Rules) -> None:
        self._kind = kind

    def convert(self, value: str | Rules, param: click.Parameter | None, ctx: click.Context | None) -> Rules:
        return value if isinstance(value, Rules) else self._kind.parse(value)


def book_options(command: Command) -> Command:
    """The options that name a book: ``rules`` (Rules or None), ``target`` and ``library``."""
    options = (
        click.option("-r", "--rules", type=RulesText(), help="The game, such as 3x4x3-misere; default 3x3x3."),
        click.option(
            "-b",
            "--book",
            "target",
            callback=_address,
            help="A book's path or SQLAlchemy URL, instead of the library's.",
        ),
        library_option,
    )
    for option in reversed(options):
        command = option(command)
    return command
