"""A game as a strip of boards: one after each move, numbered, with the stone just played on a grey ground.

In steps it is one board on which the game is played.
"""

from itertools import pairwise

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.notation import coordinates, is_record, parse_record
from oxobook.book.game.position import Position, positions_of_record
from oxobook.viewer.drawing.drawing import Diagram, Figure, Shape, Shown, Words
from oxobook.viewer.figures.tiles import Tiles, tiles
from oxobook.viewer.figures.tree_figure import caption_lines
from oxobook.viewer.figures.tree_layout import Style


def strip_figure(book: Book, game: str, judged: bool, steps: bool, style: Style) -> Figure:
    """The figure of a game record. Raises IllegalPosition, IllegalFigure.

    ``judged``: under each board stands whether its move was ``best``, ``safe`` (it keeps the value, but wins later or
    loses sooner than the best) or a ``mistake``.
    """
    rules = book.rules
    if not is_record(game):
        raise IllegalPosition(f"expected a game as its moves, such as 'a3 b2 c1'; got {quoted(game)}")
    cells, positions = parse_record(game, rules), positions_of_record(game, rules)
    names = [coordinates(rules)[cell] for cell in cells]
    heads = [f"{number} {name}" for number, name in enumerate(names, 1)]
    caption = _caption(positions[-1]) if style.captions else ""
    widest = max([*heads, "mistake" if judged else ""], key=len)
    placed = tiles(rules, 1 if steps else len(cells), widest, 1 if judged else 0, style, caption)
    shapes = []
    for number, (cell, head, (before, after)) in enumerate(zip(cells, heads, pairwise(positions), strict=True)):
        verdict = _verdict(book, before, names[number]) if judged else ""
        place = placed.places[0 if steps else number]
        first, last = (number, None if number == len(cells) - 1 else number) if steps else (0, None)
        for shape in _tile(after, 1 << cell, place, head, verdict, placed, style):
            shapes.append(Shown(shape, first, last))
    last_step = len(cells) - 1 if steps else 0
    shapes += [Shown(shape, last_step) for shape in caption_lines(placed, style, caption)]
    title = f"The game {' '.join(names)} of {rules}"
    return Figure(style.width, placed.height, title, placed.type_size, tuple(shapes), last_step + 1)


def _tile(
    position: Position, marked: int, place: tuple[float, float], head: str, foot: str, placed: Tiles, style: Style
) -> list[Shape]:
    """A board with words over it and under it."""
    size, ink = placed.type_size, style.palette.ink
    board = Diagram(position, *place, placed.cell, style.palette, marked)
    x = board.x + board.width / 2
    shapes: list[Shape] = [board, Words(head, x, board.y - 0.9 * size, size, ink)]
    if foot:
        y = board.y + board.height + 0.9 * size
        shapes.append(Words(foot, x, y, size, ink, bold=foot == "mistake"))
    return shapes


def _verdict(book: Book, position: Position, move: str) -> str:
    """What the book says of a move."""
    entry = book.probe(position)
    return "best" if move in entry.best else "safe" if move in entry.safe else "mistake"


def _caption(end: Position) -> str:
    """How the game has ended, or whose move it is."""
    if end.winner:
        return f"{end.winner} has won."
    return "The game is drawn." if end.over else f"{end.to_move} is to move."
