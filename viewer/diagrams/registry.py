"""Registry: the kinds of diagram. It imports none of them, so that every command can start from it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oxobook.viewer.diagrams.diagram import Diagram

DIAGRAMS = {
    "graph": "oxobook.viewer.diagrams.kinds:GRAPH",
    "map": "oxobook.viewer.diagrams.kinds:MAP",
    "poster": "oxobook.viewer.diagrams.poster:POSTER",
    "sheet": "oxobook.viewer.diagrams.kinds:SHEET",
}
"""Where each diagram stands, by the name of its command; it is imported when it is asked for."""


def diagram_named(name: str) -> "Diagram[Any]":
    """A kind of diagram; its module is imported now."""
    module, found = DIAGRAMS[name].split(":")
    diagram: Diagram[Any] = getattr(import_module(module), found)
    return diagram
