"""Public names of oxobook, each imported from its own package when it is first used.

>>> from oxobook import Position
>>> Position.parse("a3 b2").text
'X../.O./...'
"""

TYPE_CHECKING = False  # type checkers read it as True; importing typing would take longer than the rest of this module
if TYPE_CHECKING:
    from oxobook.book import *  # noqa: F403
    from oxobook.book.certificate.certificate import Certificate as Certificate
    from oxobook.book.certificate.certified_strategy import CertifiedStrategy as CertifiedStrategy
    from oxobook.book.certificate.strategy_file import strategy_in as strategy_in
    from oxobook.book.info import BookInfo as BookInfo
    from oxobook.book.info import GameCounts as GameCounts
    from oxobook.book.info import LayerCounts as LayerCounts
    from oxobook.book.strategy import Strategy as Strategy
    from oxobook.book.verify import verify_book as verify_book
    from oxobook.generator.generate import generate_book as generate_book
    from oxobook.generator.machine import Machine as Machine
    from oxobook.generator.prove.proof import prove as prove
    from oxobook.generator.search.searcher import Searcher as Searcher
    from oxobook.on_demand import open_book as open_book
    from oxobook.viewer.classroom.menace.lesson import give_lesson as give_lesson
    from oxobook.viewer.oracle.game_env import GameEnv as GameEnv
    from oxobook.viewer.oracle.grading import Grade as Grade
    from oxobook.viewer.oracle.grading import Grader as Grader
    from oxobook.viewer.oracle.grading import graded_positions as graded_positions
    from oxobook.viewer.oracle.inspect_task import book_task as book_task
    from oxobook.viewer.oracle.openspiel import BookBot as BookBot
    from oxobook.viewer.oracle.openspiel import BookPolicy as BookPolicy
    from oxobook.viewer.oracle.openspiel import OpenSpielPlayer as OpenSpielPlayer
    from oxobook.viewer.oracle.openspiel import SpielJudge as SpielJudge
    from oxobook.viewer.oracle.textarena_agent import ArenaAgent as ArenaAgent
    from oxobook.viewer.oracle.textarena_agent import ArenaJudge as ArenaJudge
    from oxobook.viewer.oracle.two_player_env import TwoPlayerEnv as TwoPlayerEnv
    from oxobook.viewer.oracle.two_player_env import two_player_env as two_player_env
    from oxobook.viewer.oracle.vector_env import VectorGameEnv as VectorGameEnv
    from oxobook.viewer.oracle.verifiers_task import BookTaskset as BookTaskset
    from oxobook.viewer.oracle.verifiers_task import BookTasksetConfig as BookTasksetConfig
    from oxobook.viewer.pictures.map import strategy_map as strategy_map
    from oxobook.viewer.pictures.position_graph import strategy_graph as strategy_graph
    from oxobook.viewer.players.audit import Audit as Audit
    from oxobook.viewer.players.audit import audit as audit
    from oxobook.viewer.players.audit import exploitability as exploitability
    from oxobook.viewer.players.audit import nash_conv as nash_conv
    from oxobook.viewer.players.judge import Judge as Judge
    from oxobook.viewer.players.judge import JudgedMove as JudgedMove
    from oxobook.viewer.players.player import Player as Player
    from oxobook.viewer.players.roster import player_named as player_named

_HOMES = {
    "book": "Book BookError CannotWrite DamagedBook Entry IllegalArgument IllegalPosition IllegalRules MissingBook "
    "MissingExtra MissingPosition Move Outcome OxobookError Position Rules TooLarge Value __version__",
    "book.certificate.certificate": "Certificate",
    "book.certificate.certified_strategy": "CertifiedStrategy",
    "book.certificate.strategy_file": "strategy_in",
    "book.info": "BookInfo GameCounts LayerCounts",
    "book.strategy": "Strategy",
    "book.verify": "verify_book",
    "generator.generate": "generate_book",
    "generator.machine": "Machine",
    "on_demand": "open_book",
    "viewer.classroom.menace.lesson": "give_lesson",
    "viewer.pictures.map": "strategy_map",
    "viewer.oracle.grading": "Grade Grader graded_positions",
    "viewer.players.audit": "Audit audit exploitability nash_conv",
    "viewer.players.judge": "Judge JudgedMove",
    "viewer.players.player": "Player",
    "viewer.players.roster": "player_named",
}
_WITH_EXTRA = {
    "generator.prove.proof": "prove",
    "generator.search.searcher": "Searcher",
    "viewer.pictures.position_graph": "strategy_graph",
    "viewer.oracle.game_env": "GameEnv",
    "viewer.oracle.inspect_task": "book_task",
    "viewer.oracle.openspiel": "BookBot BookPolicy OpenSpielPlayer SpielJudge",
    "viewer.oracle.textarena_agent": "ArenaAgent ArenaJudge",
    "viewer.oracle.two_player_env": "TwoPlayerEnv two_player_env",
    "viewer.oracle.vector_env": "VectorGameEnv",
    "viewer.oracle.verifiers_task": "BookTaskset BookTasksetConfig",
}
HOMES = {name: f"oxobook.{home}" for home, names in (_HOMES | _WITH_EXTRA).items() for name in names.split()}
"""Module of each public name."""
__all__ = sorted(" ".join(_HOMES.values()).split())
"""Names that need no extra; the others can be imported too, but not by ``import *``."""


def __getattr__(name: str) -> object:
    """Import a public name at its first use (PEP 562), and keep it in this module."""
    if name == "BoardWidget":
        raise AttributeError("oxobook has no BoardWidget any more: boards draw themselves, and a frame shows the page")
    if name not in HOMES:
        raise AttributeError(f"module 'oxobook' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(HOMES[name]), name)
    import_module("oxobook.handed_down")  # which hands the search and pictures down to books
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
