"""Fields that the commands print with ``--json``, in their order, as plain dictionaries."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from oxobook.book.book import Book
from oxobook.book.certificate.strategy_file import stored_strategies
from oxobook.book.entry import Entry, Move
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.info import LayerCounts
from oxobook.book.layout.search import Unfinished
from oxobook.viewer.ask.game_counts import Results, game_results
from oxobook.viewer.ask.reasons import reasons
from oxobook.viewer.words.wording import line_word

if TYPE_CHECKING:
    from oxobook.book.verify import Verdict
    from oxobook.viewer import reports

_RESULTS = ("x_won", "o_won", "drawn")


def lookup_report(entry: Entry, moves: list[Move]) -> "reports.Lookup":
    """Return a position's entry and its legal moves; ``moves`` are all of them, best first."""
    position, cells = entry.position, entry.position.rules.board.names
    report: reports.Lookup = {
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
        "moves": [_move_report(entry, move) for move in moves],
        "reasons": reasons(entry, moves),
    }
    if position.rules.gravity:  # scores are published of games in which stones fall
        report["score"] = entry.score(entry)
    if entry.source == "search":
        report |= {"source": entry.source, "nodes": entry.nodes, "seconds": round(entry.seconds, 6)}
    if position.over:
        report["lines"] = [
            {"cells": [cells[cell] for cell in cells_of(line)], "kind": line_word(line, position.rules)}
            for line in position.completed_lines
        ]
    return report


def _move_report(entry: Entry, move: Move) -> "reports.MoveWorth":
    report: reports.MoveWorth = {
        "move": move.move,
        "value": move.value.word,
        "remoteness": move.remoteness,
        "best": move.best,
        "safe": move.safe,
        "replies": move.replies,
        "wrong_replies": move.wrong_replies,
    }
    if entry.position.rules.gravity:
        report["score"] = entry.score(move)
    return report


def unfinished_report(found: Unfinished) -> dict[str, Any]:
    """Return what is proved as JSON fields, in their order."""
    position, proved = found.position, found.least is found.most
    return {
        "rules": str(position.rules),
        "position": position.text,
        "ply": position.ply,
        "to_move": position.to_move,
        "value": found.least.word if proved else None,
        "least": found.least.word,
        "most": found.most.word,
        "remoteness": found.remoteness,
        "proved_moves": list(found.names),
        "source": "search",
        "nodes": found.effort.nodes,
        "seconds": round(found.effort.seconds, 6),
    }


def game_report(book: Book, positions: Iterable[Position]) -> "reports.Game":
    """Return the report of each position of a game, in the order of play."""
    return {
        "rules": str(book.rules),
        "positions": [lookup_report(book.probe(position), book.moves(position)) for position in positions],
    }


def line_report(book: Book, position: Position) -> "reports.Line":
    """Return perfect play from a position to the end, each move with the board after it."""
    entry = book.probe(position)
    boards: list[reports.BoardAfter] = []
    after = position
    for move in book.line(position):
        by, after = after.to_move, after.play(move)
        boards.append({"move": move, "by": by, "position": after.text})
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


def rules_fields(rules: Rules) -> "reports.RulesFields":
    """Return the rules of a game and their parts."""
    return cast("reports.RulesFields", {"rules": str(rules), **rules._asdict()})


def info_report(book: Book) -> "reports.Info":
    """Return a book's header and counts."""
    info, rules, start = book.info, book.rules, book.probe(Position(book.rules))
    report: reports.Info = {
        **rules_fields(rules),  # type: ignore[typeddict-item]  # for mypy it might have first_plies
        "value": start.value.word,
        "remoteness": start.remoteness,
        "winner": {"win": "X", "loss": "O"}.get(start.value.word),
        "positions": info.positions,
        "raw_positions": sum(layer.raw_positions for layer in info.layers),
        "plies": [
            {"ply": one.ply, "positions": one.positions, "raw_positions": one.raw_positions} for one in info.layers
        ],
        "format_version": info.format_version,
        "generator_version": info.generator_version,
        "digest": info.digest,
        "strategies": [
            {"name": one.name, "side": one.side, "positions": one.positions, "bound": one.bound}
            for one in stored_strategies(book)
        ],
    }
    if info.plies is not None:
        report["first_plies"] = info.plies
    return report


def stats_report(book: Book) -> dict[str, Any]:
    """Return the counts of every ply, their sums, and the counts of games; by result of small books."""
    layers, results = book.info.layers, game_results(book)
    columns = zip(LayerCounts._fields, zip(*layers, strict=True), strict=True)
    totals = {name: None if None in counts else sum(counts) for name, counts in columns if name != "ply"}
    raw = _by_result(results.boards) if results else dict.fromkeys(_RESULTS)
    totals |= book.info.games._asdict() | {f"raw_{name}": count for name, count in raw.items()}
    return {
        "rules": str(book.rules),
        "plies": [layer._asdict() for layer in layers],
        "totals": totals,
        "lengths": results and [{"moves": ply, **_by_result(one)} for ply, one in results.lengths.items()],
        "first_moves": results and [{"move": move, **_by_result(one)} for move, one in results.first_moves.items()],
    }


def _by_result(results: Results) -> dict[str, int]:
    return dict(zip(_RESULTS, results, strict=True))


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
