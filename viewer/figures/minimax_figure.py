"""Minimax step by step: the values of a tree appear from the leaves up.

First the bare tree, then the values of the leaves, then one board after another, from the lowest level up and from left
to right: it is framed, the greatest or the least value below it goes up, and a sentence says so. The last step
is the whole tree.
"""

from collections.abc import Iterator

from oxobook.viewer.drawing.drawing import MARKED, Chip, Figure, Shown, signed
from oxobook.viewer.figures.game_tree import Node, preorder
from oxobook.viewer.figures.tree_figure import boards, caption_lines, edge, level_names, tree_title, value_box
from oxobook.viewer.figures.tree_layout import CHIP, Layout, Placed, Style, lay_out

_FRAME = 0.12  # between a board and its frame, in sizes of type


def backup_figure(tree: Node, style: Style) -> Figure:
    """The tree in as many steps as it has inner boards, and three more. Raises IllegalFigure."""
    said = sentences(tree)
    layout = lay_out(tree, style, max(said, key=len) if style.captions else "")
    when = {id(node): step for step, node in enumerate(inner_nodes(tree), 2)}
    shapes = [shown for one in layout.placed for shown in _lines(one, layout, style, when)]
    shapes += [frame_around(one, layout, style, when[id(one.node)]) for one in layout.placed if id(one.node) in when]
    shapes += map(Shown, [*boards(layout, style), *level_names(layout, style)])
    for one in layout.placed:
        step, empty = when.get(id(one.node), 1), style.palette.paper
        width, height = (length * layout.type_size for length in CHIP)
        shapes.append(Shown(Chip(one.x, one.chip, width, height, empty, style.palette.rule), 0, step - 1))
        shapes += [Shown(shape, step) for shape in value_box(one, layout, style, one.node.value)]
    if style.captions:
        for step, sentence in enumerate(said):
            last = step if step < len(said) - 1 else None
            shapes += [Shown(line, step, last) for line in caption_lines(layout, style, sentence)]
    return Figure(style.width, layout.height, tree_title(tree), layout.type_size, tuple(shapes), len(said))


def inner_nodes(tree: Node) -> list[Node]:
    """The nodes that have children, from the lowest level up, on each from left to right."""
    levels: list[list[Node]] = [[tree]]
    while levels[-1]:
        levels.append([child for node in levels[-1] for child in node.children])
    return [node for level in reversed(levels) for node in level if node.children]


def sentences(tree: Node) -> list[str]:
    """What happens in each step."""
    leaves = [node for node in preorder(tree) if not node.children]
    kinds = ["what the book says where play goes on"] if any(node.cut for node in leaves) else []
    if any(not node.cut for node in leaves):
        kinds.insert(0, "the result where the game is over")
    return [
        "The tree, before anything is known.",
        f"The leaves have their values: {', '.join(kinds)}.",
        *(_choice(node) for node in inner_nodes(tree)),
        f"So the first board is worth {signed(tree.value)} to X.",
    ]


def _choice(node: Node) -> str:
    """What one board takes from those below it."""
    name, extreme = ("MAX", "greatest") if node.maximises else ("MIN", "least")
    values = [signed(child.value) for child in node.children]
    if len(values) == 1:
        return f"{name} has one move: {values[0]} goes up."
    return f"{name} takes the {extreme} of {', '.join(values[:-1])} and {values[-1]}: {signed(node.value)} goes up."


def _lines(one: Placed, layout: Layout, style: Style, when: dict[int, int]) -> Iterator[Shown]:
    """The edge to a node: thin, and thick once its value has gone up along it."""
    if one.parent < 0:
        return
    parent = layout.placed[one.parent].node
    yield Shown(edge(one, layout, style, False))
    if parent.keeps(one.node):
        yield Shown(edge(one, layout, style, True), when[id(parent)])


def frame_around(one: Placed, layout: Layout, style: Style, step: int) -> Shown:
    """The frame of the board with which a step is concerned."""
    room, board = _FRAME * layout.type_size, one.board
    y = board.y + board.height / 2
    size = board.width + 2 * room, board.height + 2 * room
    return Shown(Chip(one.x, y, *size, MARKED, style.palette.ink), step, step)
