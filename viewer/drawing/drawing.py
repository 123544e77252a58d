"""Figure: what is drawn, as shapes that every format can write.

Lengths are in points, 72 to the inch, x to the right and y down from the upper left corner. A shape may belong to some
steps of an animation or of a sequence of slides; what is drawn at once has one step.
"""

from typing import NamedTuple

from oxobook.book.errors import OxobookError
from oxobook.book.game.palette import CLASSIC, PALETTES, Palette
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask
from oxobook.viewer.drawing.board import fitting_lines

CM = 72 / 2.54
"""A centimetre in points."""
LEAST_TYPE = 6
"""The smallest type, in points, that is legible on paper."""
MOST_TYPE = 10
"""The largest that a figure needs."""
LETTER = 0.56
"""How wide a letter is on average, in its size, in the widest of the fonts that are used."""
MINUS = "\u2013"  # the fonts of every PDF reader have an en dash, and no minus sign

FIGURE_PALETTES = PALETTES | {
    "black": Palette(
        *("#000000", "#000000", "#000000", "#ffffff", "#ffffff", "#ffffff"),
        x="#000000",
        o="#000000",
        ink="#000000",
        rule="#777777",
    )
}
"""The palettes of the other pictures, and black on white."""


MARKED = "#dfe3e8"
"""The ground of a marked cell: light grey in every palette."""


class IllegalFigure(OxobookError, ValueError):
    """What is asked for cannot be drawn legibly at its size, or is more than may be drawn."""


class Segment(NamedTuple):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    thick: float
    dotted: bool = False


class Chip(NamedTuple):
    """A rounded box around a point."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    edge: str

    @property
    def radius(self) -> float:
        """Of its corners."""
        return min(self.height / 4, 3.0)


class Words(NamedTuple):
    """A line of text with its middle, or the middle of its left end, at a point."""

    words: str
    x: float
    y: float
    size: float
    colour: str = CLASSIC.ink
    bold: bool = False
    left: bool = False


class Diagram(NamedTuple):
    """A board by its upper left corner; ``marked`` cells have a ground of their own."""

    position: Position
    x: float
    y: float
    side: float
    """Of a cell."""
    palette: Palette
    marked: Mask = 0

    @property
    def width(self) -> float:
        return self.position.rules.columns * self.side

    @property
    def height(self) -> float:
        return self.position.rules.rows * self.side


Shape = Segment | Chip | Words | Diagram


class Shown(NamedTuple):
    """A shape, and the steps in which it is seen: from ``first`` up to ``last``, or to the end."""

    shape: Shape
    first: int = 0
    last: int | None = None

    def at(self, step: int) -> bool:
        """Whether it is seen in a step."""
        return self.first <= step and (self.last is None or step <= self.last)


class Figure(NamedTuple):
    """A figure; the last of its steps is the whole."""

    width: float
    height: float
    title: str
    """What it shows, in a sentence, for those who do not see it."""
    type_size: int
    """In points; all words have it."""
    shapes: tuple[Shown, ...]
    steps: int = 1

    def step(self, number: int) -> "Figure":
        """The figure as it is in one step, from 0."""
        return self._replace(shapes=tuple(Shown(one.shape) for one in self.shapes if one.at(number)), steps=1)

    @property
    def whole(self) -> "Figure":
        """The last step."""
        return self.step(self.steps - 1)

    @property
    def measure(self) -> str:
        """Its size, in words."""
        return f"{self.width / CM:.1f} x {self.height / CM:.1f} cm, type of {self.type_size} points"


def grid_thick(side: float) -> float:
    """How thick the lines of a board are whose cells have this side."""
    return max(0.05 * side, 0.4)


def signed(value: int) -> str:
    """``+1``, ``0`` or ``–1``, as it is set.

    >>> [signed(value) for value in (1, 0, -1)]
    ['+1', '0', '–1']
    """
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value else "0"


def width_of(words: str, size: float) -> float:
    """How wide words are at most, about."""
    return LETTER * size * len(words)


def broken(words: str, size: float, width: float) -> list[str]:
    """Words as lines that are no wider than this; one of a single word may be."""
    return fitting_lines(words, lambda line: width_of(line, size) <= width)
