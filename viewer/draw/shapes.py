"""The shapes that every picture of a board is made of, at any size (drawsvg)."""

from typing import Any

import drawsvg

from book.game.rules import Cell, Mask
from viewer.palette import Palette

FONT = "Helvetica, Arial, sans-serif"
RISE = 0.35
"""How far below its middle a line of text has its baseline, in its size; not every reader knows dominant-baseline."""

Canvas = Any  # a drawsvg Drawing or Group; the library has no types


def centre(cell: Cell, columns: int, side: float) -> tuple[float, float]:
    """The middle of a cell of a board whose top left corner is the origin and whose cells have this side."""
    row, column = divmod(cell, columns)
    return (column + 0.5) * side, (row + 0.5) * side


def draw_x(canvas: Canvas, x: float, y: float, side: float, colour: str) -> None:
    """A cross in the middle of a cell."""
    reach = round(0.27 * side, 3)
    x, y = round(x, 3), round(y, 3)
    cross = drawsvg.Path(stroke=colour, stroke_width=round(0.115 * side, 3), stroke_linecap="round", fill="none")
    cross.M(x - reach, y - reach).L(x + reach, y + reach).M(x + reach, y - reach).L(x - reach, y + reach)
    canvas.append(cross)


def draw_o(canvas: Canvas, x: float, y: float, side: float, colour: str) -> None:
    """A ring in the middle of a cell."""
    canvas.append(
        drawsvg.Circle(x, y, round(0.27 * side, 3), stroke=colour, stroke_width=round(0.115 * side, 3), fill="none")
    )


def draw_grid(canvas: Canvas, rows: int, columns: int, side: float, colour: str, width: float = 2) -> None:
    """The lines between the cells."""
    grid = drawsvg.Path(stroke=colour, stroke_width=width, stroke_linecap="round", fill="none")
    for column in range(1, columns):
        grid.M(round(column * side, 3), 0).V(round(rows * side, 3))
    for row in range(1, rows):
        grid.M(0, round(row * side, 3)).H(round(columns * side, 3))
    canvas.append(grid)


def strike(canvas: Canvas, line: Mask, columns: int, side: float, palette: Palette) -> None:
    """A completed line, struck through."""
    first, last = (line & -line).bit_length() - 1, line.bit_length() - 1
    (x1, y1), (x2, y2) = centre(first, columns, side), centre(last, columns, side)
    style = {"stroke": palette.ink, "stroke_width": round(0.0625 * side, 3), "stroke_linecap": "round"}
    canvas.append(drawsvg.Line(x1, y1, x2, y2, opacity=0.75, **style))


def write(canvas: Canvas, words: str, x: float, y: float, size: float, colour: str, bold: bool = False) -> None:
    """Words centred on a point."""
    style = {"font_family": FONT, "font_weight": "bold" if bold else "normal", "fill": colour}
    canvas.append(drawsvg.Text(words, size, x, round(y + RISE * size, 2), text_anchor="middle", **style))


def write_from(canvas: Canvas, words: str, x: float, y: float, size: float, colour: str, bold: bool = False) -> None:
    """Words that begin at a point, their middle at its height."""
    style = {"font_family": FONT, "font_weight": "bold" if bold else "normal", "fill": colour}
    canvas.append(drawsvg.Text(words, size, x, round(y + RISE * size, 2), **style))
