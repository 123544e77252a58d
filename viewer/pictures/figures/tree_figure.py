"""Figure of a game tree: a board for each position, and under it its value for X.

Each level of the tree is a row of boards; MAX or MIN at its left says who chooses. Thick lines lead to the children
whose value is backed up; three dots under a board say that the game goes on there.

In steps it is minimax at work: first the bare tree, then the values of the leaves, then one board after another, from
the lowest level up and from left to right: it is framed, the greatest or the least value below it goes up, and a
sentence says so. The last step is the whole tree.
"""

from collections.abc import Callable

from oxobook.book.book import Book
from oxobook.book.errors import counted
from oxobook.book.game.position import Position
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown
from oxobook.viewer.pictures.figures.game_tree import Node, deepest, game_tree, preorder, value_for_x
from oxobook.viewer.pictures.figures.style import IllegalFigure, Style, signed
from oxobook.viewer.pictures.figures.tree_layout import lay_out

MOST_BOARDS = 200
"""Largest number of boards of a tree."""


def asked_figure(
    book: Book,
    position: Position,
    depth: int | None,
    merge: bool,
    draw: Callable[[Node], Drawing],
    worth: Callable[[Book, Position], int] = value_for_x,
) -> Drawing:
    """Return the figure of a tree of this depth, or of the greatest that can be read; raises IllegalFigure."""
    most_plies, to_the_end = deepest(position, merge, MOST_BOARDS)
    if depth is not None:
        if depth > most_plies and not to_the_end:
            raise IllegalFigure(
                f"expected a tree of at most {MOST_BOARDS} boards; got {depth} plies from {position.text}: "
                f"draw at most --depth {most_plies}"
            )
        return draw(game_tree(book, position, depth, merge, worth=worth))
    drawn = None
    for plies in range(2, most_plies + 1):
        try:
            drawn = draw(game_tree(book, position, plies, merge, worth=worth))
        except IllegalFigure:
            break
    return drawn or draw(game_tree(book, position, min(1, most_plies), merge, worth=worth))


def minimax_figure(tree: Node, style: Style) -> Drawing:
    """Return the tree in as many steps as it has inner boards, and three more. Raises IllegalFigure."""
    said = [*minimax_sentences(tree), _caption(tree)]
    layout = lay_out(tree, style, max(said, key=len))
    goes_up = {id(node): step for step, node in enumerate(_inner_nodes(tree), 2)}
    shapes = [Shown(layout.edge(one, False)) for one in layout.placed if one.parent >= 0]
    for one in layout.placed:
        if one.parent >= 0 and (parent := layout.placed[one.parent].node).value == one.node.value:
            shapes.append(Shown(layout.edge(one, True), goes_up[id(parent)]))
        if id(one.node) in goes_up:
            shapes.append(layout.frame_around(one, goes_up[id(one.node)]))
    for one in layout.placed:
        shapes += map(Shown, (one.board.group, *layout.heads_and_dots(one)))
    shapes += layout.level_names()
    for one in layout.placed:
        step = goes_up.get(id(one.node), 1)
        shapes += layout.unknown_until(step, one)
        shapes += (Shown(shape, step) for shape in layout.value_box(one, one.node.value))
    count, worth = len(layout.placed), f"{tree.value:+d}" if tree.value else "0"
    start = f"Game tree of {tree.position.rules} from {tree.position.text}"
    title = f"{start}: {counted(count, 'board')}, worth {worth} to X"
    return layout.drawing(title, shapes, said)


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
    """Return the sentence for each step of minimax but the last."""
    leaves = [node for node in preorder(tree) if not node.children]
    kinds = ["what the book says where play goes on"] if any(node.cut for node in leaves) else []
    if any(not node.cut for node in leaves):
        kinds.insert(0, "the result where the game is over")
    return [
        "The tree, before anything is known.",
        f"The leaves have their values: {', '.join(kinds)}.",
        *(_choice(node) for node in _inner_nodes(tree)),
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
