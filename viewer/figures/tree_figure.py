"""Figure of a game tree: a board for each position, and under it its value for X.

Each level of the tree is a row of boards; MAX or MIN at its left says who chooses. Thick lines lead to the children
whose value is backed up; three dots under a board say that the game goes on there.

In steps it is minimax at work: first the bare tree, then the values of the leaves, then one board after another, from
the lowest level up and from left to right: it is framed, the greatest or the least value below it goes up, and a
sentence says so. The last step is the whole tree.
"""

from collections.abc import Callable, Iterator, Sequence

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.game.score import Value
from oxobook.book.game.shapes import Lines, Shape, Text
from oxobook.viewer.drawing.drawing import Drawing, Shown
from oxobook.viewer.figures.game_tree import Node, deepest, game_tree, preorder, value_for_x
from oxobook.viewer.figures.style import LINE, IllegalFigure, Style, captions, chip, framed, signed
from oxobook.viewer.figures.tree_layout import CHIP, PlacedNode, TreeLayout, lay_out

_THICK, _THIN = 1.4, 0.5  # edges
_FRAME = 0.12  # between a board and its frame, in sizes of type


def asked_figure(
    book: Book,
    position: Position,
    depth: int | None,
    merge: bool,
    most: int,
    draw: Callable[[Node], Drawing],
    worth: Callable[[Book, Position], int] = value_for_x,
) -> Drawing:
    """Return the figure of a tree of this depth, or of the greatest that can be read; raises IllegalFigure."""
    most_plies, to_the_end = deepest(position, merge, most)
    if depth is not None:
        if depth > most_plies and not to_the_end:
            raise IllegalFigure(
                f"expected a tree of at most {most} boards; got {depth} plies from {position.text}: draw at most "
                f"--depth {most_plies}, or allow more with --boards"
            )
        return draw(game_tree(book, position, depth, merge, worth=worth))
    drawn = None
    for plies in range(2, most_plies + 1):
        try:
            drawn = draw(game_tree(book, position, plies, merge, worth=worth))
        except IllegalFigure:
            break
    return drawn or draw(game_tree(book, position, min(1, most_plies), merge, worth=worth))


def tree_figure(tree: Node, style: Style) -> Drawing:
    """Return the tree with all its values. Raises IllegalFigure if it cannot be read at its size."""
    return _figure(tree, style, [_caption(tree)])


def minimax_steps(tree: Node, style: Style) -> Drawing:
    """Return the tree in as many steps as it has inner boards, and three more. Raises IllegalFigure."""
    return _figure(tree, style, minimax_sentences(tree))


def _figure(tree: Node, style: Style, said: Sequence[str]) -> Drawing:
    """Return the tree in a step for each sentence; in one step it has all its values."""
    layout, end = lay_out(tree, style, max(said, key=len)), len(said) - 1
    goes_up = {id(node): min(step, end) for step, node in enumerate(_inner_nodes(tree), 2)}
    shapes = [Shown(edge(one, layout, style, False)) for one in layout.placed if one.parent >= 0]
    for one in layout.placed:
        if one.parent >= 0 and (parent := layout.placed[one.parent].node).keeps(one.node):
            shapes.append(Shown(edge(one, layout, style, True), goes_up[id(parent)]))
        if end and id(one.node) in goes_up:
            shapes.append(frame_around(one, layout, style, goes_up[id(one.node)]))
    for one in layout.placed:
        shapes += map(Shown, (one.board, *heads_and_dots(one, layout, style)))
    shapes += level_names(layout, style)
    for one in layout.placed:
        step = goes_up.get(id(one.node), min(1, end))
        shapes += unknown_until(step, one, layout, style)
        shapes += (Shown(shape, step) for shape in value_box(one, layout, style, one.node.value))
    count, worth = len(layout.placed), f"{tree.value:+d}" if tree.value else "0"
    start = f"Game tree of {tree.position.rules} from {tree.position.text}"
    title = f"{start}: {count} board{'s' * (count != 1)}, worth {worth} to X"
    return tree_drawing(title, layout, style, shapes, said)


def tree_drawing(title: str, layout: TreeLayout, style: Style, shapes: Sequence[Shown], said: Sequence[str]) -> Drawing:
    """Return the shapes with the sentence of each step under them."""
    size = layout.type_size
    told = (*shapes, *captions(style, said, layout.caption_top, size))
    return Drawing(style.width, layout.height, title, told, steps=len(said), type_size=size)


def _caption(tree: Node) -> str:
    nodes = list(preorder(tree))
    wins, most = "+1 where X wins, 0 for a draw, \u20131 where O wins", tree.position.rules.cells + 1
    if any(abs(node.value) > 1 for node in nodes):
        wins = f"{most} \u2013 d where X wins with move d, d \u2013 {most} where O does, 0 for a draw"
    said = [f"Under each board is what it is worth to X: {wins}."]
    if tree.children:
        said.append("MAX takes the greatest value below it and MIN the least; thick lines lead to that value.")
    if any(node.cut for node in nodes):
        said.append("Dots: play goes on, and the value is the book's.")
    if any(node.alike > 1 for node in nodes):
        said.append("\u00d72: this move stands for two that are the same by symmetry.")
    return " ".join(said)


def minimax_sentences(tree: Node) -> list[str]:
    """Return the sentence for each step of minimax."""
    leaves = [node for node in preorder(tree) if not node.children]
    kinds = ["what the book says where play goes on"] if any(node.cut for node in leaves) else []
    if any(not node.cut for node in leaves):
        kinds.insert(0, "the result where the game is over")
    return [
        "The tree, before anything is known.",
        f"The leaves have their values: {', '.join(kinds)}.",
        *(_choice(node) for node in _inner_nodes(tree)),
        f"So the first board is worth {signed(tree.value)} to X.",
    ]


def _choice(node: Node) -> str:
    name, extreme = ("MAX", "greatest") if node.maximises else ("MIN", "least")
    values = [signed(child.value) for child in node.children]
    if len(values) == 1:
        return f"{name} has one move: {values[0]} goes up."
    return f"{name} takes the {extreme} of {', '.join(values[:-1])} and {values[-1]}: {signed(node.value)} goes up."


def _inner_nodes(tree: Node) -> list[Node]:
    """Return the nodes that have children, from the lowest level up, on each from left to right."""
    levels: list[list[Node]] = [[tree]]
    while levels[-1]:
        levels.append([child for node in levels[-1] for child in node.children])
    return [node for level in reversed(levels) for node in level if node.children]


def edge(one: PlacedNode, layout: TreeLayout, style: Style, thick: bool) -> Lines:
    """Return the line from a node's parent to it."""
    parent = layout.placed[one.parent]
    colour = style.palette.ink if thick else style.palette.rule
    return Lines(((parent.x, parent.bottom, one.x, one.top),), colour, _THICK if thick else _THIN)


def heads_and_dots(one: PlacedNode, layout: TreeLayout, style: Style) -> Iterator[Shape]:
    """Yield the move over a board, and dots under it where play goes on; in the board's colours."""
    size, palette = layout.type_size, one.board.palette
    if style.moves and one.node.move:
        times = f" \u00d7{one.node.alike}" if one.node.alike > 1 else ""
        yield Text(f"{one.node.move}{times}", one.x, one.top + LINE / 2 * size, size, palette.ink)
    if one.node.cut:
        top, dot = one.bottom + 0.35 * size, 0.15 * size
        yield Lines(((one.x, top, one.x, top + 0.7 * size),), palette.rule, dot, dotted=True)


def value_box(one: PlacedNode, layout: TreeLayout, style: Style, value: int, words: str = "") -> list[Shape]:
    """Return a position's value for X in a box of its colour; ``words`` replace the value if given."""
    size, words = layout.type_size, words or signed(value)
    result = Value((value > 0) - (value < 0))
    pale, strong = style.palette.pale(result), style.palette.strong(result)
    width = max(CHIP[0], 0.68 * len(words) + 0.4) * size
    box = chip(one.x, one.chip, width, CHIP[1] * size, pale, strong)
    return [box, Text(words, one.x, one.chip, size, style.palette.ink, bold=True)]


def unknown_until(step: int, one: PlacedNode, layout: TreeLayout, style: Style) -> list[Shown]:
    """Return the box of a value that is not known before a step."""
    width, height = (length * layout.type_size for length in CHIP)
    empty = chip(one.x, one.chip, width, height, style.palette.paper, style.palette.rule)
    return [Shown(empty, 0, step - 1)] if step else []


def frame_around(one: PlacedNode, layout: TreeLayout, style: Style, step: int) -> Shown:
    """Return the frame of the board with which a step is concerned."""
    return Shown(framed(one.board, _FRAME * layout.type_size, style), step, step)


def level_names(layout: TreeLayout, style: Style) -> Iterator[Shown]:
    """Yield MAX or MIN, and whose move it is, beside each level that has a board to choose from."""
    size, ink = layout.type_size, style.palette.ink
    levels = {one.level: one for one in reversed(layout.placed) if not one.node.position.over}
    for one in levels.values():
        y = one.board.y + max(one.board.height / 2, LINE * size)
        name, mover = ("MAX", "X") if one.node.maximises else ("MIN", "O")
        yield Shown(Text(name, layout.names, y - LINE / 2 * size, size, ink, bold=True, at="left"))
        yield Shown(Text(f"{mover} to move", layout.names, y + LINE / 2 * size, size, ink, at="left"))
