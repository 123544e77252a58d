"""Judgement of games: for every move what it was worth, and what the best was; for every player its rates.

A move is *good* if it keeps the value of the position, and *perfect* if it is a best move; the two rates are the shares
of such moves. A *mistake* is a move that is not good, a *blunder* one that turns a win or a draw into a loss.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from oxobook.book.book import Book
from oxobook.book.entry import Move
from oxobook.book.errors import IllegalPosition
from oxobook.book.game.position import Position, positions_of_record
from oxobook.book.game.reading.given import Given
from oxobook.book.game.reading.moves import moves_begun
from oxobook.book.game.score import Value

USUAL = ("moves", "game", "history", "record", "transcript")
"""Names of columns that are looked for, in this order."""
_KEPT = 100_000  # positions whose moves are remembered


class JudgedMove(NamedTuple):
    """Move of a game beside the best ones."""

    ply: int
    """Number of the move, from 1."""
    by: str
    move: str
    before: str
    """Value of the position for the mover: ``win``, ``draw`` or ``loss``."""
    after: str
    """Move value."""
    best: tuple[str, ...]
    good: bool
    perfect: bool
    regret: int
    """Value given away: 0, 1, or 2 for a win that became a loss."""
    lost_plies: int | None
    """Plies by which it wins later or loses sooner than the best move; None if it gave value away."""


class JudgedGame(NamedTuple):
    """Game as far as it was legal."""

    players: Mapping[str, str]
    """Name of the player of X and of O."""
    moves: tuple[JudgedMove, ...]
    winner: str | None
    finished: bool
    illegal: str | None
    """First word that was no legal move; None if there was none."""

    @property
    def first_mistake(self) -> JudgedMove | None:
        """First move that gave value away."""
        return next((move for move in self.moves if not move.good), None)


class Judge:
    """Judge of games of one book."""

    def __init__(self, book: Book, labels: str | None) -> None:
        self._book, self._labels = book, labels
        self._known: dict[Position, dict[Position, JudgedMove]] = {}

    def judge(self, value: object, players: Mapping[str, str]) -> JudgedGame:
        """Return the judgement of a game in any notation; raises IllegalPosition if it cannot be read as moves."""
        try:
            positions, illegal = positions_of_record(value, self._book.rules, self._labels), None
        except IllegalPosition as error:
            positions, illegal = self._begun(value, error)
        moves = tuple(self._moves(before)[after] for before, after in pairwise(positions))
        last = positions[-1]
        return JudgedGame(players, moves, last.winner if last.over else None, last.over, illegal)

    def _begun(self, value: object, error: IllegalPosition) -> tuple[list[Position], str]:
        """Return the positions of a game up to its first illegal move, and that move; raises ``error`` for no game."""
        games = []
        for moves, words in moves_begun(Given(value, self._book.rules, self._labels)):
            positions = [Position(self._book.rules)]
            for move in moves:
                if move not in positions[-1].legal_cells:
                    break
                positions.append(positions[-1].after(move))
            games += [(positions, word) for word in words[len(positions) - 1 :][:1]]
        if not games or (self._labels is None and max(len(positions) for positions, _ in games) == 1):
            raise error
        return max(games, key=lambda game: len(game[0]))

    def _moves(self, position: Position) -> dict[Position, JudgedMove]:
        """Return the judgement of each move of a position, by the position after it."""
        if position not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            entry, moves = self._book.probe(position, pick=False), self._book.moves(position)
            best = tuple(move.move for move in moves if move.best)
            self._known[position] = {
                position.play(move.move): self._judged(position, entry.value, entry.remoteness, best, move)
                for move in moves
            }
        return self._known[position]

    def _judged(
        self, position: Position, value: Value, remoteness: int, best: tuple[str, ...], move: Move
    ) -> JudgedMove:
        regret = value - move.value
        plies = None if regret else abs(move.remoteness - remoteness)
        ply, by = position.ply + 1, position.to_move
        words = value.word, move.value.word
        return JudgedMove(ply, by, move.move, *words, best, not regret, move.best, regret, plies)


class Tally:
    """Sums over judged games: results, and moves by player and ply."""

    def __init__(self) -> None:
        self.results: Counter[str] = Counter()
        self._players: dict[str, Counter[str]] = {}
        self._plies: dict[str, dict[int, Counter[str]]] = {}

    def add(self, game: JudgedGame) -> None:
        """Add a game."""
        result = "illegal" if game.illegal is not None else "unfinished"
        if game.finished and game.illegal is None:
            result = f"{game.winner.lower()}_won" if game.winner else "drawn"
        self.results.update(("games", result))
        for name in {*game.players.values()}:
            self._players.setdefault(name, Counter())["games"] += 1
        for move in game.moves:
            blunder = not move.good and move.after == "loss"
            facts = {
                "moves": 1,
                "good": int(move.good),
                "perfect": int(move.perfect),
                "mistakes": int(not move.good),
                "blunders": int(blunder),
            }
            name = game.players[move.by]
            self._players[name].update(facts)
            self._plies.setdefault(name, {}).setdefault(move.ply, Counter()).update(facts)
        if game.illegal is not None:
            self._players[game.players["XO"[len(game.moves) % 2]]]["illegal"] += 1
        if mistake := game.first_mistake:
            self._players[game.players[mistake.by]]["first_mistakes"] += 1

    def report(self, rules: object) -> dict[str, Any]:
        """Return the fields of ``--json``."""
        names = ("games", "x_won", "o_won", "drawn", "unfinished", "illegal", "unreadable")
        players = [
            {"player": name, "games": counts["games"], **_rates(counts), "illegal": counts["illegal"],
             "first_mistakes": counts["first_mistakes"],
             "plies": [{"ply": ply, **_rates(one)} for ply, one in sorted(self._plies.get(name, {}).items())]}
            for name, counts in sorted(self._players.items())
        ]  # fmt: skip
        return {"rules": str(rules), **{name: self.results[name] for name in names}, "players": players}


def _rates(counts: Counter[str]) -> dict[str, Any]:
    moves = counts["moves"]
    return {
        **{name: counts[name] for name in ("moves", "good", "perfect", "mistakes", "blunders")},
        "good_move_rate": counts["good"] / moves if moves else None,
        "perfect_move_rate": counts["perfect"] / moves if moves else None,
    }


def game_report(place: str, game: JudgedGame) -> dict[str, Any]:
    """Return a game as the fields of a line of JSON."""
    mistake = game.first_mistake
    return {
        "place": place,
        "x": game.players["X"],
        "o": game.players["O"],
        "winner": game.winner,
        "finished": game.finished,
        "illegal": game.illegal,
        "first_mistake": mistake and mistake.ply,
        "moves": [move._asdict() for move in game.moves],
    }
