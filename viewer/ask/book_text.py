"""Texts of a whole book in a terminal: info, stats and verify."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from oxobook.book.errors import counted
from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.info import BookInfo, LayerCounts
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import facts, heads, paragraph, table
from oxobook.viewer.words.winner import winner_text

if TYPE_CHECKING:
    from oxobook.book.verify import Verdict
    from oxobook.viewer.reports import Info


def info_text(report: "Info") -> Iterator[Line]:
    """Yield the book's summary, as a short list and a table by ply."""
    result = winner_text(report["winner"], report["remoteness"])
    plies = report.get("first_plies")
    held = "" if plies is None else f", of the first {plies} plies; below them lookups search"
    yield from facts(
        ("rules", report["rules"]),
        ("result", f"{result} under perfect play"),
        ("positions", f"{report['positions']:,} up to symmetry, {report['raw_positions']:,} in all{held}"),
        ("format", f"version {report['format_version']}, made by oxobook {report['generator_version']}"),
        ("digest", report["digest"]),
        *(
            ("strategy", f"{kept['name']} for {kept['side']}, {_size(kept['positions'], kept['bound'])}")
            for kept in report["strategies"]
        ),
    )
    yield from _number_table(("ply", "positions", "raw_positions"), report["plies"])


def _size(positions: int, bound: int | None) -> str:
    return counted(positions, "position") + ("" if bound is None else f", any of which costs at least {bound}, it says")


_RESULTS = {"x_won": "X wins", "o_won": "O wins", "drawn": "drawn"}
"""Fields of counts by result, and what the tables call them."""


def library_text(report: Mapping[str, Any], advice: str) -> Iterator[str]:
    """Yield the folder of the books and its books, or advice on how to make one."""
    width = max((len(one["rules"]) for one in report["books"]), default=0)
    yield f"Books are looked for in {report['library']}: {report['why']}."
    yield from (f"  {one['rules']:<{width}}  {one['path']}" for one in report["books"])
    if not report["books"]:
        yield advice


def stats_text(info: BookInfo, report: Mapping[str, Any], labels: CellLabels) -> Iterator[Line]:
    """Yield the counts by ply: games first, then positions up to symmetry and in all."""
    totals = report["totals"]
    lengths = {one["moves"]: one for one in report["lengths"] or ()}
    moves = [
        {"move": layer.ply, "total states": layer.sequences, "terminal states": layer.games}
        | {name: lengths.get(layer.ply, {}).get(field, 0) for field, name in _RESULTS.items()}
        for layer in info.layers
        if layer.ply
    ]
    columns = ("move", "total states", "terminal states", *(_RESULTS.values() if lengths else ()))
    yield from _heading("Games: the ways to play the first moves, and how many of them end the game")
    yield from _number_table(columns, moves, ("total", "", _number(totals["games"])))
    yield from paragraph(_games_in_words(info, totals))
    if report["first_moves"]:
        yield from _heading("Games by their first move, each of these moves")
        yield from table(_first_moves(report["first_moves"], labels), "lr")
    yield from _heading("Positions, up to symmetry except where raw, under perfect play")
    names = [name for name in LayerCounts._fields if name not in ("ply", "sequences", "games")]
    layers = [layer._asdict() for layer in info.layers]
    yield from _number_table(("ply", *names), layers, ("total", *(_number(totals[name]) for name in names)))


def _games_in_words(info: BookInfo, totals: Mapping[str, Any]) -> str:
    counts = {name: _number(count) for name, count in totals.items()}
    if not info.counts_games:
        said = "The games are not counted: that would take a large board under gravity half as much memory again."
    elif info.plies is not None:
        said = f"{counts['games']} games end in the first {info.plies} plies; the others go on."
    else:
        said = counted(totals["games"], "game")
        said += f": X wins {counts['x_games']}, O wins {counts['o_games']}, drawn {counts['drawn_games']}."
    if totals["perfect_games"] is not None:  # the books of large boards do not count these
        said += (
            f"\n{counted(totals['games_up_to_symmetry'], 'game')} up to symmetry."
            f"\n{counted(totals['perfect_games'], 'perfect game')}, in which neither side ever gives away value."
        )
    if totals["raw_drawn"] is not None:
        said += (
            f"\n{counts['sequences']} nodes of the game tree, the empty board among them."
            f"\n{counted(totals['raw_terminals'], 'final board')}: X has won {counts['raw_x_won']}, "
            f"O {counts['raw_o_won']}, drawn {counts['raw_drawn']}."
        )
    return said


def _first_moves(moves: list[dict[str, Any]], labels: CellLabels) -> list[Any]:
    """Return the games by first move; moves with the same counts share a row."""
    rows: dict[tuple[int, ...], list[str]] = {}
    for one in moves:
        rows.setdefault(tuple(one[field] for field in _RESULTS), []).append(labels.move(one["move"]))
    cells = [[" ".join(names), *map(_number, counts)] for counts, names in rows.items()]
    return [heads("first move", *_RESULTS.values()), *cells]


def _heading(words: str) -> list[Line]:
    return [[], [(f" {words}", "bold")]]


def _number_table(names: Iterable[str], rows: Iterable[Mapping[str, Any]], total: Iterable[str] = ()) -> Iterator[Line]:
    """Yield a table of right-aligned numbers, a row a dictionary, and perhaps a row of sums."""
    cells = [[_number(row[name]) for name in names] for row in rows]
    sums = [[(one, "bold") for one in total]]
    said = (
        name.replace("terminals", "final").replace("x_", "X ").replace("o_", "O ").replace("_", " ") for name in names
    )
    return table([heads(*said), *cells, *filter(None, sums)], "r")


def _number(count: int | None) -> str:
    """Return a count with thousands separated, or a dash if it is not known."""
    return "-" if count is None else f"{count:,}"


def verify_text(verdict: "Verdict") -> Iterator[Line]:
    """Yield the verdict on a book, its checks, and the first findings of each."""
    right, wrong = "bold green", "bold red"
    what = f" {verdict.book}, {verdict.rules}: " if verdict.rules else f" {verdict.book}: "
    judgement = "right" if verdict.right else f"wrong in {counted(verdict.wrong, 'place')}"
    if verdict.right and verdict.sample:
        judgement = f"nothing wrong in a sample of {verdict.sample:,}"
    yield [(what, "bold"), (judgement, right if verdict.right else wrong)]
    yield []
    yield from table(
        [
            (check.name, "dim"),
            (f"{check.wrong:,} wrong", wrong) if check.wrong else ("right", right),
            check.checked,
            f"{check.seconds:.2f} s",
        ]
        for check in verdict.checks
    )
    yield []
    if found := [one for check in verdict.checks for one in check.first]:
        rows = [(one.position or "", one.what, one.expected, one.stored) for one in found]
        yield from table([heads("position", "what", "expected", "stored"), *rows])
        yield []
    yield [(f" checked in {verdict.seconds:.2f} s", "")]
