"""Alpha-beta step by step: the boards are visited one after another, and what is cut is struck out when it is cut.

A step is a coming to a board or the going back from it with its value; a leaf has one step for both. A sentence says
what happens to alpha and beta. The last step is the whole figure.
"""

from collections.abc import Iterator
from typing import NamedTuple

from oxobook.viewer.drawing.drawing import Chip, Figure, Shown, signed
from oxobook.viewer.figures.alpha_beta import Visit, alpha_beta, ordered
from oxobook.viewer.figures.alpha_beta_figure import (
    UNDER,
    alpha_beta_caption,
    alpha_beta_title,
    edge_to,
    faded,
    limit,
    strike,
    window,
)
from oxobook.viewer.figures.game_tree import Node, preorder
from oxobook.viewer.figures.minimax_figure import frame_around
from oxobook.viewer.figures.tree_figure import caption_lines, edge, heads_and_dots, level_names, value_box
from oxobook.viewer.figures.tree_layout import CHIP, Layout, Placed, Style, lay_out


class Moment(NamedTuple):
    """What happens in a step."""

    node: Node
    ends: bool
    """Whether the node's value is known now; else alpha-beta has only come to it."""
    said: str


def alpha_beta_steps(tree: Node, order: str, style: Style) -> Figure:
    """The tree with its children in one of ``ORDERS``, in as many steps as there are moments, and two more.

    Raises IllegalFigure.
    """
    tree = ordered(tree, order)
    visits, nodes = alpha_beta(tree), list(preorder(tree))
    told = moments(tree, visits)
    caption = alpha_beta_caption(tree, nodes, visits, order)
    said = ["The tree, before anything is known.", *(moment.said for moment in told), caption]
    layout = lay_out(tree, style, max(said, key=len) if style.captions else "", UNDER)
    comes = {id(moment.node): step for step, moment in reversed(list(enumerate(told, 1)))}
    ends = {id(moment.node): step for step, moment in enumerate(told, 1) if moment.ends}
    placed = {id(one.node): one for one in layout.placed}
    shapes = [frame_around(placed[id(one.node)], layout, style, step) for step, one in enumerate(told, 1)]
    for one in layout.placed:
        visit = visits.get(id(one.node))
        if visit is None:
            shapes += _cut(one, layout, style, ends[_visited_above(one, layout, visits)])
        else:
            shapes += _visited(one, visit, layout, style, comes[id(one.node)], ends[id(one.node)])
    shapes += map(Shown, level_names(layout, style))
    for step, sentence in enumerate(said if style.captions else []):
        last = step if step < len(said) - 1 else None
        shapes += [Shown(line, step, last) for line in caption_lines(layout, style, sentence)]
    title = alpha_beta_title(tree, len(visits), len(nodes), order)
    return Figure(style.width, layout.height, title, layout.type_size, tuple(shapes), len(said))


def moments(tree: Node, visits: dict[int, Visit]) -> list[Moment]:
    """What happens, in its order."""
    return list(_moments(tree, visits, ""))


def _moments(node: Node, visits: dict[int, Visit], then: str) -> Iterator[Moment]:
    """What happens at a node and below it; ``then`` is what its value does to alpha or beta of the board above."""
    visit = visits[id(node)]
    if not node.children:
        yield Moment(node, True, f"This board is worth {signed(node.value)}{then}.")
        return
    name = "MAX" if node.maximises else "MIN"
    low, high = visit.alpha, visit.beta
    yield Moment(node, False, f"{name} comes to this board: alpha is {limit(low)}, beta is {limit(high)}.")
    children = [child for child in node.children if id(child) in visits]
    for child in children:
        value = visits[id(child)].value
        if node.maximises:
            change, low = (f": alpha is {signed(value)} now" if value > low else ""), max(low, value)
        else:
            change, high = (f": beta is {signed(value)} now" if value < high else ""), min(high, value)
        yield from _moments(child, visits, change)
    yield Moment(node, True, _ending(node, visit, len(node.children) - len(children)) + then + ".")


def _ending(node: Node, visit: Visit, left_out: int) -> str:
    """Why nothing more is tried at a board, and what it is worth."""
    name, other, extreme = ("MAX", "MIN", "greatest") if node.maximises else ("MIN", "MAX", "least")
    if left_out:
        cut = "the last move is cut" if left_out == 1 else f"{left_out} moves are cut"
        return f"Alpha has reached beta: {other} already has a move as good, so {cut}"
    if len(node.children) == 1:
        return f"{name} has one move: {visit.words} goes up"
    return f"{name} has tried every move: the {extreme}, {visit.words}, goes up"


def _visited_above(one: Placed, layout: Layout, visits: dict[int, Visit]) -> int:
    """The nearest board above that is visited, where this one is cut; its ``id``."""
    while id(one.node) not in visits:
        one = layout.placed[one.parent]
    return id(one.node)


def _visited(one: Placed, visit: Visit, layout: Layout, style: Style, comes: int, ends: int) -> Iterator[Shown]:
    """A board that is visited: its edge is black from the step in which it is come to."""
    for line in edge_to(one, layout, style, True):
        yield Shown(edge(one, layout, style, False), 0, comes - 1)
        yield Shown(line, comes)
    yield Shown(one.board)
    yield from map(Shown, heads_and_dots(one, layout, style))
    yield Shown(_empty(one, layout, style), 0, ends - 1)
    yield from (Shown(shape, ends) for shape in value_box(one, layout, style, visit.value, visit.words))
    yield Shown(window(one, visit, layout, style), comes)


def _cut(one: Placed, layout: Layout, style: Style, when: int) -> Iterator[Shown]:
    """A board that is struck out when it is cut."""
    grey = faded(one)
    yield Shown(edge(one, layout, style, False), 0, when - 1)
    yield Shown(one.board, 0, when - 1)
    yield Shown(_empty(one, layout, style), 0, when - 1)
    yield from (Shown(shape, 0, when - 1) for shape in heads_and_dots(one, layout, style))
    yield from (Shown(shape, when) for shape in edge_to(one, layout, style, False))
    yield Shown(grey.board, when)
    yield from (Shown(shape, when) for shape in heads_and_dots(grey, layout, style))
    yield Shown(strike(one, style), when)


def _empty(one: Placed, layout: Layout, style: Style) -> Chip:
    """The box of a value that is not known yet."""
    width, height = (length * layout.type_size for length in CHIP)
    return Chip(one.x, one.chip, width, height, style.palette.paper, style.palette.rule)
