"""Boards for printing in black, as SVG texts; lengths are in points."""

from collections.abc import Mapping

from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask, Rules
from oxobook.viewer.palette import BLACK, FAINT, GREY, INK
from oxobook.viewer.pictures.drawing.board_shapes import board_shapes, cell_names, centre
from oxobook.viewer.pictures.drawing.shapes import Box, Circle, Group, Shape, Text, svg_document, svg_shape

NAMES = 14.0
"""Room for the names of rows to the left of a board, and of columns below it."""


def printed_board(
    position: Position, side: float, letters: Mapping[Cell, str] | None = None, shown: Mask | None = None
) -> str:
    """Return a board with cells of this side, with rings for beads that have these letters.

    ``shown``: mask of the cells whose stones are drawn.
    """
    rules = position.rules
    shapes: list[Shape] = [_board(position, side, rules.full if shown is None else shown)]
    for cell, word in (letters or {}).items():
        x, y = centre(cell, rules, side)
        shapes.append(Circle(x, y, 0.46 * side, FAINT, 0.4))
        shapes.append(Text(word, x, y, (0.59 if len(word) < 3 else 0.4) * side, INK))
    return _svg(shapes, rules.board.width * side, rules.board.height * side)


def named_board(position: Position, side: float, labels: CellLabels, boxed: Mask = 0) -> str:
    """Return a board with the names of its cells; ``boxed`` cells have a frame."""
    rules, board = position.rules, position.rules.board
    shapes: list[Shape] = [_board(position, side, rules.full)]
    for cell in cells_of(boxed):
        x, y = centre(cell, rules, side)
        shapes.append(Box(x - side / 2 + 2, y - side / 2 + 2, side - 4, side - 4, edge=INK, thick=1.4))
    shapes += cell_names(position, labels, side, GREY, 8.5, 8)
    inner = Group(tuple(shapes), NAMES, 0)
    return _svg([inner], board.width * side + NAMES, board.height * side + NAMES)


def coloured_board(rules: Rules, side: float, words: Mapping[Cell, tuple[str, str]]) -> str:
    """Return an empty board with a short and a long name in each cell."""
    shapes: list[Shape] = [_board(Position(rules), side, 0)]
    for cell, (short, long) in words.items():
        x, y = centre(cell, rules, side)
        shapes.append(Text(short, x, y - 0.13 * side, 0.27 * side, INK, bold=True))
        shapes.append(Text(long, x, y + 0.22 * side, min(0.2, 1.6 / len(long)) * side, INK))
    return _svg(shapes, rules.board.width * side, rules.board.height * side)


def _board(position: Position, side: float, shown: Mask) -> Group:
    rules = position.rules
    frame = Box(0.25, 0.25, rules.board.width * side - 0.5, rules.board.height * side - 0.5, edge=FAINT, thick=0.5)
    drawn = board_shapes(rules, position.x & shown, position.o & shown, side, BLACK, 0.6)
    return Group((frame, *drawn), 0, 0)


def _svg(shapes: list[Shape], width: float, height: float) -> str:
    return svg_document(width, height, "", map(svg_shape, shapes))
