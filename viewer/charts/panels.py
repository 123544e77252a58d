"""Panels of the charts: counts, ply by ply and in all, and the results of each first move (matplotlib)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oxobook.book.book import Book
from oxobook.book.entry import Move
from oxobook.book.game.notation import column_name
from oxobook.book.game.palette import Palette
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.viewer.charts.axes import (
    HATCH,
    PANEL,
    draw_head,
    grey_of,
    mixed,
    name_axes,
    name_every,
    name_plies,
    number_bars,
    number_parts,
    room_for_bars,
    say_not_counted,
    side_colours,
    side_legend,
    stack_bars,
)
from oxobook.viewer.charts.chart_data import (
    first_moves,
    game_shares,
    outcomes,
    raw_counts,
    totals,
    ways_to_play,
)
from oxobook.viewer.terminal.wording import value_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_outcomes(axes: "Axes", book: Book, palette: Palette) -> None:
    """Draw positions by ply, up to symmetry, by who wins under perfect play."""
    colours = [colour for colour in side_colours(palette) for _ in range(2)]
    draw_head(axes, "Positions, by who wins under perfect play", side_legend(palette, over=True), palette)
    _draw_counts(axes, outcomes(book.info), colours, "positions up to symmetry", palette)


def draw_raw(axes: "Axes", book: Book, palette: Palette) -> None:
    """Draw positions by ply as they stand on the board."""
    grey = palette.rule
    draw_head(axes, "Positions, symmetric ones counted apart", ((grey, "", "in play"), (grey, HATCH, "over")), palette)
    _draw_counts(axes, raw_counts(book.info), [grey, grey], "positions", palette)


def _draw_counts(
    axes: "Axes", found: Sequence[tuple[int, ...]], colours: Sequence[str], what: str, palette: Palette
) -> None:
    """Draw stacked and numbered bars of a ply and its counts each."""
    plies, rows = [one[0] for one in found], [one[1:] for one in found]
    stack_bars(axes, plies, rows, colours, palette)
    number_bars(axes, plies, [sum(row) for row in rows], 1, palette)
    name_plies(axes, plies, what)


def draw_ways(axes: "Axes", book: Book, palette: Palette) -> None:
    """Draw the ways to play the first moves, and those that end the game."""
    found, grey = ways_to_play(book.info), palette.rule
    legend = ((grey, "", "ways to play so far"), (grey, HATCH, "games that end there"))
    draw_head(axes, "Games, move by move", legend, palette)
    if found is None:
        say_not_counted(axes, palette)
        return
    plies, every = [one[0] for one in found], [count for one in found for count in one[1:]]
    if max(every) > 1000 * min(count for count in every if count):
        axes.set_yscale("log")
        axes.set_ylim(0.6, float(max(every)))
    for offset, hatch, which in ((-0.21, "", 1), (0.21, HATCH, 2)):
        bars = [(one[0] + offset, one[which]) for one in found if one[which]]
        where, heights = [bar[0] for bar in bars], [float(bar[1]) for bar in bars]
        axes.bar(where, heights, 0.4, color=grey, hatch=hatch, edgecolor=palette.paper, linewidth=0)
    if len(plies) <= 11:
        number_bars(axes, [ply + offset for ply in plies for offset in (-0.21, 0.21)], every, 0.42, palette)
    else:  # no room for both: the ways alone
        number_bars(axes, [ply - 0.21 for ply in plies], [one[1] for one in found], 0.84, palette)
    name_plies(axes, plies, "games")


def draw_shares(axes: "Axes", book: Book, palette: Palette) -> None:
    """Draw the share of all games that each side wins, by length, and the sum of the lengths."""
    shares = game_shares(book.info)
    draw_head(axes, "Who wins the games, by their length", side_legend(palette), palette)
    if shares is None:
        say_not_counted(axes, palette)
        return
    lengths = [one[0] for one in shares]
    whole = (sum(one[1] for one in shares), sum(one[2] for one in shares), sum(one[3] for one in shares))
    places, rows = [*lengths, lengths[-1] + 1.4], [*(one[1:] for one in shares), whole]
    stack_bars(axes, places, rows, side_colours(palette), palette, hatched=False)
    axes.axvline(lengths[-1] + 0.7, color=palette.rule, linewidth=0.6, linestyle=(0, (2, 2)))
    axes.set_ylim(0, 100)
    slot = room_for_bars(axes, places, 1)
    for place, row in zip(places, rows, strict=True):
        number_parts(axes, place, row, slot, palette)
    axes.set_ylim(0, 108)
    axes.set_yticks(range(0, 101, 20))
    step = name_every(len(places))
    name_axes(axes, "length of the game in moves", "per cent of all games")
    axes.set_xticks([*lengths[::step], places[-1]], [*map(str, lengths[::step]), "all"])


def draw_totals(axes: "Axes", book: Book, palette: Palette) -> None:
    """Draw the figures of the whole book as a table."""
    draw_head(axes, "In all", (), palette)
    axes.set_axis_off()
    rows = totals(book)
    for number, (name, text) in enumerate(rows):
        y = 1.04 - (number + 0.5) / len(rows) * 1.04
        faint = grey_of(palette) if name.startswith(" ") else palette.ink
        axes.text(0, y, name, va="center", size=8.5, color=faint)
        axes.text(1, y, text, va="center", ha="right", size=8.5, color=faint)
        if number and not name.startswith(" "):
            edge = 1.04 - number / len(rows) * 1.04
            axes.plot([0, 1], [edge, edge], color=mixed(palette.rule, palette.paper, 0.5), linewidth=0.5)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)


def draw_first_moves(axes: "Axes", book: Book, palette: Palette) -> None:
    """Draw the board, each cell in the colour of who wins after that first move: the stronger, the sooner."""
    rules = book.rules
    draw_head(axes, "The first move: what follows it", side_legend(palette), palette)
    colours = dict(zip((Value.WIN, Value.DRAW, Value.LOSS), side_colours(palette), strict=True))
    size, pick = _fit_board(axes, rules), book.probe(Position(rules)).pick
    for cell, move in first_moves(book).items():
        row, column = divmod(cell, rules.columns)
        share = 0.7 if move.value is Value.DRAW else 0.7 - 0.5 * (move.remoteness - 1) / rules.cells
        top, colour = rules.rows - row, mixed(colours[move.value], palette.paper, share)
        axes.bar(column + 0.5, 1, 1, top - 1, color=colour, zorder=1)
        if move.move == pick:
            ring: dict[str, Any] = {"fill": False, "edgecolor": palette.ink, "linewidth": 1.4, "zorder": 3}
            axes.bar(column + 0.5, 0.9, 0.9, top - 0.95, **ring)
        _write_move(axes, move, (column + 0.5, top - 0.5), size, palette)
    _rule_board(axes, rules, palette)


def _rule_board(axes: "Axes", rules: Rules, palette: Palette) -> None:
    """Draw the grid, the names of columns and rows, and how to read the words in the cells."""
    rule: dict[str, Any] = {"color": palette.rule, "linewidth": 0.9, "zorder": 2, "clip_on": False}
    axes.vlines(range(rules.columns + 1), 0, rules.rows, **rule)
    axes.hlines(range(rules.rows + 1), 0, rules.columns, **rule)
    style: dict[str, Any] = {"textcoords": "offset points", "va": "center", "size": 7, "color": grey_of(palette)}
    for column in range(rules.columns):
        axes.annotate(column_name(column), (column + 0.5, 0), (0, -8), ha="center", **style)
    for row in range(rules.rows):
        axes.annotate(str(row + 1), (0, row + 0.5), (-8, 0), ha="center", **style)
    words = "worth to X, in plies · bold: best · outlined: the book's pick"
    axes.annotate(words, (0, 0), (0, -21), **style)


def _fit_board(axes: "Axes", rules: Rules) -> tuple[float, float]:
    """Set the scale so that the board stands in the panel's top left corner; return a cell's size in points.

    Cells are square, but on very long boards longer across the board, for their words.
    """
    side = min(PANEL[0] / rules.columns, PANEL[1] / rules.rows)
    width = height = side
    if side < 21:
        width, height = (min(span, 3.5 * side) for span in (PANEL[0] / rules.columns, PANEL[1] / rules.rows))
    axes.set_axis_off()
    axes.set_xlim(0, PANEL[0] / width)
    axes.set_ylim(rules.rows - PANEL[1] / height, rules.rows)
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
