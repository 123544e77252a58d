"""Graph as a picture: its request, its drawing, and the graph as data for other programs.

``EXPORTS`` is the registry of the data: another format is one function and one line in it.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oxobook.book.book import Book
from oxobook.book.errors import MissingExtra
from oxobook.book.progress import Tell
from oxobook.book.strategy import NAMES, kind_named
from oxobook.viewer.pictures.chooser import Find
from oxobook.viewer.pictures.drawing.drawing import Drawing
from oxobook.viewer.pictures.graph_drawing import graph_drawing
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


def _dot(graph: "nx.DiGraph") -> bytes:
    """Return the graph as DOT, for Graphviz: nodes are named by their boards, with all attributes."""
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

    try:
        return str(nx.nx_agraph.to_agraph(graph)).encode()
    except ImportError as missing:
        raise MissingExtra("graphs as DOT need the library pygraphviz: pip install 'oxobook[draw]'") from missing


def _graphml(graph: "nx.DiGraph") -> bytes:
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

    return ("\n".join(nx.generate_graphml(graph, named_key_ids=True)) + "\n").encode()


def _json(graph: "nx.DiGraph") -> bytes:
    """Return node-link data, as d3 and networkx read it."""
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

    return (json.dumps(nx.node_link_data(graph, edges="edges"), indent=1, ensure_ascii=False) + "\n").encode()


EXPORTS: dict[str, Callable[["nx.DiGraph"], bytes]] = {"dot": _dot, "graphml": _graphml, "json": _json}
"""Function that writes a graph as data, by the ending of the file's name."""

GRAPH = Picture(
    does="Draw a strategy as a graph of positions. Each row is a move.",
    example="oxobook draw graph strategy.svg --side O",
    request=GraphRequest,
    draw=_draw,
    data=EXPORTS,
    export=_export,
)
