"""A picture of a position: the board, and on each free cell what the move is worth to the mover."""

from collections.abc import Iterator

from oxobook.book.book import Entry, Move
from oxobook.book.game.board_svg import Mark, centre, grid, mark_shapes, stone, strikes
from oxobook.book.game.notation import column_name, coordinates
from oxobook.book.game.palette import Palette
from oxobook.book.game.rules import Cell
from oxobook.book.game.score import Value
from oxobook.book.game.shapes import Group, Shape, Text
from oxobook.viewer.drawing.drawing import Drawing, Shown
from oxobook.viewer.terminal.wording import value_in

_CELL = 96.0  # the side of a cell
_MARGIN = 34.0
_LEGEND = 66.0


def position_drawing(entry: Entry, moves: list[Move], palette: Palette) -> Drawing:
    """A position with its moves' values."""
    position, rules = entry.position, entry.position.rules
    width, height = rules.columns * _CELL, rules.rows * _CELL
    sheet_width = max(width + 2 * _MARGIN, 380)
    by_name = {move.move: move for move in moves}
    board: list[Shape] = []
    for cell, name in enumerate(coordinates(rules)):
        board += _cell_shapes(entry, cell, by_name.get(name), palette)
    board += [grid(rules, _CELL, palette.rule, 2), *_coordinates(rules.columns, rules.rows, palette)]
    board += strikes(rules, position.x, position.o, _CELL, palette.ink)
    group = Group(tuple(board), (sheet_width - width) / 2, _MARGIN)
    legend = _legend(entry, sheet_width / 2, height + 2 * _MARGIN, palette)
    title, shown = f"{rules}: {position.text}", tuple(map(Shown, (group, *legend)))
    return Drawing(sheet_width, height + 2 * _MARGIN + _LEGEND, title, shown, _description(entry, moves))


def _description(entry: Entry, moves: list[Move]) -> str:
    """The picture in words, for those who do not see it."""
    state = "The game is over" if entry.position.over else f"{entry.position.to_move} to move, {value_in(entry)}"
    worth = "; ".join(f"{move.move} {value_in(move)}" for move in moves)
    return f"{state}. {worth}".strip()


def _cell_shapes(entry: Entry, cell: Cell, move: Move | None, palette: Palette) -> list[Shape]:
    """A stone, or the value of the move."""
    position = entry.position
    middle = centre(cell, position.rules, _CELL)
    for sign, stones, colour in (("X", position.x, palette.x), ("O", position.o, palette.o)):
        if stones >> cell & 1:
            return [stone(sign, *middle, _CELL, colour)]
    if move is None:
        return []
    words = ("draw",) if move.value is Value.DRAW else (move.value.word, f"in {move.remoteness}")
    ring = palette.strong(move.value) if move.move == entry.pick else ""
    return mark_shapes(Mark(palette.pale(move.value), ring, not move.best, words, move.best), *middle, _CELL)


def _coordinates(columns: int, rows: int, palette: Palette) -> Iterator[Text]:
    """The names of columns and rows, outside."""
    for column in range(columns):
        yield Text(column_name(column), (column + 0.5) * _CELL, rows * _CELL + 16, 14, palette.ink)
    for row in range(rows):
        yield Text(str(rows - row), -16, (row + 0.5) * _CELL, 14, palette.ink)


def _legend(entry: Entry, x: float, top: float, palette: Palette) -> Iterator[Text]:
    """What the position is worth, and how to read the cells."""
    position = entry.position
    if position.over:
        won = f"{position.winner} has won" if position.winner else "drawn"
        yield Text(won, x, top + 16, 19, palette.ink, bold=True)
        return
    yield Text(f"{position.to_move} to move: {value_in(entry)}", x, top + 12, 19, palette.ink, bold=True)
    yield Text("each cell: what that move is worth to its mover, in plies", x, top + 34, 12, palette.ink)
    yield Text("full colour: best moves · outlined: the book's pick", x, top + 50, 12, palette.ink)
