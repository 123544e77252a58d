"""Boards and tables in a terminal (rich)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from book.book import Entry, Move
from book.game.notation import column_name, coordinates
from book.game.position import Position
from book.game.score import Value
from book.info import BookInfo, LayerCounts
from viewer.palette import PALETTES, Palette

if TYPE_CHECKING:
    from book.verify import Verdict, Wrong

_WORD_WIDTH = 9  # a cell's width for "loss 12" with air on both sides
_SIGN_WIDTH = 5  # and for "-12"
_SIGNS = {Value.WIN: "+", Value.DRAW: "=", Value.LOSS: "-"}


def show(*parts: RenderableType) -> None:
    """Print renderables to stdout; piped output is not wrapped to a terminal it does not have."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 160
    console.print(Group(*parts))


def lookup_text(
    entry: Entry, moves: list[Move], why: dict[str, list[str]], palette: Palette, width: int
) -> list[RenderableType]:
    """A position's board with each move's value on its cell, its value in a sentence, and its moves ranked."""
    position = entry.position
    parts: list[RenderableType] = [
        Text(""),
        Padding(board_text(position, moves, palette, width), (0, 0, 0, 2), expand=False),
        Text(""),
        Padding(_sentence(entry, palette), (0, 0, 0, 2), expand=False),
    ]
    if moves:
        parts += [Text(""), Padding(_move_table(entry, moves, why, palette), (0, 0, 0, 1), expand=False)]
    return [*parts, Text("")]


def board_text(position: Position, moves: list[Move], palette: Palette, width: int) -> Text:
    """The drawn board: stones, and on the free cells what the move is worth to the mover.

    In words where ``width`` columns allow it, else as ``+`` win, ``=`` draw, ``-`` loss with the plies.
    """
    rules = position.rules
    by_name = {move.move: move for move in moves}
    words = 4 + rules.columns * (_WORD_WIDTH + 1) <= width
    cell_width = _WORD_WIDTH if words else _SIGN_WIDTH
    names = coordinates(rules)
    text = Text(no_wrap=True)
    for row in range(rules.rows):
        if row:
            text.append("   " + "┼".join(["─" * cell_width] * rules.columns) + "\n", palette.rule)
        text.append(f"{rules.rows - row:>2} ", "dim")
        for column in range(rules.columns):
            if column:
                text.append("│", palette.rule)
            cell = row * rules.columns + column
            text.append(*_cell(position, cell, by_name.get(names[cell]), palette, words, cell_width))
        text.append("\n")
    text.append("   " + " ".join(column_name(column).center(cell_width) for column in range(rules.columns)), "dim")
    return text


def _cell(
    position: Position, cell: int, move: Move | None, palette: Palette, words: bool, width: int
) -> tuple[str, str]:
    """A cell's text, centred, and its style."""
    if position.x >> cell & 1:
        return "X".center(width), f"bold {palette.x}"
    if position.o >> cell & 1:
        return "O".center(width), f"bold {palette.o}"
    if move is None:
        return "·".center(width), "dim"
    plies = "" if move.value is Value.DRAW else f"{move.remoteness}"
    sign = f"{move.value.word} {plies}".rstrip() if words else _SIGNS[move.value] + plies
    return sign.center(width), _move_style(move, palette)


def _move_style(move: Move, palette: Palette) -> str:
    """The value's colour; bold for the best, plain for the others: fainter ones would be lost on dark grounds."""
    return f"{'bold ' if move.best else ''}{palette.strong(move.value)}"


def _sentence(entry: Entry, palette: Palette) -> Text:
    """The position in one sentence."""
    position = entry.position
    text = Text()
    for side in (position.to_move, "O" if position.to_move == "X" else "X"):
        if position.over and position.winner == side:
            return text.append(side, f"bold {getattr(palette, side.lower())}").append(" has won.")
    if position.over:
        return text.append("The game is ").append("drawn", f"bold {palette.draw}").append(".")
    text.append(position.to_move, f"bold {getattr(palette, position.to_move.lower())}").append(" to move: ")
    text.append(entry.value.word, f"bold {palette.strong(entry.value)}")
    end = ", the board is full in" if entry.value is Value.DRAW else " in"
    return text.append(f"{end} {entry.remoteness} {'ply' if entry.remoteness == 1 else 'plies'}.")


def _move_table(entry: Entry, moves: list[Move], why: dict[str, list[str]], palette: Palette) -> Table:
    """Every legal move, best first."""
    table = Table(box=None, pad_edge=True, header_style="dim")
    for heading in ("move", "value", "plies", "", "why"):
        table.add_column(heading, justify="right" if heading == "plies" else "left", no_wrap=heading != "why")
    for move in moves:
        kind = "pick" if move.move == entry.pick else "best" if move.best else "safe" if move.safe else "mistake"
        style = _move_style(move, palette)
        table.add_row(
            Text(move.move, "bold" if move.best else ""),
            Text(move.value.word, style),
            str(move.remoteness),
            Text(kind, "" if move.best else "dim"),
            ", ".join(why.get(move.move, [])),
        )
    return table


def line_text(report: dict[str, Any], palette: Palette) -> list[RenderableType]:
    """Perfect play: one row a move, with the board after it."""
    table = Table(box=None, pad_edge=True, header_style="dim")
    for heading in ("ply", "", "move", "position"):
        table.add_column(heading, justify="right" if heading == "ply" else "left", no_wrap=True)
    table.add_row(str(_stones(report["position"])), "", "", report["position"])
    for board in report["boards"]:
        side = Text(board["by"], f"bold {getattr(palette, board['by'].lower())}")
        table.add_row(str(_stones(board["position"])), side, board["move"], board["position"])
    result = f"{report['winner']} wins." if report["winner"] else "The game is drawn."
    return [table, Text(f" {result}")]


def _stones(board: str) -> int:
    """The ply of a board text."""
    return board.count("X") + board.count("O")


def info_text(report: dict[str, Any]) -> list[RenderableType]:
    """What the book holds, as a short list and a table by ply."""
    result = f"{report['winner']} wins in {report['remoteness']} plies" if report["winner"] else "draw"
    facts = Table(box=None, show_header=False, pad_edge=True)
    for name, fact in (
        ("rules", report["rules"]),
        ("result", f"{result} under perfect play"),
        ("positions", f"{report['positions']:,} up to symmetry, {report['raw_positions']:,} in all"),
        ("format", f"version {report['format_version']}, made by oxobook {report['generator_version']}"),
        ("digest", report["digest"]),
    ):
        facts.add_row(Text(name, "dim"), fact)
    for kept in report["strategies"]:
        least = "" if kept["bound"] is None else f", proved to cost at least {kept['bound']}"
        facts.add_row(
            Text("strategy", "dim"), f"{kept['name']} for {kept['side']}, {kept['positions']:,} positions{least}"
        )
    return [facts, _number_table(("ply", "positions", "raw_positions"), report["plies"])]


def stats_text(info: BookInfo, totals: dict[str, int | None]) -> list[RenderableType]:
    """The counts by ply: games first, then positions up to symmetry and in all."""
    moves = [
        {"move": layer.ply, "total states": layer.sequences, "terminal states": layer.games}
        for layer in info.layers
        if layer.ply
    ]
    games = _number_table(("move", "total states", "terminal states"), moves)
    games.show_footer = True
    games.columns[0].footer, games.columns[2].footer = "total", _number(totals["games"])
    summary = (
        f" {_number(totals['games'])} games: X wins {_number(totals['x_games'])}, O wins {_number(totals['o_games'])}, "
        f"{_number(totals['drawn_games'])} are drawn."
    )
    if totals["perfect_games"] is not None:  # the books of large boards do not count these
        summary += (
            f"\n {_number(totals['games_up_to_symmetry'])} games up to symmetry."
            f"\n {_number(totals['perfect_games'])} perfect games, in which neither side ever gives away value."
        )
    return [
        _heading("Games: the ways to play the first moves, and those of them that end the game"),
        games,
        Text(summary),
        _heading("Positions, up to symmetry except where raw; winning and drawing under perfect play"),
        _position_table(info.layers, totals),
    ]


def _position_table(layers: Iterable[LayerCounts], totals: dict[str, int | None]) -> Table:
    """The counts of positions by ply with their sums."""
    names = [name for name in LayerCounts.__dataclass_fields__ if name not in ("sequences", "games")]
    table = _number_table(names, [layer.__dict__ for layer in layers])
    table.show_footer = True
    for column, name in zip(table.columns, names, strict=True):
        column.footer = "total" if name == "ply" else _number(totals[name])
    return table


def _heading(words: str) -> Padding:
    return Padding(Text(words, "bold"), (1, 0, 0, 1), expand=False)


def _number_table(names: Iterable[str], rows: Iterable[dict[str, Any]]) -> Table:
    """A table of right-aligned numbers, a row a dictionary."""
    table = Table(box=None, pad_edge=True, header_style="dim", footer_style="bold")
    names = list(names)
    for name in names:
        table.add_column(name.replace("_", " "), justify="right")
    for row in rows:
        table.add_row(*(_number(row[name]) for name in names))
    return table


def _number(count: int | None) -> str:
    """A count with thousands parted, or a dash where it is not known."""
    return "-" if count is None else f"{count:,}"


def terminal_width() -> int:
    """The columns of the terminal, or a page's where there is none."""
    return Console().width


def verify_text(verdict: "Verdict") -> list[RenderableType]:
    """The verdict on a book, its checks, and the first things that each found wrong."""
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
    """What was found wrong: where, what, and both sides."""
    table = Table(box=None, pad_edge=True, header_style="dim")
    for heading in ("position", "what", "expected", "stored"):
        table.add_column(heading)
    for one in found:
        table.add_row(*(Text(part) for part in (one.position or "", one.what, one.expected, one.stored)))
    return table
