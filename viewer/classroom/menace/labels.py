"""The label of a matchbox: its board, the cells that have beads with their colours, and its number."""

import re
from math import ceil
from typing import NamedTuple

from oxobook.book.errors import OxobookError, quoted
from oxobook.book.game.board_svg import centre
from oxobook.book.game.rules import Cell, Rules
from oxobook.viewer.classroom.menace.boxes import Box
from oxobook.viewer.classroom.menace.colours import Colour
from oxobook.viewer.drawing.pages import FAINT, INK, MM, draw_board
from oxobook.viewer.drawing.pdf import PdfPages

_SIZE = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)x(\d{1,3}(?:\.\d{1,2})?)(mm|cm)")
_LEAST_CELL = 3 * MM
_PAD = 1.2 * MM
_WORDS = 36.0  # the least width of the words beside a board
_LINES = 22.0  # their least height below one


class IllegalSize(OxobookError, ValueError):
    """The text is no size of a matchbox, or no label of that size can be read or printed."""


class Size(NamedTuple):
    """The width and the height of a label, in points."""

    width: float
    height: float

    @classmethod
    def parse(cls, text: str) -> "Size":
        """Read ``35x15mm`` or ``3.5x1.5cm``, the width first; raises IllegalSize."""
        match = _SIZE.fullmatch(text.strip().lower().replace(" ", ""))
        if match is None:
            raise IllegalSize(
                f"expected a size as WIDTHxHEIGHT in mm or cm, such as 35x15mm or 3.5x1.5cm; got {quoted(text)}"
            )
        unit = MM if match[3] == "mm" else 10 * MM
        return cls(float(match[1]) * unit, float(match[2]) * unit)

    def __str__(self) -> str:
        return f"{self.width / MM:.4g} x {self.height / MM:.4g} mm"


class Layout(NamedTuple):
    """How a label is set: the side of a cell, where the board has its upper left corner, and the words their place."""

    side: float
    board: tuple[float, float]
    words: tuple[float, float, float, float]
    """Their left, top, width and height."""


def layout_for(rules: Rules, size: Size) -> Layout:
    """The layout with the largest board, with the words beside it or below it; raises IllegalSize for a small label."""
    width, height = size.width - 2 * _PAD, size.height - 2 * _PAD
    beside = min((width - _WORDS - _PAD) / rules.columns, height / rules.rows)
    below = min(width / rules.columns, (height - _LINES - _PAD) / rules.rows)
    side = max(beside, below)
    if side < _LEAST_CELL:
        least = (_LEAST_CELL * rules.columns + _WORDS + 3 * _PAD) / MM, (_LEAST_CELL * rules.rows + 2 * _PAD) / MM
        raise IllegalSize(
            f"expected a label on which a cell of {rules} is at least 3 mm wide; got {size}: "
            f"choose {ceil(least[0])}x{ceil(least[1])}mm or more"
        )
    across, up = side * rules.columns, side * rules.rows
    if beside >= below:
        left = across + 2 * _PAD
        return Layout(side, (_PAD, (size.height - up) / 2), (left, _PAD, size.width - left - _PAD, height))
    top = up + 2 * _PAD
    return Layout(side, ((size.width - across) / 2, _PAD), (_PAD, top, width, size.height - top - _PAD))


def draw_label(
    pages: PdfPages, box: Box, beads: int, colours: dict[Cell, Colour], layout: Layout, x: float, y: float
) -> None:
    """A label by its upper left corner."""
    rules, side = box.position.rules, layout.side
    left, top = x + layout.board[0], y + layout.board[1]
    draw_board(pages, box.position, left, top, side)
    for cell in box.cells:  # a ring to colour in, with the letters of its colour
        across, down = centre(cell, rules, side)
        pages.ring(left + across, top + down, 0.46 * side, FAINT, 0.4)
        letters = colours[cell].letters
        pages.write(letters, left + across, top + down, 0.59 * side, INK, at="middle", width=0.8 * side)
    left, top, width, height = layout.words
    middle, top = x + left + width / 2, y + top
    pages.write(
        str(box.number), middle, top + height * 0.28, 0.42 * height, INK, bold=True, at="middle", width=width - 4
    )
    small = min(0.2 * height, 10)
    for words, share in ((f"move {box.stage}", 0.64), (f"{beads} of each", 0.87)):
        pages.write(words, middle, top + height * share, small, INK, at="middle", width=width)
