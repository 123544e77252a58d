"""A figure as SVG: at rest, or moving by style sheet alone.

The size is in centimetres, so that it stands in a document as large as it was asked for. An animation shows each step
for its time and begins again; without animations, as on paper or for those who asked for less motion, the whole stands.
"""

from html import escape

from oxobook.book.game.board_svg import centre, grid_svg, stone_svg, strike_svg
from oxobook.book.game.notation import cells_of
from oxobook.book.game.palette import CLASSIC
from oxobook.viewer.drawing.board import FONT, RISE
from oxobook.viewer.drawing.drawing import CM, MARKED, Chip, Diagram, Figure, Segment, Shape, Shown, Words, grid_thick

_REST = 3
"""The last step stays so many times as long as the others."""


def figure_svg(figure: Figure, in_points: bool = False) -> str:
    """The SVG text of the last step; deterministic. ``in_points``: its size is a number of units, not centimetres."""
    return _document(figure, "".join(_shape(one.shape) for one in figure.whole.shapes), in_points)


def animated_svg(figure: Figure, seconds: float) -> str:
    """The SVG text of all steps one after another, each so many seconds."""
    spans = sorted({_span(one, figure) for one in figure.shapes} - {(0, figure.steps)})
    names = {span: f"s{span[0]}-{span[1]}" for span in spans}
    long = figure.steps - 1 + _REST
    rules = [f".{name}{{animation:{name} {long * seconds:g}s infinite step-end}}" for name in names.values()]
    rules += [f"@keyframes {name}{{{_keyframes(*span, long, figure.steps)}}}" for span, name in names.items()]
    rules += [f".{name}{{visibility:hidden}}" for (_, end), name in names.items() if end < figure.steps]
    still = "@media (prefers-reduced-motion:reduce){*{animation:none!important}}"
    body = [f"<style>{''.join(rules)}{still}</style>"]
    for one in figure.shapes:
        name = names.get(_span(one, figure))
        body.append(f'<g class="{name}">{_shape(one.shape)}</g>' if name else _shape(one.shape))
    return _document(figure, "".join(body), False)


def _span(one: Shown, figure: Figure) -> tuple[int, int]:
    """The steps of a shape: the first, and the one after its last."""
    return one.first, figure.steps if one.last is None else one.last + 1


def _keyframes(first: int, end: int, long: int, steps: int) -> str:
    """Hidden, seen from the first step on, and hidden again from the end on."""
    frames = ["0%{visibility:hidden}"] if first else []
    frames.append(f"{100 * first / long:.4g}%{{visibility:visible}}")
    if end < steps:
        frames.append(f"{100 * end / long:.4g}%{{visibility:hidden}}")
    last = "hidden" if end < steps else "visible"
    return "".join(frames) + f"100%{{visibility:{last}}}"


def _document(figure: Figure, body: str, in_points: bool) -> str:
    width, height = (_short(length) for length in (figure.width, figure.height))
    size = (width, height) if in_points else (f"{figure.width / CM:.4g}cm", f"{figure.height / CM:.4g}cm")
    # white paper, as pages may be dark; a PDF is laid on a slide or page that has its own
    ground = "" if in_points else f'<rect width="{width}" height="{height}" fill="{CLASSIC.paper}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" viewBox="0 0 {width} {height}" '
        f'font-family="{FONT}" role="img"><title>{escape(figure.title)}</title>{ground}{body}</svg>\n'
    )


def _shape(shape: Shape) -> str:
    """One shape."""
    match shape:
        case Segment(x1, y1, x2, y2, colour, thick, dotted):
            dots = f' stroke-dasharray="0 {_short(2.2 * thick)}"' if dotted else ""
            ends = f'x1="{_short(x1)}" y1="{_short(y1)}" x2="{_short(x2)}" y2="{_short(y2)}"'
            return f'<line {ends} stroke="{colour}" stroke-width="{_short(thick)}" stroke-linecap="round"{dots}/>'
        case Chip(x, y, width, height, fill, edge):
            box = f'x="{_short(x - width / 2)}" y="{_short(y - height / 2)}" rx="{_short(shape.radius)}"'
            box += f' width="{_short(width)}" height="{_short(height)}"'
            return f'<rect {box} fill="{fill}" stroke="{edge}" stroke-width="0.75"/>'
        case Words(words, x, y, size, colour, bold, left):
            place = f'x="{_short(x)}" y="{_short(y + RISE * size)}" font-size="{_short(size)}" fill="{colour}"'
            style = (' font-weight="bold"' if bold else "") + ("" if left else ' text-anchor="middle"')
            return f"<text {place}{style}>{escape(words)}</text>"
        case Diagram():
            return _board(shape)


def _board(board: Diagram) -> str:
    """A board: what is marked, the lines, the stones, and what strikes completed lines."""
    position, side, palette = board.position, board.side, board.palette
    rules = position.rules
    parts = []
    for cell in cells_of(board.marked):
        x, y = (middle - side / 2 for middle in centre(cell, rules, side))
        ground = f'width="{_short(side)}" height="{_short(side)}" fill="{MARKED}"'
        parts.append(f'<rect x="{_short(x)}" y="{_short(y)}" {ground}/>')
    parts.append(grid_svg(rules, side, palette.rule, grid_thick(side)))
    for stone, mask, colour in (("X", position.x, palette.x), ("O", position.o, palette.o)):
        parts += [stone_svg(stone, *centre(cell, rules, side), side, colour) for cell in cells_of(mask)]
    parts += [strike_svg(line, rules, side, palette.ink) for line in position.completed_lines]
    return f'<g transform="translate({_short(board.x)},{_short(board.y)})">{"".join(parts)}</g>'


def _short(length: float) -> str:
    """A length with as many digits as can be seen."""
    return f"{round(length, 2):.10g}"
