"""Style of figures: size, type and settings that all of them share.

Type is as large as the figure allows, from 10 points down to 6, and a cell of a board is never smaller than the type;
so whatever can be drawn can be read.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from oxobook.book.errors import OxobookError
from oxobook.book.game.cell_labels import CellLabels, cell_labels
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules
from oxobook.viewer.palette import MARKED, Palette
from oxobook.viewer.pictures.drawing.board_shapes import board_shapes, centre
from oxobook.viewer.pictures.drawing.drawing import CM, Shown, fitting_lines
from oxobook.viewer.pictures.drawing.shapes import Box, Group, Text

LEAST_TYPE = 6  # smallest type, in points, that is legible on paper
MOST_TYPE = 10  # largest type that a figure needs
MOST_CELL = 20.0  # largest side of a cell
PAD = 3.0  # space around a figure
LINE = 1.25  # distance from a line of text to the next, in sizes of type
BEFORE_CAPTION = 0.8  # space between the drawing and the first line of the caption, in sizes of type
MINUS = "\u2013"  # the fonts of every PDF reader have an en dash, and no minus sign
_LETTER = 0.56  # how wide a letter is on average, in its size, in the widest of the fonts that are used


class IllegalFigure(OxobookError, ValueError):
    """The figure cannot be drawn legibly at its size, or is more than may be drawn."""


class Style(NamedTuple):
    """Style of a figure."""

    width: float  # width of the figure, in points
    palette: Palette
    captions: bool = True  # True if sentences under the figure explain it
    labels: str | None = None  # kind of labels by which moves are shown; None for coordinates

    def labels_for(self, rules: Rules) -> CellLabels:
        """Return the labels of a board's cells; raises IllegalPosition if they do not fit it."""
        return cell_labels(self.labels, rules)

    @property
    def measure(self) -> str:
        return f"a width of {self.width / CM:.4g} cm"

    def caption(self, sentences: str, size: float) -> list[str]:
        """Return sentences as the lines under a figure; none if it has no captions."""
        return fitting_lines(sentences, self.width - 2 * PAD, size, _LETTER) if self.captions else []


class PlacedBoard(NamedTuple):
    """Board by its upper left corner; ``marked`` cells have a ground of their own."""

    position: Position
    x: float
    y: float
    side: float  # side of a cell
    palette: Palette
    marked: Mask = 0

    @property
    def width(self) -> float:
        return self.position.rules.board.width * self.side

    @property
    def height(self) -> float:
        return self.position.rules.board.height * self.side

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    @property
    def group(self) -> Group:
        (rules, x, o), side = self.position, self.side
        middles = (centre(cell, rules, side) for cell in cells_of(self.marked))
        grounds = (Box(x - side / 2, y - side / 2, side, side, MARKED) for x, y in middles)
        board = board_shapes(rules, x, o, side, self.palette, max(0.05 * side, 0.4))
        return Group((*grounds, *board), self.x, self.y)


def captions(style: Style, sentences: Sequence[str], top: float, size: float) -> Iterator[Shown]:
    """Yield the sentences of each step, from a height on; the last ones stay."""
    for step, said in enumerate(sentences):
        last = step if step < len(sentences) - 1 else None
        for number, line in enumerate(style.caption(said, size)):
            y = top + (number + 0.5) * LINE * size
            yield Shown(Text(line, PAD, y, size, style.palette.ink, at="left"), step, last)


def chip(x: float, y: float, width: float, height: float, fill: str, edge: str) -> Box:
    """Return a rounded box around a point."""
    return Box(x - width / 2, y - height / 2, width, height, fill, edge, 0.75, min(height / 4, 3.0))


def framed(board: PlacedBoard, room: float, style: Style) -> Box:
    """Return the frame around a board, ``room`` from it."""
    size = board.width + 2 * room, board.height + 2 * room
    return chip(board.middle, board.y + board.height / 2, *size, MARKED, style.palette.ink)


def signed(value: int) -> str:
    """Return ``+1``, ``0`` or ``–1``, as it is printed.

    >>> [signed(value) for value in (1, 0, -1)]
    ['+1', '0', '–1']
    """
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value else "0"


def width_of(words: str, size: float) -> float:
    """Return an upper estimate of the width of words."""
    return _LETTER * size * len(words)


def up_to_mm(length: float) -> str:
    """Return a length in centimetres, rounded up to a millimetre."""
    return f"{ceil(length / CM * 10) / 10:.1f}"
