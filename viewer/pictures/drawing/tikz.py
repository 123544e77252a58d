"""Figure as TikZ: a picture for LaTeX that needs the package tikz and nothing else.

It has the shapes of figures: lines, circles, boxes, words and groups. Each step is a ``tikzpicture`` of its own. Units
are big points (72 to the inch) and y goes down, as in the drawing.
"""

import re
from collections.abc import Iterator

from oxobook.viewer.pictures.drawing.drawing import Drawing
from oxobook.viewer.pictures.drawing.shapes import DOTS, RISE, Box, Circle, Group, Lines, Shape, Text

_COLOUR = re.compile("#([0-9a-f]{6})")
_SIGNS = str.maketrans(
    {"\u00d7": r"$\times$", "\u2013": "$-$", "\u221e": r"$\infty$", "\u2264": r"$\leq$", "\u2265": r"$\geq$"}
)
_ESCAPED = {**{sign: f"\\{sign}" for sign in "&%$#_{}"}, "\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}
_ANCHORS = {"left": "base west", "middle": "base", "right": "base east"}


def tikz_text(drawing: Drawing) -> str:
    """Return the TeX text of all steps of a drawing whose words have one size; deterministic."""
    head = [f"% {drawing.title}", rf"% {drawing.measure}; needs \usepackage{{tikz}}"]
    pictures = [_picture(drawing.step(number)) for number in range(drawing.steps)]
    return "\n".join(head) + "\n" + "\n".join(pictures)


def _picture(drawing: Drawing) -> str:
    size = drawing.type_size
    body = [line for shape in drawing.drawn for line in _shape(shape)]
    colours = sorted(set(_COLOUR.findall("\n".join(body))))
    font = rf"\sffamily\fontsize{{{size}bp}}{{{1.2 * size:g}bp}}\selectfont"
    lines = [
        r"\begin{tikzpicture}[x=1bp, y=-1bp, line cap=round, inner sep=0pt, outer sep=0pt, every node/.style={font="
        + font
        + "}]",
        *(rf"\definecolor{{oxo{colour}}}{{HTML}}{{{colour.upper()}}}" for colour in colours),
        rf"\useasboundingbox (0,0) rectangle ({_rounded(drawing.width)},{_rounded(drawing.height)});",
        *(_COLOUR.sub(r"oxo\1", line) for line in body),
        r"\end{tikzpicture}",
    ]
    return "\n".join(lines) + "\n"


def _shape(shape: Shape) -> Iterator[str]:
    """Yield one shape, a line of TeX for each of its parts."""
    match shape:
        case Lines(segments, colour, thick, dotted, opacity):
            dots = f", dash pattern=on 0bp off {_rounded(DOTS * thick)}bp" if dotted else ""
            faint = f", opacity={opacity:g}" if opacity < 1 else ""
            style = f"{colour}, line width={_rounded(thick)}bp{dots}{faint}"
            path = " ".join(f"{_point(x1, y1)} -- {_point(x2, y2)}" for x1, y1, x2, y2 in segments)
            if path:
                yield rf"\draw[{style}] {path};"
        case Circle(x, y, radius, colour, thick):
            yield rf"\draw[{colour}, line width={_rounded(thick)}bp] {_point(x, y)} circle[radius={_rounded(radius)}];"
        case Box(x, y, width, height, fill, edge, thick, radius):
            command = "filldraw" if fill and edge else "fill" if fill else "draw"
            styles = [f"fill={fill}"] if fill else []
            styles += [f"draw={edge}", f"line width={_rounded(thick)}bp"] if edge else []
            styles += [f"rounded corners={_rounded(radius)}bp"] if radius else []
            corners = f"{_point(x, y)} rectangle {_point(x + width, y + height)}"
            yield rf"\{command}[{', '.join(styles)}] {corners};"
        case Text(words, x, y, size, colour, bold, at):
            text = rf"\textbf{{{_tex(words)}}}" if bold else _tex(words)
            yield rf"\node[anchor={_ANCHORS[at]}, text={colour}] at {_point(x, y + RISE * size)} {{{text}}};"
        case Group(shapes, x, y):
            yield rf"\begin{{scope}}[shift={{{_point(x, y)}}}]"
            for one in shapes:
                yield from _shape(one)
            yield r"\end{scope}"


def _tex(words: str) -> str:
    """Return words as TeX sets them; an en dash is a minus sign."""
    return "".join(_ESCAPED.get(sign, sign) for sign in words).translate(_SIGNS)


def _point(x: float, y: float) -> str:
    return f"({_rounded(x)},{_rounded(y)})"


def _rounded(length: float) -> str:
    """Return a length with as many digits as can be seen, and no exponent, which TeX does not read."""
    return f"{round(length, 2) + 0:.2f}".rstrip("0").rstrip(".")
