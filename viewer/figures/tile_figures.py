"""Figures of boards side by side: a game as a strip, and the orbit of a position.

The boards of a strip are numbered, with the stone just played on a grey ground; in steps it is one board on which the
game is played. An orbit is a position's image under each symmetry of its board, with the canonical one framed.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.notation import coordinates, is_record, parse_record
from oxobook.book.game.position import Position, positions_of_record
from oxobook.book.game.rules import Rules
from oxobook.book.game.shapes import Text
from oxobook.book.game.symmetry import symmetry_group
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
    framed,
    up_to_mm,
    width_of,
)
from oxobook.viewer.terminal.wording import end_in_words, symmetry_names

_GAP = 1.2  # between boards side by side, in sizes of type
_BETWEEN = 1.0  # between rows, in sizes of type
_ROOM = 0.25  # between a board and its words, in sizes of type


class _Tiles(NamedTuple):
    """Places of boards, and their size."""

    places: list[tuple[float, float]]
    """Upper left corner of each board."""
    cell: float
    type_size: int
    height: float
    """Height of the figure."""
    caption_top: float


def strip_figure(book: Book, game: str, judged: bool, steps: bool, style: Style) -> Drawing:
    """Return the figure of a game record. Raises IllegalPosition, IllegalFigure.

    ``judged``: under each board stands whether its move was ``best``, ``safe`` (it keeps the value, but wins later or
    loses sooner than the best) or a ``mistake``.
    """
    rules = book.rules
    if not is_record(game):
        raise IllegalPosition(f"expected a game as its moves, such as 'a3 b2 c1'; got {quoted(game)}")
    cells, positions = parse_record(game, rules), positions_of_record(game, rules)
    names = [coordinates(rules)[cell] for cell in cells]
    heads = [f"{number} {name}" for number, name in enumerate(names, 1)]
    widest = max([*heads, "mistake" if judged else ""], key=len)
    played, end = positions[-1], len(cells) - 1
    caption = end_in_words(played) if played.over else f"{played.to_move} is to move."
    tiles = _tiles(rules, 1 if steps else len(cells), widest, 1 if judged else 0, style, caption)
    shapes: list[Shown] = []
    for number, (cell, head, (before, after)) in enumerate(zip(cells, heads, pairwise(positions), strict=True)):
        place = tiles.places[0 if steps else number]
        board = PlacedBoard(after, *place, tiles.cell, style.palette, 1 << cell)
        feet = [_verdict(book, before, names[number])] if judged else []
        first, last = (number, number if number < end else None) if steps else (0, None)
        tile = _tile(board, head, feet, tiles.type_size, style, bold="mistake")
        shapes += (Shown(shape, first, last) for shape in tile)
    before_end = [""] * end if steps else []
    return _figure(f"The game {' '.join(names)} of {rules}", tiles, style, shapes, [*before_end, caption])


def _verdict(book: Book, position: Position, move: str) -> str:
    """Return the book's verdict on a move."""
    entry = book.probe(position, pick=False)
    return "best" if move in entry.best else "safe" if move in entry.safe else "mistake"


def orbit_figure(position: Position, style: Style) -> Drawing:
    """Return the figure of an orbit; images that coincide say which they are the same as. Raises IllegalFigure."""
    rules = position.rules
    keys = symmetry_group(rules).images(position.x, position.o)
    least, different, names = min(keys), len(set(keys)), symmetry_names(rules)
    caption = f"{different} different board{'s' * (different != 1)}; framed: the canonical one, which the book keeps."
    tiles = _tiles(rules, len(keys), max(names, key=len), 2, style, caption)
    shapes: list[Shown] = []
    for number, (key, name, place) in enumerate(zip(keys, names, tiles.places, strict=True)):
        board = PlacedBoard(Position.from_key(key, rules), *place, tiles.cell, style.palette)
        feet, first = [name], keys.index(key)
        if first < number:
            feet.append(f"same as {first + 1}")
        elif key == least:
            feet.append("canonical")
            shapes.append(Shown(framed(board, 0.12 * tiles.type_size, style)))
        shapes += map(Shown, _tile(board, str(number + 1), feet, tiles.type_size, style, "canonical", bold_head=True))
    title = f"The orbit of {position.text} of {rules}: {different} different boards under {len(keys)} symmetries"
    return _figure(title, tiles, style, shapes, [caption])


def _tile(
    board: PlacedBoard, head: str, feet: list[str], size: float, style: Style, bold: str, bold_head: bool = False
) -> Iterator[PlacedBoard | Text]:
    """Yield a board, the line over it, and those under it; one of them, ``bold``, is bold."""
    yield board
    yield Text(head, board.middle, board.y - 0.9 * size, size, style.palette.ink, bold_head)
    for number, foot in enumerate(feet):
        y = board.y + board.height + (0.9 + number * LINE) * size
        yield Text(foot, board.middle, y, size, style.palette.ink, foot == bold)


def _figure(title: str, tiles: _Tiles, style: Style, shapes: list[Shown], said: list[str]) -> Drawing:
    """Return the boards, and under them the sentence of each step."""
    told = (*shapes, *captions(style, said, tiles.caption_top, tiles.type_size))
    return Drawing(style.width, tiles.height, title, told, steps=len(said), type_size=tiles.type_size)


def _tiles(rules: Rules, count: int, widest: str, under: int, style: Style, caption: str) -> _Tiles:
    """Return places for ``count`` boards, with the largest type at which no column is longer than a row.

    If there is none, with as few rows as possible; raises IllegalFigure. ``widest``: the longest words over or under a
    board; ``under``: number of lines under it, besides the one over it.
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
        if cell >= size and rows < fewest:
            fewest = rows
            pitch = min((inner + gap) / row, max(words, rules.board.width * cell) + 3 * gap)
            down = rules.board.height * cell + (around + _BETWEEN) * size
            left = (style.width - (row - 1) * pitch - rules.board.width * cell) / 2
            height = used if style.height is None else style.height
            top = PAD + (height - used) / 2 + (LINE + _ROOM) * size
            places = [(left + number % row * pitch, top + number // row * down) for number in range(count)]
            found = _Tiles(places, cell, size, height, (height + used) / 2 - PAD - lines * LINE * size)
            if row >= rows:
                break
    if found is None:
        raise IllegalFigure(_too_small(rules, count, widest, style))
    return found


def _too_small(rules: Rules, count: int, widest: str, style: Style) -> str:
    """Return the message for a figure that is too small: expected, given, and what to do."""
    wide = max(width_of(widest, LEAST_TYPE), rules.board.width * LEAST_TYPE) + 2 * PAD
    return (
        f"expected room for type of at least {LEAST_TYPE} points; got {style.measure} for {count} boards, of which "
        f"one alone is {up_to_mm(wide)} cm wide: enlarge the figure"
    )
