"""A picture of a position: the board, and on each free cell what the move is worth to the mover (SVG)."""

import drawsvg

from oxobook.book.book import Entry, Move
from oxobook.book.game.board_svg import centre, grid_svg, stone_svg, strike_svg
from oxobook.book.game.notation import column_name, coordinates
from oxobook.book.game.palette import Palette
from oxobook.book.game.rules import Cell
from oxobook.book.game.score import Value
from oxobook.viewer.drawing.board import draw, write
from oxobook.viewer.terminal.wording import value_in

_CELL = 96  # the side of a cell, in SVG user units; all else is in proportion to it
_MARGIN = 34
_LEGEND = 66


def board_picture(entry: Entry, moves: list[Move], palette: Palette) -> str:
    """The SVG text of a position with its moves' values; deterministic."""
    rules = entry.position.rules
    width, height = rules.columns * _CELL, rules.rows * _CELL
    sheet_width = max(width + 2 * _MARGIN, 380)
    left = (sheet_width - width) / 2
    drawing = drawsvg.Drawing(sheet_width, height + 2 * _MARGIN + _LEGEND, id_prefix="board")
    drawing.append_title(f"{rules}: {entry.position.text}")
    drawing.append(drawsvg.Raw(f"<desc>{_description(entry, moves)}</desc>"))
    drawing.append(drawsvg.Rectangle(0, 0, sheet_width, height + 2 * _MARGIN + _LEGEND, fill=palette.paper))
    board = drawsvg.Group(transform=f"translate({left:g} {_MARGIN})")
    by_name = {move.move: move for move in moves}
    for cell, name in enumerate(coordinates(rules)):
        _draw_cell(board, entry, cell, by_name.get(name), palette)
    draw(board, grid_svg(rules, _CELL, palette.rule, 2))
    _draw_coordinates(board, rules.columns, rules.rows, palette)
    draw(board, *(strike_svg(line, rules, _CELL, palette.ink) for line in entry.position.completed_lines))
    drawing.append(board)
    _draw_legend(drawing, entry, sheet_width / 2, height + 2 * _MARGIN, palette)
    text: str = drawing.as_svg()
    return text + "\n"


def _description(entry: Entry, moves: list[Move]) -> str:
    """The picture in words, for those who do not see it."""
    state = "The game is over" if entry.position.over else f"{entry.position.to_move} to move, {value_in(entry)}"
    worth = "; ".join(f"{move.move} {value_in(move)}" for move in moves)
    return f"{state}. {worth}".strip()


def _draw_cell(board: drawsvg.Group, entry: Entry, cell: Cell, move: Move | None, palette: Palette) -> None:
    """A stone, or the value of the move."""
    position = entry.position
    x, y = centre(cell, position.rules, _CELL)
    if position.x >> cell & 1:
        draw(board, stone_svg("X", x, y, _CELL, palette.x))
    elif position.o >> cell & 1:
        draw(board, stone_svg("O", x, y, _CELL, palette.o))
    elif move is not None:
        side = _CELL - 10
        colours = {"fill": palette.pale(move.value), "opacity": 1 if move.best else 0.45}
        board.append(drawsvg.Rectangle(x - side / 2, y - side / 2, side, side, rx=8, **colours))
        if move.move == entry.pick:
            ring = {"fill": "none", "stroke": palette.strong(move.value), "stroke_width": 4}
            board.append(drawsvg.Rectangle(x - side / 2 + 2, y - side / 2 + 2, side - 4, side - 4, rx=7, **ring))
        if move.value is Value.DRAW:
            write(board, "draw", x, y, 18, palette.ink, bold=move.best)
        else:
            write(board, move.value.word, x, y - 9, 18, palette.ink, bold=move.best)
            write(board, f"in {move.remoteness}", x, y + 13, 14, palette.ink)


def _draw_coordinates(board: drawsvg.Group, columns: int, rows: int, palette: Palette) -> None:
    """The names of columns and rows, outside."""
    for column in range(columns):
        write(board, column_name(column), (column + 0.5) * _CELL, rows * _CELL + 16, 14, palette.ink)
    for row in range(rows):
        write(board, str(rows - row), -16, (row + 0.5) * _CELL, 14, palette.ink)


def _draw_legend(drawing: drawsvg.Drawing, entry: Entry, x: float, top: float, palette: Palette) -> None:
    """What the position is worth, and how to read the cells."""
    position = entry.position
    if position.over:
        write(
            drawing,
            f"{position.winner} has won" if position.winner else "drawn",
            x,
            top + 16,
            19,
            palette.ink,
            bold=True,
        )
        return
    write(
        drawing,
        f"{position.to_move} to move: {value_in(entry)}",
        x,
        top + 12,
        19,
        palette.ink,
        bold=True,
    )
    write(drawing, "each cell: what that move is worth to its mover, in plies", x, top + 34, 12, palette.ink)
    write(drawing, "full colour: best moves · outlined: the book's pick", x, top + 50, 12, palette.ink)
