"""The figure of alpha-beta: the boards that it visits, with alpha and beta, and struck out those that it cuts.

In brackets under a value stand alpha and beta when it comes to the board.
"""

from collections.abc import Iterator
from math import isinf

from oxobook.book.game.palette import Palette
from oxobook.viewer.drawing.drawing import MINUS, Figure, Segment, Shape, Shown, Words, signed
from oxobook.viewer.figures.alpha_beta import ORDERS, Visit, alpha_beta, ordered
from oxobook.viewer.figures.game_tree import Node, preorder
from oxobook.viewer.figures.tree_figure import boards, caption_lines, edge, level_names, value_box
from oxobook.viewer.figures.tree_layout import CHIP, LINE, Layout, Placed, Style, lay_out

UNDER = 4.5, CHIP[1] + LINE
"""The width and height of a value and the brackets under it, in sizes of type."""
_GREY = "#b4bac2"
CUT = Palette(**dict.fromkeys(Palette._fields, _GREY))


def alpha_beta_figure(tree: Node, order: str, style: Style) -> Figure:
    """The tree with its children in one of ``ORDERS``. Raises IllegalFigure."""
    tree = ordered(tree, order)
    visits = alpha_beta(tree)
    nodes = list(preorder(tree))
    caption = alpha_beta_caption(tree, nodes, visits, order) if style.captions else ""
    layout = lay_out(tree, style, caption, UNDER)
    layout = layout._replace(placed=[one if id(one.node) in visits else faded(one) for one in layout.placed])
    shapes: list[Shape] = []
    for one in layout.placed:
        shapes += edge_to(one, layout, style, id(one.node) in visits)
    shapes += [*boards(layout, style), *level_names(layout, style), *caption_lines(layout, style, caption)]
    for one in layout.placed:
        visit = visits.get(id(one.node))
        if visit is None:
            shapes.append(strike(one, style))
        else:
            shapes += [*value_box(one, layout, style, visit.value, visit.words), window(one, visit, layout, style)]
    title = alpha_beta_title(tree, len(visits), len(nodes), order)
    return Figure(style.width, layout.height, title, layout.type_size, tuple(map(Shown, shapes)))


def alpha_beta_title(tree: Node, visited: int, whole: int, order: str) -> str:
    """What the figure shows, in a sentence."""
    start = f"{tree.position.rules} from {tree.position.text}"
    return f"Alpha-beta on {start}, moves {ORDERS[order]}: it visits {visited} of {whole} boards"


def alpha_beta_caption(tree: Node, nodes: list[Node], visits: dict[int, Visit], order: str) -> str:
    """The sentences under the figure."""
    visited, whole = len(visits), len(nodes)
    if visited == whole:
        count = f"Alpha-beta visits all {whole} boards"
    else:
        count = f"Alpha-beta visits {visited} of {whole} boards, cuts the {whole - visited} that are struck out"
    said = [f"{count}, and finds what minimax finds: {signed(tree.value)}. Moves are tried {ORDERS[order]}."]
    said.append("In brackets: alpha and beta on coming to the board.")
    if any(visit.least < visit.most for visit in visits.values()):
        said.append("An inequality sign marks a mere bound.")
    if any(node.cut for node in nodes):
        said.append("Dots: play goes on, and the value is the book's.")
    return " ".join(said)


def faded(one: Placed) -> Placed:
    """A board as it is drawn where it is cut."""
    return one._replace(board=one.board._replace(palette=CUT))


def edge_to(one: Placed, layout: Layout, style: Style, visited: bool) -> Iterator[Shape]:
    """The line to a board, crossed where the board is cut and the one above it is not."""
    if one.parent < 0:
        return
    if visited:
        yield edge(one, layout, style, False)._replace(colour=style.palette.ink, thick=0.9)
        return
    line = edge(one, layout, style, False)._replace(colour=_GREY)
    yield line
    if layout.placed[one.parent].board.palette is not CUT:
        x, y, arm = (line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2, 0.45 * layout.type_size
        for aside in (-0.2, 0.2):
            middle = x + aside * layout.type_size
            yield Segment(middle - arm, y + arm / 2, middle + arm, y - arm / 2, style.palette.ink, 0.9)


def strike(one: Placed, style: Style) -> Shape:
    """A line through a board that is cut."""
    board = one.board
    ends = board.x, board.y + board.height, board.x + board.width, board.y
    return Segment(*ends, style.palette.ink, 0.9)


def window(one: Placed, visit: Visit, layout: Layout, style: Style) -> Shape:
    """Alpha and beta under the value of a board that is visited."""
    words, size = f"({limit(visit.alpha)}, {limit(visit.beta)})", layout.type_size
    return Words(words, one.x, one.chip + (CHIP[1] / 2 + LINE / 2) * size, size, style.palette.ink)


def limit(value: float) -> str:
    """Alpha or beta, as it is set."""
    return f"{'+' if value > 0 else MINUS}\u221e" if isinf(value) else signed(int(value))
