"""Tidy: where the nodes of a tree stand side by side.

Reingold and Tilford's rules ("Tidier drawings of trees", 1981): a parent stands in the middle above its children,
subtrees stand as close as they can without touching, and equal subtrees are drawn alike.
"""

from typing import Any

Contour = list[float]
"""How far something reaches on one side, by level, from the middle of its root."""


def tidy(tree: Any, apart: float, between: float) -> list[tuple[Any, float, int]]:
    """Each node with the place of its middle and its level, each before its children; the leftmost place is 0.

    Nodes have ``children``. The middles of siblings are at least ``apart`` from each other, those of other
    neighbours on a level at least ``between``.
    """
    places = _placed(tree, apart, between)[0]
    least = min(x for _, x, _ in places)
    return [(node, x - least, level) for node, x, level in places]


def _placed(tree: Any, apart: float, between: float) -> tuple[list[tuple[Any, float, int]], Contour, Contour]:
    """The nodes placed from the root's middle, and how far left and right they reach on each level."""
    branches = [_placed(child, apart, between) for child in tree.children]
    if not branches:
        return [(tree, 0.0, 0)], [0.0], [0.0]
    offsets = [0.0]
    left, right = list(branches[0][1]), list(branches[0][2])
    for _, next_left, next_right in branches[1:]:
        gaps = zip(right, next_left, strict=False)
        shift = max(end - start + (between if level else apart) for level, (end, start) in enumerate(gaps))
        offsets.append(shift)
        left = _joined(left, [x + shift for x in next_left])
        right = _joined([x + shift for x in next_right], right)
    middle = (offsets[0] + offsets[-1]) / 2
    places = [(tree, 0.0, 0)]
    for (nodes, _, _), offset in zip(branches, offsets, strict=True):
        places += [(node, x + offset - middle, level + 1) for node, x, level in nodes]
    return places, [0.0, *(x - middle for x in left)], [0.0, *(x - middle for x in right)]


def _joined(first: Contour, second: Contour) -> Contour:
    """The first, and what the second has below it."""
    return first + second[len(first) :]
