"""Nesting: how boards lie inside the cells of others on a map, and how many levels of them can be read."""

from oxobook.book.game.rules import Rules

SIZE = 1800.0
"""The longer side of the outermost board, in SVG user units."""
INSET = 0.07
"""The air around a nested board, as a share of the cell that holds it."""
LEAST_SIDE = 1.5
"""A cell smaller than this cannot be read even in a print of the whole wall."""
MOST_BOARDS = 1_400
"""On a map that a server draws: O's has 1,333 on 3x3 where no line ends the game early; of tic-tac-toe 649."""


def outermost_side(rules: Rules) -> float:
    """The side of a cell of the outermost board."""
    return SIZE / max(rules.rows, rules.columns)


def nested_side(rules: Rules, side: float) -> float:
    """The side of a cell of a board that lies in a cell with this side."""
    return side * (1 - 2 * INSET) / max(rules.rows, rules.columns)


def most_levels(rules: Rules) -> int:
    """How many boards a legible one may be nested in.

    >>> most_levels(Rules()), most_levels(Rules(4, 4, 4)), most_levels(Rules(1, 1, 1))
    (4, 3, 1)
    """
    side, levels = outermost_side(rules), 0
    while levels < rules.cells and (side := nested_side(rules, side)) >= LEAST_SIDE:
        levels += 1
    return levels
