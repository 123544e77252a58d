"""The panel of the first move: the board, each cell with what follows a move there (matplotlib)."""

from typing import TYPE_CHECKING, Any

from oxobook.book.book import Book
from oxobook.book.game.notation import column_name
from oxobook.book.game.palette import Palette
from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.viewer.charts.axes import PANEL, draw_head
from oxobook.viewer.charts.chart_colours import grey_of, mixed, side_colours, side_legend
from oxobook.viewer.charts.chart_data import FirstMove, first_moves
from oxobook.viewer.terminal.wording import value_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_first_moves(axes: "Axes", book: Book, palette: Palette) -> None:
    """The board, each cell in the colour of who wins after that first move: the stronger, the sooner."""
    rules = book.rules
    draw_head(axes, "The first move: what follows it", side_legend(palette), palette)
    colours = dict(zip((Value.WIN, Value.DRAW, Value.LOSS), side_colours(palette), strict=True))
    cell = _fit_board(axes, rules)
    for move in first_moves(book):
        row, column = divmod(move.cell, rules.columns)
        share = 0.7 if move.value is Value.DRAW else 0.7 - 0.5 * (move.remoteness - 1) / rules.cells
        top, colour = rules.rows - row, mixed(colours[move.value], palette.paper, share)
        axes.bar(column + 0.5, 1, 1, top - 1, color=colour, zorder=1)
        if move.pick:
            ring: dict[str, Any] = {"fill": False, "edgecolor": palette.ink, "linewidth": 1.4, "zorder": 3}
            axes.bar(column + 0.5, 0.9, 0.9, top - 0.95, **ring)
        _write_move(axes, move, rules, cell, palette)
    _rule_board(axes, rules, palette)


def _rule_board(axes: "Axes", rules: Rules, palette: Palette) -> None:
    """The lines between the cells, the names of columns and rows, and how to read the words in the cells."""
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
    """Set the scale so that the board stands in the panel's top left corner; the size of a cell in points.

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


def _write_move(axes: "Axes", move: FirstMove, rules: Rules, cell: tuple[float, float], palette: Palette) -> None:
    """What a first move is worth to X, as large as its cell allows; along the longer side of a narrow cell."""
    width, height = cell
    words = value_in(move)
    if width == height:
        words = words.replace(" in", "\nin")
    long, wide = max(len(line) for line in words.split("\n")), max(cell)
    lines = words.count("\n") + 1
    size = min(11, 0.9 * wide / (0.66 * long), 0.9 * min(cell) / (1.3 * lines))
    row, column = divmod(move.cell, rules.columns)
    axes.text(
        column + 0.5, rules.rows - row - 0.5, words, ha="center", va="center", size=size, linespacing=1.15,
        rotation=90 if height > width else 0, weight="bold" if move.best else "normal", color=palette.ink, zorder=4,
    )  # fmt: skip
