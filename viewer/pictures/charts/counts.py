"""Chart of a book's counts, ply by ply, on one sheet (matplotlib).

Hatching means that the game is over, on every panel; a side has its colour and a draw is grey, and a legend says so.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.viewer.palette import COLOURS, Palette
from oxobook.viewer.pictures.charts.panels import (
    draw_outcomes,
    draw_raw,
    draw_shares,
    draw_ways,
    games_by_length,
    grey_of,
)
from oxobook.viewer.pictures.drawing.plot import Plot
from oxobook.viewer.pictures.registry import Picture
from oxobook.viewer.pictures.request import Request
from oxobook.viewer.words.winner import winner_of, winner_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SHEET = (842.0, 595.0)  # A4, landscape; all lengths are in points


def counts_plot(book: Book, palette: Palette) -> Plot:
    """Return the sheet."""
    title = f"{book.rules}: positions and games"
    return Plot(lambda: _draw_sheet(book, palette), title, _description(book), palette)


def _description(book: Book) -> str:
    parts = [f"{_rules_in_words(book.rules)}."]
    parts += [
        f"Ply {one.ply}: {one.positions:,} positions up to symmetry, X wins {one.x_winning:,}, "
        f"draw {one.drawing:,}, O wins {one.o_winning:,}; over {one.terminals:,}; {one.raw_positions:,} positions, "
        f"{one.raw_terminals:,} over."
        for one in book.info.layers
    ]
    for length, (x, drawn, o) in games_by_length(book.info).items():
        parts.append(f"Games of {length} moves: X wins {x:,}, drawn {drawn:,}, O wins {o:,}.")
    return " ".join(parts)


def _rules_in_words(rules: Rules) -> str:
    line, full = f"{rules.k} in a line", rules.terms.full
    goals = {"mover": f"who first has {line} wins", "other": f"who first has {line} loses"}
    goal = goals.get(rules.terms.line, f"{rules.terms.line} wins by {line}") + (
        f", {full} by a full board" if full else ""
    )
    board = f"{rules.rows} {'row' if rules.rows == 1 else 'rows'} of {rules.columns}"
    falls = "; a stone falls to the lowest free cell of its column" if rules.gravity else ""
    return f"A board of {board}: {goal}{falls}"


def _draw_sheet(book: Book, palette: Palette) -> "Figure":
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    width, height = _SHEET
    engine = ConstrainedLayoutEngine(rect=(0.01, 0.01, 0.98, 1 - 75 / height), wspace=0.06, hspace=0.06)
    figure = Figure(figsize=(width / 72, height / 72), layout=engine)
    start = book.probe(Position(book.rules), pick=False)
    verdict = winner_text(winner_of(start.value, "X"), start.remoteness)
    title = f"{book.rules}: {verdict} under perfect play"
    figure.text(0.02, 1 - 36 / height, title, size=17, weight="bold", color=palette.ink)
    figure.text(0.02, 1 - 53 / height, _rules_in_words(book.rules), size=9.5, color=grey_of(palette))
    panels = draw_outcomes, draw_raw, draw_ways, draw_shares
    for draw, axes in zip(panels, figure.subplots(2, 2).flat, strict=True):
        draw(axes, book.info, palette)
    return figure


@dataclass(frozen=True)
class ChartRequest(Request):
    """Chart of a book's counts."""

    labels: str | None = None  # nothing to choose: no cell is named


CHART = Picture(
    does="Draw the counts of positions and games, ply by ply.",
    example="oxobook draw chart counts.svg",
    request=ChartRequest,
    draw=lambda book, request, find, tell: [counts_plot(book, COLOURS)],
)
