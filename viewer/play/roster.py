"""The roster: every built-in player by its name, and the player that a name stands for."""

from collections.abc import Callable
from typing import NamedTuple

from book.book import Book
from book.errors import quoted
from book.game.notation import coordinates
from book.game.position import Position
from book.game.rules import Mask, Rules
from viewer.play.function import FunctionPlayer
from viewer.play.notebook import notebook
from viewer.play.player import EvenPlayer, Player, Scope, UnknownPlayer
from viewer.play.program import ProgramPlayer
from viewer.play.ralph import ralph
from viewer.play.rule_lists import anything, centre, defender, expert, keypad, levi


class BuiltIn(NamedTuple):
    """A built-in player."""

    name: str
    does: str
    """What it plays, in a phrase."""
    moves: Callable[[Position], Mask] | None
    """The moves it may make; None for those that ask the book."""
    scope: Scope = Scope.POSITION
    board: Rules | None = None
    """The only board it knows; None for any."""


_SQUARE = Rules()
ROSTER = {
    player.name: player
    for player in (
        BuiltIn("perfect", "any of the book's best moves", None, Scope.ORBIT),
        BuiltIn("pick", "the book's pick, the best move that leaves the most ways to go wrong", None),
        BuiltIn(
            "expert",
            "win, block, fork, stop a fork, centre, opposite corner, corner, side",
            expert,
            Scope.ORBIT,
            _SQUARE,
        ),
        BuiltIn("defender", "win, block, stop a fork, centre, opposite corner, corner, side", defender, board=_SQUARE),
        BuiltIn("keypad", "win, block, centre, opposite corner, corner, side", keypad, board=_SQUARE),
        BuiltIn("centre", "centre, win, block, first free cell", centre, board=_SQUARE),
        BuiltIn("notebook", "block, win, anything: called minimax, and is none", notebook, board=_SQUARE),
        BuiltIn("ralph", "win, block, the cell in which most lines end", ralph, board=_SQUARE),
        BuiltIn("levi", "win, block, anything", levi),
        BuiltIn("random", "anything", anything, Scope.ORBIT),
    )
}
"""The players by name, roughly from the strongest down."""


def fitting(rules: Rules) -> list[str]:
    """The names of the built-in players that know the game with these rules."""
    return [player.name for player in ROSTER.values() if player.board in (None, rules)]


def player_named(name: str, book: Book, seconds: float = 5.0) -> Player:
    """The player that a name stands for, for the book's game; raises UnknownPlayer or UnfitPlayer.

    A name is one of the roster's; ``exec:COMMAND``, a program that answers each question within ``seconds``; or
    ``MODULE:FUNCTION``, a Python function from a Position to a move or to a policy.
    """
    player = _player(name, book, seconds)
    player.require(book.rules)
    return player


def _player(name: str, book: Book, seconds: float) -> Player:
    """The player, before it is known to fit the game."""
    if name.startswith("exec:"):
        return ProgramPlayer(name.removeprefix("exec:"), seconds)
    if ":" in name:
        return FunctionPlayer(name)
    if name not in ROSTER:
        raise UnknownPlayer(
            f"expected a player, one of {', '.join(ROSTER)}, exec:COMMAND or MODULE:FUNCTION; got {quoted(name)}: "
            "oxobook players describes them"
        )
    known = ROSTER[name]
    return EvenPlayer(name, known.moves or _book_moves(name, book), known.scope, known.board)


def _book_moves(name: str, book: Book) -> Callable[[Position], Mask]:
    """The moves of the players that ask the book."""
    number = {coordinate: cell for cell, coordinate in enumerate(coordinates(book.rules))}

    def perfect(position: Position) -> Mask:
        return sum(1 << number[move] for move in book.probe(position).best)

    def pick(position: Position) -> Mask:
        move = book.probe(position).pick
        return 0 if move is None else 1 << number[move]

    return perfect if name == "perfect" else pick
