"""Requests: all options of a picture, for the command line and the server alike.

A request is a frozen dataclass. Each of its fields that is made by ``option`` is an option of the command and a
parameter of the server, under the same name and with the same help; it checks the values itself.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from oxobook.book.errors import OxobookError, quoted
from oxobook.book.game.labels import LABELS
from oxobook.book.game.position import Position, position_of_text
from oxobook.book.game.rules import Rules
from oxobook.book.strategy import KINDS, SIDES
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS


class IllegalRequest(OxobookError, ValueError):
    """An option of a picture has a value that it cannot have."""


class Option(NamedTuple):
    """Option of a picture."""

    help: str
    default: Any
    kind: type = str  # ``bool``, ``int``, ``float`` for a length in cm, or ``str``
    name: str = ""  # name for users; the field's name if empty
    choices: Collection[str] = ()  # allowed values; empty if any will do
    least: int | None = None
    greatest: int | None = None
    argument: bool = False  # True if the command has its value after the file, without a name
    served: bool = True  # True if the server takes it too
    metavar: str = "POSITION"  # placeholder for a text value in the help
    field: str = ""  # field of the request


def option(default: Any, words: str, kind: type = str, **about: Any) -> Any:
    """Return a field of a request that users choose; ``words``: its help; ``about``: more fields of ``Option``."""
    return field(default=default, metadata={"option": Option(words, default, kind, **about)})


def language_option() -> Any:
    """Return the language of the words on a diagram."""
    words = "Language of the words: en, de, or a file of Python with a language of your own."
    return option("en", words, served=False, metavar="LANGUAGE")


@dataclass(frozen=True)
class Request:
    """Options of every picture. Raises IllegalRequest for a value that an option cannot have."""

    labels: str | None = option(
        None, "Names of the cells, read and drawn; default coordinates.", choices=LABELS, metavar="LABELS"
    )
    most: int | None = None  # largest number of positions that may be drawn; None for as many as can be read

    def __post_init__(self) -> None:
        for one in options(type(self)):
            value = getattr(self, one.field)
            if value is None and one.default is None:
                continue
            if one.choices and value not in one.choices:
                known = [repr(choice) for choice in one.choices]
                listed = " or ".join((", ".join(known[:-1]), known[-1]))
                raise IllegalRequest(f"expected {one.name} to be {listed}; got {quoted(value)}")
            if one.least is not None and value < one.least:
                raise IllegalRequest(f"expected {one.name} to be {one.least} or more; got {quoted(value)}")
            if one.greatest is not None and value > one.greatest:
                raise IllegalRequest(f"expected {one.name} to be {one.greatest} or less; got {quoted(value)}")

    @property
    def page(self) -> str | None:
        """Paper on whose pages a PDF is fitted; None for pages of the drawing's size."""
        return None

    @property
    def forms(self) -> tuple[str, ...]:
        """Formats that a picture with these options can have; none for all of its kind."""
        return ("pdf",) if self.page else ()

    def require_form(self, form: str) -> None:
        """Raise IllegalRequest unless a picture with these options can have a format."""
        if self.forms and form not in self.forms:
            raise IllegalRequest(f"a picture with these options is {' or '.join(self.forms)}; got {quoted(form)}")


def options(request: type[Request]) -> list[Option]:
    """Return the options of a picture, in the order of the fields."""
    chosen = [(one.name, one.metadata["option"]) for one in fields(request) if one.metadata]
    return [one._replace(field=name, name=one.name or name) for name, one in chosen]


@dataclass(frozen=True)
class OnPaper(Request):
    """Picture whose PDF may be fitted on a page."""

    paper: str | None = option(None, "Fit a PDF on this page.", choices=PAPERS, served=False)

    @property
    def page(self) -> str | None:
        return self.paper


@dataclass(frozen=True)
class SideRequest(Request):
    """Picture of how a side plays."""

    side: str = option("X", "Side to play.", choices=SIDES)


@dataclass(frozen=True)
class StrategyRequest(OnPaper, SideRequest):
    """Diagram of a strategy, which may begin in the middle of the game."""

    kind: str = option("pick", "Kind of strategy, as for oxobook strategy.", choices=KINDS)
    fast: bool = option(False, "The strategy that also wins as soon, and loses as late, as possible.", bool)
    start: str = option("", "Start from this position, a board or a game record.", name="from")

    def position(self, rules: Rules) -> Position:
        return position_of_text(self.start, rules, self.labels)
