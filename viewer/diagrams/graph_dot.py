"""Graph of positions as DOT, the language of Graphviz.

A node is a drawn board. In the graph of a strategy its colour and words are the position's value for the strategy's
side, so whatever that side wins is green; in a graph of all positions, its value for the side to move. Its outline
tells whose turn it is. An edge is a move in the colour of its value: for the same side as the boards, or for its mover.

Nodes and edges also carry the attributes that ``viewer.diagrams.graph`` gives them: Graphviz ignores them, and other
readers of DOT find them.
"""

from collections.abc import Iterator
from html import escape
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from oxobook.book.errors import MissingExtra
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.score import Value
from oxobook.book.strategy import position_of
from oxobook.viewer.palette import Palette

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

ORIENTATIONS = {"top-down": "TB", "left-right": "LR"}

_FONT = "Helvetica,Arial,sans-serif"
_CROWD = 400
"""Number of edges from which the moves' names stand in tooltips, not beside the edges, and edges are straight."""
_FAINT = "66"  # opacity, as two hexadecimal digits, of a move that is not among the best
_OUTLINES = {"X": {"style": "filled,rounded", "penwidth": "2.6"}, "O": {"style": "filled,dashed", "penwidth": "1.3"}}


def dot_text(graph: "nx.DiGraph", palette: Palette, orientation: str = "top-down", ruled: bool = False) -> str:
    """Return the drawing as DOT: nodes are named by their boards, and a subgraph names those of each ply.

    ``ruled``: with ``ply 0``, ``ply 1``, ... beside the ranks. These marks are nodes to Graphviz, so they are for
    drawings only.
    """
    try:
        import graphviz  # type: ignore[import-untyped, unused-ignore]
    except ImportError as missing:
        raise MissingExtra("drawing graphs needs the library graphviz: pip install 'oxobook[draw]'") from missing
    dot = graphviz.Digraph("positions", graph_attr=_graph_style(graph, palette, orientation))
    dot.attr("node", shape="box", fontname=_FONT, fontsize="11", fontcolor=palette.ink, margin="0.05,0.04", height="0")
    dot.attr("edge", fontname=_FONT, fontsize="11", arrowsize="0.6")
    rules, side = Rules.parse(graph.graph["rules"]), graph.graph["side"]
    plies = {ply: list(boards) for ply, boards in groupby(graph, key=lambda board: int(graph.nodes[board]["ply"]))}
    marks = {ply: f"ply {ply}" for ply in plies if ruled}
    for mark in marks.values():
        dot.node(mark, label=mark, shape="plaintext", fontcolor=palette.rule)
    for mark, following in pairwise(marks.values()):
        dot.edge(mark, following, style="invis", weight="20")
    for board, node in graph.nodes(data=True):  # here and not in the ranks, where networkx would overlook them
        cut = not node["over"] and not graph.out_degree(board)
        dot.node(board, **_node_style(node, rules, side, cut, palette), **_data(node))
    for ply, boards in plies.items():
        with dot.subgraph(graph_attr={"rank": "same"}) as rank:
            for name in [marks[ply], *boards] if ruled else boards:
                rank.node(name)
    for parent, child, move in graph.edges(data=True):
        mover = graph.nodes[parent]["to_move"]
        dot.edge(parent, child, **_edge_style(move, mover, side, crowded(graph), palette), **_data(move))
    return str(dot.source)


def crowded(graph: "nx.DiGraph") -> bool:
    """Return whether the names of the moves would lie on top of each other."""
    return int(graph.number_of_edges()) >= _CROWD


def _data(attributes: dict[str, Any]) -> dict[str, str]:
    """Return attributes as DOT has them: text; truth values as ``true`` and ``false``."""
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in attributes.items()}


def _seen_by(value: str, mover: str, side: str) -> Value:
    """Return a mover's value for the strategy's side, or for the mover if there is none."""
    worth = Value[value.upper()]
    return worth if side in ("", mover) else Value(-worth)


def _graph_style(graph: "nx.DiGraph", palette: Palette, orientation: str) -> dict[str, str]:
    """Return the attributes of the whole drawing; in a crowd, those that keep Graphviz fast."""
    style = {"bgcolor": palette.paper, "fontname": _FONT, "pad": "0.3", "rankdir": ORIENTATIONS[orientation]}
    style |= {"label": _legend(graph, palette), "labelloc": "t", "nodesep": "0.15", "ranksep": "0.35"}
    if crowded(graph):
        style |= {"splines": "line", "nslimit": "1", "nslimit1": "1", "mclimit": "0.1", "ranksep": "2.5"}
        style["outputorder"] = "edgesfirst"  # straight lines run across boards
    return style


def _node_style(node: dict[str, Any], rules: Rules, side: str, cut: bool, palette: Palette) -> dict[str, str]:
    """Return a position's attributes: the board above its value in words."""
    worth = _seen_by(node["value"], node["to_move"], side)
    words = _words(node, worth, cut)
    label = _table(_row(_cell(_board(node, rules, palette))) + _row(_cell(words)), 'CELLPADDING="1"')
    style = {"label": f"<{label}>", "color": palette.strong(worth), "fillcolor": palette.pale(worth)}
    return style | ({"style": "filled", "peripheries": "2"} if node["over"] else _OUTLINES[node["to_move"]])


def _words(node: dict[str, Any], worth: Value, cut: bool) -> str:
    if node["over"]:
        return f"<B>{node['winner']} won</B>" if node["winner"] else "<B>drawn</B>"
    words = "draw" if worth is Value.DRAW else f"{worth.word} {node['remoteness']}"
    return f"{words} …" if cut else words


def _board(node: dict[str, Any], rules: Rules, palette: Palette) -> str:
    """Return the board as a table with rules between the cells; a completed line's stones are struck, in reverse."""
    line: Mask = 0
    for completed in position_of(node["key"], rules).completed_lines:
        line |= completed
    rows = [
        "".join(
            _stone(stone, cell is not None and bool(line >> cell & 1), palette)
            for cell, stone in zip(cells, stones, strict=True)
        )
        for cells, stones in zip(rules.board.table, node["board"].split("/"), strict=True)
    ]
    rule = f'COLOR="{palette.rule}" ROWS="*" COLUMNS="*" CELLPADDING="0"'
    return _table("".join(map(_row, rows)), rule)


def _stone(stone: str, struck: bool, palette: Palette) -> str:
    size = 'FIXEDSIZE="TRUE" WIDTH="15" HEIGHT="15"'
    if stone == ".":
        return f"<TD {size}></TD>"
    colour = palette.x if stone == "X" else palette.o
    if struck:
        return _cell(_font(f"<B><S>{stone}</S></B>", palette.paper, 12), f'{size} BGCOLOR="{colour}"')
    return _cell(_font(f"<B>{stone}</B>", colour, 12), size)


def _edge_style(move: dict[str, Any], mover: str, side: str, crowd: bool, palette: Palette) -> dict[str, str]:
    """Return a move's attributes: the strategy's own are thick, those not among the best faint."""
    worth = _seen_by(move["value"], mover, side)
    strong = palette.strong(worth)
    style = {"color": strong if move["best"] else strong + _FAINT, "penwidth": "2.4" if mover == side else "1.2"}
    if crowd:
        words = "draw" if worth is Value.DRAW else f"{worth.word} in {move['remoteness']}"
        return style | {"edgetooltip": f"{move['moves']}: {words}"}
    return style | {"label": f" {move['move']} ", "fontcolor": strong}


def _legend(graph: "nx.DiGraph", palette: Palette) -> str:
    """Return the title, and the meaning of colours, outlines and lines, as the label of the graph."""
    swatch, side = 'WIDTH="46" HEIGHT="18" BORDER=', graph.graph["side"]
    values = "".join(
        _cell(
            f"{value.word} for {side}" if side and value is not Value.DRAW else value.word,
            f'{swatch}"1" COLOR="{palette.strong(value)}" BGCOLOR="{palette.pale(value)}"',
        )
        for value in reversed(Value)
    )
    outlines = _cell("X to move", f'{swatch}"3" STYLE="ROUNDED" COLOR="{palette.rule}"')
    outlines += _cell("O to move", f'{swatch}"1" STYLE="DASHED" COLOR="{palette.rule}"')
    frame = f'BORDER="1" CELLSPACING="3" COLOR="{palette.rule}"'
    outlines += _cell(_table(_row(_cell("game over", f'{swatch}"1" COLOR="{palette.rule}"')), frame))
    title = _font(f"<B>{escape(graph.graph['title'])}</B>", palette.ink, 20)
    keys = _table(_row(values + _cell("   ") + outlines), 'CELLSPACING="5" CELLPADDING="3"')
    lines = "".join(_row(_cell(_font(line, palette.ink, 12))) for line in (count_in_words(graph), *_explained(graph)))
    whole = _table(_row(_cell(title)) + _row(_cell(_font(keys, palette.ink, 12))) + lines, 'CELLPADDING="2"')
    return f"<{whole}>"


def count_in_words(graph: "nx.DiGraph") -> str:
    """Return the size in words: ``90 positions up to symmetry, 109 moves``."""
    merged = " up to symmetry" if graph.graph["merged"] else ""
    positions, moves = len(graph), graph.number_of_edges()
    return f"{positions:,} position{'s' * (positions != 1)}{merged}, {moves:,} move{'s' * (moves != 1)}"


def _explained(graph: "nx.DiGraph") -> Iterator[str]:
    side = graph.graph["side"]
    whom = f"{side}, whose strategy this is" if side else "the side to move"
    yield f"Board: what the position is worth to {whom}, and in how many plies (single moves) the game ends."
    names = "named in its tooltip" if crowded(graph) else "named on the board it leaves"
    worth, own = (f"to {side}", f"; thick: {side}'s own move") if side else ("to its mover", "")
    yield f"Arrow: a move, {names}, in the colour of what it is worth {worth}; faint: not among the mover's best{own}."
    if any(not graph.nodes[board]["over"] and not graph.out_degree(board) for board in graph):
        yield "…: the game goes on; the graph is cut here."


def _table(rows: str, style: str = "") -> str:
    """Return an HTML-like table without borders of its own unless ``style`` says so."""
    default = "" if " BORDER=" in f" {style}" else 'BORDER="0" '
    spacing = "" if "CELLSPACING" in style else ' CELLSPACING="0"'
    return f'<TABLE {default}CELLBORDER="0"{spacing} {style}>{rows}</TABLE>'


def _row(cells: str) -> str:
    return f"<TR>{cells}</TR>"


def _cell(content: str, style: str = "") -> str:
    return f"<TD {style}>{content}</TD>" if style else f"<TD>{content}</TD>"


def _font(content: str, colour: str, size: int) -> str:
    return f'<FONT COLOR="{colour}" POINT-SIZE="{size}">{content}</FONT>'
