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

from oxobook.book import Book, Rules
from oxobook.book.errors import IllegalPosition, TooLarge
from oxobook.book.game.notation import coordinates
from oxobook.book.game.position import Position
from oxobook.book.library import open_book
from oxobook.book.strategy import Strategy, canonical_of, pick_strategy
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.chooser import Picks, UnfitStrategy
from oxobook.viewer.pictures.drawing.shapes import Group
from oxobook.viewer.pictures.graph import EXPORTS
from oxobook.viewer.pictures.graph_drawing import graph_drawing
from oxobook.viewer.pictures.map import strategy_map
from oxobook.viewer.pictures.position_graph import strategy_graph

SVG = "{http://www.w3.org/2000/svg}"


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


def test_the_whole_graph_has_the_known_size(whole):
    """3x3x3 has 765 positions up to symmetry and 2,096 moves between them, 138 of them terminal."""
    assert (len(whole), whole.number_of_edges()) == (765, 2096)
    assert sum(over for _, over in whole.nodes(data="over")) == 138


def test_a_strategy_graph_is_the_strategy_and_all_replies(book, strategy, graph):
    """Own positions are the strategy's, with its one move; elsewhere every reply is an edge, or joined to one."""
    own = [Position.parse(board) for board, node in graph.nodes(data=True) if node["own"]]
    assert sorted(canonical_of(position).key for position in own) == sorted(strategy.moves)
    for board, node in graph.nodes(data=True):
        moves = [name for _, _, names in graph.out_edges(board, data="moves") for name in names.split()]
        expected = list(Position.parse(board).legal_moves)
        if node["own"]:
            expected = [coordinates(book.rules)[strategy.move(Position.parse(board))]]
        assert sorted(moves) == sorted(expected)


def test_no_stone_moves_down_a_tree(graph):
    """Every position but the first stands below a board from which one move leads to it, in the same orientation."""
    for board in list(graph)[1:]:
        moves = [(parent, move) for parent, _, names in graph.in_edges(board, data="moves") for move in names.split()]
        assert any(Position.parse(parent).play(move).text == board for parent, move in moves)


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


def test_start_depth_and_merging(book):
    """A graph begins where it is told to, ends so many plies later, and keeps replies as they stand unless merged."""
    start = Position.parse(".../.../..X")
    graph = strategy_graph(book, None, start, depth=2)
    assert [board for board in graph if not graph.in_degree(board)] == [start.text]
    assert {ply for _, ply in graph.nodes(data="ply")} == {1, 2, 3}
    assert graph.graph["title"] == "All positions of 3x3x3 from .../.../..X, next 2 moves"
    assert list(strategy_graph(book, None, depth=0)) == [".../.../..."]
    apart, merged = (strategy_graph(book, None, start, depth=1, merge=merge) for merge in (None, True))
    assert {*apart} == {start.text, *(start.play(cell).text for cell in range(8))} and not apart.graph["merged"]
    assert len(merged) == 6 and {*merged} <= {*apart}
    assert sum(len(moves.split()) for _, _, moves in merged.edges(data="moves")) == 8
    assert len(strategy_graph(book, None, depth=1, merge=False)) == 10


@pytest.mark.parametrize("side", "XO")
def test_a_strategy_from_a_start_plays_the_same_moves(book, side):
    """Whichever way the board is turned, the strategy's moves are those that it makes on the whole board."""
    strategy = pick_strategy(book, side)
    start = Position(book.rules).play("c1")
    start = start if side == "O" else Position(book.rules).play(strategy.move(Position(book.rules))).play("c1")
    graph = strategy_graph(book, strategy, start)
    assert next(iter(graph)) == start.text
    for board, node in graph.nodes(data=True):
        if node["own"]:
            (child,) = graph.successors(board)
            assert child == Position.parse(board).play(strategy.move(Position.parse(board))).text


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


def test_too_large(book):
    """More positions than the limit are an error that says what to do."""
    message = (
        r"at most 764 positions; 3x3x3 from '.../.../...' has more: limit the depth, or start from a later position"
    )
    with pytest.raises(TooLarge, match=message):
        strategy_graph(book, None, limit=764)
    assert len(strategy_graph(book, None, limit=765)) == 765
    with open_book(Rules.parse("connect-four")) as searched:
        with pytest.raises(
            TooLarge, match="expected a graph of limited depth; most positions of 6x7x4-gravity are sear"
        ):
            strategy_graph(searched, None)
        assert len(strategy_graph(searched, None, depth=1)) == 5


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


def read_dot(graph):
    """The graph that networkx reads from its DOT by pygraphviz, for which an empty text is none at all."""
    text = EXPORTS["dot"](graph).decode()
    read = nx.DiGraph(nx.nx_agraph.from_agraph(pygraphviz.AGraph(string=text)))
    for _, attributes in read.nodes(data=True):
        attributes.setdefault("winner", "")
    return read


def test_dot_is_read_by_networkx(graph):
    """networkx finds in the DOT the same positions and moves, no others, with all that the book says of them."""
    read = read_dot(graph)
    assert set(read) == set(graph) and set(read.edges) == set(graph.edges)
    pairs = [(read.nodes[board], known) for board, known in graph.nodes(data=True)]
    pairs += [(read.edges[parent, child], known) for parent, child, known in graph.edges(data=True)]
    for found, known in pairs:
        texts = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in known.items()}
        assert {name: found[name] for name in known} == texts


@pytest.mark.parametrize("side", ["X", pytest.param("O", marks=pytest.mark.slow)])
def test_boards_are_in_the_colour_of_their_winner(book, side):
    """Won games are in the colour of the strategy's side; none is in the other's if no game is lost."""
    graph = strategy_graph(book, pick_strategy(book, side))
    nodes = read_dot(graph).nodes.values()
    assert {node["fillcolor"] for node in nodes if node["winner"]} == {COLOURS.pale(side)}
    assert COLOURS.pale("XO".replace(side, "")) not in {node["fillcolor"] for node in nodes}


def test_data_formats_come_back_whole(graph):
    """GraphML and node-link JSON round trip through networkx, attributes and their types included."""
    read = nx.read_graphml(io.BytesIO(EXPORTS["graphml"](graph)))
    known = data(graph)
    assert data(read)[:2] == known[:2]
    assert read.graph["title"] == graph.graph["title"]
    assert data(nx.node_link_graph(json.loads(EXPORTS["json"](graph)), edges="edges")) == known
