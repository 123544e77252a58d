"""The public names of oxobook, all in one place. Each is imported from its own package when it is first used.

>>> from oxobook import Position
>>> Position.parse("a3 b2").text
'X../.O./...'
"""

TYPE_CHECKING = False  # type checkers take this name for True; importing typing for it would cost more than this module
if TYPE_CHECKING:
    from book import (
        Book,
        BookError,
        CannotWrite,
        DamagedBook,
        Entry,
        IllegalPosition,
        IllegalRules,
        MissingBook,
        MissingExtra,
        MissingPosition,
        Move,
        OxobookError,
        Position,
        Rules,
        TooLarge,
        Value,
        __version__,
    )
    from book.info import BookInfo, GameCounts, LayerCounts
    from book.library import open_book
    from book.strategy import Strategy, strategy_in
    from book.verify import verify_book
    from generator.generate import generate_book
    from viewer.classroom.lesson import give_lesson
    from viewer.draw.graph import strategy_graph as strategy_graph
    from viewer.draw.map import strategy_map
    from viewer.play.audit import audit, nash_conv
    from viewer.play.board_widget import BoardWidget as BoardWidget
    from viewer.play.openspiel import BookPolicy as BookPolicy
    from viewer.play.openspiel import OpenSpielPlayer as OpenSpielPlayer
    from viewer.play.roster import player_named

__all__ = [
    "Book",
    "BookError",
    "BookInfo",
    "CannotWrite",
    "DamagedBook",
    "Entry",
    "GameCounts",
    "IllegalPosition",
    "IllegalRules",
    "LayerCounts",
    "MissingBook",
    "MissingExtra",
    "MissingPosition",
    "Move",
    "OxobookError",
    "Position",
    "Rules",
    "Strategy",
    "TooLarge",
    "Value",
    "__version__",
    "audit",
    "generate_book",
    "give_lesson",
    "nash_conv",
    "open_book",
    "player_named",
    "strategy_in",
    "strategy_map",
    "verify_book",
]
"""The names that the core brings. Those that need an extra are there too, but ``import *`` does not ask for them."""

_HOMES = {
    "BoardWidget": "viewer.play.board_widget",
    "BookInfo": "book.info",
    "BookPolicy": "viewer.play.openspiel",
    "GameCounts": "book.info",
    "LayerCounts": "book.info",
    "OpenSpielPlayer": "viewer.play.openspiel",
    "Strategy": "book.strategy",
    "audit": "viewer.play.audit",
    "generate_book": "generator.generate",
    "give_lesson": "viewer.classroom.lesson",
    "nash_conv": "viewer.play.audit",
    "open_book": "book.library",
    "player_named": "viewer.play.roster",
    "strategy_graph": "viewer.draw.graph",
    "strategy_in": "book.strategy",
    "strategy_map": "viewer.draw.map",
    "verify_book": "book.verify",
}
"""Where the names come from that do not come from ``book`` itself."""


def __getattr__(name: str) -> object:
    """A public name, when it is first used (PEP 562); from then on it stands in this module."""
    if name not in __all__ and name not in _HOMES:
        raise AttributeError(f"module 'oxobook' has no attribute {name!r}")
    from importlib import import_module  # not before it is needed: Ctrl-C may come while a command still loads

    value: object = getattr(import_module(_HOMES.get(name, "book")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
