"""Figure of alpha-beta: the boards that it visits, with alpha and beta, and struck out those that it cuts.

In brackets under a value stand alpha and beta when it comes to the board. In steps the boards are visited one after
another: a step is a coming to a board or the going back from it with its value; a leaf has one step for both. A
sentence says what happens to alpha and beta. The last step is the whole figure.

The algorithm is the plain one of Knuth and Moore ("An analysis of alpha-beta pruning", 1975, their F2): alpha is what
MAX is sure of by moves before, beta what MIN is. The children of a board are left out as soon as its value is at least
beta under MAX, or at most alpha under MIN; what it returns is then only a bound.
"""

from collections.abc import Iterator
from math import inf, isinf
from typing import NamedTuple

from oxobook.viewer.palette import Palette
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown
from oxobook.viewer.pictures.drawing.shapes import Lines, Shape, Text
from oxobook.viewer.pictures.figures.game_tree import Node, preorder
from oxobook.viewer.pictures.figures.style import LINE, MINUS, Style, signed
from oxobook.viewer.pictures.figures.tree_layout import CHIP, PlacedNode, TreeLayout, lay_out

_UNDER = 4.5, CHIP[1] + LINE  # the width and height of a value and the brackets under it, in sizes of type
_GREY = "#b4bac2"
_CUT = Palette(**dict.fromkeys(Palette._fields, _GREY))

ORDERS = {"cells": "in the order of the cells", "best": "best first"}


class Visit(NamedTuple):
    """State of alpha-beta at a board that it visits; all values are for X."""

    alpha: float  # alpha when it comes to the board; minus infinity at the root
    beta: float
    value: int  # value returned to the board above: the true value, or the nearest bound
    least: int
    most: int  # upper bound of the true value after the visit; ``least``: the lower bound

    @property
    def words(self) -> str:
        """Value as ``+1``, or with a sign before it if the true value may be greater or less."""
        sign = "" if self.least == self.most else "\u2265 " if self.value == self.least else "\u2264 "
        return sign + signed(self.value)


def ordered(tree: Node, order: str) -> Node:
    """Return the tree with its children in one of ``ORDERS``; best first is by the value for the mover."""
    children = [ordered(child, order) for child in tree.children]
    if order == "best":
        children.sort(key=lambda child: -child.value if tree.maximises else child.value)
    return tree._replace(children=tuple(children))


def alpha_beta(tree: Node) -> dict[int, Visit]:
    """Return the visits of all visited nodes, by ``id``; left children come first."""
    visits: dict[int, Visit] = {}
    _search(tree, -inf, inf, visits)
    return visits


def _search(node: Node, alpha: float, beta: float, visits: dict[int, Visit]) -> Visit:
    """Visit a node; return its true value if it lies between alpha and beta, else a bound."""
    if not node.children:
        visits[id(node)] = visit = Visit(alpha, beta, node.value, node.value, node.value)
        return visit
    best = max if node.maximises else min
    low, high = alpha, beta
    found: list[Visit] = []
    for child in node.children:
        found.append(_search(child, low, high, visits))
        if node.maximises:
            low = max(low, found[-1].value)
        else:
            high = min(high, found[-1].value)
        if low >= high:
            break
    left_out = len(found) < len(node.children)
    visits[id(node)] = visit = Visit(
        alpha,
        beta,
        best(one.value for one in found),
        -1 if left_out and not node.maximises else best(one.least for one in found),
        1 if left_out and node.maximises else best(one.most for one in found),
    )
    return visit


class Moment(NamedTuple):
    """Event of a step."""

    node: Node
    ends: bool  # True if the node's value is known now; else alpha-beta has only come to it
    said: str


def alpha_beta_figure(tree: Node, order: str, style: Style) -> Drawing:
    """Return the tree, its children in one of ``ORDERS``, in a step for each moment, and two more.

    Raises IllegalFigure.
    """
    tree = ordered(tree, order)
    visits, nodes = alpha_beta(tree), list(preorder(tree))
    told = list(moments(tree, visits))
    said = ["The tree, before anything is known.", *(moment.said for moment in told)]
    said.append(_caption(tree, nodes, visits, order))
    layout = lay_out(tree, style, max(said, key=len), _UNDER)
    comes = {id(moment.node): step for step, moment in reversed(list(enumerate(told, 1)))}
    ends = {id(moment.node): step for step, moment in enumerate(told, 1) if moment.ends}
    placed = {id(one.node): one for one in layout.placed}
    shapes = [layout.frame_around(placed[id(one.node)], step) for step, one in enumerate(told, 1)]
    for one in layout.placed:
        visit, parent = visits.get(id(one.node)), layout.placed[one.parent]
        if visit:
            shapes += _visited(one, visit, layout, comes[id(one.node)], ends[id(one.node)])
        else:
            ends[id(one.node)] = ends[id(parent.node)]
            shapes += _cut(one, layout, ends[id(one.node)], crossed=id(parent.node) in visits)
    shapes += layout.level_names()
    start = f"{tree.position.rules} from {tree.position.text}"
    title = f"Alpha-beta on {start}, moves {ORDERS[order]}: it visits {len(visits)} of {len(nodes)} boards"
    return layout.drawing(title, shapes, said)


def moments(node: Node, visits: dict[int, Visit], then: str = "") -> Iterator[Moment]:
    """Yield the events at a node and below it; ``then``: what its value does to alpha or beta of the board above."""
    visit = visits[id(node)]
    if not node.children:
        yield Moment(node, True, f"This board is worth {signed(node.value)}{then}.")
        return
    name = "MAX" if node.maximises else "MIN"
    low, high = visit.alpha, visit.beta
    yield Moment(node, False, f"{name} comes to this board: alpha is {_limit(low)}, beta is {_limit(high)}.")
    children = [child for child in node.children if id(child) in visits]
    for child in children:
        value = visits[id(child)].value
        if node.maximises:
            change, low = (f": alpha is {signed(value)} now" if value > low else ""), max(low, value)
        else:
            change, high = (f": beta is {signed(value)} now" if value < high else ""), min(high, value)
        yield from moments(child, visits, change)
    yield Moment(node, True, _ending(node, visit, len(node.children) - len(children)) + then + ".")


def _ending(node: Node, visit: Visit, left_out: int) -> str:
    name, other, extreme = ("MAX", "MIN", "greatest") if node.maximises else ("MIN", "MAX", "least")
    if left_out:
        cut = "the last move is cut" if left_out == 1 else f"{left_out} moves are cut"
        return f"Alpha has reached beta: {other} already has a move as good, so {cut}"
    if len(node.children) == 1:
        return f"{name} has one move: {visit.words} goes up"
    return f"{name} has tried every move: the {extreme}, {visit.words}, goes up"


def _caption(tree: Node, nodes: list[Node], visits: dict[int, Visit], order: str) -> str:
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


def _visited(one: PlacedNode, visit: Visit, layout: TreeLayout, comes: int, ends: int) -> Iterator[Shown]:
    """Yield a board that is visited: its edge is black from the step in which it is come to."""
    if one.parent >= 0:
        line = layout.edge(one, False)
        yield Shown(line, 0, comes - 1)
        yield Shown(line._replace(colour=layout.style.palette.ink, thick=0.9), comes)
    yield from map(Shown, (one.board.group, *layout.heads_and_dots(one)))
    yield from layout.unknown_until(ends, one)
    yield from (Shown(shape, ends) for shape in layout.value_box(one, visit.value, visit.words))
    words, size = f"({_limit(visit.alpha)}, {_limit(visit.beta)})", layout.type_size
    yield Shown(Text(words, one.x, one.chip + (CHIP[1] + LINE) / 2 * size, size, layout.style.palette.ink), comes)


def _cut(one: PlacedNode, layout: TreeLayout, when: int, crossed: bool) -> Iterator[Shown]:
    """Yield a board that is struck out when it is cut; the line to it is ``crossed`` if the board above is visited."""
    grey = one._replace(board=one.board._replace(palette=_CUT))
    line = layout.edge(one, False)
    before: list[Shape] = [line, *layout.heads_and_dots(one)]
    after: list[Shape] = [line._replace(colour=_GREY), *layout.heads_and_dots(grey)]
    ink = layout.style.palette.ink
    if crossed:
        after.append(_cross(line, layout.type_size, ink))
    yield from (Shown(shape, 0, when - 1) for shape in (one.board.group, *before))
    yield from layout.unknown_until(when, one)
    yield from (Shown(shape, when) for shape in (grey.board.group, *after))
    board = one.board
    ends = board.x, board.y + board.height, board.x + board.width, board.y
    yield Shown(Lines((ends,), ink, 0.9), when)


def _cross(line: Lines, size: float, ink: str) -> Lines:
    ((x1, y1, x2, y2),) = line.segments
    x, y, arm = (x1 + x2) / 2, (y1 + y2) / 2, 0.45 * size
    middles = x - 0.2 * size, x + 0.2 * size
    strokes = tuple((middle - arm, y + arm / 2, middle + arm, y - arm / 2) for middle in middles)
    return Lines(strokes, ink, 0.9)


def _limit(value: float) -> str:
    return f"{'+' if value > 0 else MINUS}\u221e" if isinf(value) else signed(int(value))
