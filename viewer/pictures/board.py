"""Picture of a position: the board, and on each free cell who wins after the move there."""

from collections.abc import Iterator
from dataclasses import dataclass

from oxobook.book.book import Book
from oxobook.book.entry import Entry, Move
from oxobook.book.game.cell_labels import CellLabels, cell_labels, labels_by
from oxobook.book.game.position import Position
from oxobook.book.game.reading.reading import stated
from oxobook.book.progress import Tell
from oxobook.book.strategy import SIDES
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.chooser import Find
from oxobook.viewer.pictures.drawing.board_shapes import board_shapes, cell_names, move_marks
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown
from oxobook.viewer.pictures.drawing.shapes import Group, Text
from oxobook.viewer.pictures.registry import Picture
from oxobook.viewer.pictures.request import TextRequest, option
from oxobook.viewer.words.winner import winner_of, winner_text
from oxobook.viewer.words.wording import end_in_words

_CELL = 96.0  # the side of a cell
_MARGIN = 34.0
_LEGEND = 66.0


@dataclass(frozen=True)
class BoardRequest(TextRequest):
    """Position with its moves' values."""

    position: str = option("", "a board or a game record; by default the empty board", argument=True)
    first: str = option("X", "Stones that move first.", choices=SIDES)


def position_drawing(entry: Entry, moves: list[Move], labels: CellLabels | None = None) -> Drawing:
    """Return a position with its moves' values, and the labels of its cells, by default coordinates."""
    position, rules = entry.position, entry.position.rules
    labels = labels or cell_labels(None, rules)
    width, height = rules.board.width * _CELL, rules.board.height * _CELL
    sheet_width = max(width + 2 * _MARGIN, 380)
    stones = (position.o, position.x) if labels.swapped else (position.x, position.o)
    board = board_shapes(rules, *stones, _CELL, COLOURS, 2, move_marks(position, moves, labels))
    names = cell_names(position, labels, _CELL, COLOURS.ink, 14, 16)
    group = Group((*board, *names), (sheet_width - width) / 2, _MARGIN)
    legend = _legend(entry, sheet_width / 2, height + 2 * _MARGIN, labels)
    title, shown = f"{rules}: {labels.said(position.text)}", tuple(map(Shown, (group, *legend)))
    return Drawing(sheet_width, height + 2 * _MARGIN + _LEGEND, title, shown, _description(entry, moves, labels))


def _description(entry: Entry, moves: list[Move], labels: CellLabels) -> str:
    over, mover = entry.position.over, entry.position.to_move
    state = "The game is over" if over else f"{mover} to move: {_worth(entry, mover)}"
    worth = "; ".join(f"{labels.move(move.move)} {labels.said(_worth(move, mover))}" for move in moves)
    return f"{labels.said(state)}. {worth}".strip()


def _worth(answer: Entry | Move, mover: str) -> str:
    return winner_text(winner_of(answer.value, mover), answer.remoteness, mover)


def _legend(entry: Entry, x: float, top: float, labels: CellLabels) -> Iterator[Text]:
    """Yield the position's value, and how to read the cells."""
    position = entry.position
    if position.over:
        yield Text(labels.said(end_in_words(position)), x, top + 16, 19, COLOURS.ink, bold=True)
        return
    said = labels.said(f"{position.to_move} to move: {_worth(entry, position.to_move)}")
    yield Text(said, x, top + 12, 19, COLOURS.ink, bold=True)
    yield Text("In each cell: who wins after that move, in how many moves of its own", x, top + 34, 12, COLOURS.ink)
    sign = "Before the colon: the sign to set. " if position.rules.terms.both else ""
    yield Text(f"{sign}Outlined: the best moves", x, top + 50, 12, COLOURS.ink)


def _draw(book: Book, request: BoardRequest, find: Find, tell: Tell) -> list[Drawing]:
    how = stated(request.reading, request.labels, request.first)
    position = Position.parse(request.position, book.rules, reading=how)
    return [position_drawing(book.probe(position), book.moves(position), labels_by(how, book.rules))]


BOARD = Picture(
    does="Draw a position. Each free cell says who wins after a move there.",
    example="oxobook draw board board.svg X../.O./...",
    request=BoardRequest,
    draw=_draw,
)
