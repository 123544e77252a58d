"""Layout of a game tree in a figure: places and sizes of its boards and type.

Side by side they stand by Reingold and Tilford's rules ("Tidier drawings of trees", 1981): a parent stands in the
middle above its children, subtrees stand as close as they can without touching, and equal subtrees are drawn alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown
from oxobook.viewer.pictures.drawing.shapes import Lines, Shape, Text
from oxobook.viewer.pictures.figures.game_tree import Node
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
    chip,
    framed,
    signed,
    up_to_mm,
)

CHIP = 2.3, 1.35  # width and height of the box of a value, in sizes of type
_NAMES = 6.0  # the width of the names of the levels, in sizes of type
_SIBLING, _COUSIN = 0.8, 1.6  # between boards side by side, in sides of a cell
_ROOM = 0.35  # between a board and the box of its value, in sizes of type
_THICK, _THIN = 1.4, 0.5  # edges
_FRAME = 0.12  # between a board and its frame, in sizes of type
_DOTS = 1.2  # what the three dots take, in sizes of type
_LEAST_DROP, _MOST_DROP, _SLOPE = 1.6, 7.0, 0.2  # of an edge: its height in sides of a cell; its height by its width


class PlacedNode(NamedTuple):
    """Node with its place."""

    node: Node
    parent: int  # number of its parent in the list; -1 for the root
    level: int
    board: PlacedBoard
    x: float  # middle of the board
    top: float  # end of its edge: above the board and its move
    chip: float  # middle of the box of its value, from above
    bottom: float  # beginning of the edges to its children


class TreeLayout(NamedTuple):
    """Layout of a tree, and what is drawn of it."""

    style: Style
    placed: list[PlacedNode]  # nodes, each before its children
    type_size: int
    height: float  # height of the figure
    names: float  # left edge of the names of the levels
    caption_top: float  # top of the sentences under the tree

    def edge(self, one: PlacedNode, thick: bool) -> Lines:
        """Return the line from a node's parent to it."""
        parent, palette = self.placed[one.parent], self.style.palette
        ends = parent.x, parent.bottom, one.x, one.top
        return Lines((ends,), palette.ink if thick else palette.rule, _THICK if thick else _THIN)

    def heads_and_dots(self, one: PlacedNode) -> Iterator[Shape]:
        """Yield the move over a board, and dots under it where play goes on; in the board's colours."""
        size, palette = self.type_size, one.board.palette
        if one.node.move:
            times = f" \u00d7{one.node.alike}" if one.node.alike > 1 else ""
            labels = self.style.labels_for(one.node.position.rules)
            yield Text(f"{labels.move(one.node.move)}{times}", one.x, one.top + LINE / 2 * size, size, palette.ink)
        if one.node.cut:
            top, dot = one.bottom + 0.35 * size, 0.15 * size
            yield Lines(((one.x, top, one.x, top + 0.7 * size),), palette.rule, dot, dotted=True)

    def value_box(self, one: PlacedNode, value: int, words: str = "") -> list[Shape]:
        """Return a position's value for X in a box of its winner's colour; ``words`` replace the value if given."""
        size, words, palette = self.type_size, words or signed(value), self.style.palette
        winner = "X" if value > 0 else "O" if value < 0 else None
        width = max(CHIP[0], 0.68 * len(words) + 0.4) * size
        box = chip(one.x, one.chip, width, CHIP[1] * size, palette.pale(winner), palette.strong(winner))
        return [box, Text(words, one.x, one.chip, size, palette.ink, bold=True)]

    def unknown_until(self, step: int, one: PlacedNode) -> list[Shown]:
        """Return the box of a value that is not known before a step."""
        width, height = (length * self.type_size for length in CHIP)
        empty = chip(one.x, one.chip, width, height, self.style.palette.paper, self.style.palette.rule)
        return [Shown(empty, 0, step - 1)] if step else []

    def frame_around(self, one: PlacedNode, step: int) -> Shown:
        """Return the frame of the board with which a step is concerned."""
        return Shown(framed(one.board, _FRAME * self.type_size, self.style), step, step)

    def drawing(self, title: str, shapes: Iterable[Shown], said: Sequence[str]) -> Drawing:
        """Return the shapes with the sentence of each step under them."""
        told = (*shapes, *captions(self.style, said, self.caption_top, self.type_size))
        return Drawing(self.style.width, self.height, title, told, steps=len(said), type_size=self.type_size)

    def level_names(self) -> Iterator[Shown]:
        """Yield MAX or MIN, and whose move it is, beside each level that has a board to choose from."""
        size, ink = self.type_size, self.style.palette.ink
        levels = {one.level: one for one in reversed(self.placed) if not one.node.position.over}
        for one in levels.values():
            y = one.board.y + max(one.board.height / 2, LINE * size)
            name, mover = ("MAX", "X") if one.node.maximises else ("MIN", "O")
            yield Shown(Text(name, self.names, y - LINE / 2 * size, size, ink, bold=True, at="left"))
            yield Shown(Text(f"{mover} to move", self.names, y + LINE / 2 * size, size, ink, at="left"))


_Across = tuple[Node, float, int]
"""Node with the place of its middle, in sides of a cell, and its level."""
_Contour = list[float]  # reach on one side, by level, from the middle of the root


def lay_out(tree: Node, style: Style, caption: str, under: tuple[float, float] = CHIP) -> TreeLayout:
    """Return the tree in a figure that has room for a caption; raises IllegalFigure.

    ``under``: the width and height, in sizes of type, of what stands under a board and begins with the box of a value.
    """
    slot = max(float(tree.position.rules.board.width), under[0])
    nodes, _, _ = _side_by_side(tree, slot + _SIBLING, slot + _COUSIN)
    left = min(x for _, x, _ in nodes)
    nodes = [(node, x - left, level) for node, x, level in nodes]
    across = max(x for _, x, _ in nodes) + slot
    for size in range(MOST_TYPE, LEAST_TYPE - 1, -1):
        cell = min((style.width - 2 * PAD - _NAMES * size) / across, MOST_CELL)
        if cell >= size:
            return _placed(nodes, across * cell, style, size, cell, len(style.caption(caption, size)), under[1] * size)
    need = up_to_mm((across + _NAMES) * LEAST_TYPE + 2 * PAD)
    raise IllegalFigure(
        f"expected room for type of at least {LEAST_TYPE} points; got {style.measure} for {len(nodes)} boards, "
        f"which need {need} cm: enlarge the figure, or draw fewer boards with --depth or --merge"
    )


def _side_by_side(tree: Node, apart: float, between: float) -> tuple[list[_Across], _Contour, _Contour]:
    """Return each node with its middle's place and its level, and the tree's reach to the left and right.

    Places are from the root's; each node comes before its children. The middles of siblings are at least ``apart`` from
    each other, those of other neighbours on a level ``between``.
    """
    branches = [_side_by_side(child, apart, between) for child in tree.children]
    if not branches:
        return [(tree, 0.0, 0)], [0.0], [0.0]
    offsets, left, right = [0.0], branches[0][1], branches[0][2]
    for _, next_left, next_right in branches[1:]:
        gaps = zip(right, next_left, strict=False)
        shift = max(end - start + (between if level else apart) for level, (end, start) in enumerate(gaps))
        offsets.append(shift)
        left = left + [x + shift for x in next_left[len(left) :]]
        right = [x + shift for x in next_right] + right[len(next_right) :]
    middle = (offsets[0] + offsets[-1]) / 2
    places = [(tree, 0.0, 0)]
    for (nodes, _, _), offset in zip(branches, offsets, strict=True):
        places += [(node, x + offset - middle, level + 1) for node, x, level in nodes]
    return places, [0.0, *(x - middle for x in left)], [0.0, *(x - middle for x in right)]


def _placed(
    nodes: list[_Across], across: float, style: Style, size: int, cell: float, caption: int, under: float
) -> TreeLayout:
    """Return the nodes placed, in the middle of the figure; levels are as far apart as their edges are long."""
    rules, place = nodes[0][0].position.rules, {id(node): x for node, x, _ in nodes}
    longest = max((abs(place[id(child)] - x) for node, x, _ in nodes for child in node.children), default=0.0)
    drop = min(max(_SLOPE * longest, _LEAST_DROP), _MOST_DROP) * cell
    names = max(PAD, (style.width - across - _NAMES * size) / 2)
    middle = names + _NAMES * size + across / 2 - max(place.values()) * cell / 2
    head = LINE * size
    step = rules.board.height * cell + _ROOM * size + under + drop + head
    placed: list[PlacedNode] = []
    parents = {id(child): number for number, (node, _, _) in enumerate(nodes) for child in node.children}
    for node, x, level in nodes:
        board = PlacedBoard(node.position, middle + (x - rules.board.width / 2) * cell, PAD + level * step, cell,
                            style.palette)  # fmt: skip
        below = board.y + board.height + _ROOM * size
        edge = board.y - (head if level else 0)
        parent = parents.get(id(node), -1)
        chip_at = below + CHIP[1] / 2 * size
        placed.append(PlacedNode(node, parent, level, board, board.middle, edge, chip_at, below + under))
    dots = _DOTS * size if any(node.cut for node, _, _ in nodes) else 0.0
    caption_top = max(one.bottom for one in placed) + dots + (BEFORE_CAPTION * size if caption else 0.0)
    return TreeLayout(style, placed, size, caption_top + caption * LINE * size + PAD, names, caption_top)
