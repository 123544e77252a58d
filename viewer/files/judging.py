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
from oxobook.book.errors import counted
from oxobook.book.game.labels import labels_of
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.reading.reader import Reader
from oxobook.viewer.players.judge import LEGEND, Judge, JudgedMove, rate_cells, rate_fields
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import Cell, heads, paragraph, table


class JudgedGame(NamedTuple):
    """Game as far as it was legal."""

    players: Mapping[str, str]
    """Name of the player of X and of O."""
    moves: tuple[JudgedMove, ...]
    winner: str | None
    finished: bool
    illegal: tuple[tuple[str, str], ...] = ()
    """Side and label of each move that was not legal: the last one ended the game, unless it was given back."""
    given_back: bool = False

    @property
    def first_mistake(self) -> JudgedMove | None:
        """First move that gave value away."""
        return next((move for move in self.moves if not move.good), None)


class GameJudge:
    """Judge of games of one book.

    ``reader`` reads them. With ``retries`` an illegal move is given back, and its player tries again.
    """

    def __init__(self, book: Book, reader: Reader, retries: bool = False) -> None:
        self._rules, self._reader, self._retries = book.rules, reader, retries
        self._names, self._moves = move_names(book.rules), Judge(book).moves

    def o_began(self, value: object) -> bool:
        """Return whether O has the first move of a game, which counts as X's everywhere else."""
        return self._reader.o_began(value)

    def judge(self, value: object, players: Mapping[str, str]) -> JudgedGame:
        """Return the judgement of a game; raises Unreadable if a word of it names no move."""
        position, moves, illegal = Position(self._rules), list[JudgedMove](), list[tuple[str, str]]()
        for move in self._reader.read(value).moves or ():
            if move in position.legal_cells:
                moves.append(self._moves(position)[self._names[move]])
                position = position.after(move)
                continue
            how = self._reader.settle()
            name = labels_of(how.cells or "coordinates", self._rules, how.rows == "bottom")[move]
            illegal.append((position.to_move, name))
            if position.over or not self._retries:
                break
        over, back = position.over, self._retries and not (position.over and illegal)
        return JudgedGame(players, tuple(moves), position.winner if over else None, over, tuple(illegal), back)


_COUNTS = ("mistakes", "blunders")


class Tally:
    """Sums over judged games: results, and moves by player and ply."""

    def __init__(self) -> None:
        self.results: Counter[str] = Counter()
        self._players: dict[str, Counter[str]] = defaultdict(Counter)
        self._plies: dict[str, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))

    def add(self, game: JudgedGame) -> None:
        """Add a game."""
        ended = bool(game.illegal) and not game.given_back
        result = "illegal" if ended else "unfinished"
        if game.finished and not ended:
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
        for side, _ in game.illegal:
            self._players[game.players[side]]["illegal"] += 1
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
    yield from paragraph(f"{counted(report['games'], 'game')}: {', '.join(results)}")
    yield []
    rows: list[Sequence[Cell]] = [
        heads("player", "games", "moves", "good", "perfect", *_COUNTS, "first mistakes", "illegal moves")
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
        "illegal": game.illegal[0][1] if game.illegal else None,
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
