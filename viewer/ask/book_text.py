"""Texts of a whole book in a terminal: info, stats and verify (rich)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from oxobook.book.game.score import Value
from oxobook.book.info import BookInfo, LayerCounts
from oxobook.viewer.palette import PALETTES
from oxobook.viewer.terminal.wording import result_of

if TYPE_CHECKING:
    from oxobook.book.verify import Verdict, Wrong


def info_text(report: dict[str, Any]) -> list[RenderableType]:
    """Return the book's summary, as a short list and a table by ply."""
    result = result_of(report["winner"], report["remoteness"])
    facts = Table(box=None, show_header=False, pad_edge=True)
    plies = report.get("first_plies")
    held = "" if plies is None else f", of the first {plies} plies; below them lookups search"
    for name, fact in (
        ("rules", report["rules"]),
        ("result", f"{result} under perfect play"),
        ("positions", f"{report['positions']:,} up to symmetry, {report['raw_positions']:,} in all{held}"),
        ("format", f"version {report['format_version']}, made by oxobook {report['generator_version']}"),
        ("digest", report["digest"]),
    ):
        facts.add_row(Text(name, "dim"), fact)
    for kept in report["strategies"]:
        least = "" if kept["bound"] is None else f", kept as costing at least {kept['bound']}"
        facts.add_row(
            Text("strategy", "dim"), f"{kept['name']} for {kept['side']}, {kept['positions']:,} positions{least}"
        )
    return [facts, _number_table(("ply", "positions", "raw_positions"), report["plies"])]


_RESULTS = {"x_won": "X wins", "o_won": "O wins", "drawn": "drawn"}
"""Fields of counts by result, and what the tables call them."""


def stats_text(info: BookInfo, report: dict[str, Any]) -> list[RenderableType]:
    """Return the counts by ply: games first, then positions up to symmetry and in all."""
    totals = report["totals"]
    lengths = {one["moves"]: one for one in report["lengths"] or ()}
    moves = [
        {"move": layer.ply, "total states": layer.sequences, "terminal states": layer.games}
        | {name: lengths.get(layer.ply, {}).get(field, 0) for field, name in _RESULTS.items()}
        for layer in info.layers
        if layer.ply
    ]
    games = _number_table(("move", "total states", "terminal states", *(_RESULTS.values() if lengths else ())), moves)
    games.show_footer = True
    games.columns[0].footer, games.columns[2].footer = "total", _number(totals["games"])
    summary = (
        f" {_number(totals['games'])} games: X wins {_number(totals['x_games'])}, O wins {_number(totals['o_games'])}, "
        f"{_number(totals['drawn_games'])} are drawn."
    )
    if info.plies is not None:
        summary = f" {_number(totals['games'])} games end in the first {info.plies} plies; the others go on."
    if totals["perfect_games"] is not None:  # the books of large boards do not count these
        summary += (
            f"\n {_number(totals['games_up_to_symmetry'])} games up to symmetry."
            f"\n {_number(totals['perfect_games'])} perfect games, in which neither side ever gives away value."
        )
    if totals["raw_drawn"] is not None:
        won, lost, drawn = (_number(totals[f"raw_{name}"]) for name in _RESULTS)
        summary += (
            f"\n {_number(totals['sequences'])} nodes of the game tree, the empty board among them."
            f"\n {_number(totals['raw_terminals'])} final boards: X has won {won}, O {lost}, and {drawn} are drawn."
        )
    return [
        _heading("Games: the ways to play the first moves, and how many of them end the game"),
        games,
        Text(summary),
        *_first_moves(report["first_moves"]),
        _heading("Positions, up to symmetry except where raw; winning and drawing under perfect play"),
        _position_table(info.layers, totals),
    ]


def _first_moves(moves: list[dict[str, Any]] | None) -> list[RenderableType]:
    """Return the games by first move; moves with the same counts share a row."""
    rows: dict[tuple[int, ...], list[str]] = {}
    for one in moves or ():
        rows.setdefault(tuple(one[field] for field in _RESULTS), []).append(one["move"])
    table = Table("first move", box=None, pad_edge=True, header_style="dim")
    for name in _RESULTS.values():
        table.add_column(name, justify="right")
    for counts, names in rows.items():
        table.add_row(" ".join(names), *map(_number, counts))
    return [_heading("Games by their first move, each of these moves"), table] if rows else []


def _position_table(layers: Iterable[LayerCounts], totals: dict[str, int | None]) -> Table:
    """Return the counts of positions by ply with their sums."""
    names = [name for name in LayerCounts._fields if name not in ("sequences", "games")]
    table = _number_table(names, [layer._asdict() for layer in layers])
    table.show_footer = True
    for column, name in zip(table.columns, names, strict=True):
        column.footer = "total" if name == "ply" else _number(totals[name])
    return table


def _heading(words: str) -> Padding:
    return Padding(Text(words, "bold"), (1, 0, 0, 1), expand=False)


def _number_table(names: Iterable[str], rows: Iterable[dict[str, Any]]) -> Table:
    """Return a table of right-aligned numbers, a row a dictionary."""
    table = Table(box=None, pad_edge=True, header_style="dim", footer_style="bold")
    names = list(names)
    for name in names:
        table.add_column(name.replace("_", " "), justify="right")
    for row in rows:
        table.add_row(*(_number(row[name]) for name in names))
    return table


def _number(count: int | None) -> str:
    """Return a count with thousands separated, or a dash if it is not known."""
    return "-" if count is None else f"{count:,}"


def verify_text(verdict: "Verdict") -> list[RenderableType]:
    """Return the verdict on a book, its checks, and the first findings of each."""
    palette = PALETTES["classic"]
    right, wrong = (f"bold {palette.strong(value)}" for value in (Value.WIN, Value.LOSS))
    what = f"{verdict.book}, {verdict.rules}: " if verdict.rules else f"{verdict.book}: "
    judgement = (
        "right" if verdict.right else f"wrong in {verdict.wrong:,} {'place' if verdict.wrong == 1 else 'places'}"
    )
    if verdict.right and verdict.sample:
        judgement = f"nothing wrong in a sample of {verdict.sample:,}"
    table = Table(box=None, show_header=False, pad_edge=True)
    for check in verdict.checks:
        found = Text(f"{check.wrong:,} wrong", wrong) if check.wrong else Text("right", right)
        table.add_row(Text(check.name, "dim"), found, check.checked, f"{check.seconds:.2f} s")
    parts: list[RenderableType] = [
        Text(f" {what}", "bold").append(judgement, right if verdict.right else wrong),
        Padding(table, (1, 0), expand=False),
    ]
    found_wrong = [one for check in verdict.checks for one in check.first]
    if found_wrong:
        parts.append(Padding(_wrong_table(found_wrong), (0, 0, 1, 0), expand=False))
    return [*parts, Text(f" checked in {verdict.seconds:.2f} s")]


def _wrong_table(found: "list[Wrong]") -> Table:
    table = Table(box=None, pad_edge=True, header_style="dim")
    for heading in ("position", "what", "expected", "stored"):
        table.add_column(heading)
    for one in found:
        table.add_row(*(Text(part) for part in (one.position or "", one.what, one.expected, one.stored)))
    return table
