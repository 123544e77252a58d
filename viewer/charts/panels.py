"""Panels of the chart of a book: counts, ply by ply and in all, and the results of each first move (matplotlib)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oxobook.book.book import Book
from oxobook.book.entry import Move
from oxobook.book.game.board import column_name
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.viewer.charts import chart_data
from oxobook.viewer.charts.panel import (
    HATCH,
    HEIGHT,
    WIDTH,
    Legend,
    Panel,
    grey_of,
    mixed,
    name_axes,
    name_every,
    side_legend,
)
from oxobook.viewer.palette import Palette
from oxobook.viewer.terminal.wording import value_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_outcomes(axes: "Axes", book: Book, palette: Palette) -> None:
    """Draw positions by ply, up to symmetry, by who wins under perfect play."""
    sides = side_legend(palette)
    panel = Panel(
        axes, palette, "Positions, by who wins under perfect play", [*sides, (palette.rule, HATCH, "hatched: over")]
    )
    colours = [(colour, hatch) for colour, _, _ in sides for hatch in ("", HATCH)]
    _draw_counts(panel, chart_data.outcomes(book.info), colours, "positions up to symmetry")


def draw_raw(axes: "Axes", book: Book, palette: Palette) -> None:
    """Draw positions by ply as they stand on the board."""
    legend: Legend = ((palette.rule, "", "in play"), (palette.rule, HATCH, "over"))
    panel = Panel(axes, palette, "Positions, symmetric ones counted apart", legend)
    _draw_counts(panel, chart_data.raw_counts(book.info), [one[:2] for one in legend], "positions")


def _draw_counts(panel: Panel, found: Sequence[tuple[int, ...]], colours: Sequence[tuple[str, str]], what: str) -> None:
    """Draw stacked and numbered bars of a ply and its counts each."""
    plies, rows = [one[0] for one in found], [one[1:] for one in found]
    panel.stacked_bars(plies, rows, colours)
    panel.number_bars(plies, [sum(row) for row in rows])
    panel.name_plies(plies, what)


def draw_ways(axes: "Axes", book: Book, palette: Palette) -> None:
    """Draw the ways to play the first moves, and those that end the game."""
    found, grey = chart_data.ways_to_play(book.info), palette.rule
    legend = ((grey, "", "ways to play so far"), (grey, HATCH, "games that end there"))
    panel = Panel(axes, palette, "Games, move by move", legend)
    if found is None:
        panel.say_not_counted()
        return
    plies, every = [one[0] for one in found], [count for one in found for count in one[1:]]
    if max(every) > 1000 * min(count for count in every if count):
        axes.set_yscale("log")
        axes.set_ylim(0.6, float(max(every)))
    for offset, hatch, which in ((-0.21, "", 1), (0.21, HATCH, 2)):
        bars = [(one[0] + offset, float(one[which])) for one in found if one[which]]
        panel.bars([place for place, _ in bars], [height for _, height in bars], grey, hatch, width=0.4)
    if len(plies) <= 11:
        panel.number_bars([ply + offset for ply in plies for offset in (-0.21, 0.21)], every, 0.42)
    else:  # no room for both: the ways alone
        panel.number_bars([ply - 0.21 for ply in plies], [one[1] for one in found], 0.84)
    panel.name_plies(plies, "games")


def draw_shares(axes: "Axes", book: Book, palette: Palette) -> None:
    """Draw the share of all games that each side wins, by length, and the sum of the lengths."""
    shares, sides = chart_data.game_shares(book.info), side_legend(palette)
    panel = Panel(axes, palette, "Who wins the games, by their length", sides)
    if shares is None:
        panel.say_not_counted()
        return
    lengths, parts = [one[0] for one in shares], [one[1:] for one in shares]
    places, rows = [*lengths, lengths[-1] + 1.4], [*parts, tuple(map(sum, zip(*parts, strict=True)))]
    panel.stacked_bars(places, rows, [(colour, "") for colour, _, _ in sides])
    axes.axvline(lengths[-1] + 0.7, color=palette.rule, linewidth=0.6, linestyle=(0, (2, 2)))
    slot = panel.room_for_bars(places, 1)
    for place, row in zip(places, rows, strict=True):
        panel.number_shares(place, row, slot)
    axes.set_ylim(0, 108)
    axes.set_yticks(range(0, 101, 20))
    step = name_every(len(places))
    name_axes(axes, "length of the game in moves", "per cent of all games")
    axes.set_xticks([*lengths[::step], places[-1]], [*map(str, lengths[::step]), "all"])


def draw_totals(axes: "Axes", book: Book, palette: Palette) -> None:
    """Draw the figures of the whole book as a table."""
    Panel(axes, palette, "In all")
    axes.set_axis_off()
    rows = chart_data.totals(book)
    for number, (name, text) in enumerate(rows):
        y = 1.04 - (number + 0.5) / len(rows) * 1.04
        colour = grey_of(palette) if name.startswith(" ") else palette.ink
        axes.text(0, y, name, va="center", size=8.5, color=colour)
        axes.text(1, y, text, va="center", ha="right", size=8.5, color=colour)
        if number and not name.startswith(" "):
            edge = 1.04 - number / len(rows) * 1.04
            axes.plot([0, 1], [edge, edge], color=mixed(palette.rule, palette.paper, 0.5), linewidth=0.5)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)


def draw_first_moves(axes: "Axes", book: Book, palette: Palette) -> None:
    """Draw the board, each cell in the colour of who wins after that first move: the stronger, the sooner."""
    rules, sides = book.rules, side_legend(palette)
    panel = Panel(axes, palette, "The first move: what follows it", sides)
    colours = dict(zip((Value.WIN, Value.DRAW, Value.LOSS), (one[0] for one in sides), strict=True))
    size, pick = _fit_board(axes, rules), book.probe(Position(rules)).pick
    for cell, move in chart_data.first_moves(book).items():
        x, y = rules.board.middles[cell]
        share = 0.7 if move.value is Value.DRAW else 0.7 - 0.5 * (move.remoteness - 1) / rules.cells
        top, colour = rules.board.height - y + 0.5, mixed(colours[move.value], palette.paper, share)
        axes.bar(x, 1, 1, top - 1, color=colour, zorder=1)
        if move.move == pick:
            ring: dict[str, Any] = {"fill": False, "edgecolor": palette.ink, "linewidth": 1.4, "zorder": 3}
            axes.bar(x, 0.9, 0.9, top - 0.95, **ring)
        _write_move(axes, move, (x, top - 0.5), size, palette)
    _rule_board(panel, rules)


def _rule_board(panel: Panel, rules: Rules) -> None:
    """Draw the grid, the names of columns and rows, and how to read the words in the cells."""
    rule: dict[str, Any] = {"color": panel.palette.rule, "linewidth": 0.9, "zorder": 2, "clip_on": False}
    board = rules.board
    frame = [(x, 0, x, board.height) for x in (0, board.width)] + [(0, y, board.width, y) for y in (0, board.height)]
    for x, y, to_x, to_y in (*frame, *board.borders):
        panel.axes.plot((x, to_x), (board.height - y, board.height - to_y), **rule)
    style: dict[str, Any] = {"va": "center", "size": 7, "color": grey_of(panel.palette)}
    for column in range(rules.columns):
        panel.note(column_name(column), (board.middle(rules.rows - 1, column)[0], 0), (0, -8), ha="center", **style)
    for row in range(rules.rows):
        height = board.height - board.middle(row, 0)[1]
        panel.note(str(rules.rows - row), (0, height), (-8, 0), ha="center", **style)
    panel.note("worth to X, in plies · bold: best · outlined: the book's pick", (0, 0), (0, -21), **style)


def _fit_board(axes: "Axes", rules: Rules) -> tuple[float, float]:
    """Set the scale so that the board stands top left; return a cell's size, which on very long boards is no square."""
    side = min(WIDTH / rules.columns, HEIGHT / rules.rows)
    width = height = side
    if side < 21:
        width, height = (min(span, 3.5 * side) for span in (WIDTH / rules.columns, HEIGHT / rules.rows))
    axes.set_axis_off()
    axes.set_xlim(0, WIDTH / width)
    axes.set_ylim(rules.rows - HEIGHT / height, rules.rows)
    return width, height


def _write_move(
    axes: "Axes", move: Move, middle: tuple[float, float], cell: tuple[float, float], palette: Palette
) -> None:
    """Write a first move's value for X, as large as its cell allows; along the longer side of a narrow cell."""
    width, height = cell
    words = value_in(move)
    if width == height:
        words = words.replace(" in", "\nin")
    long, wide = max(len(line) for line in words.split("\n")), max(cell)
    lines = words.count("\n") + 1
    size = min(11, 0.9 * wide / (0.66 * long), 0.9 * min(cell) / (1.3 * lines))
    axes.text(
        *middle, words, ha="center", va="center", size=size, linespacing=1.15,
        rotation=90 if height > width else 0, weight="bold" if move.best else "normal", color=palette.ink, zorder=4,
    )  # fmt: skip
