"""Shapes of which every drawing is made, and their text in SVG.

Lengths are in the units of the drawing, x to the right and y down. Plain text, so that a position shows itself without
any drawing library.
"""

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

FONT = "Helvetica, Arial, sans-serif"
RISE = 0.35
"""Distance from the middle of a line of text down to its baseline, in units of its size.

Not every reader of SVG knows dominant-baseline.
"""
DOTS = 2.2
"""Distance between the middles of two dots of a dotted line, in units of its thickness."""

Segment = tuple[float, float, float, float]
"""Straight line from a point to another: x1, y1, x2, y2."""


class Lines(NamedTuple):
    """Straight lines with round ends, all of one colour."""

    segments: tuple[Segment, ...]
    colour: str
    thick: float
    dotted: bool = False
    opacity: float = 1


class Curve(NamedTuple):
    """Curve from a point to another that leaves and arrives upright."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    thick: float
    opacity: float = 1

    @property
    def pulls(self) -> tuple[float, float, float, float]:
        """Its two control points: it is a cubic Bézier curve."""
        y = (self.y1 + self.y2) / 2
        return self.x1, y, self.x2, y

    def at(self, share: float) -> tuple[float, float]:
        """Return the point after a share of it, from 0 to 1."""
        weights = ((1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3)
        points = self.x1, self.y1, *self.pulls, self.x2, self.y2
        x, y = (sum(weight * one for weight, one in zip(weights, points[axis::2], strict=True)) for axis in (0, 1))
        return x, y


class Area(NamedTuple):
    """Filled polygon."""

    points: tuple[tuple[float, float], ...]
    fill: str


class Circle(NamedTuple):
    """Circle around a point, not filled."""

    x: float
    y: float
    radius: float
    colour: str
    thick: float


class Box(NamedTuple):
    """Rectangle by its upper left corner; filled, edged or both."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    edge: str = ""
    thick: float = 1
    radius: float = 0
    """Radius of its corners."""
    opacity: float = 1
    """Opacity of its fill."""
    dashed: bool = False


class Text(NamedTuple):
    """Line of text whose ``left``, ``middle`` or ``right`` is at a point, at half its height."""

    words: str
    x: float
    y: float
    size: float
    colour: str
    bold: bool = False
    at: str = "middle"


class Group(NamedTuple):
    """Shapes drawn from an origin of their own."""

    shapes: "tuple[Shape, ...]"
    x: float
    y: float
    data: tuple[tuple[str, str], ...] = ()
    """Names and values of ``data-`` attributes, for programs that read the SVG."""
    title: str = ""
    """Words that a browser shows when the pointer is on it."""


Shape = Lines | Curve | Area | Circle | Box | Text | Group

_ANCHORS = {"left": "", "middle": ' text-anchor="middle"', "right": ' text-anchor="end"'}


def svg_shape(shape: Shape) -> str:
    """Return the SVG element of a shape."""
    match shape:
        case Lines(segments, colour, thick, dotted, opacity):
            path = "".join(f"M{rounded(x1)},{rounded(y1)}{_to(x1, y1, x2, y2)}" for x1, y1, x2, y2 in segments)
            dots = f' stroke-dasharray="0 {rounded(DOTS * thick)}"' if dotted else ""
            faint = f' opacity="{opacity}"' if opacity != 1 else ""
            style = f'stroke="{colour}" stroke-width="{rounded(thick)}" stroke-linecap="round"{dots}{faint}'
            return f'<path d="{path}" {style} fill="none"/>' if segments else ""
        case Curve(x1, y1, x2, y2, colour, thick, opacity):
            pulls = " ".join(map(rounded, shape.pulls))
            faint = f' opacity="{opacity}"' if opacity != 1 else ""
            path = f"M{rounded(x1)},{rounded(y1)}C{pulls} {rounded(x2)} {rounded(y2)}"
            return f'<path d="{path}" stroke="{colour}" stroke-width="{rounded(thick)}"{faint} fill="none"/>'
        case Area(points, fill):
            return f'<polygon points="{" ".join(f"{rounded(x)},{rounded(y)}" for x, y in points)}" fill="{fill}"/>'
        case Circle(x, y, radius, colour, thick):
            style = f'stroke="{colour}" stroke-width="{rounded(thick)}" fill="none"'
            return f'<circle cx="{rounded(x)}" cy="{rounded(y)}" r="{rounded(radius)}" {style}/>'
        case Box(x, y, width, height, fill, edge, thick, radius, opacity, dashed):
            place = f'x="{rounded(x)}" y="{rounded(y)}" width="{rounded(width)}" height="{rounded(height)}"'
            corners = f' rx="{rounded(radius)}"' if radius else ""
            faint = f' fill-opacity="{opacity}"' if opacity != 1 else ""
            stroke = f' stroke="{edge}" stroke-width="{rounded(thick)}"' if edge else ""
            stroke += f' stroke-dasharray="{rounded(4 * thick)}"' if dashed else ""
            return f'<rect {place}{corners} fill="{fill or "none"}"{faint}{stroke}/>'
        case Text(words, x, y, size, colour, bold, at):
            place = f'x="{rounded(x)}" y="{rounded(y + RISE * size)}" font-size="{rounded(size)}" fill="{colour}"'
            weight = ' font-weight="bold"' if bold else ""
            return f"<text {place}{weight}{_ANCHORS[at]}>{escape(words, quote=False)}</text>"
        case Group(shapes, x, y, data, title):
            attributes = "".join(f' data-{name}="{escape(value)}"' for name, value in data)
            named = f"<title>{escape(title, quote=False)}</title>" if title else ""
            inner = named + "".join(map(svg_shape, shapes))
            return f'<g transform="translate({rounded(x)} {rounded(y)})"{attributes}>{inner}</g>'


def svg_document(
    width: float, height: float, title: str, body: Iterable[str], size: tuple[str, str] | None = None
) -> str:
    """Return a whole SVG text from the elements of its body. ``size``: the size shown, if it is not a pixel a unit."""
    box = rounded(width), rounded(height)
    across, up = size or box
    head = f'width="{across}" height="{up}" viewBox="0 0 {box[0]} {box[1]}" font-family="{FONT}" role="img"'
    named = f"<title>{escape(title, quote=False)}</title>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{named}{"".join(body)}</svg>'


def rounded(length: float) -> str:
    """Return a length with as many digits as can be seen."""
    return f"{round(length, 3):.12g}"


def _to(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"H{rounded(x2)}" if y1 == y2 else f"V{rounded(y2)}" if x1 == x2 else f"L{rounded(x2)},{rounded(y2)}"
