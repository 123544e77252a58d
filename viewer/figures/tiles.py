"""Tiles: boards side by side in rows of like length, with words over and under each, in type as large as fits."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.shapes import Shape, Text
from oxobook.viewer.drawing.drawing import Drawing, PlacedBoard, Shown
from oxobook.viewer.figures.style import (
    BEFORE_CAPTION,
    LEAST_TYPE,
    LINE,
    MOST_CELL,
    MOST_TYPE,
    PAD,
    IllegalFigure,
    Style,
    captions,
    up_to_mm,
    width_of,
)

_GAP = 1.2  # between boards side by side, in sizes of type
_BETWEEN = 1.0  # between rows, in sizes of type
_ROOM = 0.25  # between a board and its words, in sizes of type


class Tiles(NamedTuple):
    """Places of boards, and their size."""

    style: Style
    places: list[tuple[float, float]]  # upper left corner of each board
    cell: float
    type_size: int
    height: float  # height of the figure
    caption_top: float

    def board(self, number: int, position: Position, marked: Mask = 0) -> PlacedBoard:
        return PlacedBoard(position, *self.places[number], self.cell, self.style.palette, marked)

    def word(self, words: str, x: float, y: float, bold: bool = False) -> Text:
        return Text(words, x, y, self.type_size, self.style.palette.ink, bold)

    def tile(
        self, board: PlacedBoard, head: str, feet: Sequence[str] = (), bold: Sequence[str] = ()
    ) -> list[Shape | PlacedBoard]:
        """Return a board, the line over it, and those under it; those that are in ``bold`` are bold."""
        size, under = self.type_size, board.y + board.height
        lines = [(head, board.y - 0.9 * size)]
        lines += ((foot, under + (0.9 + number * LINE) * size) for number, foot in enumerate(feet))
        return [board, *(self.word(words, board.middle, y, words in bold) for words, y in lines)]

    def figure(self, title: str, shapes: Iterable[Shown | Shape | PlacedBoard], said: Sequence[str]) -> Drawing:
        """Return the boards, and under them the sentence of each step."""
        shown = (one if isinstance(one, Shown) else Shown(one) for one in shapes)
        told = (*shown, *captions(self.style, said, self.caption_top, self.type_size))
        return Drawing(self.style.width, self.height, title, told, steps=len(said), type_size=self.type_size)


def tiles_for(
    rules: Rules, count: int, widest: str, under: int, style: Style, caption: str, room: float = 1.0
) -> Tiles:
    """Return places for ``count`` boards, with the largest type at which no column is longer than a row.

    If there is none, with as few rows as possible; raises IllegalFigure. ``widest``: the longest words over or under a
    board; ``under``: number of lines under it, besides the one over it; ``room``: least side
    of a cell, in sizes of type.
    """
    inner, found, fewest = style.width - 2 * PAD, None, count + 1
    for size in range(MOST_TYPE, LEAST_TYPE - 1, -1):
        gap, words = _GAP * size, width_of(widest, size)
        row = int((inner + gap) / (max(words, rules.board.width * size) + gap))
        if row == 0:
            continue
        row = ceil(count / ceil(count / row))  # rows of like length
        rows = ceil(count / row)
        lines = len(style.caption(caption, size))
        around = (1 + under) * LINE + 2 * _ROOM
        text = rows * around + (rows - 1) * _BETWEEN + (lines * LINE + BEFORE_CAPTION if lines else 0)
        cell = min(((inner + gap) / row - gap) / rules.board.width, MOST_CELL)
        used = 2 * PAD + text * size + rows * rules.board.height * cell
        if style.height is not None:
            cell = min(cell, (style.height - 2 * PAD - text * size) / (rows * rules.board.height))
            used = min(used, style.height)
        if cell >= room * size and rows < fewest:
            fewest = rows
            pitch = min((inner + gap) / row, max(words, rules.board.width * cell) + 3 * gap)
            down = rules.board.height * cell + (around + _BETWEEN) * size
            left = (style.width - (row - 1) * pitch - rules.board.width * cell) / 2
            height = used if style.height is None else style.height
            top = PAD + (height - used) / 2 + (LINE + _ROOM) * size
            places = [(left + number % row * pitch, top + number // row * down) for number in range(count)]
            found = Tiles(style, places, cell, size, height, (height + used) / 2 - PAD - lines * LINE * size)
            if row >= rows:
                break
    if found is None:
        raise IllegalFigure(_too_small(rules, count, widest, style))
    return found


def _too_small(rules: Rules, count: int, widest: str, style: Style) -> str:
    wide = max(width_of(widest, LEAST_TYPE), rules.board.width * LEAST_TYPE) + 2 * PAD
    return (
        f"expected room for type of at least {LEAST_TYPE} points; got {style.measure} for {count} boards, of which "
        f"one alone is {up_to_mm(wide)} cm wide: enlarge the figure"
    )
