"""Registry of the kinds of board. Another one is a module of its own and one line here."""

from collections.abc import Callable
from functools import partial

from oxobook.book.game.board import Board, Grid

PLAIN = ""
"""Kind that needs no word: the plain grid."""
OWN = "own"
"""Kind of the boards that have a definition of their own, and a name instead of a word."""


def _cylinder(rows: int, columns: int, k: int, gravity: bool) -> Board:
    from oxobook.book.game.wrapped import Cylinder  # which a lookup on a plain board does not need

    return Cylinder(rows, columns, k, gravity)


def _torus(rows: int, columns: int, k: int, gravity: bool) -> Board:
    from oxobook.book.game.wrapped import Torus

    return Torus(rows, columns, k, gravity)


def _cube(rows: int, columns: int, k: int, gravity: bool) -> Board:
    from oxobook.book.game.cube import Cube

    return Cube(rows, columns, k, gravity)


def _hexagons(rows: int, columns: int, k: int, gravity: bool) -> Board:
    from oxobook.book.game.hexagons import Hexagons

    return Hexagons(rows, columns, k, gravity)


def _animal(name: str, rows: int, columns: int, k: int, gravity: bool) -> Board:
    from oxobook.book.game.animals import Animal

    return Animal(name, rows, columns, k, gravity)


def own_board(definition: str, gravity: bool) -> Board:
    """Return the board of a definition; raises IllegalRules."""
    from oxobook.book.game.own import Own

    return Own(definition, gravity)


ANIMALS = ("domino", "el", "tic", "elly", "fatty", "knobby", "skinny", "tippy")
"""Words of the polyominoes; ``book.game.animals`` has their shapes."""
KINDS: dict[str, Callable[[int, int, int, bool], Board]] = {
    PLAIN: Grid,
    "cylinder": _cylinder,
    "torus": _torus,
    "cube": _cube,
    "hex": _hexagons,
    **{name: partial(_animal, name) for name in ANIMALS},
}
"""Maker of a board by the kind's word in the rules text, such as ``torus`` in ``3x3x3-torus``.

It takes rows, columns, k and gravity, and raises IllegalRules for a size or gravity that the kind does not allow.
"""
