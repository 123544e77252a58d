"""Picture of a position: the board, and on each free cell the move's value for the mover."""

from collections.abc import Iterator

from oxobook.book.entry import Entry, Move, move_marks
from oxobook.book.game.board import column_name
from oxobook.book.game.board_svg import board_shapes
from oxobook.book.game.palette import Palette
from oxobook.book.game.rules import Rules
from oxobook.book.game.shapes import Group, Text
from oxobook.viewer.drawing.drawing import Drawing, Shown
from oxobook.viewer.terminal.wording import end_in_words, value_in

_CELL = 96.0  # the side of a cell
_MARGIN = 34.0
_LEGEND = 66.0


def position_drawing(entry: Entry, moves: list[Move], palette: Palette) -> Drawing:
    """Return a position with its moves' values."""
    position, rules = entry.position, entry.position.rules
    width, height = rules.board.width * _CELL, rules.board.height * _CELL
    sheet_width = max(width + 2 * _MARGIN, 380)
    board = board_shapes(rules, position.x, position.o, _CELL, palette, 2, move_marks(rules, moves, palette))
    names = _coordinates(rules, palette)
    group = Group((*board, *names), (sheet_width - width) / 2, _MARGIN)
    legend = _legend(entry, sheet_width / 2, height + 2 * _MARGIN, palette)
    title, shown = f"{rules}: {position.text}", tuple(map(Shown, (group, *legend)))
    return Drawing(sheet_width, height + 2 * _MARGIN + _LEGEND, title, shown, _description(entry, moves))


def _description(entry: Entry, moves: list[Move]) -> str:
    state = "The game is over" if entry.position.over else f"{entry.position.to_move} to move, {value_in(entry)}"
    worth = "; ".join(f"{move.move} {value_in(move)}" for move in moves)
    return f"{state}. {worth}".strip()


def _coordinates(rules: Rules, palette: Palette) -> Iterator[Text]:
    """Yield the names of columns and rows, outside the board."""
    board = rules.board
    for column in range(rules.columns):
        x, _ = board.middle(rules.rows - 1, column)
        yield Text(column_name(column), x * _CELL, board.height * _CELL + 16, 14, palette.ink)
    for row in range(rules.rows):
        x, y = board.middle(row, 0)
        yield Text(str(rules.rows - row), (x - 0.5) * _CELL - 16, y * _CELL, 14, palette.ink)


def _legend(entry: Entry, x: float, top: float, palette: Palette) -> Iterator[Text]:
    """Yield the position's value, and how to read the cells."""
    position = entry.position
    if position.over:
        yield Text(end_in_words(position), x, top + 16, 19, palette.ink, bold=True)
        return
    yield Text(f"{position.to_move} to move: {value_in(entry)}", x, top + 12, 19, palette.ink, bold=True)
    yield Text("each cell: what that move is worth to its mover, in plies", x, top + 34, 12, palette.ink)
    yield Text("outlined, in full colour: the best moves", x, top + 50, 12, palette.ink)
