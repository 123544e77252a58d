"""Figures of boards side by side: a game as a strip, an orbit, and the cells of a board.

The boards of a strip are numbered, with the stone just played on a grey ground; in steps it is one board on which the
game is played. An orbit is a position's image under each symmetry of its board, with the canonical one framed.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position, moves_between, positions_of_record
from oxobook.book.game.rules import Cell, Mask, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.viewer.pictures.drawing.board_shapes import centre
from oxobook.viewer.pictures.drawing.drawing import Drawing, PlacedBoard, Shown
from oxobook.viewer.pictures.drawing.shapes import Shape, Text
from oxobook.viewer.pictures.figures.style import (
    BEFORE_CAPTION,
    LEAST_TYPE,
    LINE,
    MOST_CELL,
    MOST_TYPE,
    PAD,
    IllegalFigure,
    Style,
    captions,
    framed,
    up_to_mm,
    width_of,
)
from oxobook.viewer.terminal.wording import end_in_words, listed, symmetry_names

_GAP = 1.2  # between boards side by side, in sizes of type
_BETWEEN = 1.0  # between rows, in sizes of type
_ROOM = 0.25  # between a board and its words, in sizes of type
_NAMED = 1.8  # side of a cell with a name in it, in sizes of type


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

    def signs(self, board: PlacedBoard, cells: Mask, sign: str = "+") -> list[Text]:
        """Return a sign on each of a board's cells."""
        middles = (centre(cell, board.position.rules, self.cell) for cell in cells_of(cells))
        return [self.word(sign, board.x + x, board.y + y, bold=True) for x, y in middles]

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
        height = 2 * PAD + text * size + rows * rules.board.height * cell
        if cell >= room * size and rows < fewest:
            fewest = rows
            pitch = min((inner + gap) / row, max(words, rules.board.width * cell) + 3 * gap)
            down = rules.board.height * cell + (around + _BETWEEN) * size
            left = (style.width - (row - 1) * pitch - rules.board.width * cell) / 2
            top = PAD + (LINE + _ROOM) * size
            places = [(left + number % row * pitch, top + number // row * down) for number in range(count)]
            found = Tiles(style, places, cell, size, height, height - PAD - lines * LINE * size)
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


def strip_figure(book: Book, game: str, judged: bool, steps: bool, style: Style) -> Drawing:
    """Return the figure of a game record. Raises IllegalPosition, IllegalFigure.

    ``judged``: under each board stands whether its move was ``best``, ``safe`` (it keeps the value, but wins later or
    loses sooner than the best) or a ``mistake``.
    """
    rules = book.rules
    positions = positions_of_record(game, rules, style.labels)
    moves = moves_between(positions)
    names = [style.labels_for(rules).names[move] for move in moves]
    heads = [f"{number} {name}" for number, name in enumerate(names, 1)]
    widest = max([*heads, "mistake" if judged else ""], key=len)
    played, end = positions[-1], len(moves) - 1
    caption = end_in_words(played) if played.over else f"{played.to_move} is to move."
    tiles = tiles_for(rules, 1 if steps else len(moves), widest, 1 if judged else 0, style, caption)
    shapes: list[Shown] = []
    for number, (move, head, (before, after)) in enumerate(zip(moves, heads, pairwise(positions), strict=True)):
        board = tiles.board(0 if steps else number, after, 1 << move % rules.cells)
        feet = [_verdict(book, before, move)] if judged else []
        first, last = (number, number if number < end else None) if steps else (0, None)
        shapes += (Shown(shape, first, last) for shape in tiles.tile(board, head, feet, bold=["mistake"]))
    before_end = [""] * end if steps else []
    return tiles.figure(f"The game {' '.join(names)} of {rules}", shapes, [*before_end, caption])


def _verdict(book: Book, position: Position, move: Cell) -> str:
    entry = book.probe(position, pick=False)
    return "best" if entry.best_mask >> move & 1 else "safe" if entry.safe_mask >> move & 1 else "mistake"


def orbit_figure(position: Position, style: Style) -> Drawing:
    """Return the figure of an orbit; images that coincide say which they are the same as. Raises IllegalFigure."""
    rules = position.rules
    keys = symmetry_group(rules).images(position.x, position.o)
    least, different, names = min(keys), len(set(keys)), symmetry_names(rules)
    caption = f"{different} different board{'s' * (different != 1)}; framed: the canonical one, which the book keeps."
    tiles = tiles_for(rules, len(keys), max(names, key=len), 2, style, caption)
    shapes: list[Shape | PlacedBoard] = []
    for number, (key, name) in enumerate(zip(keys, names, strict=True)):
        board, feet, first = tiles.board(number, Position.from_key(key, rules)), [name], keys.index(key)
        if first < number:
            feet.append(f"same as {first + 1}")
        elif key == least:
            feet.append("canonical")
            shapes.append(framed(board, 0.12 * tiles.type_size, style))
        shapes += tiles.tile(board, str(number + 1), feet, bold=[str(number + 1), "canonical"])
    title = f"The orbit of {position.text} of {rules}: {different} different boards under {len(keys)} symmetries"
    return tiles.figure(title, shapes, [caption])


def cells_figure(rules: Rules, labels: Mapping[str, Sequence[str]], style: Style) -> Drawing:
    """Return a board for each kind of labels, with the label of every cell in it. Raises IllegalFigure."""
    tiles = tiles_for(rules, len(labels), max(labels, key=len), 0, style, "", _NAMED)
    shapes: list[Shape | PlacedBoard] = []
    for number, (kind, names) in enumerate(labels.items()):
        board = tiles.board(number, Position(rules))
        shapes += tiles.tile(board, kind)
        for cell, name in enumerate(names):
            x, y = centre(cell, rules, tiles.cell)
            shapes.append(tiles.word(name, board.x + x, board.y + y))
    return tiles.figure(f"The cells of {rules}, by {listed(list(labels))}", shapes, [""])
