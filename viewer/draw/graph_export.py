"""A graph of positions in a file format: drawn by Graphviz, or as data for other programs.

A node is a drawn board. Its colour and words are the position's value for the side to move; its outline tells whose
turn it is. An edge is a move in the colour of its value for the mover. The DOT text is made here; Graphviz, which
comes inside the pygraphviz wheel, lays it out and draws it.
"""

import json
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from html import escape
from itertools import groupby, pairwise
from typing import Any

from book.errors import MissingExtra, OxobookError
from book.game.rules import Mask, Rules
from book.game.score import Value
from book.strategy import position_of
from viewer.draw.graph import PositionGraph
from viewer.palette import Palette

ORIENTATIONS = {"top-down": "TB", "left-right": "LR"}

_FONT = "Helvetica,Arial,sans-serif"
_CROWD = 400
"""From this many edges on, the moves' names stand in tooltips, not beside the edges, and edges are straight."""
_FAINT = "66"
"""The opacity, as two hexadecimal digits, of a move that is not among the best."""
_OUTLINES = {"X": {"style": "filled,rounded", "penwidth": "2.6"}, "O": {"style": "filled,dashed", "penwidth": "1.3"}}
_GRAPHVIZ = threading.Lock()  # the library keeps its state in globals


def export_graph(graph: PositionGraph, form: str, palette: Palette, orientation: str = "top-down") -> bytes:
    """The graph in one of ``FORMATS``, drawn ``top-down`` or ``left-right``; raises MissingExtra, OxobookError."""
    for given, known, name in ((form, FORMATS, "format"), (orientation, ORIENTATIONS, "orientation")):
        if given not in known:
            raise OxobookError(f"expected one of the {name}s {', '.join(known)}; got {given!r}")
    return FORMATS[form](graph, palette, orientation)


def dot_text(graph: PositionGraph, palette: Palette, orientation: str = "top-down") -> str:
    """The drawing as DOT: nodes are named by their boards; ``ply 0``, ``ply 1``, ... are the marks of the ranks."""
    try:
        import graphviz  # type: ignore[import-untyped, unused-ignore]
    except ImportError as missing:
        raise _missing("graphviz") from missing
    dot = graphviz.Digraph("positions", graph_attr=_graph_style(graph, palette, orientation))
    dot.attr("node", shape="box", fontname=_FONT, fontsize="11", fontcolor=palette.ink, margin="0.05,0.04", height="0")
    dot.attr("edge", fontname=_FONT, fontsize="11", arrowsize="0.6")
    rules, names = Rules.parse(graph.graph["rules"]), []
    for ply, boards in groupby(graph, key=lambda board: int(graph.nodes[board]["ply"])):
        names.append(f"ply {ply}")
        with dot.subgraph(graph_attr={"rank": "same"}) as rank:
            rank.node(names[-1], label=names[-1], shape="plaintext", fontcolor=palette.rule)
            for board in boards:
                cut = not graph.nodes[board]["over"] and not graph.out_degree(board)
                rank.node(board, **_node_style(graph.nodes[board], rules, cut, palette))
    for name, following in pairwise(names):
        dot.edge(name, following, style="invis", weight="20")
    for parent, child, move in graph.edges(data=True):
        dot.edge(parent, child, **_edge_style(move, graph.nodes[parent]["own"], _crowded(graph), palette))
    return str(dot.source)


def _crowded(graph: PositionGraph) -> bool:
    """Whether the names of the moves would lie on top of each other."""
    return int(graph.number_of_edges()) >= _CROWD


def _graph_style(graph: PositionGraph, palette: Palette, orientation: str) -> dict[str, str]:
    """Attributes of the whole drawing; in a crowd, such as keep Graphviz fast."""
    style = {"bgcolor": palette.paper, "fontname": _FONT, "pad": "0.3", "rankdir": ORIENTATIONS[orientation]}
    style |= {"label": _legend(graph, palette), "labelloc": "t", "nodesep": "0.15", "ranksep": "0.35"}
    if _crowded(graph):
        style |= {"splines": "line", "nslimit": "1", "nslimit1": "1", "mclimit": "0.1", "ranksep": "2.5"}
        style["outputorder"] = "edgesfirst"  # straight lines run across boards
    return style


def _node_style(node: dict[str, Any], rules: Rules, cut: bool, palette: Palette) -> dict[str, str]:
    """A position: the board over its value in words."""
    value = Value[node["value"].upper()]
    label = _table(_row(_cell(_board(node, rules, palette))) + _row(_cell(_words(node, cut))), 'CELLPADDING="1"')
    style = {"label": f"<{label}>", "color": palette.strong(value), "fillcolor": palette.pale(value)}
    return style | ({"style": "filled", "peripheries": "2"} if node["over"] else _OUTLINES[node["to_move"]])


def _words(node: dict[str, Any], cut: bool) -> str:
    """``win 5``, ``draw`` or ``X won``; dots where the graph is cut."""
    if node["over"]:
        return f"<B>{node['winner']} won</B>" if node["winner"] else "<B>drawn</B>"
    words = "draw" if node["value"] == "draw" else f"{node['value']} {node['remoteness']}"
    return f"{words} …" if cut else words


def _board(node: dict[str, Any], rules: Rules, palette: Palette) -> str:
    """The board as a table with rules between the cells; the stones of a completed line are struck, in reverse."""
    line: Mask = 0
    for completed in position_of(node["key"], rules).completed_lines:
        line |= completed
    rows = [
        "".join(
            _stone(stone, bool(line >> (row * rules.columns + column) & 1), palette)
            for column, stone in enumerate(stones)
        )
        for row, stones in enumerate(node["board"].split("/"))
    ]
    rule = f'COLOR="{palette.rule}" ROWS="*" COLUMNS="*" CELLPADDING="0"'
    return _table("".join(map(_row, rows)), rule)


def _stone(stone: str, struck: bool, palette: Palette) -> str:
    """One cell of a board."""
    size = 'FIXEDSIZE="TRUE" WIDTH="15" HEIGHT="15"'
    if stone == ".":
        return f"<TD {size}></TD>"
    colour = palette.x if stone == "X" else palette.o
    if struck:
        return _cell(_font(f"<B><S>{stone}</S></B>", palette.paper, 12), f'{size} BGCOLOR="{colour}"')
    return _cell(_font(f"<B>{stone}</B>", colour, 12), size)


def _edge_style(move: dict[str, Any], own: bool, crowded: bool, palette: Palette) -> dict[str, str]:
    """A move: the strategy's own are thick, those not among the best faint."""
    strong = palette.strong(Value[move["value"].upper()])
    style = {"color": strong if move["best"] else strong + _FAINT, "penwidth": "2.4" if own else "1.2"}
    worth = "draw" if move["value"] == "draw" else f"{move['value']} in {move['remoteness']}"
    if crowded:
        return style | {"edgetooltip": f"{move['moves']}: {worth}"}
    return style | {"label": f" {move['move']} ", "fontcolor": strong}


def _legend(graph: PositionGraph, palette: Palette) -> str:
    """The title, and what colours, outlines and lines mean, as the label of the graph."""
    swatch = 'WIDTH="46" HEIGHT="18" BORDER='
    values = "".join(
        _cell(value.word, f'{swatch}"1" COLOR="{palette.strong(value)}" BGCOLOR="{palette.pale(value)}"')
        for value in reversed(Value)
    )
    outlines = _cell("X to move", f'{swatch}"3" STYLE="ROUNDED" COLOR="{palette.rule}"')
    outlines += _cell("O to move", f'{swatch}"1" STYLE="DASHED" COLOR="{palette.rule}"')
    frame = f'BORDER="1" CELLSPACING="3" COLOR="{palette.rule}"'
    outlines += _cell(_table(_row(_cell("game over", f'{swatch}"1" COLOR="{palette.rule}"')), frame))
    title = _font(f"<B>{escape(graph.graph['title'])}</B>", palette.ink, 20)
    count = f"{len(graph):,} positions up to symmetry, {graph.number_of_edges():,} moves"
    keys = _table(_row(values + _cell("   ") + outlines), 'CELLSPACING="5" CELLPADDING="3"')
    lines = "".join(_row(_cell(_font(line, palette.ink, 12))) for line in (count, *_explained(graph)))
    whole = _table(_row(_cell(title)) + _row(_cell(_font(keys, palette.ink, 12))) + lines, 'CELLPADDING="2"')
    return f"<{whole}>"


def _explained(graph: PositionGraph) -> Iterator[str]:
    """The legend's sentences."""
    yield "Board: value for the side to move, and in how many plies (single moves) the game ends; full lines struck."
    names = "named in its tooltip" if _crowded(graph) else "named on the board it leaves"
    own = f"; thick: {graph.graph['side']}'s own move" if graph.graph["side"] else ""
    yield f"Arrow: a move, {names}, in the colour of its value for the mover; faint: not among the best{own}."
    if any(not graph.nodes[board]["over"] and not graph.out_degree(board) for board in graph):
        yield "…: the game goes on, the graph is cut here."


def _table(rows: str, style: str = "") -> str:
    """An HTML-like table without borders of its own unless ``style`` says so."""
    default = "" if " BORDER=" in f" {style}" else 'BORDER="0" '
    spacing = "" if "CELLSPACING" in style else ' CELLSPACING="0"'
    return f'<TABLE {default}CELLBORDER="0"{spacing} {style}>{rows}</TABLE>'


def _row(cells: str) -> str:
    return f"<TR>{cells}</TR>"


def _cell(content: str, style: str = "") -> str:
    return f"<TD {style}>{content}</TD>" if style else f"<TD>{content}</TD>"


def _font(content: str, colour: str, size: int) -> str:
    return f'<FONT COLOR="{colour}" POINT-SIZE="{size}">{content}</FONT>'


def _render(graph: PositionGraph, form: str, palette: Palette, orientation: str) -> bytes:
    """The drawing by Graphviz, laid out in ranks."""
    try:
        import pygraphviz  # type: ignore[import-untyped, unused-ignore]
    except ImportError as missing:
        raise _missing("pygraphviz") from missing
    with _GRAPHVIZ, _silence():
        drawing = pygraphviz.AGraph(string=dot_text(graph, palette, orientation))
        if form == "png" and not _crowded(graph):
            drawing.graph_attr["dpi"] = "144"
        return bytes(drawing.draw(format=form, prog="dot"))


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


def _missing(library: str) -> MissingExtra:
    return MissingExtra(f"drawing graphs needs the library {library}: pip install 'oxobook[draw]'")


def _dot(graph: PositionGraph, palette: Palette, orientation: str) -> bytes:
    return dot_text(graph, palette, orientation).encode()


def _svg(graph: PositionGraph, palette: Palette, orientation: str) -> bytes:
    """Graphviz's SVG with a title and a description, without comments, which name the version of Graphviz."""
    svg = re.sub(r"<!--.*?-->\n?", "", _render(graph, "svg", palette, orientation).decode(), flags=re.DOTALL)
    words = f"<title>{escape(graph.graph['title'])}</title>\n<desc>{escape(_description(graph))}</desc>\n"
    start = svg.index(">", svg.index("<svg")) + 1
    return (svg[: start - 1] + ' role="img">\n' + words + svg[start:].lstrip("\n")).encode()


def _description(graph: PositionGraph) -> str:
    """The drawing in words, for those who do not see it."""
    values = [graph.nodes[board]["value"] for board in graph]
    counts = ", ".join(f"{values.count(value.word):,} {value.word}" for value in reversed(Value))
    first = next(iter(graph))
    return (
        f"A graph of {len(graph):,} positions up to symmetry and {graph.number_of_edges():,} moves, one rank a ply, "
        f"from {first}. Values for the side to move: {counts}."
    )


def _png(graph: PositionGraph, palette: Palette, orientation: str) -> bytes:
    return _render(graph, "png", palette, orientation)


def _pdf(graph: PositionGraph, palette: Palette, orientation: str) -> bytes:
    return _render(graph, "pdf", palette, orientation)


def _graphml(graph: PositionGraph, palette: Palette, orientation: str) -> bytes:
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

    return ("\n".join(nx.generate_graphml(graph, named_key_ids=True)) + "\n").encode()


def _json(graph: PositionGraph, palette: Palette, orientation: str) -> bytes:
    """Node-link data, as d3 and networkx read it."""
    import networkx as nx

    return (json.dumps(nx.node_link_data(graph, edges="edges"), indent=1, ensure_ascii=False) + "\n").encode()


FORMATS: dict[str, Callable[[PositionGraph, Palette, str], bytes]] = {
    "dot": _dot,
    "svg": _svg,
    "png": _png,
    "pdf": _pdf,
    "graphml": _graphml,
    "json": _json,
}
