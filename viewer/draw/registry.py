"""Registry: the kinds of diagram. It imports none of them, so that every command can start from it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viewer.draw.diagram import Diagram

DIAGRAMS = {
    "graph": "viewer.draw.kinds:GRAPH",
    "map": "viewer.draw.kinds:MAP",
    "poster": "viewer.draw.poster:POSTER",
    "sheet": "viewer.draw.kinds:SHEET",
}
"""Where each diagram stands, by the name of its command; it is imported when it is asked for."""


def diagram_named(name: str) -> "Diagram[Any]":
    """A kind of diagram; its module is imported now."""
    module, found = DIAGRAMS[name].split(":")
    diagram: Diagram[Any] = getattr(import_module(module), found)
    return diagram
