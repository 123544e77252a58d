"""Labels: what a player may type for a cell, beside its coordinate."""

from book.errors import IllegalPosition
from book.game.notation import cell_named, coordinates
from book.game.position import Position
from book.game.rules import Rules
from viewer.play.rule_lists import keypad_order

LABELS = ("coordinates", "keypad", "reading")


def labels(kind: str, rules: Rules) -> tuple[str, ...]:
    """The label of every cell, by cell number; raises IllegalPosition where a keypad cannot stand for the board.

    ``keypad``: 7 8 9 / 4 5 6 / 1 2 3; ``reading``: 1, 2, 3, ... in reading order.

    >>> labels("keypad", Rules())
    ('7', '8', '9', '4', '5', '6', '1', '2', '3')
    """
    if kind == "coordinates":
        return coordinates(rules)
    if kind == "reading":
        return tuple(str(cell + 1) for cell in range(rules.cells))
    if (rules.rows, rules.columns) != (3, 3):
        raise IllegalPosition(
            f"expected a board of 3x3 cells for keypad labels; got {rules}: take --labels reading or coordinates"
        )
    order = keypad_order(rules)
    return tuple(str(order.index(cell) + 1) for cell in range(rules.cells))


def move_named(text: str, position: Position, names: tuple[str, ...]) -> str:
    """The coordinate of the legal move that a player typed, by its label or its coordinate; raises IllegalPosition."""
    typed = text.strip().lower()
    known = coordinates(position.rules)
    if typed not in names and typed not in known:
        free = ", ".join(names[cell] for cell in position.legal_cells)
        raise IllegalPosition(f"expected one of {free}; got {text.strip()[:40]!r}")
    cell = names.index(typed) if typed in names else cell_named(typed, position.rules)
    position.play(cell)
    return known[cell]
