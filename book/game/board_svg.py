"""A board as a small SVG text, for notebooks: stones, completed lines, and marked cells.

Plain text, so that a position shows itself without any drawing library; the viewer's pictures say more.
"""

from collections.abc import Mapping

from book.game.notation import cells_of
from book.game.rules import Cell, Mask, Rules

X_COLOUR, O_COLOUR = "#1f6fd6", "#e2551b"
VALUE_COLOURS = {1: "#cdeed6", 0: "#fdedb8", -1: "#f8d0cd"}
"""Behind dark text, by value."""

_SIDE = 40


def board_svg(rules: Rules, x: Mask, o: Mask, title: str, marked: Mapping[Cell, tuple[str, bool]] | None = None) -> str:
    """The SVG text of a board; ``marked``: cells to fill, each with its colour and whether to outline it."""
    width, height = rules.columns * _SIDE, rules.rows * _SIDE
    parts = [f"<title>{title}</title>"]
    for cell, (colour, outlined) in (marked or {}).items():
        row, column = divmod(cell, rules.columns)
        stroke = ' stroke="#1d232b" stroke-width="2"' if outlined else ""
        box = f'x="{column * _SIDE + 3}" y="{row * _SIDE + 3}" width="{_SIDE - 6}" height="{_SIDE - 6}" rx="4"'
        parts.append(f'<rect {box} fill="{colour}"{stroke}/>')
    grid = [f"M{column * _SIDE},0V{height}" for column in range(1, rules.columns)]
    grid += [f"M0,{row * _SIDE}H{width}" for row in range(1, rules.rows)]
    parts.append(f'<path d="{"".join(grid)}" stroke="#8a929c" fill="none"/>')
    parts += [_cross(*_centre(cell, rules)) for cell in cells_of(x)]
    parts += [_ring(*_centre(cell, rules)) for cell in cells_of(o)]
    parts += [_strike(line, rules) for line in rules.lines if line & x == line or line & o == line]
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{"".join(parts)}</svg>'


def _centre(cell: Cell, rules: Rules) -> tuple[int, int]:
    row, column = divmod(cell, rules.columns)
    return column * _SIDE + _SIDE // 2, row * _SIDE + _SIDE // 2


def _cross(x: int, y: int) -> str:
    path = f"M{x - 11},{y - 11}L{x + 11},{y + 11}M{x + 11},{y - 11}L{x - 11},{y + 11}"
    return f'<path d="{path}" stroke="{X_COLOUR}" stroke-width="5" stroke-linecap="round"/>'


def _ring(x: int, y: int) -> str:
    return f'<circle cx="{x}" cy="{y}" r="11" stroke="{O_COLOUR}" stroke-width="5" fill="none"/>'


def _strike(line: Mask, rules: Rules) -> str:
    (x1, y1), (x2, y2) = _centre(cells_of(line)[0], rules), _centre(cells_of(line)[-1], rules)
    return f'<path d="M{x1},{y1}L{x2},{y2}" stroke="#1d232b" stroke-width="3" opacity="0.75"/>'
