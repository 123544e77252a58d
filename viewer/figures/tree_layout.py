"""Where the boards of a game tree stand in a figure, and how large they and their type are.

The type is as large as the figure allows, from 10 points down to 6, and a cell of a board is never smaller than the
type; so whatever can be drawn can be read.
"""

from math import ceil
from typing import NamedTuple

from oxobook.book.game.palette import Palette
from oxobook.viewer.drawing.drawing import CM, LEAST_TYPE, MOST_TYPE, Diagram, IllegalFigure, broken
from oxobook.viewer.figures.game_tree import Node
from oxobook.viewer.figures.tidy import tidy

PAD = 3.0
"""Around a figure."""
LINE = 1.25
"""From a line of text to the next, in sizes of type."""
CHIP = 2.3, 1.35
"""The width and height of the box of a value, in sizes of type."""
_MOST_CELL = 20.0
_NAMES = 6.0  # the width of the names of the levels, in sizes of type
_SIBLING, _COUSIN = 0.8, 1.6  # between boards side by side, in sides of a cell
_ROOM = 0.35  # between a board and the box of its value, in sizes of type
_BEFORE_CAPTION = 0.8  # between the tree and the first line, in sizes of type
_DOTS = 1.2  # what the three dots take, in sizes of type
_LEAST_DROP, _MOST_DROP, _SLOPE = 1.6, 7.0, 0.2  # of an edge: its height in sides of a cell; its height by its width


class Style(NamedTuple):
    """How a figure is to look."""

    width: float
    """Of the figure, in points."""
    height: float | None
    """Of the figure, in points; None: what it needs."""
    palette: Palette
    captions: bool = True
    """Whether sentences under the figure explain it."""
    moves: bool = True
    """Whether each board is headed by the move that leads to it."""

    @property
    def measure(self) -> str:
        """The size that is asked for, in words."""
        return f"{self.width / CM:.4g} cm" + (f" x {self.height / CM:.4g} cm" if self.height is not None else "")


class Placed(NamedTuple):
    """A node where it is drawn."""

    node: Node
    parent: int
    """Its parent's number in the list; -1 for the root."""
    level: int
    board: Diagram
    x: float
    """The middle of the board."""
    top: float
    """Where its edge ends: above the board and its move."""
    chip: float
    """The middle of the box of its value, from above."""
    bottom: float
    """Where the edges to its children begin."""


class Layout(NamedTuple):
    """A tree laid out."""

    placed: list[Placed]
    """Each node before its children."""
    type_size: int
    height: float
    """Of the figure."""
    names: float
    """Where the names of the levels begin."""
    caption_top: float
    """Where the sentences under the tree begin."""


class _Shape(NamedTuple):
    """What a tree takes, in sides of a cell and in sizes of type."""

    nodes: list[tuple[Node, float, int]]
    levels: int
    across: float
    cells_up: float
    types_up: float
    """Its height without edges, in two parts."""
    drops: float
    """The least height of the edges, in sides of a cell."""
    longest: float
    """How far the longest edge goes to the side."""


def lay_out(tree: Node, style: Style, caption: str, under: tuple[float, float] = CHIP) -> Layout:
    """The tree in a figure that has room for a caption; raises IllegalFigure.

    ``under``: the width and height, in sizes of type, of what stands under a board and begins with the box of a value.
    """
    shape = _shape(tree, style, under)
    inner = style.width - 2 * PAD
    for size in range(MOST_TYPE, LEAST_TYPE - 1, -1):
        lines = broken(caption, size, inner) if caption else []
        cell = min((inner - _NAMES * size) / shape.across, _MOST_CELL)
        if style.height is not None:
            cell = min(cell, (style.height - _needed_up(shape, size, 0, lines)) / (shape.cells_up + shape.drops))
        if cell >= size:
            return _placed(shape, style, size, cell, lines, under[1] * size)
    raise IllegalFigure(_too_small(shape, style, caption))


def _shape(tree: Node, style: Style, under: tuple[float, float]) -> _Shape:
    """The tree measured."""
    rules = tree.position.rules
    slot = max(float(rules.columns), under[0])
    nodes = tidy(tree, slot + _SIBLING, slot + _COUSIN)
    levels = 1 + max(level for _, _, level in nodes)
    heads = (levels - 1) * LINE if style.moves else 0.0
    dots = _DOTS if any(node.cut for node, _, _ in nodes) else 0.0
    place = {id(node): x for node, x, _ in nodes}
    longest = max((abs(place[id(child)] - x) for node, x, _ in nodes for child in node.children), default=0.0)
    return _Shape(
        nodes,
        levels,
        across=max(place.values()) + slot,
        cells_up=levels * rules.rows,
        types_up=levels * (_ROOM + under[1]) + heads + dots,
        drops=(levels - 1) * _LEAST_DROP,
        longest=longest,
    )


def _needed_up(shape: _Shape, size: int, cell: float, caption: list[str]) -> float:
    """The least height of a figure with type and cells of these sizes."""
    words = shape.types_up + (len(caption) * LINE + _BEFORE_CAPTION if caption else 0.0)
    return 2 * PAD + words * size + (shape.cells_up + shape.drops) * cell


def _placed(shape: _Shape, style: Style, size: int, cell: float, caption: list[str], under: float) -> Layout:
    """The nodes placed, in the middle of the figure; levels stand as far apart as their edges are long."""
    rules = shape.nodes[0][0].position.rules
    least = _needed_up(shape, size, cell, caption)
    drop = min(max(_SLOPE * shape.longest, _LEAST_DROP), _MOST_DROP) * cell
    height = least + (shape.levels - 1) * (drop - _LEAST_DROP * cell)
    if style.height is not None:
        drop -= max(height - style.height, 0.0) / max(shape.levels - 1, 1)
        height = style.height
    used = least + (shape.levels - 1) * (drop - _LEAST_DROP * cell)
    top = PAD + (height - used) / 2
    names = max(PAD, (style.width - shape.across * cell - _NAMES * size) / 2)
    middle = names + _NAMES * size + shape.across * cell / 2 - max(x for _, x, _ in shape.nodes) * cell / 2
    head = LINE * size if style.moves else 0.0
    step = rules.rows * cell + _ROOM * size + under + drop + head
    placed: list[Placed] = []
    index = {id(child): number for number, (node, _, _) in enumerate(shape.nodes) for child in node.children}
    for node, across, level in shape.nodes:
        x, above = middle + across * cell, top + level * step
        board = Diagram(node.position, x - rules.columns * cell / 2, above, cell, style.palette)
        chip = above + board.height + (_ROOM + CHIP[1] / 2) * size
        bottom = above + board.height + _ROOM * size + under
        placed.append(
            Placed(node, index.get(id(node), -1), level, board, x, above - (head if level else 0), chip, bottom)
        )
    return Layout(placed, size, height, names, top + used - PAD - len(caption) * LINE * size - PAD)


def _too_small(shape: _Shape, style: Style, caption: str) -> str:
    """What was expected, what came, and what to do."""
    size = LEAST_TYPE
    wide = shape.across * size + _NAMES * size + 2 * PAD
    lines = broken(caption, size, max(wide, style.width) - 2 * PAD) if caption else []
    high = _needed_up(shape, size, size, lines)
    need = f"{up_to_mm(wide)} cm wide" + ("" if style.height is None else f" and {up_to_mm(high)} cm high")
    return (
        f"expected room for type of at least {size} points; got {style.measure} for {len(shape.nodes)} boards, "
        f"which need {need}: enlarge the figure, or draw fewer boards with --depth or --merge"
    )


def up_to_mm(length: float) -> str:
    """A length in centimetres, rounded up to a millimetre."""
    return f"{ceil(length / CM * 10) / 10:.1f}"
