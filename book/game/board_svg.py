"""A board as SVG text: its shapes at any size, and the whole board as notebooks show it.

Plain text, so that a position shows itself without any drawing library. The viewer's pictures are made of the same
shapes. Lengths are in the units of the picture; ``side`` is that of a cell, and a board has its top left corner in the
origin.
"""

from collections.abc import Mapping
from typing import NamedTuple

from oxobook.book.game.notation import cells_of
from oxobook.book.game.palette import CLASSIC
from oxobook.book.game.rules import Cell, Mask, Rules

REACH = 0.27
"""From the middle of a stone to its end, in sides of a cell."""
STROKE = 0.115
"""How thick a stone's line is."""
STRIKE = 0.0625
"""How thick the line through a completed line is."""
_NOTEBOOK = 40.0  # the side of a cell in a notebook


class Mark(NamedTuple):
    """How a cell is marked."""

    colour: str
    """What it is filled with."""
    outline: str = ""
    """The colour of its edge; none where there is no edge."""
    faint: bool = False
    lines: tuple[str, ...] = ()
    """What stands in it, a line of text each."""


def board_svg(
    rules: Rules, x: Mask, o: Mask, title: str, marked: Mapping[Cell, Mark] | None = None, side: float = _NOTEBOOK
) -> str:
    """The SVG text of a board, with marks on some cells, each cell with this side.

    Marks are on white paper, whatever the page behind them is like.
    """
    width, height = rules.columns * side, rules.rows * side
    parts = [f"<title>{title}</title>"]
    if marked:
        parts.append(f'<path d="M0,0H{_short(width)}V{_short(height)}H0Z" fill="{CLASSIC.paper}"/>')
    parts += [_mark_svg(mark, *centre(cell, rules, side), side) for cell, mark in (marked or {}).items()]
    parts.append(grid_svg(rules, side, CLASSIC.rule, 1))
    parts += [stone_svg("X", *centre(cell, rules, side), side, CLASSIC.x) for cell in cells_of(x)]
    parts += [stone_svg("O", *centre(cell, rules, side), side, CLASSIC.o) for cell in cells_of(o)]
    completed = [line for line in rules.lines if line & x == line or line & o == line]
    parts += [strike_svg(line, rules, side, CLASSIC.ink) for line in completed]
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{"".join(parts)}</svg>'


def _mark_svg(mark: Mark, x: float, y: float, side: float) -> str:
    """A filled box around a point, and the text in it."""
    half = side / 2 - 3
    stroke = f' stroke="{mark.outline}" stroke-width="3"' if mark.outline else ""
    faint = ' fill-opacity="0.45"' if mark.faint else ""
    box = f'x="{_short(x - half)}" y="{_short(y - half)}" width="{_short(2 * half)}" height="{_short(2 * half)}" rx="4"'
    parts = [f'<rect {box} fill="{mark.colour}"{faint}{stroke}/>']
    size = side / 4.4
    for number, line in enumerate(mark.lines):
        base = y + size * (0.36 + 1.15 * (number - (len(mark.lines) - 1) / 2))
        style = f'font-family="sans-serif" font-size="{_short(size)}" text-anchor="middle" fill="{CLASSIC.ink}"'
        parts.append(f'<text x="{_short(x)}" y="{_short(base)}" {style}>{line}</text>')
    return "".join(parts)


def centre(cell: Cell, rules: Rules, side: float) -> tuple[float, float]:
    """The middle of a cell."""
    row, column = divmod(cell, rules.columns)
    return (column + 0.5) * side, (row + 0.5) * side


def grid_svg(rules: Rules, side: float, colour: str, width: float) -> str:
    """The lines between the cells; nothing where there is only one cell."""
    lines = [f"M{_short(column * side)},0V{_short(rules.rows * side)}" for column in range(1, rules.columns)]
    lines += [f"M0,{_short(row * side)}H{_short(rules.columns * side)}" for row in range(1, rules.rows)]
    stroke = f'stroke="{colour}" stroke-width="{_short(width)}" stroke-linecap="round"'
    return f'<path d="{"".join(lines)}" {stroke} fill="none"/>' if lines else ""


def stone_svg(stone: str, x: float, y: float, side: float, colour: str) -> str:
    """A cross for X, a ring for O, around a point, as large as it stands in a cell of this side."""
    style = f'stroke="{colour}" stroke-width="{_short(STROKE * side)}"'
    if stone == "O":
        return f'<circle cx="{_short(x)}" cy="{_short(y)}" r="{_short(REACH * side)}" {style} fill="none"/>'
    left, right, top, bottom = (_short(end + way * REACH * side) for end in (x, y) for way in (-1, 1))
    path = f"M{left},{top}L{right},{bottom}M{right},{top}L{left},{bottom}"
    return f'<path d="{path}" {style} stroke-linecap="round" fill="none"/>'


def strike_svg(line: Mask, rules: Rules, side: float, colour: str) -> str:
    """A completed line, struck through."""
    cells = cells_of(line)
    (x1, y1), (x2, y2) = (centre(cell, rules, side) for cell in (cells[0], cells[-1]))
    path = f"M{_short(x1)},{_short(y1)}L{_short(x2)},{_short(y2)}"
    style = f'stroke="{colour}" stroke-width="{_short(STRIKE * side)}" stroke-linecap="round" opacity="0.75"'
    return f'<path d="{path}" {style}/>'


def _short(length: float) -> str:
    """A length with as many digits as can be seen."""
    return f"{round(length, 3):.12g}"
