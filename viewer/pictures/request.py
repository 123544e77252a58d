"""Requests: all options of a picture.

A request is a frozen dataclass. Each of its fields that is made by ``option`` is an option of the picture's command,
under the same name, with its help and its checks.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from oxobook.book.game.labels import LABELS
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.strategy import NAMES, SIDES
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS


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
    metavar: str = "POSITION"  # placeholder for a text value in the help
    field: str = ""  # field of the request


def option(default: Any, words: str, kind: type = str, **about: Any) -> Any:
    """Return a field of a request that users choose; ``words``: its help; ``about``: more fields of ``Option``."""
    return field(default=default, metadata={"option": Option(words, default, kind, **about)})


def language_option() -> Any:
    """Return the language of the words on a diagram."""
    words = "Language of the words: en, de, or a file of Python with a language of your own."
    return option("en", words, metavar="LANGUAGE")


@dataclass(frozen=True)
class Request:
    """Options of every picture."""

    labels: str | None = option(
        None, "Names of the cells, read and drawn; default coordinates.", choices=LABELS, metavar="LABELS"
    )

    @property
    def page(self) -> str | None:
        """Paper on whose pages a PDF is fitted; None for pages of the drawing's size."""
        return None

    @property
    def forms(self) -> tuple[str, ...]:
        """Formats that a picture with these options can have; none for all of its kind."""
        return ("pdf",) if self.page else ()


def options(request: type[Request]) -> list[Option]:
    """Return the options of a picture, in the order of the fields."""
    chosen = [(one.name, one.metadata["option"]) for one in fields(request) if one.metadata]
    return [one._replace(field=name, name=one.name or name) for name, one in chosen]


@dataclass(frozen=True)
class TextRequest(Request):
    """Picture of a position or a game that is given as text."""

    reading: str | None = option(
        None, "How a position or game is written, where it is not clear; as for oxobook lookup.", metavar="TEXT"
    )

    @property
    def read_as(self) -> str:
        return " ".join(filter(None, (self.labels, self.reading)))


@dataclass(frozen=True)
class OnPaper(Request):
    """Picture whose PDF may be fitted on a page."""

    paper: str | None = option(None, "Fit a PDF on this page.", choices=PAPERS)

    @property
    def page(self) -> str | None:
        return self.paper


@dataclass(frozen=True)
class SideRequest(Request):
    """Picture of how a side plays."""

    side: str = option("X", "Side to play.", choices=SIDES)


@dataclass(frozen=True)
class StrategyRequest(OnPaper, SideRequest, TextRequest):
    """Diagram of a strategy, which may begin in the middle of the game."""

    kind: str = option("pick", "Kind of strategy, as for oxobook strategy.", choices=NAMES)
    start: str = option("", "Start from this position, a board or a game record.", name="from")

    def position(self, rules: Rules) -> Position:
        return Position.parse(self.start, rules, reading=self.read_as)
