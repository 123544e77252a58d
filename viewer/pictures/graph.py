"""Graph as a picture: its request, its drawing, and the graph as data for other programs.

``EXPORTS`` is the registry of the data: another format is one function and one line in it.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from oxobook.book.book import Book
from oxobook.book.errors import MissingExtra
from oxobook.book.progress import Tell
from oxobook.book.strategy import NAMES, kind_named
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.chooser import Find
from oxobook.viewer.pictures.drawing.drawing import Drawing
from oxobook.viewer.pictures.graph_drawing import graph_drawing, winner_at, words_of
from oxobook.viewer.pictures.registry import Picture
from oxobook.viewer.pictures.request import StrategyRequest, option

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]


@dataclass(frozen=True)
class GraphRequest(StrategyRequest):
    """Graph of positions."""

    kind: str = option(
        "pick", "Kind of strategy, as for oxobook strategy; all: every position instead.", choices=(*NAMES, "all")
    )
    depth: int | None = option(None, "Cut the graph after this many plies.", int, least=0)
    merge: bool | None = option(
        None,
        "Draw positions that are rotations or mirror images of each other as one; by default only when the graph "
        "starts from the empty board.",
        bool,
    )


def _graph(book: Book, request: GraphRequest, find: Find, tell: Tell) -> "nx.DiGraph":
    from oxobook.viewer.pictures.position_graph import LIMIT, strategy_graph

    start = request.position(book.rules)
    strategy = None if request.kind == "all" else find(book, request.side, *kind_named(request.kind))
    return strategy_graph(book, strategy, start, request.depth, LIMIT, request.merge, tell, request.labels)


def _draw(book: Book, request: GraphRequest, find: Find, tell: Tell) -> list[Drawing]:
    graph = _graph(book, request, find, tell)
    tell("layout", 0)
    return [graph_drawing(graph)]


def _export(book: Book, request: GraphRequest, form: str, find: Find, tell: Tell) -> bytes:
    return EXPORTS[form](_graph(book, request, find, tell))


def dot_text(graph: "nx.DiGraph") -> bytes:
    """Return the graph as DOT, for Graphviz: nodes are named by their boards, with all attributes and plain colours."""
    try:
        import graphviz  # type: ignore[import-untyped, unused-ignore]
    except ImportError as missing:
        raise MissingExtra("graphs as DOT need the library graphviz: pip install 'oxobook[draw]'") from missing
    dot = graphviz.Digraph("positions", graph_attr={"label": graph.graph["title"], "labelloc": "t"})
    dot.attr("node", shape="box", style="filled", fontname="monospace")
    for board, node in graph.nodes(data=True):
        winner, words = winner_at(node), words_of(node, not node["over"] and not graph.out_degree(board))
        shown = {"label": "\n".join((*board.split("/"), words)), "color": COLOURS.strong(winner)}
        dot.node(board, **shown, fillcolor=COLOURS.pale(winner), **_data(node))
    for parent, child, move in graph.edges(data=True):
        colour = COLOURS.strong(winner_at(graph.nodes[parent], move))
        dot.edge(parent, child, label=move["move"], color=colour, fontcolor=colour, **_data(move))
    return str(dot.source).encode()


def _data(attributes: dict[str, Any]) -> dict[str, str]:
    """Return attributes as DOT has them: text; truth values as ``true`` and ``false``."""
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in attributes.items()}


def _graphml(graph: "nx.DiGraph") -> bytes:
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

    return ("\n".join(nx.generate_graphml(graph, named_key_ids=True)) + "\n").encode()


def _json(graph: "nx.DiGraph") -> bytes:
    """Return node-link data, as d3 and networkx read it."""
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

    return (json.dumps(nx.node_link_data(graph, edges="edges"), indent=1, ensure_ascii=False) + "\n").encode()


EXPORTS: dict[str, Callable[["nx.DiGraph"], bytes]] = {"dot": dot_text, "graphml": _graphml, "json": _json}
"""Function that writes a graph as data, by the ending of the file's name."""

GRAPH = Picture(
    does="Draw a strategy as a graph of positions. Each row is a move.",
    example="oxobook draw graph strategy.svg --side O",
    request=GraphRequest,
    draw=_draw,
    data=EXPORTS,
    export=_export,
)
