"""Sheet of charts: a book's counts, ply by ply (matplotlib).

``chart_data`` takes the figures out of the book, and ``panels`` draws them. Hatching means that the game is over, on
every panel; blue is X, red-orange is O, yellow a draw, and a legend says so in words.

A chart is the same on every machine, whatever is configured there: text is drawn as outlines (``svg.fonttype: path``)
in the font that comes with matplotlib. ``<desc>`` holds the figures for search and for those who cannot see.
"""

import logging
from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from oxobook.book.book import Book
from oxobook.book.errors import MissingExtra
from oxobook.book.game.rules import Rules
from oxobook.viewer.palette import Palette
from oxobook.viewer.pictures.charts.chart_data import games_by_length, outcomes, raw_counts, verdict
from oxobook.viewer.pictures.charts.panels import draw_outcomes, draw_raw, draw_shares, draw_ways, grey_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_METADATA: dict[str, dict[str, str | None]] = {
    "svg": {"Date": None, "Creator": "oxobook"},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": "oxobook", "Producer": None},
}
_SETTINGS = {
    "svg.fonttype": "path",
    "svg.hashsalt": "oxobook",
    "font.family": "DejaVu Sans",
    "font.size": 7.5,
    "hatch.linewidth": 0.7,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
}
_SHEET = (842.0, 595.0)  # A4, landscape; all lengths are in points


def chart_bytes(book: Book, palette: Palette, form: str) -> bytes:
    """Return the sheet as SVG, PNG or PDF; deterministic. Raises MissingExtra without matplotlib."""
    title = f"{book.rules}: positions and games"
    return plot_bytes(lambda: _draw_sheet(book, palette), form, title, _description(book), palette)


def _description(book: Book) -> str:
    parts = [f"{_rules_in_words(book.rules)}."]
    parts += [
        f"Ply {one.ply}: {sum(one[1:]):,} positions up to symmetry, X wins {one.x + one.x_over:,}, "
        f"draw {one.drawn + one.drawn_over:,}, O wins {one.o + one.o_over:,}; "
        f"over {one.x_over + one.drawn_over + one.o_over:,}; {live + over:,} positions, {over:,} over."
        for one, (_, live, over) in zip(outcomes(book.info), raw_counts(book.info), strict=True)
    ]
    for length, x, drawn, o in games_by_length(book.info) or ():
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
    title = f"{book.rules}: {verdict(book)} under perfect play"
    figure.text(0.02, 1 - 36 / height, title, size=17, weight="bold", color=palette.ink)
    figure.text(0.02, 1 - 53 / height, _rules_in_words(book.rules), size=9.5, color=grey_of(palette))
    panels = draw_outcomes, draw_raw, draw_ways, draw_shares
    for draw, axes in zip(panels, figure.subplots(2, 2).flat, strict=True):
        draw(axes, book.info, palette)
    return figure


def plot_bytes(draw: "Callable[[], Figure]", form: str, title: str, description: str, palette: Palette) -> bytes:
    """Return what ``draw`` draws as SVG (with the description), PNG or PDF; deterministic. Raises MissingExtra."""
    _require_matplotlib()
    file = BytesIO()
    from matplotlib import style

    with style.context(_SETTINGS, after_reset=True):  # the user's own settings are restored afterwards
        draw().savefig(file, format=form, dpi=160, metadata=_METADATA[form] | {"Title": title}, facecolor=palette.paper)
    return _described(file.getvalue(), description) if form == "svg" else file.getvalue()


def _described(svg: bytes, description: str) -> bytes:
    """Return matplotlib's SVG with a description, and without the reference to a DTD on the web."""
    head, _, rest = svg.decode().partition("<!DOCTYPE")
    text = head + rest.partition(">")[2].lstrip() if rest else head
    return text.replace("</title>", f"</title>\n <desc>{escape(description)}</desc>", 1).encode()


def _require_matplotlib() -> None:
    """Load matplotlib without its messages on font caches and folders; raises MissingExtra."""
    logger = logging.getLogger("matplotlib")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise MissingExtra("charts need the library matplotlib: pip install 'oxobook[charts]'") from error
    finally:
        logger.setLevel(level)
