"""Alpha-beta on a game tree: the boards that it visits, with alpha and beta, and those that it cuts.

The plain algorithm of Knuth and Moore ("An analysis of alpha-beta pruning", 1975, their F2): alpha is what MAX is sure
of by moves before, beta what MIN is. The children of a board are left out as soon as its value is at least beta under
MAX, or at most alpha under MIN; what it returns is then only a bound.
"""

from math import inf
from typing import NamedTuple

from oxobook.viewer.figures.game_tree import Node
from oxobook.viewer.figures.style import signed

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
