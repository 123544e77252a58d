"""Registry of the kinds of board. Another one is a module of its own and one line here."""

from collections.abc import Callable
from importlib import import_module

from oxobook.book.game.board import Board, Grid

PLAIN = ""
"""Kind that needs no word: the plain grid."""
OWN = "own"
"""Kind of the boards that have a definition of their own, and a name instead of a word."""


def _of_class(module: str, name: str, *first: str) -> Callable[[int, int, int, bool], Board]:
    """Return the maker of boards of a class in a module here, which a lookup on a plain board does not load."""

    def make(rows: int, columns: int, k: int, gravity: bool) -> Board:
        board: Board = getattr(import_module(f"oxobook.book.game.{module}"), name)(*first, rows, columns, k, gravity)
        return board

    return make


def own_board(definition: str, gravity: bool) -> Board:
    """Return the board of a definition; raises IllegalRules."""
    from oxobook.book.game.own import Own

    return Own(definition, gravity)


ANIMALS = ("domino", "el", "tic", "elly", "fatty", "knobby", "skinny", "tippy")
"""Words of the polyominoes; ``book.game.animals`` has their shapes."""
KINDS: dict[str, Callable[[int, int, int, bool], Board]] = {
    PLAIN: Grid,
    "cylinder": _of_class("wrapped", "Cylinder"),
    "torus": _of_class("wrapped", "Torus"),
    "cube": _of_class("cube", "Cube"),
    "hex": _of_class("hexagons", "Hexagons"),
    **{name: _of_class("animals", "Animal", name) for name in ANIMALS},
}
"""Maker of a board by the kind's word in the rules text, such as ``torus`` in ``3x3x3-torus``.

It takes rows, columns, k and gravity, and raises IllegalRules for a size or gravity that the kind does not allow.
"""
