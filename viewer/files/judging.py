"""Judgement of games: every move as ``viewer.players.judge`` judges it, and the rates of every player.

A *mistake* is a move that is not good, a *blunder* one that turns a win or a draw into a loss.
"""

import csv
import io
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position, moves_between, positions_of_record
from oxobook.book.game.reading.given import Given
from oxobook.book.game.reading.moves import moves_begun
from oxobook.viewer.players.judge import Judge, JudgedMove
from oxobook.viewer.players.rates import LEGEND, rate_cells, rate_fields
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import Cell, heads, paragraph, table

USUAL = ("moves", "game", "history", "record", "transcript")
"""Names of columns that are looked for, in this order."""


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


class GameJudge:
    """Judge of games of one book."""

    def __init__(self, book: Book, labels: str | None) -> None:
        self._rules, self._labels = book.rules, labels
        self._names, self._moves = move_names(book.rules), Judge(book).moves

    def judge(self, value: object, players: Mapping[str, str]) -> JudgedGame:
        """Return the judgement of a game in any notation; raises IllegalPosition if it cannot be read as moves."""
        try:
            positions, illegal = positions_of_record(value, self._rules, self._labels), None
        except IllegalPosition as error:
            positions, illegal = self._begun(value, error)
        played = zip(positions, moves_between(positions), strict=False)
        moves = tuple(self._moves(before)[self._names[move]] for before, move in played)
        last = positions[-1]
        return JudgedGame(players, moves, last.winner if last.over else None, last.over, illegal)

    def _begun(self, value: object, error: IllegalPosition) -> tuple[list[Position], str]:
        """Return the positions of a game up to its first illegal move, and that move; raises ``error`` for no game."""
        games = []
        for moves, words in moves_begun(Given(value, self._rules, self._labels)):
            positions = [Position(self._rules)]
            for move in moves:
                if move not in positions[-1].legal_cells:
                    break
                positions.append(positions[-1].after(move))
            games += [(positions, word) for word in words[len(positions) - 1 :][:1]]
        if not games or (self._labels is None and max(len(positions) for positions, _ in games) == 1):
            raise error
        return max(games, key=lambda game: len(game[0]))


_COUNTS = ("mistakes", "blunders")


class Tally:
    """Sums over judged games: results, and moves by player and ply."""

    def __init__(self) -> None:
        self.results: Counter[str] = Counter()
        self._players: dict[str, Counter[str]] = defaultdict(Counter)
        self._plies: dict[str, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))

    def add(self, game: JudgedGame) -> None:
        """Add a game."""
        result = "illegal" if game.illegal is not None else "unfinished"
        if game.finished and game.illegal is None:
            result = f"{game.winner.lower()}_won" if game.winner else "drawn"
        self.results.update(("games", result))
        for name in {*game.players.values()}:
            self._players[name]["games"] += 1
        for move in game.moves:
            facts = {"moves": 1, "good": int(move.good), "perfect": int(move.perfect), "mistakes": int(not move.good),
                     "blunders": int(move.blunder)}  # fmt: skip
            name = game.players[move.by]
            self._players[name].update(facts)
            self._plies[name][move.ply].update(facts)
        if game.illegal is not None:
            self._players[game.players["XO"[len(game.moves) % 2]]]["illegal"] += 1
        if mistake := game.first_mistake:
            self._players[game.players[mistake.by]]["first_mistakes"] += 1

    def report(self, rules: object) -> dict[str, Any]:
        """Return the fields of ``--json``."""
        names = ("games", "x_won", "o_won", "drawn", "unfinished", "illegal", "unreadable")
        players = [
            {"player": name, "games": counts["games"], **rate_fields(counts, *_COUNTS), "illegal": counts["illegal"],
             "first_mistakes": counts["first_mistakes"],
             "plies": [{"ply": ply, **rate_fields(one, *_COUNTS)} for ply, one in sorted(self._plies[name].items())]}
            for name, counts in sorted(self._players.items())
        ]  # fmt: skip
        return {"rules": str(rules), **{name: self.results[name] for name in names}, "players": players}


def judging_text(report: dict[str, Any]) -> Iterator[Line]:
    """Yield the results, the rates of each player, and the rates by ply."""
    results = [f"X won {report['x_won']:,}", f"O won {report['o_won']:,}", f"drawn {report['drawn']:,}"]
    for name in ("unfinished", "illegal", "unreadable"):
        results += [f"{name} {report[name]:,}"] if report[name] else []
    yield []
    yield from paragraph(f"{report['games']:,} games: {', '.join(results)}")
    yield []
    rows: list[Sequence[Cell]] = [
        heads("player", "games", "moves", "good", "perfect", *_COUNTS, "first to err", "illegal moves")
    ]
    for one in report["players"]:
        counts = (f"{one[name]:,}" for name in (*_COUNTS, "first_mistakes", "illegal"))
        rows.append([one["player"], f"{one['games']:,}", *rate_cells(one), *counts])
    yield from table(rows, "lr")
    yield []
    rows = [heads("move", "player", "moves", "good", "perfect", *_COUNTS)]
    for ply, name, row in sorted((row["ply"], one["player"], row) for one in report["players"] for row in one["plies"]):
        rows.append([str(ply), name, *rate_cells(row), *(f"{row[name]:,}" for name in _COUNTS)])
    yield from table(rows, "rlr")
    yield []
    yield from paragraph(f"{LEGEND} blunder: turns a win or a draw into a loss.", "dim")


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


def writing_games(file: BinaryIO, form: str) -> Callable[[dict[str, Any]], object]:
    """Return a function that writes a game's report: as a line of JSON or, for ``csv``, its moves as lines."""
    if form == "jsonl":
        return lambda game: file.write(json.dumps(game).encode() + b"\n")
    names = ("place", "player", *JudgedMove._fields)
    file.write(",".join(names).encode() + b"\n")

    def write(game: dict[str, Any]) -> None:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        for move in game["moves"]:
            one = {**move, "best": " ".join(move["best"]), "place": game["place"], "player": game[move["by"].lower()]}
            writer.writerow([one[name] for name in names])
        file.write(text.getvalue().encode())

    return write
