"""Tiles: boards side by side in a figure, each with words over and under it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask
from oxobook.viewer.pictures.drawing.board_shapes import centre, strikes
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown
from oxobook.viewer.pictures.drawing.shapes import Group, Shape, Text
from oxobook.viewer.pictures.figures.style import (
    BEFORE_CAPTION,
    LEAST_TYPE,
    LINE,
    MOST_CELL,
    MOST_TYPE,
    PAD,
    IllegalFigure,
    PlacedBoard,
    Style,
    captions,
    framed,
    up_to_mm,
    width_of,
)

_GAP = 1.2  # between boards side by side, in sizes of type
_BETWEEN = 1.0  # between rows, in sizes of type
_ROOM = 0.25  # between a board and its words, in sizes of type
_NONE: Mapping[Cell, str] = {}


class Tile(NamedTuple):
    """Board with its words."""

    position: Position
    head: str
    """Line over it."""
    feet: tuple[str, ...] = ()
    """Lines under it."""
    marked: Mask = 0
    """Cells on a grey ground."""
    signs: Mapping[Cell, str] = _NONE
    """Words on its cells."""
    bold: Collection[str] = ()
    """Lines and signs that are bold."""
    struck: Mask = 0
    """Line with a stroke through it."""
    framed: bool = False


class _Places(NamedTuple):
    """Places of boards, and their size."""

    style: Style
    corners: list[tuple[float, float]]
    cell: float
    type_size: int
    height: float  # height of the figure
    caption_top: float

    def shapes(self, tile: Tile, number: int) -> Iterator[Shape]:
        """Yield what is drawn of a tile at one of the places."""
        size, ink, rules = self.type_size, self.style.palette.ink, tile.position.rules
        board = PlacedBoard(tile.position, *self.corners[number], self.cell, self.style.palette, tile.marked)
        if tile.framed:
            yield framed(board, 0.12 * size, self.style)
        yield board.group
        under = board.y + board.height
        lines = [(tile.head, board.y - 0.9 * size)]
        lines += ((foot, under + (0.9 + row * LINE) * size) for row, foot in enumerate(tile.feet))
        for words, y in lines:
            yield Text(words, board.middle, y, size, ink, words in tile.bold)
        for cell, sign in tile.signs.items():
            x, y = centre(cell, rules, self.cell)
            yield Text(sign, board.x + x, board.y + y, size, ink, sign in tile.bold)
        if tile.struck:
            yield Group(tuple(strikes(rules, tile.struck, 0, self.cell, ink)), board.x, board.y)


def tiled(
    title: str, tiles: Sequence[Tile], caption: str, style: Style, room: float = 1.0, in_steps: bool = False
) -> Drawing:
    """Return the figure of some tiles over a caption; ``in_steps``, they follow each other at one place.

    ``room`` is the least side of a cell, in sizes of type. Raises IllegalFigure.
    """
    places = _places_for(tiles, 1 if in_steps else len(tiles), style, caption, room)
    shown, end = list[Shown](), len(tiles) - 1
    for number, tile in enumerate(tiles):
        first, last = (number, number if number < end else None) if in_steps else (0, None)
        shown += (Shown(shape, first, last) for shape in places.shapes(tile, 0 if in_steps else number))
    said = [*[""] * (end if in_steps else 0), caption]
    shown += captions(style, said, places.caption_top, places.type_size)
    return Drawing(style.width, places.height, title, tuple(shown), steps=len(said), type_size=places.type_size)


def _places_for(tiles: Sequence[Tile], count: int, style: Style, caption: str, room: float) -> _Places:
    """Return ``count`` places with the largest type at which no column is longer than a row.

    If there is none, with as few rows as possible; raises IllegalFigure.
    """
    rules = max((tile.position.rules for tile in tiles), key=lambda rules: rules.board.width)
    widest = max((words for tile in tiles for words in (tile.head, *tile.feet)), key=len)
    under = max(len(tile.feet) for tile in tiles)
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
        height = 2 * PAD + text * size + rows * rules.board.height * cell
        if cell >= room * size and rows < fewest:
            fewest = rows
            pitch = min((inner + gap) / row, max(words, rules.board.width * cell) + 3 * gap)
            down = rules.board.height * cell + (around + _BETWEEN) * size
            left = (style.width - (row - 1) * pitch - rules.board.width * cell) / 2
            top = PAD + (LINE + _ROOM) * size
            corners = [(left + number % row * pitch, top + number // row * down) for number in range(count)]
            found = _Places(style, corners, cell, size, height, height - PAD - lines * LINE * size)
            if row >= rows:
                break
    if found:
        return found
    wide = max(width_of(widest, LEAST_TYPE), rules.board.width * LEAST_TYPE) + 2 * PAD
    raise IllegalFigure(
        f"expected room for type of at least {LEAST_TYPE} points; got {style.measure} for {count} boards, of which "
        f"one alone is {up_to_mm(wide)} cm wide: enlarge the figure"
    )
