"""Graph of positions in a file format: drawn, or as data for other programs.

``FORMATS`` is the registry: another format is one function and one line in it.
"""

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from oxobook.book.errors import MissingExtra, OxobookError
from oxobook.viewer.diagrams.graph_drawing import ORIENTATIONS, graph_drawing, value_shown, words_of
from oxobook.viewer.drawing.file import FORMS, drawing_bytes, drawings_pdf
from oxobook.viewer.palette import Palette

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]


class GraphStyle(NamedTuple):
    """Style of a drawn graph: colours, direction of the plies, and a PDF's paper (else a page of its size)."""

    palette: Palette
    orientation: str = "top-down"
    paper: str | None = None


def export_graph(
    graph: "nx.DiGraph", form: str, palette: Palette, orientation: str = "top-down", paper: str | None = None
) -> bytes:
    """Return a graph that ``diagrams.graph`` has made in one of ``FORMATS``; raises MissingExtra, OxobookError."""
    for given, known, name in ((form, FORMATS, "format"), (orientation, ORIENTATIONS, "orientation")):
        if given not in known:
            raise OxobookError(f"expected one of the {name}s {', '.join(known)}; got {given!r}")
    return FORMATS[form](graph, GraphStyle(palette, orientation, paper))


def _drawn(form: str, graph: "nx.DiGraph", style: GraphStyle) -> bytes:
    drawing = graph_drawing(graph, style.palette, style.orientation)
    return drawings_pdf([drawing], style.paper) if form == "pdf" else drawing_bytes(drawing, form)


def dot_text(graph: "nx.DiGraph", style: GraphStyle) -> bytes:
    """Return the graph as DOT, for Graphviz: nodes are named by their boards, with all attributes and plain colours."""
    try:
        import graphviz  # type: ignore[import-untyped, unused-ignore]
    except ImportError as missing:
        raise MissingExtra("graphs as DOT need the library graphviz: pip install 'oxobook[draw]'") from missing
    dot = graphviz.Digraph("positions", graph_attr={"label": graph.graph["title"], "labelloc": "t"})
    dot.attr("node", shape="box", style="filled", fontname="monospace")
    side = graph.graph["side"]
    for board, node in graph.nodes(data=True):
        worth = value_shown(node["value"], node["to_move"], side)
        words = words_of(node, side, not node["over"] and not graph.out_degree(board))
        shown = {"label": "\n".join((*board.split("/"), words)), "color": style.palette.strong(worth)}
        dot.node(board, **shown, fillcolor=style.palette.pale(worth), **_data(node))
    for parent, child, move in graph.edges(data=True):
        colour = style.palette.strong(value_shown(move["value"], graph.nodes[parent]["to_move"], side))
        dot.edge(parent, child, label=move["move"], color=colour, fontcolor=colour, **_data(move))
    return str(dot.source).encode()


def _data(attributes: dict[str, Any]) -> dict[str, str]:
    """Return attributes as DOT has them: text; truth values as ``true`` and ``false``."""
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in attributes.items()}


def _graphml(graph: "nx.DiGraph", style: GraphStyle) -> bytes:
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

    return ("\n".join(nx.generate_graphml(graph, named_key_ids=True)) + "\n").encode()


def _json(graph: "nx.DiGraph", style: GraphStyle) -> bytes:
    """Return node-link data, as d3 and networkx read it."""
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

    return (json.dumps(nx.node_link_data(graph, edges="edges"), indent=1, ensure_ascii=False) + "\n").encode()


FORMATS: dict[str, Callable[["nx.DiGraph", GraphStyle], bytes]] = {
    "dot": dot_text,
    **{form: partial(_drawn, form) for form in FORMS},
    "graphml": _graphml,
    "json": _json,
}
"""Function that writes a graph, by the ending of the file's name."""
