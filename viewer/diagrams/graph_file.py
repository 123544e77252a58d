"""Graph of positions in a file format: drawn by Graphviz, or as data for other programs.

``FORMATS`` is the registry: another format is one function and one line in it. Graphviz, which comes inside the
pygraphviz wheel, lays the drawing out.
"""

import json
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from oxobook.book.errors import MissingExtra, OxobookError
from oxobook.book.game.score import Value
from oxobook.viewer.diagrams.graph_dot import ORIENTATIONS, count_in_words, crowded, dot_text
from oxobook.viewer.drawing.paper import on_paper
from oxobook.viewer.palette import Palette

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

_GRAPHVIZ = threading.Lock()  # the library keeps its state in globals
_DOTS_PER_INCH = 144


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


def _render(form: str, graph: "nx.DiGraph", style: GraphStyle) -> bytes:
    """Return the drawing by Graphviz, laid out in ranks."""
    try:
        import pygraphviz  # type: ignore[import-untyped, unused-ignore]
    except ImportError as missing:
        raise MissingExtra("drawing graphs needs the library pygraphviz: pip install 'oxobook[draw]'") from missing
    with _GRAPHVIZ, _silence():
        drawing = pygraphviz.AGraph(string=dot_text(graph, style.palette, style.orientation, ruled=True))
        if form == "png" and not crowded(graph):
            drawing.graph_attr["dpi"] = str(_DOTS_PER_INCH)
        if form == "pdf" and style.paper is not None:
            _fit(drawing, style.paper)
        return bytes(drawing.draw(format=form, prog="dot"))


def _fit(drawing: Any, paper: str) -> None:
    """Make a drawing fill a page: lay it out once to learn its size, then pad it to the page's shape."""
    drawing.graph_attr["pad"] = drawing.graph_attr["margin"] = "0"
    _, _, width, height = drawing.draw(format="plain", prog="dot").split(maxsplit=4)[:4]
    (across, up), scale = on_paper(paper, 72 * float(width), 72 * float(height))
    drawing.graph_attr["size"] = f"{across / 72:.4f},{up / 72:.4f}!"
    pads = ((page / 72 / scale - float(length)) / 2 for page, length in ((across, width), (up, height)))
    drawing.graph_attr["pad"] = ",".join(f"{pad:.4f}" for pad in pads)


@contextmanager
def _silence() -> Iterator[None]:
    """Keep the warnings of Graphviz and fontconfig, which write to file descriptor 2, off the user's terminal."""
    with open(os.devnull, "w") as nowhere, redirect_stderr(nowhere):
        try:
            terminal = os.dup(2)
        except OSError:  # no standard error at all
            yield
            return
        try:
            os.dup2(nowhere.fileno(), 2)
            yield
        finally:
            os.dup2(terminal, 2)
            os.close(terminal)


def _svg(graph: "nx.DiGraph", style: GraphStyle) -> bytes:
    """Return Graphviz's SVG with title and description, without comments, which name Graphviz's version."""
    svg = re.sub(r"<!--.*?-->\n?", "", _render("svg", graph, style).decode(), flags=re.DOTALL)
    words = f"<title>{escape(graph.graph['title'])}</title>\n<desc>{escape(_description(graph))}</desc>\n"
    start = svg.index(">", svg.index("<svg")) + 1
    return (svg[: start - 1] + ' role="img">\n' + words + svg[start:].lstrip("\n")).encode()


def _description(graph: "nx.DiGraph") -> str:
    values = [graph.nodes[board]["value"] for board in graph]
    counts = ", ".join(f"{values.count(value.word):,} {value.word}" for value in reversed(Value))
    first = next(iter(graph))
    return f"A graph: {count_in_words(graph)}, one rank a ply, from {first}. Values for the side to move: {counts}."


def _graphml(graph: "nx.DiGraph", style: GraphStyle) -> bytes:
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

    return ("\n".join(nx.generate_graphml(graph, named_key_ids=True)) + "\n").encode()


def _json(graph: "nx.DiGraph", style: GraphStyle) -> bytes:
    """Return node-link data, as d3 and networkx read it."""
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

    return (json.dumps(nx.node_link_data(graph, edges="edges"), indent=1, ensure_ascii=False) + "\n").encode()


FORMATS: dict[str, Callable[["nx.DiGraph", GraphStyle], bytes]] = {
    "dot": lambda graph, style: dot_text(graph, style.palette, style.orientation).encode(),
    "svg": _svg,
    "png": partial(_render, "png"),
    "pdf": partial(_render, "pdf"),
    "graphml": _graphml,
    "json": _json,
}
"""Function that writes a graph, by the ending of the file's name."""
