"""Boards as shapes, at any size, and the whole board as SVG text, as notebooks show it.

``side`` is the side of a cell; a board's upper left corner is the origin.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from oxobook.book.entry import Move
from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.notation import cells_of, move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask, Rules
from oxobook.viewer.palette import COLOURS, Palette
from oxobook.viewer.pictures.drawing.shapes import (
    Box,
    Circle,
    Group,
    Lines,
    Segment,
    Shape,
    Text,
    svg_document,
    svg_shape,
)
from oxobook.viewer.words.winner import winner_of, winner_text

_STROKE = 0.115  # the thickness of a stone's line, in sides of a cell
_REACH = 0.27  # from the middle of a stone to its end, in sides of a cell
_STRIKE = 0.0625  # the thickness of the line through a completed line
_NOTEBOOK = 40.0  # the side of a cell in a notebook


class Mark(NamedTuple):
    """Mark of a cell; all lengths are in proportion to the cell."""

    colour: str
    """Colour of the box."""
    outline: str = ""
    """Colour of its edge; empty for none."""
    lines: tuple[str, ...] = ()
    """At most two lines of text."""
    best: bool = True
    """True if the last line is bold; else the cell is faint."""


def value_mark(winner: str | None, plies: int, best: bool, mover: str) -> Mark:
    """Return the mark of a move by ``mover``, after which a side wins, or none does, in ``plies``, 0 if not known."""
    words = winner_text(winner, plies, mover)
    return Mark(COLOURS.pale(winner), COLOURS.strong(winner) if best else "", (words,), best)


def move_marks(position: Position, moves: Sequence[Move], labels: CellLabels) -> dict[Cell, Mark]:
    """Return the marks of a position's moves, by cell: who wins after each, the best outlined."""
    rules, marks = position.rules, dict[Cell, Mark]()
    names = move_names(rules)
    for move in moves:  # the best first: of two signs on a cell, the better one is shown
        winner = winner_of(move.value, position.to_move)
        mark = value_mark(winner and labels.said(winner), move.remoteness, move.best, labels.said(position.to_move))
        if rules.terms.both:
            mark = mark._replace(lines=(f"{labels.said(move.move[0])}:", *mark.lines))
        marks.setdefault(names.index(move.move) % rules.cells, mark)
    return marks


_NONE: Mapping[Cell, Mark] = {}


def board_svg(
    rules: Rules, x: Mask, o: Mask, title: str, marked: Mapping[Cell, Mark] = _NONE, side: float = _NOTEBOOK
) -> str:
    """Return the SVG text of a board whose cells have this side, with marks on some of them.

    Marks are on white paper, whatever the page behind them is like.
    """
    width, height = rules.board.width * side, rules.board.height * side
    shapes: list[Shape] = [Box(0, 0, width, height, COLOURS.paper)] if marked else []
    shapes += board_shapes(rules, x, o, side, COLOURS, 1, marked)
    return svg_document(width, height, title, map(svg_shape, shapes))


def board_shapes(
    rules: Rules, x: Mask, o: Mask, side: float, palette: Palette, thick: float, marked: Mapping[Cell, Mark] = _NONE
) -> list[Shape]:
    """Return the shapes of a board: marks, grid lines of width ``thick``, stones and strikes."""
    shapes: list[Shape] = []
    for cell, mark in marked.items():
        shapes += _mark_shapes(mark, *centre(cell, rules, side), side * rules.board.room)
    shapes.append(grid(rules, side, palette.rule, thick))
    return [*shapes, *stones(rules, x, o, side, (palette.x, palette.o)), *strikes(rules, x, o, side, palette.ink)]


def _mark_shapes(mark: Mark, x: float, y: float, side: float) -> list[Shape]:
    thick = 4 / 96 * side
    inset, radius = (5 / 96 * side + thick / 2, 7 / 96 * side) if mark.outline else (5 / 96 * side, 8 / 96 * side)
    left, top, span = x - side / 2 + inset, y - side / 2 + inset, side - 2 * inset
    opacity = 1 if mark.best else 0.45
    shapes: list[Shape] = [Box(left, top, span, span, mark.colour, mark.outline, thick, radius, opacity)]
    places = ((-11, 14), (11, 18)) if len(mark.lines) > 1 else ((0, 18),)  # below the middle, with the size of type
    for line, (rise, size) in zip(mark.lines, places, strict=False):
        bold = mark.best and line == mark.lines[-1]
        shapes.append(Text(line, x, y + rise / 96 * side, size / 96 * side, COLOURS.ink, bold))
    return shapes


def centre(cell: Cell, rules: Rules, side: float) -> tuple[float, float]:
    """Return the middle of a cell."""
    x, y = rules.board.middles[cell]
    return x * side, y * side


def grid(rules: Rules, side: float, colour: str, thick: float) -> Lines | Group:
    """Return the lines between the cells; none where there is only one cell. Lines between layers are heavy."""
    board, layers = rules.board, rules.board.layers
    width, height = board.width * side, board.height * side
    thin = Lines(
        tuple((x * side, y * side, to_x * side, to_y * side) for x, y, to_x, to_y in board.borders), colour, thick
    )
    if layers == 1 and not board.holes:
        return thin
    middles = (board.middle(*place) for place in sorted(board.holes))
    holes = [Box((x - 0.5) * side, (y - 0.5) * side, side, side, colour) for x, y in middles]
    breaks = (number * width / layers for number in range(1, layers))
    return Group((thin, *holes, Lines(tuple((x, 0, x, height) for x in breaks), colour, 4 * thick)), 0, 0)


def stone(sign: str, x: float, y: float, side: float, colour: str) -> Lines | Circle:
    """Return the shapes of a cross for X or a ring for O around a point, in a cell of this side."""
    reach, thick = _REACH * side, _STROKE * side
    if sign == "O":
        return Circle(x, y, reach, colour, thick)
    left, right, top, bottom = x - reach, x + reach, y - reach, y + reach
    return Lines(((left, top, right, bottom), (right, top, left, bottom)), colour, thick)


def stones(rules: Rules, x: Mask, o: Mask, side: float, colours: tuple[str, str]) -> list[Lines | Circle]:
    """Return all stones of a board: those of X in the first colour, those of O in the second."""
    return [
        stone(sign, *centre(cell, rules, side), side, colour)
        for sign, mask, colour in zip("XO", (x, o), colours, strict=True)
        for cell in cells_of(mask)
    ]


def strikes(rules: Rules, x: Mask, o: Mask, side: float, colour: str) -> list[Shape]:
    """Return strokes through the completed lines."""
    board, places = rules.board, [row * rules.columns + column for row, column in rules.board.at]
    drawn = []
    for cells in (cells_of(line) for line in rules.lines if line & x == line or line & o == line):
        found = strokes([places[cell] for cell in cells], rules.columns)
        ends = ((*board.middle(y - 0.5, x - 0.5), *board.middle(to_y - 0.5, to_x - 0.5)) for x, y, to_x, to_y in found)
        drawn.append(tuple((x * side, y * side, to_x * side, to_y * side) for x, y, to_x, to_y in ends))
    return [Lines(segments, colour, _STRIKE * side, opacity=0.75) for segments in drawn]


def strokes(cells: Sequence[Cell], columns: int) -> list[Segment]:
    """Return the strokes through a line's cells, ascending, in sides of a cell: along neighbours in one direction.

    A line that wraps round an edge of the board breaks there, and a cell without a neighbour gets a short stroke.

    >>> strokes([0, 4, 8], 3), len(strokes([0, 5, 7], 3))
    ([(0.5, 0.5, 2.5, 2.5)], 2)
    """
    places = [(cell % columns, cell // columns) for cell in cells]
    steps = [(right - left, down - up) for (left, up), (right, down) in pairwise(places)] or [(0, 0)]
    runs = [[places[0]]]
    for place, step, before in zip(places[1:], steps, [steps[0], *steps], strict=False):
        goes_on = max(map(abs, step)) == 1 and (len(runs[-1]) == 1 or step == before)
        runs[-1:] = [[*runs[-1], place]] if goes_on else [runs[-1], [place]]
    # a step across the board comes from beyond its edge, so it points the other way
    across, down = (step if abs(step) < 2 else -step // abs(step) for step in steps[0])
    found = []
    for run in runs:
        (left, up), (right, low) = run[0], run[-1]
        dx, dy = (0.3 * across, 0.3 * down) if len(run) == 1 else (0, 0)
        found.append((left + 0.5 - dx, up + 0.5 - dy, right + 0.5 + dx, low + 0.5 + dy))
    return found


def cell_names(
    position: Position, labels: CellLabels, side: float, ink: str, size: float, gap: float
) -> Iterator[Text]:
    """Yield the names of columns and rows, outside the board, or else the label of each free cell, in its corner."""
    board, rules = position.rules.board, position.rules
    if not labels.edges:
        for cell, (x, y) in enumerate(board.middles):
            if not (position.x | position.o) >> cell & 1:
                yield Text(labels.of_cells[cell], (x - 0.37) * side, (y - 0.28) * side, size, ink, at="left")
        return
    rows, columns = labels.edges
    for column, name in enumerate(columns):
        x, _ = board.middle(rules.rows - 1, column)
        yield Text(name, x * side, board.height * side + gap, size, ink)
    for row, name in enumerate(rows):
        x, y = board.middle(row, 0)
        yield Text(name, (x - 0.5) * side - gap, y * side, size, ink)
