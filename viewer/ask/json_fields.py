"""Fields that the commands print with ``--json``, in their order, as plain dictionaries."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from oxobook.book.book import Book
from oxobook.book.entry import Entry, Move
from oxobook.book.game.notation import coordinates_in
from oxobook.book.game.position import Position
from oxobook.book.info import LayerCounts
from oxobook.viewer.ask.game_counts import MOST, Results, game_results
from oxobook.viewer.ask.reasons import reasons
from oxobook.viewer.terminal.wording import line_word

if TYPE_CHECKING:
    from oxobook.book.verify import Verdict


def lookup_report(entry: Entry, moves: list[Move]) -> dict[str, Any]:
    """Return a position's entry and its legal moves; ``moves`` are all of them, best first."""
    position = entry.position
    falls = position.rules.gravity  # scores are published of games in which stones fall
    searched = {"source": entry.source, "nodes": entry.nodes, "seconds": round(entry.seconds, 6)}
    return {
        "rules": str(position.rules),
        "position": position.text,
        "ply": position.ply,
        "to_move": position.to_move,
        "over": position.over,
        "winner": position.winner,
        "value": entry.value.word,
        "remoteness": entry.remoteness,
        "best": list(entry.best),
        "pick": entry.pick,
        "moves": [
            move._asdict() | {"value": move.value.word} | ({"score": entry.score(move)} if falls else {})
            for move in moves
        ],
        "reasons": reasons(entry, moves),
        **({"score": entry.score(entry)} if falls else {}),
        **(searched if entry.source == "search" else {}),
        **({"lines": _completed(position)} if position.over else {}),
    }


def _completed(position: Position) -> list[dict[str, Any]]:
    """Return the lines that ended a game: their cells, and whether each is a row, a column, a diagonal or a line."""
    lines, rules = position.completed_lines, position.rules
    return [{"cells": list(coordinates_in(line, rules)), "kind": line_word(line, rules)} for line in lines]


def game_report(book: Book, positions: Iterable[Position]) -> dict[str, Any]:
    """Return the report of each position of a game, in the order of play."""
    return {
        "rules": str(book.rules),
        "positions": [lookup_report(book.probe(position), book.moves(position)) for position in positions],
    }


def line_report(book: Book, position: Position) -> dict[str, Any]:
    """Return perfect play from a position to the end, each move with the board after it."""
    entry = book.probe(position)
    boards, after = [], position
    for move in book.line(position):
        after = after.play(move)
        boards.append({"move": move, "by": "OX"[after.ply % 2], "position": after.text})
    return {
        "rules": str(book.rules),
        "position": position.text,
        "to_move": position.to_move,
        "value": entry.value.word,
        "remoteness": entry.remoteness,
        "line": [board["move"] for board in boards],
        "boards": boards,
        "winner": after.winner,
    }


def summary_report(book: Book) -> dict[str, Any]:
    """Return a book in a few fields: the game, the number of positions, and the empty board's value."""
    start = book.probe(Position(book.rules))
    return {
        "rules": str(book.rules),
        **book.rules._asdict(),
        "positions": len(book),
        "value": start.value.word,
        "remoteness": start.remoteness,
        "winner": {"win": "X", "loss": "O"}.get(start.value.word),
        "digest": book.info.digest,
    }


def info_report(book: Book) -> dict[str, Any]:
    """Return a book's header and counts."""
    info, start = book.info, book.probe(Position(book.rules))
    return {
        "rules": str(info.rules),
        **info.rules._asdict(),
        "value": start.value.word,
        "remoteness": start.remoteness,
        "winner": {"win": "X", "loss": "O"}.get(start.value.word),
        **({} if info.plies is None else {"first_plies": info.plies}),
        "positions": info.positions,
        "raw_positions": sum(layer.raw_positions for layer in info.layers),
        "plies": [
            {"ply": one.ply, "positions": one.positions, "raw_positions": one.raw_positions} for one in info.layers
        ],
        "format_version": info.format_version,
        "generator_version": info.generator_version,
        "digest": info.digest,
        "strategies": [strategy._asdict() for strategy in book.strategies()],
    }


def stats_report(book: Book, most: int = MOST) -> dict[str, Any]:
    """Return the counts of every ply, their sums, and the counts of games; by result up to ``most`` positions."""
    layers, results = book.info.layers, game_results(book, most)
    totals: dict[str, int | None] = {}
    for name in LayerCounts._fields[1:]:
        counts = [getattr(layer, name) for layer in layers]
        totals[name] = None if None in counts else sum(counts)
    return {
        "rules": str(book.rules),
        "plies": [layer._asdict() for layer in layers],
        "totals": totals | book.info.games._asdict() | _by_result("raw_{}", results and results.boards),
        "lengths": results and [{"moves": ply, **_by_result("{}", one)} for ply, one in results.lengths.items()],
        "first_moves": results
        and [{"move": move, **_by_result("{}", one)} for move, one in results.first_moves.items()],
    }


def _by_result(name: str, results: Results | None) -> dict[str, int | None]:
    """Return the counts of each result by their names, null if they are not known."""
    known = results or (None, None, None)
    return {name.format(what): count for what, count in zip(("x_won", "o_won", "drawn"), known, strict=True)}


def verify_report(verdict: "Verdict") -> dict[str, Any]:
    """Return the verdict on a book, with each check."""
    return {
        "book": verdict.book,
        "rules": verdict.rules,
        "sample": verdict.sample,
        "right": verdict.right,
        "wrong": verdict.wrong,
        "seconds": round(verdict.seconds, 3),
        "checks": [
            {
                "check": check.name,
                "checked": check.checked,
                "wrong": check.wrong,
                "first": [wrong._asdict() for wrong in check.first],
                "seconds": round(check.seconds, 3),
            }
            for check in verdict.checks
        ],
    }
