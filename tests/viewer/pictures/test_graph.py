"""The graphs of positions, and every format they are exported in."""

import io
import json
import subprocess
import sys
from itertools import pairwise
from unittest.mock import Mock

import networkx as nx
import pygraphviz
import pytest

from oxobook.book import Book
from oxobook.book.errors import IllegalPosition, TooLarge
from oxobook.book.game.position import Position
from oxobook.book.strategy import Strategy, canonical_of, pick_strategy
from oxobook.viewer.pictures.chooser import Picks, UnfitStrategy
from oxobook.viewer.pictures.drawing.shapes import Group
from oxobook.viewer.pictures.graph import EXPORTS
from oxobook.viewer.pictures.graph_drawing import graph_drawing
from oxobook.viewer.pictures.map import strategy_map
from oxobook.viewer.pictures.position_graph import strategy_graph


@pytest.fixture(scope="module", params=["X", pytest.param("O", marks=pytest.mark.slow)])
def strategy(request, book) -> Strategy:
    """The pick strategy of either side of 3x3x3."""
    return pick_strategy(book, request.param)


@pytest.fixture(scope="module")
def graph(book, strategy):
    """Its graph."""
    return strategy_graph(book, strategy)


@pytest.fixture(scope="module")
def whole(book):
    """The whole canonical graph of 3x3x3."""
    return strategy_graph(book, None)


def data(graph):
    """Everything a graph holds, for comparison."""
    return dict(graph.nodes(data=True)), {edge[:2]: edge[2] for edge in graph.edges(data=True)}, graph.graph


def test_the_whole_graph_has_the_known_size(book, whole):
    """3x3x3 has 765 positions up to symmetry and 2,096 moves, 138 of them terminal; a smaller limit is an error."""
    assert (len(whole), whole.number_of_edges()) == (765, 2096)
    assert sum(over for _, over in whole.nodes(data="over")) == 138
    assert len(strategy_graph(book, None, limit=765)) == 765
    with pytest.raises(TooLarge, match=r"at most 764 positions; .* has more: limit the depth, or start from a later"):
        strategy_graph(book, None, limit=764)


def test_a_strategy_graph_is_the_strategy_and_all_replies(book, strategy, graph):
    """Own positions are the strategy's, with its one move; elsewhere every reply is an edge, or joined to one."""
    own = [Position.parse(board) for board, node in graph.nodes(data=True) if node["own"]]
    assert sorted(canonical_of(position).key for position in own) == sorted(strategy.moves)
    for board, node in graph.nodes(data=True):
        moves = [name for _, _, names in graph.out_edges(board, data="moves") for name in names.split()]
        expected = list(Position.parse(board).legal_moves)
        if node["own"]:
            expected = [book.rules.board.names[strategy.move(Position.parse(board))]]
        assert sorted(moves) == sorted(expected)


def test_attributes_are_the_books(book, whole):
    """Nodes carry the position's value, edges the move's: the mover's."""
    for board, node in whole.nodes(data=True):
        entry = book.probe(board)
        assert (node["value"], node["remoteness"]) == (entry.value.word, entry.remoteness)
        assert (node["winner"] or None, node["over"]) == (entry.position.winner, entry.position.over)
        known = {move.move: move for move in book.moves(board)}
        for _, _, edge in whole.out_edges(board, data=True):
            for move in map(known.get, edge["moves"].split()):
                assert (edge["value"], edge["remoteness"]) == (move.value.word, move.remoteness)
                assert (edge["best"], edge["safe"]) == (move.best, move.safe)


@pytest.mark.parametrize("draw", [strategy_graph, strategy_map])
def test_what_is_no_strategy_of_the_game_is_refused(book, make_book, draw):
    """In one line, which says where to get one; a start may be text, as everywhere."""
    with pytest.raises(UnfitStrategy, match=r"a strategy of 3x3x3, such as strategy_in\(book, 'X'\); got 'X'$"):
        draw(book, "X")
    with pytest.raises(UnfitStrategy, match=r"a strategy of 3x3x3, .*; got one of 2x3x2$"):
        draw(book, pick_strategy(make_book("2x3x2"), "X"))
    assert draw(book, Picks(book, "O"), start="X../.../...")
    with pytest.raises(IllegalPosition):
        draw(book, Picks(book, "O"), start="X../...")


def test_only_what_is_drawn_is_asked_for(book):
    """A graph of depth 1 asks the picks for one move, and the book for that move's position and its replies."""
    asked = []

    def probe(position):
        asked.append(position)
        return book.probe(position)

    spy = Mock(spec=Book, rules=book.rules, moves=book.moves, probe=probe)
    strategy_graph(spy, Picks(spy, "X"), depth=1)
    assert {position.ply for position in asked} == {0, 1} and len(asked) == 3


def test_each_ply_is_a_row_and_each_move_a_curve(graph):
    """Boards of a ply stand side by side, none on another; a curve of each move joins its two boards."""
    drawing = graph_drawing(graph)
    (whole,) = (one.shape for one in drawing.shapes if isinstance(one.shape, Group))
    groups = [one for one in whole.shapes if isinstance(one, Group)]
    places = {dict(one.data)["board"]: (one.x, one.y) for one in groups if "board" in dict(one.data)}
    for ply in range(10):
        row = sorted(places[board] for board, known in graph.nodes(data="ply") if known == ply)
        assert len({y for _, y in row}) <= 1
        assert all(abs(one[0] - other[0]) > 50 for one, other in pairwise(row))
    curves = [one.shapes[0] for one in groups if "moves" in dict(one.data)]
    assert len(curves) == graph.number_of_edges()
    for curve, (parent, child) in zip(curves, graph.edges, strict=True):
        assert (curve.x1, curve.x2) == (places[parent][0], places[child][0])


@pytest.mark.slow
def test_formats_are_deterministic(library):
    """The drawing and every format come out the same in processes with other hash seeds, without a warning."""
    program = (
        "import sys, hashlib; from oxobook import Book, strategy_graph\n"
        "from oxobook.book.strategy import pick_strategy\n"
        "from oxobook.viewer.pictures.graph import EXPORTS\n"
        "book = Book.open(sys.argv[1]); graph = strategy_graph(book, pick_strategy(book, 'X'))\n"
        "files = [graph._repr_svg_().encode(), *(export(graph) for export in EXPORTS.values())]\n"
        "print(*(hashlib.sha256(file).hexdigest() for file in files))\n"
    )
    outputs = []
    for seed in "12":
        command = [sys.executable, "-c", program, str(library / "3x3x3.sqlite")]
        plain = {"PYTHONHASHSEED": seed, "HOME": "/nonexistent"}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=plain)
        outputs.append((done.stdout, done.stderr))
    assert outputs[0] == outputs[1] and len({*outputs[0][0].split()}) == 4 and not outputs[0][1]


def test_dot_is_read_by_networkx(graph):
    """networkx finds in the DOT the same positions and moves, no others, with all that the book says of them."""
    read = nx.DiGraph(nx.nx_agraph.from_agraph(pygraphviz.AGraph(string=EXPORTS["dot"](graph).decode())))
    assert set(read) == set(graph) and set(read.edges) == set(graph.edges)
    pairs = [(read.nodes[board], known) for board, known in graph.nodes(data=True)]
    pairs += [(read.edges[parent, child], known) for parent, child, known in graph.edges(data=True)]
    for found, known in pairs:
        texts = {name: str(value) for name, value in known.items()}
        assert {name: found.get(name, "") for name in known} == texts  # to pygraphviz an empty text is none at all


def test_data_formats_come_back_whole(graph):
    """GraphML and node-link JSON round trip through networkx, attributes and their types included."""
    read = nx.read_graphml(io.BytesIO(EXPORTS["graphml"](graph)))
    known = data(graph)
    assert data(read)[:2] == known[:2]
    assert read.graph["title"] == graph.graph["title"]
    assert data(nx.node_link_graph(json.loads(EXPORTS["json"](graph)), edges="edges")) == known
