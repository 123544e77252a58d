"""Picture of a position: the board, and on each free cell the move's value for the mover."""

from collections.abc import Iterator

from oxobook.book.entry import Entry, Move
from oxobook.book.game.cell_labels import CellLabels, cell_labels
from oxobook.book.game.position import Position
from oxobook.viewer.drawing.board_shapes import board_shapes, move_marks
from oxobook.viewer.drawing.drawing import Drawing, Shown
from oxobook.viewer.drawing.shapes import Group, Text
from oxobook.viewer.palette import Palette
from oxobook.viewer.terminal.wording import end_in_words, value_in

_CELL = 96.0  # the side of a cell
_MARGIN = 34.0
_LEGEND = 66.0


def position_drawing(entry: Entry, moves: list[Move], palette: Palette, labels: CellLabels | None = None) -> Drawing:
    """Return a position with its moves' values, and the labels of its cells, by default coordinates."""
    position, rules = entry.position, entry.position.rules
    labels = labels or cell_labels("coordinates", rules)
    width, height = rules.board.width * _CELL, rules.board.height * _CELL
    sheet_width = max(width + 2 * _MARGIN, 380)
    stones = (position.o, position.x) if labels.swapped else (position.x, position.o)
    board = board_shapes(rules, *stones, _CELL, palette, 2, move_marks(rules, moves, palette))
    names = _names(entry.position, palette, labels)
    group = Group((*board, *names), (sheet_width - width) / 2, _MARGIN)
    legend = _legend(entry, sheet_width / 2, height + 2 * _MARGIN, palette, labels)
    title, shown = f"{rules}: {labels.said(position.text)}", tuple(map(Shown, (group, *legend)))
    return Drawing(sheet_width, height + 2 * _MARGIN + _LEGEND, title, shown, _description(entry, moves, labels))


def _description(entry: Entry, moves: list[Move], labels: CellLabels) -> str:
    state = (
        "The game is over"
        if entry.position.over
        else f"{labels.said(entry.position.to_move)} to move, {value_in(entry)}"
    )
    worth = "; ".join(f"{labels.move(move.move)} {value_in(move)}" for move in moves)
    return f"{state}. {worth}".strip()


def _names(position: Position, palette: Palette, labels: CellLabels) -> Iterator[Text]:
    """Yield the names of columns and rows, outside the board, or else the label of each free cell, in its corner."""
    board, rules = position.rules.board, position.rules
    if not labels.edges:
        for cell, (x, y) in enumerate(board.middles):
            if not (position.x | position.o) >> cell & 1:
                corner = (x - 0.3) * _CELL, (y - 0.28) * _CELL
                yield Text(labels.of_cells[cell], *corner, 14, palette.ink)
        return
    rows, columns = labels.edges
    for column, name in enumerate(columns):
        x, _ = board.middle(rules.rows - 1, column)
        yield Text(name, x * _CELL, board.height * _CELL + 16, 14, palette.ink)
    for row, name in enumerate(rows):
        x, y = board.middle(row, 0)
        yield Text(name, (x - 0.5) * _CELL - 16, y * _CELL, 14, palette.ink)


def _legend(entry: Entry, x: float, top: float, palette: Palette, labels: CellLabels) -> Iterator[Text]:
    """Yield the position's value, and how to read the cells."""
    position = entry.position
    if position.over:
        yield Text(labels.said(end_in_words(position)), x, top + 16, 19, palette.ink, bold=True)
        return
    yield Text(f"{labels.said(position.to_move)} to move: {value_in(entry)}", x, top + 12, 19, palette.ink, bold=True)
    yield Text("each cell: what that move is worth to its mover, in plies", x, top + 34, 12, palette.ink)
    yield Text("outlined, in full colour: the best moves", x, top + 50, 12, palette.ink)
