"""The orbit of a position: its image under each symmetry of its board, with the canonical one framed."""

from collections.abc import Callable

from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.game.symmetry import symmetries, symmetry_group
from oxobook.viewer.drawing.drawing import MARKED, Chip, Diagram, Figure, Shape, Shown, Words
from oxobook.viewer.figures.tiles import tiles
from oxobook.viewer.figures.tree_figure import caption_lines
from oxobook.viewer.figures.tree_layout import LINE, Style

_NAMES: dict[str, Callable[[int, int, int, int], tuple[int, int]]] = {
    "as it is": lambda row, column, rows, columns: (row, column),
    "left-right flip": lambda row, column, rows, columns: (row, columns - 1 - column),
    "top-bottom flip": lambda row, column, rows, columns: (rows - 1 - row, column),
    "half turn": lambda row, column, rows, columns: (rows - 1 - row, columns - 1 - column),
    "diagonal flip": lambda row, column, rows, columns: (column, row),
    "quarter turn right": lambda row, column, rows, columns: (column, columns - 1 - row),
    "quarter turn left": lambda row, column, rows, columns: (rows - 1 - column, row),
    "antidiagonal flip": lambda row, column, rows, columns: (rows - 1 - column, columns - 1 - row),
}
"""By its name where a symmetry takes a cell of a grid."""


def symmetry_names(rules: Rules) -> list[str]:
    """The name of each of the board's symmetries, in their order; a number where it is none of a grid's."""
    cells = [divmod(cell, rules.columns) for cell in range(rules.cells)]
    named: dict[tuple[int, ...], str] = {}
    for name, goes in _NAMES.items():
        places = [goes(row, column, rules.rows, rules.columns) for row, column in cells]
        named.setdefault(tuple(row * rules.columns + column for row, column in places), name)
    return [named.get(one, f"symmetry {number}") for number, one in enumerate(symmetries(rules))]


def orbit_figure(position: Position, style: Style) -> Figure:
    """The figure; images that coincide say which they are the same as. Raises IllegalFigure."""
    rules = position.rules
    keys = symmetry_group(rules).images(position.x, position.o)
    images = [Position.from_key(key, rules) for key in keys]
    least, different = min(keys), len(set(keys))
    names = symmetry_names(rules)
    caption = f"{different} different board{'s' * (different != 1)}; framed: the canonical one, which the book keeps."
    placed = tiles(rules, len(images), max(names, key=len), 2, style, caption if style.captions else "")
    shapes: list[Shape] = []
    size, ink = placed.type_size, style.palette.ink
    for number, (image, name, (left, top)) in enumerate(zip(images, names, placed.places, strict=True)):
        board = Diagram(image, left, top, placed.cell, style.palette)
        x, under = left + board.width / 2, top + board.height
        first = keys.index(image.key)
        if first == number and image.key == least:
            room = 0.24 * size
            frame = Chip(x, top + board.height / 2, board.width + room, board.height + room, MARKED, ink)
            shapes += [frame, Words("canonical", x, under + 0.9 * size + LINE * size, size, ink, bold=True)]
        elif first < number:
            shapes.append(Words(f"same as {first + 1}", x, under + 0.9 * size + LINE * size, size, ink))
        shapes += [board, Words(str(number + 1), x, top - 0.9 * size, size, ink, bold=True)]
        shapes.append(Words(name, x, under + 0.9 * size, size, ink))
    shapes += caption_lines(placed, style, caption if style.captions else "")
    title = f"The orbit of {position.text} of {rules}: {different} different boards under {len(images)} symmetries"
    return Figure(style.width, placed.height, title, size, tuple(map(Shown, shapes)))
