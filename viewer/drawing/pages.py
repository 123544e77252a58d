"""Pages to print: their margins, title and foot, and the boards on them. All lengths are in points."""

from typing import NamedTuple

from oxobook.book.game.board_svg import grid, stones
from oxobook.book.game.palette import FAINT, GREY, INK
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.shapes import Box, Group, Lines
from oxobook.viewer.drawing.pdf import PdfPages

MM = 72 / 25.4
_MARGIN = 12 * MM  # every printer can print within it
_HEAD, _FOOT = 30.0, 22.0
_RULER = 50 * MM
_STROKE = 0.1  # of a stone, in sides of a cell: a little finer than on a screen


class Frame(NamedTuple):
    """Rectangle for the content of a page."""

    left: float
    top: float
    width: float
    height: float


def frame_of(pages: PdfPages) -> Frame:
    """Return the frame of a page, between its title and its foot."""
    return Frame(_MARGIN, _MARGIN + _HEAD, pages.width - 2 * _MARGIN, pages.height - 2 * _MARGIN - _HEAD - _FOOT)


def plain_page(pages: PdfPages, title: str) -> None:
    """Begin a page with its title, and its number at its foot."""
    pages.turn()
    pages.write(title, _MARGIN, _MARGIN + 7, 14, INK, bold=True, width=pages.width - 2 * _MARGIN)
    pages.write(str(pages.number), pages.width - _MARGIN, pages.height - _MARGIN - 4, 8, GREY, at="right")


def new_page(pages: PdfPages, title: str, scale: str) -> None:
    """Begin a page with its title and a ruler of 50 mm at its foot, with words on how to print it to ``scale``."""
    plain_page(pages, title)
    y = pages.height - _MARGIN - 4
    ends = ((x, y - 3, x, y + 3) for x in (_MARGIN, _MARGIN + _RULER))
    pages.draw([Lines((*ends, (_MARGIN, y, _MARGIN + _RULER, y)), GREY, 0.6)])
    pages.write(scale, _MARGIN + _RULER + 6, y, 7, GREY)


def draw_board(pages: PdfPages, position: Position, x: float, y: float, side: float, shown: Mask | None = None) -> None:
    """Draw a board in black by its upper left corner: its grid, and its stones or those in a mask."""
    rules, seen = position.rules, position.rules.full if shown is None else shown
    draw_grid(pages, rules, x, y, side)
    drawn = stones(rules, position.x & seen, position.o & seen, side, (INK, INK), _STROKE)
    pages.draw([Group(tuple(drawn), x, y)])


def draw_grid(pages: PdfPages, rules: Rules, x: float, y: float, side: float) -> None:
    """Draw the lines between the cells, and a faint frame around them."""
    frame = Box(0, 0, rules.board.width * side, rules.board.height * side, edge=FAINT, thick=0.5)
    pages.draw([Group((frame, grid(rules, side, GREY, 0.6)), x, y)])
