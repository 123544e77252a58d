"""Registry of the kinds of board. Another one is a module of its own and one line here."""

from collections.abc import Callable

from oxobook.book.game.board import Board, Grid

PLAIN = ""
"""Kind that needs no word: the plain grid."""


def _cylinder(rows: int, columns: int, k: int, gravity: bool) -> Board:
    from oxobook.book.game.wrapped import Cylinder  # which a lookup on a plain board does not need

    return Cylinder(rows, columns, k, gravity)


def _torus(rows: int, columns: int, k: int, gravity: bool) -> Board:
    from oxobook.book.game.wrapped import Torus

    return Torus(rows, columns, k, gravity)


def _cube(rows: int, columns: int, k: int, gravity: bool) -> Board:
    from oxobook.book.game.cube import Cube

    return Cube(rows, columns, k, gravity)


KINDS: dict[str, Callable[[int, int, int, bool], Board]] = {
    PLAIN: Grid,
    "cylinder": _cylinder,
    "torus": _torus,
    "cube": _cube,
}
"""Maker of a board by the kind's word in the rules text, such as ``torus`` in ``3x3x3-torus``.

It takes rows, columns, k and gravity, and raises IllegalRules for a size or gravity that the kind does not allow.
"""
