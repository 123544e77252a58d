"""The figure of a game tree: a board for each position, and under it what it is worth to X.

Each level of the tree is a row of boards; MAX or MIN at its left says who chooses. Thick lines lead to the children
whose value is backed up; three dots under a board say that the game goes on there.
"""

from collections.abc import Callable, Iterator

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.game.score import Value
from oxobook.viewer.drawing.drawing import Chip, Figure, IllegalFigure, Segment, Shape, Shown, Words, broken, signed
from oxobook.viewer.figures.game_tree import Node, deepest, game_tree, preorder
from oxobook.viewer.figures.tiles import Tiles
from oxobook.viewer.figures.tree_layout import CHIP, LINE, PAD, Layout, Placed, Style, lay_out

_THICK, _THIN = 1.4, 0.5  # edges


def asked_figure(
    book: Book, position: Position, depth: int | None, merge: bool, most: int, draw: Callable[[Node], Figure]
) -> Figure:
    """What ``draw`` makes of the tree of a position: of this depth, or else of the deepest that can be read.

    Raises IllegalFigure for more than ``most`` boards, and as ``draw`` does where even one ply cannot be read.
    """
    most_plies, to_the_end = deepest(position, merge, most)
    if depth is not None:
        if depth > most_plies and not to_the_end:
            raise IllegalFigure(
                f"expected a tree of at most {most} boards; got {depth} plies from {position.text}: draw at most "
                f"--depth {most_plies}, or allow more with --boards"
            )
        return draw(game_tree(book, position, depth, merge))
    drawn = None
    for plies in range(2, most_plies + 1):
        try:
            drawn = draw(game_tree(book, position, plies, merge))
        except IllegalFigure:
            break
    return drawn or draw(game_tree(book, position, min(1, most_plies), merge))


def tree_figure(tree: Node, style: Style) -> Figure:
    """The tree with all its values. Raises IllegalFigure where it cannot be read at its size."""
    caption = tree_caption(tree) if style.captions else ""
    layout = lay_out(tree, style, caption)
    shapes = [*edges(layout, style), *boards(layout, style), *level_names(layout, style)]
    shapes += caption_lines(layout, style, caption)
    for one in layout.placed:
        shapes += value_box(one, layout, style, one.node.value)
    return Figure(style.width, layout.height, tree_title(tree), layout.type_size, tuple(map(Shown, shapes)))


def tree_title(tree: Node) -> str:
    """What the figure shows, in a sentence."""
    count = sum(1 for _ in preorder(tree))
    boards = f"{count} board{'s' * (count != 1)}"
    worth = f"{tree.value:+d}" if tree.value else "0"
    return f"Game tree of {tree.position.rules} from {tree.position.text}: {boards}, worth {worth} to X"


def tree_caption(tree: Node) -> str:
    """The sentences under a tree."""
    nodes = list(preorder(tree))
    wins = "+1 where X wins, 0 for a draw, \u20131 where O wins"
    said = [f"Under each board is what it is worth to X: {wins}."]
    if tree.children:
        said.append("MAX takes the greatest value below it and MIN the least; thick lines lead to that value.")
    if any(node.cut for node in nodes):
        said.append("Dots: play goes on, and the value is the book's.")
    if any(node.alike > 1 for node in nodes):
        said.append("\u00d72: this move stands for two that are the same by symmetry.")
    return " ".join(said)


def edges(layout: Layout, style: Style) -> Iterator[Shape]:
    """A line to each child."""
    for one in sorted(layout.placed, key=lambda one: _thick(one, layout)):
        if one.parent >= 0:
            yield edge(one, layout, style, _thick(one, layout))


def edge(one: Placed, layout: Layout, style: Style, thick: bool) -> Segment:
    """The line from a node's parent to it."""
    parent = layout.placed[one.parent]
    colour = style.palette.ink if thick else style.palette.rule
    return Segment(parent.x, parent.bottom, one.x, one.top, colour, _THICK if thick else _THIN)


def _thick(one: Placed, layout: Layout) -> bool:
    return one.parent >= 0 and layout.placed[one.parent].node.keeps(one.node)


def boards(layout: Layout, style: Style) -> Iterator[Shape]:
    """The boards, with what stands over and under them."""
    for one in layout.placed:
        yield one.board
        yield from heads_and_dots(one, layout, style)


def heads_and_dots(one: Placed, layout: Layout, style: Style) -> Iterator[Shape]:
    """The move over a board, and dots under it where play goes on; in the board's colours."""
    size, palette = layout.type_size, one.board.palette
    if style.moves and one.node.move:
        times = f" \u00d7{one.node.alike}" if one.node.alike > 1 else ""
        yield Words(f"{one.node.move}{times}", one.x, one.top + LINE / 2 * size, size, palette.ink)
    if one.node.cut:
        top, dot = one.bottom + 0.35 * size, 0.15 * size
        yield Segment(one.x, top, one.x, top + 0.7 * size, palette.rule, dot, dotted=True)


def value_box(one: Placed, layout: Layout, style: Style, value: int, words: str = "") -> list[Shape]:
    """What a position is worth to X, in the colour of the value; ``words`` are what stands there if not the value."""
    size, words = layout.type_size, words or signed(value)
    pale, strong = style.palette.pale(Value(value)), style.palette.strong(Value(value))
    width = max(CHIP[0], 0.68 * len(words) + 0.4) * size
    box = Chip(one.x, one.chip, width, CHIP[1] * size, pale, strong)
    return [box, Words(words, one.x, one.chip, size, style.palette.ink, bold=True)]


def level_names(layout: Layout, style: Style) -> Iterator[Shape]:
    """MAX or MIN, and whose move it is, beside each level that has one to choose."""
    size, ink = layout.type_size, style.palette.ink
    levels = {one.level: one for one in reversed(layout.placed) if not one.node.position.over}
    for one in levels.values():
        y = one.board.y + max(one.board.height / 2, LINE * size)
        name, mover = ("MAX", "X") if one.node.maximises else ("MIN", "O")
        yield Words(name, layout.names, y - LINE / 2 * size, size, ink, bold=True, left=True)
        yield Words(f"{mover} to move", layout.names, y + LINE / 2 * size, size, ink, left=True)


def caption_lines(layout: Layout | Tiles, style: Style, sentences: str) -> Iterator[Shape]:
    """Sentences under the figure."""
    size = layout.type_size
    for number, line in enumerate(broken(sentences, size, style.width - 2 * PAD) if sentences else []):
        y = layout.caption_top + (number + 0.5) * LINE * size
        yield Words(line, PAD, y, size, style.palette.ink, left=True)
