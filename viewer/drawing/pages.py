"""Pages to print: their margins, title and foot, and the boards on them. All lengths are in points."""

from typing import NamedTuple

from oxobook.book.game.board_svg import REACH, centre
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules
from oxobook.viewer.drawing.pdf import PdfPages, Segment

MM = 72 / 25.4
INK, GREY, FAINT = "#000000", "#555555", "#aaaaaa"
"""What is printed in black and white: stones and words, what is said beside, and lines to cut along."""
_MARGIN = 12 * MM  # what no printer leaves out
_HEAD, _FOOT = 30.0, 22.0
_RULER = 50 * MM
_STROKE = 0.1  # of a stone, in sides of a cell: a little finer than on a screen


class Frame(NamedTuple):
    """Where the content of a page goes."""

    left: float
    top: float
    width: float
    height: float


def frame_of(pages: PdfPages) -> Frame:
    """The frame of a page, between its title and its foot."""
    return Frame(_MARGIN, _MARGIN + _HEAD, pages.width - 2 * _MARGIN, pages.height - 2 * _MARGIN - _HEAD - _FOOT)


def plain_page(pages: PdfPages, title: str) -> None:
    """Begin a page with its title, and its number at its foot."""
    pages.turn()
    pages.write(title, _MARGIN, _MARGIN + 7, 14, INK, bold=True, width=pages.width - 2 * _MARGIN)
    pages.write(str(pages.number), pages.width - _MARGIN, pages.height - _MARGIN - 4, 8, GREY, at="right")


def new_page(pages: PdfPages, title: str) -> None:
    """The same with a ruler at its foot, which shows whether it is printed to scale."""
    plain_page(pages, title)
    y = pages.height - _MARGIN - 4
    ends: list[Segment] = [(x, y - 3, x, y + 3) for x in (_MARGIN, _MARGIN + _RULER)]
    pages.lines([*ends, (_MARGIN, y, _MARGIN + _RULER, y)], GREY, 0.6)
    scale = "50 mm long if printed at 100 %, without fitting to the page"
    pages.write(scale, _MARGIN + _RULER + 6, y, 7, GREY)


def draw_board(pages: PdfPages, position: Position, x: float, y: float, side: float, shown: Mask | None = None) -> None:
    """A board in black by its upper left corner: its grid, and its stones or those of them in a mask."""
    draw_grid(pages, position.rules, x, y, side)
    reach, width = REACH * side, _STROKE * side
    seen = position.rules.full if shown is None else shown
    crosses: list[Segment] = []
    for cell in cells_of(position.x & seen):
        middle, height = _middle(position.rules, cell, x, y, side)
        crosses.append((middle - reach, height - reach, middle + reach, height + reach))
        crosses.append((middle - reach, height + reach, middle + reach, height - reach))
    pages.lines(crosses, INK, width)
    for cell in cells_of(position.o & seen):
        pages.ring(*_middle(position.rules, cell, x, y, side), reach, INK, width)


def draw_grid(pages: PdfPages, rules: Rules, x: float, y: float, side: float) -> None:
    """The lines between the cells, and a faint frame around them."""
    across, up = rules.columns * side, rules.rows * side
    pages.frame(x, y, across, up, FAINT, 0.5)
    inner: list[Segment] = [(x + column * side, y, x + column * side, y + up) for column in range(1, rules.columns)]
    inner += [(x, y + row * side, x + across, y + row * side) for row in range(1, rules.rows)]
    pages.lines(inner, GREY, 0.6)


def _middle(rules: Rules, cell: int, x: float, y: float, side: float) -> tuple[float, float]:
    """The middle of a cell on the page."""
    right, down = centre(cell, rules, side)
    return x + right, y + down
