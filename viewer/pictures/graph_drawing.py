"""Drawing of a graph of positions: Graphviz places the boards, and shapes draw them.

The colour and words of a board say who wins, and its frame tells whose turn it is. A curve is a move, in the colour of
who wins after it.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from oxobook.book.errors import MissingExtra, counted
from oxobook.book.game.position import position_of
from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.drawing.board_shapes import board_shapes
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown, fitting_size
from oxobook.viewer.pictures.drawing.shapes import Box, Curve, Group, Shape, Text
from oxobook.viewer.words.winner import winner_of, winner_text

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

_CELL, _AIR, _TYPE = 15.0, 4.0, 11.0  # side of a cell, space around a board, size of the words under it
_CROWD = 400
"""Number of edges from which the moves' names stand in tooltips only."""
_FAINT = 0.4  # opacity of a move that is not among the best
_MARGIN, _RULER = 22.0, 44.0  # space around the drawing, and for the names of the plies
_LEAST_WIDTH = 780.0  # at which the legend is legible
_LINE = 16.0  # of the legend
_SLOPE, _LEAST_GAP, _MOST_GAP = 0.15, 44.0, 400.0
"""Gap between plies by the longest curve in it; its least and its largest size."""
_FRAMES = {"X": (2.6, 7.0, False), "O": (1.3, 0.0, True)}
"""Thickness and radius of the frame of a board, and whether it is dashed, by the side to move."""
_OVER = 1.3, 0.0, False


class _Style(NamedTuple):
    rules: Rules
    side: str  # side of the strategy; empty for the graph of all positions

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a framed board, with its words."""
        board = self.rules.board
        return max(board.width * _CELL, 48.0) + 2 * _AIR, board.height * _CELL + 1.3 * _TYPE + 2 * _AIR


def graph_drawing(graph: "nx.DiGraph") -> Drawing:
    """Return the drawing of a graph that ``position_graph`` has made; raises MissingExtra."""
    style = _Style(Rules.parse(graph.graph["rules"]), graph.graph["side"])
    places, said = _places(graph, style), [count_in_words(graph), *_explained(graph)]
    (wide, high), (right, bottom) = style.size, map(max, zip(*places.values(), strict=True))
    left, top = _MARGIN + _RULER, 84 + _LINE * len(said)
    width, height = max(right + wide + left + _MARGIN, _LEAST_WIDTH), bottom + high + top + _MARGIN
    left += (width - right - wide - left - _MARGIN) / 2
    heights = {node["ply"]: places[board][1] for board, node in graph.nodes(data=True)}
    plies = (Text(f"ply {ply}", -wide / 2 - _RULER, y, _TYPE, COLOURS.rule, at="left") for ply, y in heights.items())
    shapes = [*_curves(graph, places, style), *_boards(graph, places, style), *plies]
    whole = Group(tuple(shapes), left + wide / 2, top + high / 2)
    legend = _legend(graph.graph["title"], said, width, style)
    return Drawing(width, height, graph.graph["title"], tuple(map(Shown, (*legend, whole))), _described(graph))


def _places(graph: "nx.DiGraph", style: _Style) -> dict[str, tuple[float, float]]:
    """Return the middle of each board, from that of the first row and column on."""
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]

    width, height = style.size
    bare = nx.DiGraph()
    size = {"width": width / 72, "height": height / 72, "fixedsize": True, "shape": "box", "label": ""}
    bare.add_nodes_from((board, size) for board in graph)
    bare.add_edges_from(graph.edges)
    bare.graph["graph"] = {"splines": "none", "nodesep": 0.15}
    if crowded(graph):  # else Graphviz takes long
        bare.graph["graph"] |= {"nslimit": 1, "nslimit1": 1, "mclimit": 0.1}
    try:
        found = nx.nx_agraph.graphviz_layout(bare, prog="dot")
    except ImportError as missing:
        raise MissingExtra("drawing graphs needs the library pygraphviz: pip install 'oxobook[draw]'") from missing
    across = {board: x for board, (x, _) in found.items()}
    least, longest = min(across.values()), dict.fromkeys((ply for _, ply in graph.nodes(data="ply")), 0.0)
    for parent, child in graph.edges:
        ply = graph.nodes[child]["ply"]
        longest[ply] = max(longest[ply], abs(across[parent] - across[child]))
    gaps = [min(max(_SLOPE * one, _LEAST_GAP), _MOST_GAP) for one in list(longest.values())[1:]]
    down = dict(zip(longest, accumulate((height + gap for gap in gaps), initial=0.0), strict=True))
    return {board: (x - least, down[graph.nodes[board]["ply"]]) for board, x in across.items()}


def crowded(graph: "nx.DiGraph") -> bool:
    """Return whether the names of the moves would lie on top of each other."""
    return int(graph.number_of_edges()) >= _CROWD


def winner_at(node: dict[str, Any], move: dict[str, Any] | None = None) -> str | None:
    """Return who wins in a node's position, or after an edge's move there; None for a draw."""
    return winner_of(Value((move or node)["value"]), node["to_move"])


def words_of(node: dict[str, Any], cut: bool) -> str:
    """Return the words of a position, such as ``X in 3``; ``cut``: the game goes on, but the graph does not."""
    if node["over"]:
        return f"{node['winner']} won" if node["winner"] else "drawn"
    return winner_text(winner_at(node), node["remoteness"], node["to_move"]) + " …" * cut


def _boards(graph: "nx.DiGraph", places: dict[str, tuple[float, float]], style: _Style) -> Iterator[Group]:
    (width, height), rules = style.size, style.rules
    for board, node in graph.nodes(data=True):
        position, (x, y) = position_of(node["key"], rules), places[board]
        words = words_of(node, not node["over"] and not graph.out_degree(board))
        drawn = board_shapes(rules, position.x, position.o, _CELL, COLOURS, 0.7)
        shapes: list[Shape] = [*_frame(node, style)]
        shapes.append(Group(tuple(drawn), -rules.board.width * _CELL / 2, _AIR - height / 2))
        down = height / 2 - _AIR - 0.55 * _TYPE
        shapes.append(
            Text(words, 0, down, fitting_size(words, width - 4, _TYPE, node["over"]), COLOURS.ink, node["over"])
        )
        yield Group(tuple(shapes), x, y, (("board", board),), f"{board}: {words}")


def _frame(node: dict[str, Any], style: _Style) -> Iterator[Box]:
    (width, height), over, winner = style.size, node["over"], winner_at(node)
    thick, radius, dashed = _OVER if over else _FRAMES[node["to_move"]]
    fill, edge = COLOURS.pale(winner), COLOURS.strong(winner)
    yield Box(-width / 2, -height / 2, width, height, fill, edge, thick, radius, dashed=dashed)
    if over:
        yield Box(2.5 - width / 2, 2.5 - height / 2, width - 5, height - 5, "", edge, 0.7)


def _curves(graph: "nx.DiGraph", places: dict[str, tuple[float, float]], style: _Style) -> Iterator[Shape]:
    """Yield the moves, each as a curve with its name; the strategy's own are thick, those not among the best faint."""
    half = style.size[1] / 2
    taken: list[tuple[float, float]] = []
    names: list[Shape] = []  # above all curves
    for parent, child, move in graph.edges(data=True):
        mover, winner = graph.nodes[parent]["to_move"], winner_at(graph.nodes[parent], move)
        (x1, y1), (x2, y2) = places[parent], places[child]
        colour, thick = COLOURS.strong(winner), 2.4 if mover == style.side else 1.2
        curve = Curve(x1, y1 + half, x2, y2 - half, colour, thick, 1 if move["best"] else _FAINT)
        title = f"{move['moves']}: {winner_text(winner, move['remoteness'], mover)}"
        yield Group((curve,), 0, 0, (("moves", move["moves"]),), title)
        if not crowded(graph) and (free := _free_place(curve, taken)):
            x, y = free
            taken.append(free)
            ground = 3.3 * len(move["move"]) + 1.5
            names.append(Box(x - ground, y - 6, 2 * ground, 12, COLOURS.paper, radius=3))
            names.append(Text(move["move"], x, y, _TYPE, colour))
    yield from names


def _free_place(curve: Curve, taken: list[tuple[float, float]]) -> tuple[float, float] | None:
    """Return the place of a move's name on its curve: the nearest to the middle with no other name on it, or None."""
    places = [curve.at(share) for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.25, 0.75, 0.18, 0.82)]
    return next((one for one in places if all(abs(one[0] - x) > 16 or abs(one[1] - y) > 11 for x, y in taken)), None)


def _legend(title: str, said: Sequence[str], width: float, style: _Style) -> Iterator[Shape]:
    """Yield the title, and the meaning of colours, frames and lines."""
    yield Text(title, width / 2, 28, fitting_size(title, width - 2 * _MARGIN, 20, bold=True), COLOURS.ink, bold=True)
    keys = [
        (winner_text(winner), Box(4, 48, 92, 22, COLOURS.pale(winner), COLOURS.strong(winner), 1.0))
        for winner in ("X", None, "O")
    ]
    frames = {"X to move": _FRAMES["X"], "O to move": _FRAMES["O"], "game over": _OVER}
    for words, (thick, radius, dashed) in frames.items():
        keys.append((words, Box(4, 48, 92, 22, "", COLOURS.rule, thick, radius, dashed=dashed)))
    left = width / 2 - 50 * len(keys)
    for number, (words, box) in enumerate(keys):
        x = left + 100 * number
        yield box._replace(x=x + box.x)
        yield Text(words, x + 50, 59, 12, COLOURS.ink)
    yield Box(x + 6.5, 50.5, 87, 17, "", COLOURS.rule, 0.7)  # the second frame of a game that is over
    size = min(fitting_size(line, width - 2 * _MARGIN, 12) for line in said)
    yield from (Text(line, width / 2, 84 + _LINE * row, size, COLOURS.ink) for row, line in enumerate(said))


def count_in_words(graph: "nx.DiGraph") -> str:
    """Return the size in words: ``90 positions up to symmetry, 109 moves``."""
    merged = " up to symmetry" if graph.graph["merged"] else ""
    return f"{counted(len(graph), 'position')}{merged}, {counted(graph.number_of_edges(), 'move')}"


def _explained(graph: "nx.DiGraph") -> Iterator[str]:
    side = graph.graph["side"]
    yield "Board: who wins, and in how many moves of its own."
    names = "named in its tooltip" if crowded(graph) else "named on the board it leaves"
    own = f"; thick: {side}'s own move" if side else ""
    yield f"Line: a move, {names}, in the colour of who wins after it; faint: not among the mover's best{own}."
    if any(not graph.nodes[board]["over"] and not graph.out_degree(board) for board in graph):
        yield "…: the game goes on; the graph is cut here."


def _described(graph: "nx.DiGraph") -> str:
    winners = [winner_at(graph.nodes[board]) for board in graph]
    counts = ", ".join(f"{winners.count(winner):,} {winner_text(winner)}" for winner in ("X", None, "O"))
    first = next(iter(graph))
    return f"A graph: {count_in_words(graph)}, one rank a ply, from {first}. {counts}."
