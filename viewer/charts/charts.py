"""The sheet of charts: what a book counts, ply by ply, and what each first move is worth (matplotlib).

``chart_figures`` takes the figures out of the book; this module draws them. Hatching says the game is over,
on every panel; blue is X, red-orange is O, yellow a draw, and a legend says so in words.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from oxobook.book.book import Book
from oxobook.book.game.notation import coordinates
from oxobook.book.game.palette import Palette
from oxobook.book.game.rules import Rules
from oxobook.viewer.charts.axes import PANEL
from oxobook.viewer.charts.chart_board import draw_first_moves
from oxobook.viewer.charts.chart_colours import grey_of
from oxobook.viewer.charts.chart_data import first_moves, games_by_length, outcomes, raw_counts, totals, verdict
from oxobook.viewer.charts.chart_file import FORMS, figure_bytes
from oxobook.viewer.charts.panels import draw_outcomes, draw_raw, draw_shares, draw_totals, draw_ways
from oxobook.viewer.terminal.wording import value_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FORMS", "chart_bytes", "stats_chart"]

_SHEET = (842.0, 595.0)  # A4, landscape; all lengths are in points
_LEFT, _TOPS = (54.0, 331.0, 608.0), (114.0, 371.0)


def stats_chart(book: Book, palette: Palette) -> str:
    """The SVG text of the sheet, with title and description; deterministic.

    Raises MissingExtra without matplotlib.
    """
    return chart_bytes(book, palette, "svg").decode()


def chart_bytes(book: Book, palette: Palette, form: str) -> bytes:
    """The sheet as a file of one of FORMS; deterministic.

    Raises MissingExtra without matplotlib, CannotWrite for another format.
    """
    title = f"{book.rules}: positions, games and first moves"
    return figure_bytes(lambda: _draw_sheet(book, palette), form, title, _description(book), palette)


def _description(book: Book) -> str:
    """The sheet in words, for those who do not see it."""
    parts = [f"{_rules_in_words(book.rules)}."]
    parts += [
        f"Ply {one.ply}: {sum(one[1:]):,} positions up to symmetry, X wins {one.x + one.x_over:,}, "
        f"draw {one.drawn + one.drawn_over:,}, O wins {one.o + one.o_over:,}; "
        f"over {one.x_over + one.drawn_over + one.o_over:,}; {live + over:,} positions, {over:,} over."
        for one, (_, live, over) in zip(outcomes(book.info), raw_counts(book.info), strict=True)
    ]
    for length, x, drawn, o in games_by_length(book.info) or ():
        parts.append(f"Games of {length} moves: X wins {x:,}, drawn {drawn:,}, O wins {o:,}.")
    names = coordinates(book.rules)
    parts.append("First moves: " + "; ".join(f"{names[one.cell]} {value_in(one)}" for one in first_moves(book)) + ".")
    parts += [f"{name.strip()}: {text}." for name, text in totals(book)]
    return " ".join(parts)


def _rules_in_words(rules: Rules) -> str:
    """The rules as a sentence, for the sheet's subtitle."""
    goal = "loses" if rules.misere else "wins"
    board = f"{rules.rows} {'row' if rules.rows == 1 else 'rows'} of {rules.columns}"
    falls = "; a stone falls to the lowest free cell of its column" if rules.gravity else ""
    return f"A board of {board}: who first has {rules.k} in a line {goal}{falls}"


def _draw_sheet(book: Book, palette: Palette) -> "Figure":
    """The whole sheet: a title and six panels."""
    from matplotlib.figure import Figure

    width, height = _SHEET
    figure = Figure(figsize=(width / 72, height / 72))
    title = f"{book.rules}: {verdict(book)} under perfect play"
    left = _LEFT[0] / width
    figure.text(left, 1 - 42 / height, title, size=17, weight="bold", color=palette.ink)
    figure.text(left, 1 - 59 / height, _rules_in_words(book.rules), size=9.5, color=grey_of(palette))
    panels: tuple[Callable[[Axes, Book, Palette], None], ...] = (
        draw_outcomes, draw_raw, draw_ways, draw_shares, draw_first_moves, draw_totals,
    )  # fmt: skip
    for number, draw in enumerate(panels):
        left, top = _LEFT[number % 3], _TOPS[number // 3]
        box = (left / width, 1 - (top + PANEL[1]) / height, PANEL[0] / width, PANEL[1] / height)
        draw(figure.add_axes(box), book, palette)
    return figure
