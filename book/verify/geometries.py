"""Geometry of any rules that the verifier knows."""

from functools import lru_cache

from oxobook.book.errors import BookError
from oxobook.book.game.rules import Rules
from oxobook.book.verify.geometry import ANIMALS, WRAPS, CubeGeometry, Geometry
from oxobook.book.verify.own_geometry import OwnGeometry


@lru_cache(maxsize=4)
def geometry_of(rules: Rules) -> Geometry:
    """Return the geometry of these rules, built once; raises BookError for an unknown kind of board."""
    if rules.kind == "cube":
        return CubeGeometry(rules)
    if rules.definition:
        return OwnGeometry(rules)
    if rules.kind not in (*WRAPS, *ANIMALS, "hex"):
        raise BookError(
            f"the verifier knows plain boards, cylinders, tori, cubes, hexagons, animals and boards with a definition; "
            f"the book is of {rules}"
        )
    return Geometry(rules)
