"""Judgement of games as tables for a terminal (rich)."""

from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Column, Table


def judging_text(report: dict[str, Any]) -> list[RenderableType]:
    """Return the results, the rates of each player, and the rates by ply."""
    results = [f"X won {report['x_won']:,}", f"O won {report['o_won']:,}", f"drawn {report['drawn']:,}"]
    for name in ("unfinished", "illegal", "unreadable"):
        results += [f"{name} {report[name]:,}"] if report[name] else []
    headings = ("games", "moves", "good", "perfect", "mistakes", "blunders", "first to err", "illegal moves")
    players = _table("player", headings)
    for one in report["players"]:
        counts = (one["mistakes"], one["blunders"], one["first_mistakes"], one["illegal"])
        players.add_row(one["player"], f"{one['games']:,}", *_rates(one), *(f"{count:,}" for count in counts))
    plies = _table("move", ("player", "moves", "good", "perfect", "mistakes", "blunders"))
    for ply, name, row in sorted((row["ply"], one["player"], row) for one in report["players"] for row in one["plies"]):
        plies.add_row(str(ply), name, *_rates(row), f"{row['mistakes']:,}", f"{row['blunders']:,}")
    legend = "good: keeps what the position is worth. perfect: a best move. blunder: turns a win or a draw into a loss."
    head = f"{report['games']:,} games: {', '.join(results)}"
    return [Padding(part, (1, 0, 0, 1), expand=False) for part in (head, players, plies, f"[dim]{legend}[/]")]


def _table(first: str, headings: tuple[str, ...]) -> Table:
    columns = (
        Column(heading, justify="left" if heading == "player" else "right", no_wrap=True) for heading in headings
    )
    return Table(Column(first, no_wrap=True), *columns, box=None, header_style="dim", padding=(0, 2, 0, 0))


def _rates(counts: dict[str, Any]) -> tuple[str, ...]:
    shares = (counts["good_move_rate"], counts["perfect_move_rate"])
    return f"{counts['moves']:,}", *("" if share is None else f"{100 * share:.1f} %" for share in shares)
