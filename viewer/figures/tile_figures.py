"""Figures of boards side by side: a game as a strip, and the orbit of a position.

The boards of a strip are numbered, with the stone just played on a grey ground; in steps it is one board on which the
game is played. An orbit is a position's image under each symmetry of its board, with the canonical one framed.
"""

from itertools import pairwise

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.notation import coordinates, is_record, parse_record
from oxobook.book.game.position import Position, positions_of_record
from oxobook.book.game.symmetry import symmetry_group
from oxobook.viewer.drawing.drawing import Drawing, PlacedBoard, Shown
from oxobook.viewer.figures.style import (
    Style,
    framed,
)
from oxobook.viewer.figures.tiles import tile, tiled_figure, tiles_for
from oxobook.viewer.terminal.wording import end_in_words, symmetry_names


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
    tiles = tiles_for(rules, 1 if steps else len(cells), widest, 1 if judged else 0, style, caption)
    shapes: list[Shown] = []
    for number, (cell, head, (before, after)) in enumerate(zip(cells, heads, pairwise(positions), strict=True)):
        place = tiles.places[0 if steps else number]
        board = PlacedBoard(after, *place, tiles.cell, style.palette, 1 << cell)
        feet = [_verdict(book, before, names[number])] if judged else []
        first, last = (number, number if number < end else None) if steps else (0, None)
        shown = tile(board, head, feet, tiles.type_size, style, bold="mistake")
        shapes += (Shown(shape, first, last) for shape in shown)
    before_end = [""] * end if steps else []
    return tiled_figure(f"The game {' '.join(names)} of {rules}", tiles, style, shapes, [*before_end, caption])


def _verdict(book: Book, position: Position, move: str) -> str:
    entry = book.probe(position, pick=False)
    return "best" if move in entry.best else "safe" if move in entry.safe else "mistake"


def orbit_figure(position: Position, style: Style) -> Drawing:
    """Return the figure of an orbit; images that coincide say which they are the same as. Raises IllegalFigure."""
    rules = position.rules
    keys = symmetry_group(rules).images(position.x, position.o)
    least, different, names = min(keys), len(set(keys)), symmetry_names(rules)
    caption = f"{different} different board{'s' * (different != 1)}; framed: the canonical one, which the book keeps."
    tiles = tiles_for(rules, len(keys), max(names, key=len), 2, style, caption)
    shapes: list[Shown] = []
    for number, (key, name, place) in enumerate(zip(keys, names, tiles.places, strict=True)):
        board = PlacedBoard(Position.from_key(key, rules), *place, tiles.cell, style.palette)
        feet, first = [name], keys.index(key)
        if first < number:
            feet.append(f"same as {first + 1}")
        elif key == least:
            feet.append("canonical")
            shapes.append(Shown(framed(board, 0.12 * tiles.type_size, style)))
        shapes += map(Shown, tile(board, str(number + 1), feet, tiles.type_size, style, "canonical", bold_head=True))
    title = f"The orbit of {position.text} of {rules}: {different} different boards under {len(keys)} symmetries"
    return tiled_figure(title, tiles, style, shapes, [caption])
