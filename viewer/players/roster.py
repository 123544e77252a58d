"""Roster: every built-in player by its name, and the player that a name stands for."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from oxobook.book.book import Book, require_book
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.certified_strategy import CertifiedStrategy
from oxobook.book.certificate.strategy_file import proof_path
from oxobook.book.errors import IllegalArgument, MissingPosition, quoted
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.position import Position
from oxobook.book.game.reading.reading import Reading, stated
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.score import Value
from oxobook.book.library import options_naming
from oxobook.viewer.doors import opened
from oxobook.viewer.players import rule_players as rule
from oxobook.viewer.players.player import EvenPlayer, Forfeit, Player, Policy, Scope, UnfitPlayer, UnknownPlayer
from oxobook.viewer.players.program_player import ProgramPlayer
from oxobook.viewer.players.python_player import Function, PythonPlayer

AnyPlayer = Player | Function | str
"""Player, a function that plays, or the name of a player."""
Moves = Callable[[Position], Mask]
"""Function from a position of an unfinished game to the moves that a player may make there."""


class BuiltIn(NamedTuple):
    """Built-in player."""

    name: str
    does: str  # description of its play, in a phrase
    moves_from: Callable[[Book], Moves]
    """Function from a book to the player's moves; players that need no book ignore it."""
    scope: Scope = Scope.POSITION
    board: Rules | None = None  # only board it knows; None for any
    holds: str = ""  # sides with which it never loses at tic-tac-toe, as audits prove


def _perfect(book: Book) -> Moves:
    return lambda position: book.probe(position, pick=False).best_mask


def _pick(book: Book) -> Moves:

    def pick(position: Position) -> Mask:
        cell = book.probe(position).pick_cell
        return 0 if cell is None else 1 << cell

    return pick


_SQUARE, _ORBIT = Rules(), Scope.ORBIT


def _on_3x3(name: str, does: str, moves: Moves, holds: str = "", scope: Scope = Scope.POSITION) -> BuiltIn:
    """Return a player that knows the 3x3 board alone, and uses no book."""
    return BuiltIn(name, does, lambda book: moves, scope, _SQUARE, holds)


_PICK = "of the best moves the one that leaves the most ways to go wrong"
_EXPERT = "win, block, fork, stop a fork, centre, opposite corner, corner, side"
_DEFENDER = "win, block, stop a fork, centre, opposite corner, corner, side"
_NOTEBOOK = "block first, even when it could win; then win, anything"
_KEYPAD = "win, block, centre, opposite corner, corner, side"
ROSTER = {
    player.name: player
    for player in (
        BuiltIn("perfect", "any best move", _perfect, _ORBIT),
        BuiltIn("pick", _PICK, _pick),
        _on_3x3("expert", _EXPERT, rule.expert, "XO", _ORBIT),
        _on_3x3("defender", _DEFENDER, rule.defender, "XO"),
        _on_3x3("keypad", _KEYPAD, rule.keypad, "X"),
        _on_3x3("centre", "centre, win, block, first free cell", rule.centre),
        _on_3x3("notebook", _NOTEBOOK, rule.notebook),
        _on_3x3("ralph", "win, block, the cell in which most lines end", rule.ralph, "X"),
        BuiltIn("levi", "win, block, anything", lambda book: rule.levi),
        BuiltIn("random", "anything", lambda book: rule.anything, _ORBIT),
    )
}
"""Players by name, roughly from the strongest to the weakest; a new player is a new line here."""


def roster() -> dict[str, BuiltIn]:
    """Return the players by name, with those of other distributions."""
    return opened("players", ROSTER, BuiltIn)


_BY_THE_BOOK = ("perfect", "pick")


def never_losing(name: str, book: Book) -> list[str] | None:
    """Return the sides with which a built-in player is proved never to lose, or None if nothing is proved.

    A player of a book's best moves loses only what is lost from the start. The others have been audited on 3x3x3.
    """
    if name in _BY_THE_BOOK:
        value = book.probe(Position(book.rules), pick=False).value
        return [side for side, lost in (("X", Value.LOSS), ("O", Value.WIN)) if value is not lost]
    return list(ROSTER[name].holds) if book.rules == _SQUARE else None


def usual_opponent(book: Book) -> str:
    """Return the name of the player that people play by default: the strongest that answers at once."""
    return "perfect" if len(book) else "levi" if book.rules.plain else "random"


def fitting(rules: Rules) -> list[str]:
    """Return the names of the built-in players that know the game with these rules."""
    return [player.name for player in roster().values() if _knows(player, rules)]


def _knows(player: BuiltIn, rules: Rules) -> bool:
    """Return whether a built-in player knows the game: plain rules know lines of their own sign only."""
    return player.board in (None, rules) and (rules.plain or player.name in (*_BY_THE_BOOK, "random"))


def is_player(name: str) -> bool:
    """Return whether a name has the form of a player's: one of the roster, proof, exec:COMMAND or MODULE:FUNCTION."""
    return name.startswith("exec:") or (":" in name and "://" not in name) or name.lower() in (*roster(), PROOF)


def player_named(
    name: AnyPlayer,
    book: Book,
    seconds: float = 5.0,
    labels: str | None = None,
    reading: Reading | str | None = None,
) -> Player:
    """Return the player of a name, for the book's game; raises UnknownPlayer or UnfitPlayer.

    A name is one of the roster's, in any case; ``exec:COMMAND``, a program that answers each question within
    ``seconds``; ``proof:FILE``, the side that a certificate is for, or ``proof`` for the game's own certificate; or
    ``MODULE:FUNCTION``, a Python function from a Position to a move or to a policy. Such a function itself is taken,
    too, and a Player as it is. Moves of programs and functions are read as ``Position.move`` reads them, by ``labels``
    or a ``reading``.
    """
    require_book(book)
    how = stated(reading, labels)
    cell_labels(how.cells, book.rules)  # raises IllegalPosition if they do not fit
    if not isinstance(name, str | Player) and not callable(name):
        raise IllegalArgument(f"expected a player's name, a Player, or a function of a position; got {quoted(name)}")
    if not isinstance(name, str):
        player = name if isinstance(name, Player) else PythonPlayer(name, how)
        player.require(book.rules)
        return player
    if name.startswith("exec:"):
        return ProgramPlayer(name.removeprefix("exec:"), seconds, how)
    if path := certificate_named(name, book):
        player = CertificatePlayer(path, name)
        player.require(book.rules)
        return player
    if ":" in name:
        return PythonPlayer(name, how)
    known = roster().get(name.lower())
    if known is None:
        raise UnknownPlayer(
            f"expected a player, one of {', '.join(roster())}, exec:COMMAND or MODULE:FUNCTION; got {quoted(name)}: "
            f"oxobook audit{options_naming(book)} describes them"
        )
    if not _knows(known, book.rules):
        raise UnfitPlayer(
            f"the player {known.name} knows {known.board or 'lines of its own sign'} only; got {book.rules}: "
            f"{', '.join(fitting(book.rules))}, exec:COMMAND and MODULE:FUNCTION play it"
        )
    return EvenPlayer(known.name, known.moves_from(book), known.scope, known.board)


PROOF, PREFIX = "proof", "proof:"
"""Name of the player by the certificate of a game, and beginning of that by any certificate, whose path follows."""


def certificate_named(name: str, book: Book) -> Path | None:
    """Return the path of the certificate by which a player of this name plays a game, or None for another player."""
    if name.lower() == PROOF:
        return proof_path(book)
    return Path(name.removeprefix(PREFIX)) if name.startswith(PREFIX) else None


class CertificatePlayer(Player):
    """Player of one side by a certificate from the empty board; it forfeits if it has the other side."""

    scope, askings = Scope.RECORD, 1

    def __init__(self, path: str | Path, name: str = PREFIX) -> None:
        self.certificate = Certificate.open(path)
        super().__init__(
            f"{PREFIX}{Path(path).name}" if name.startswith(PREFIX) else PROOF, self.certificate.position.rules
        )
        self._strategy = CertifiedStrategy(self.certificate)

    def policy_after(self, record: tuple[str, ...], position: Position) -> Policy:
        start = self.certificate.position
        if start.ply:
            raise Forfeit(f"the certificate is of the position {start.text}, and games begin on an empty board")
        if position.to_move != self.certificate.owner:
            raise Forfeit(f"{self.name} plays {self.certificate.owner} only: give it that side")
        try:
            return {self._strategy.reply(" ".join(record)): Fraction(1)}
        except MissingPosition as error:
            raise Forfeit(str(error)) from error
