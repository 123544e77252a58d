"""A figure as TikZ: a picture for LaTeX that needs the package tikz and nothing else.

Each step is a ``tikzpicture`` of its own. Units are big points (72 to the inch) and y goes down, as in the figure.
"""

import re

from oxobook.book.game.board_svg import REACH, STRIKE, STROKE, centre
from oxobook.book.game.notation import cells_of
from oxobook.viewer.drawing.board import RISE
from oxobook.viewer.drawing.drawing import MARKED, MINUS, Chip, Diagram, Figure, Segment, Shape, Words, grid_thick

_COLOUR = re.compile("#([0-9a-f]{6})")
_SIGNS = str.maketrans({"\u00d7": r"$\times$", "\u221e": r"$\infty$", "\u2264": r"$\leq$", "\u2265": r"$\geq$"})
_ESCAPED = {**{sign: f"\\{sign}" for sign in "&%$#_{}"}, "\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}


def tikz_text(figure: Figure) -> str:
    """The TeX text of all steps; deterministic."""
    head = [f"% {figure.title}", rf"% {figure.measure}; needs \usepackage{{tikz}}"]
    pictures = [_picture(figure.step(number)) for number in range(figure.steps)]
    return "\n".join(head) + "\n" + "\n".join(pictures)


def _picture(figure: Figure) -> str:
    """One picture, of the figure's full size."""
    size = figure.type_size
    body = [line for one in figure.shapes for line in _shape(one.shape)]
    colours = sorted(set(_COLOUR.findall("\n".join(body))))
    font = rf"\sffamily\fontsize{{{size}bp}}{{{1.2 * size:g}bp}}\selectfont"
    lines = [
        r"\begin{tikzpicture}[x=1bp, y=-1bp, line cap=round, inner sep=0pt, outer sep=0pt, every node/.style={font="
        + font
        + "}]",
        *(rf"\definecolor{{oxo{colour}}}{{HTML}}{{{colour.upper()}}}" for colour in colours),
        rf"\useasboundingbox (0,0) rectangle ({_short(figure.width)},{_short(figure.height)});",
        *(_COLOUR.sub(r"oxo\1", line) for line in body),
        r"\end{tikzpicture}",
    ]
    return "\n".join(lines) + "\n"


def _shape(shape: Shape) -> list[str]:
    """One shape, a line of TeX for each of its parts."""
    match shape:
        case Segment(x1, y1, x2, y2, colour, thick, dotted):
            dots = f", dash pattern=on 0bp off {_short(2.2 * thick)}bp" if dotted else ""
            return [rf"\draw[{colour}, line width={_short(thick)}bp{dots}] {_point(x1, y1)} -- {_point(x2, y2)};"]
        case Chip(x, y, width, height, fill, edge):
            corner, across = _point(x - width / 2, y - height / 2), _point(x + width / 2, y + height / 2)
            style = f"fill={fill}, draw={edge}, line width=0.75bp, rounded corners={_short(shape.radius)}bp"
            return [rf"\filldraw[{style}] {corner} rectangle {across};"]
        case Words(words, x, y, size, colour, bold, left):
            place = "base west" if left else "base"
            text = rf"\textbf{{{_tex(words)}}}" if bold else _tex(words)
            return [rf"\node[anchor={place}, text={colour}] at {_point(x, y + RISE * size)} {{{text}}};"]
        case Diagram():
            return _board(shape)


def _board(board: Diagram) -> list[str]:
    """A board in a scope of its own."""
    position, side, palette, rules = board.position, board.side, board.palette, board.position.rules
    width, height = board.width, board.height
    lines = [rf"\begin{{scope}}[shift={{{_point(board.x, board.y)}}}]"]
    for cell in cells_of(board.marked):
        x, y = centre(cell, rules, side)
        corners = f"{_point(x - side / 2, y - side / 2)} rectangle {_point(x + side / 2, y + side / 2)}"
        lines.append(rf"\fill[{MARKED}] {corners};")
    grid = [f"{_point(column * side, 0)} -- {_point(column * side, height)}" for column in range(1, rules.columns)]
    grid += [f"{_point(0, row * side)} -- {_point(width, row * side)}" for row in range(1, rules.rows)]
    reach = REACH * side
    middles = [centre(cell, rules, side) for cell in cells_of(position.x)]
    crosses = [
        f"{_point(x - reach, y - way * reach)} -- {_point(x + reach, y + way * reach)}"
        for x, y in middles
        for way in (1, -1)
    ]
    rings = [f"{_point(*centre(cell, rules, side))} circle[radius={_short(reach)}]" for cell in cells_of(position.o)]
    strikes = []
    for line in position.completed_lines:
        cells = cells_of(line)
        strikes.append(" -- ".join(_point(*centre(cell, rules, side)) for cell in (cells[0], cells[-1])))
    for parts, colour, thick in (
        (grid, palette.rule, grid_thick(side)),
        (crosses, palette.x, STROKE * side),
        (rings, palette.o, STROKE * side),
        (strikes, palette.ink, STRIKE * side),
    ):
        if parts:
            lines.append(rf"\draw[{colour}, line width={_short(thick)}bp] {' '.join(parts)};")
    return [*lines, r"\end{scope}"]


def _tex(words: str) -> str:
    """Words as TeX sets them; a minus sign is one."""
    escaped = "".join(_ESCAPED.get(sign, sign) for sign in words)
    return re.sub(rf"{MINUS}(?=[\d\u221e])", "$-$", escaped).translate(_SIGNS)


def _point(x: float, y: float) -> str:
    return f"({_short(x)},{_short(y)})"


def _short(length: float) -> str:
    """A length with as many digits as can be seen, and no exponent, which TeX does not read."""
    return f"{round(length, 2) + 0:.2f}".rstrip("0").rstrip(".")
