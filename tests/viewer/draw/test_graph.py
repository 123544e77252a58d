"""The graphs of positions, and every format they are exported in."""

import io
import json
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

import networkx as nx
import pydot
import pytest

from book.errors import MissingExtra, MissingPosition, OxobookError, TooLarge
from book.game.position import Position
from book.strategy import Strategy, pick_strategy
from viewer.draw.graph import strategy_graph, whole_graph
from viewer.draw.graph_export import FORMATS, ORIENTATIONS, export_graph
from viewer.palette import PALETTES

CLASSIC = PALETTES["classic"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params="XO")
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
    return whole_graph(book)


def data(graph):
    """Everything a graph holds, for comparison."""
    return dict(graph.nodes(data=True)), {edge[:2]: edge[2] for edge in graph.edges(data=True)}, graph.graph


def test_the_whole_graph_has_the_known_size(whole):
    """3x3x3 has 765 positions up to symmetry and 2,096 moves between them, 138 of them terminal."""
    assert (len(whole), whole.number_of_edges()) == (765, 2096)
    assert sum(over for _, over in whole.nodes(data="over")) == 138


def test_a_strategy_graph_is_the_strategy_and_all_replies(book, strategy, graph):
    """Own positions are the strategy's, with its one move; elsewhere every reply is an edge, or joined to one."""
    own = {node["key"]: board for board, node in graph.nodes(data=True) if node["own"]}
    assert set(own) == set(strategy.moves)
    for board, node in graph.nodes(data=True):
        moves = [name for _, _, names in graph.out_edges(board, data="moves") for name in names.split()]
        expected = list(Position.parse(board).legal_moves)
        if node["own"]:
            assert len(moves) == 1 and Position.parse(board).play(moves[0]).ply == node["ply"] + 1
            expected = [expected[Position.parse(board).legal_cells.index(strategy.moves[node["key"]])]]
        assert sorted(moves) == sorted(expected)


def test_attributes_are_the_books(book, whole):
    """Nodes carry the position's value, edges the move's: the mover's."""
    check_attributes(book, whole)


def test_attributes_of_a_strategy_are_the_books(book, graph):
    """The same where the strategy leaves moves out."""
    check_attributes(book, graph)


def check_attributes(book, graph):
    """Each attribute against a probe."""
    for board, node in graph.nodes(data=True):
        entry = book.probe(board)
        assert (node["value"], node["remoteness"]) == (entry.value.word, entry.remoteness)
        assert (node["winner"] or None, node["over"]) == (entry.position.winner, entry.position.over)
        known = {move.move: move for move in book.moves(board)}
        for _, _, edge in graph.out_edges(board, data=True):
            for move in map(known.get, edge["moves"].split()):
                assert (edge["value"], edge["remoteness"]) == (move.value.word, move.remoteness)
                assert (edge["best"], edge["safe"]) == (move.best, move.safe)


def test_start_and_depth(book):
    """A graph begins where it is told to, up to symmetry, and ends so many plies later."""
    graph = whole_graph(book, Position.parse("..X/.../..."), depth=2)
    assert [board for board in graph if not graph.in_degree(board)] == ["X../.../..."]
    assert {ply for _, ply in graph.nodes(data="ply")} == {1, 2, 3}
    assert list(whole_graph(book, depth=0)) == [".../.../..."]
    assert graph.graph["title"] == "All positions of 3x3x3 from X../.../..., to ply 3"


def test_a_start_that_the_strategy_never_meets(book):
    """X's pick strategy opens in the corner, and so never meets the centre opening."""
    start = Position.parse("O../.X./...")
    with pytest.raises(MissingPosition, match=r"X's pick strategy meets; got 'O../.X./...'.*--from"):
        strategy_graph(book, pick_strategy(book, "X"), start)


def test_too_large(book):
    """More positions than the limit are an error that says what to do."""
    with pytest.raises(TooLarge, match=r"at most 764 positions; 3x3x3 from '.../.../...' has more: .*--depth.*--from"):
        whole_graph(book, limit=764)
    assert len(whole_graph(book, limit=765)) == 765


def test_another_board_is_drawn(make_book):
    """Rectangles and misère are drawn too; under misère the struck line is the loser's."""
    graph = whole_graph(make_book("2x3x2-misere"))
    svg = export_graph(graph, "svg", CLASSIC).decode()
    assert "line-through" in svg and ("X won" in svg or "O won" in svg)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_svg(graph, palette, orientation):
    """Well-formed; title and description first; each node's title is its board; legend, words and struck lines."""
    svg = export_graph(graph, "svg", PALETTES[palette], orientation)
    root = ElementTree.fromstring(svg)
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root[0].text == graph.graph["title"] and f"{len(graph)} positions" in root[1].text
    titles = {node.findtext(f"{SVG}title") for node in root.iter(f"{SVG}g") if node.get("class") == "node"}
    assert {title for title in titles if not title.startswith("ply ")} == set(graph)
    words = {text.text for text in root.iter(f"{SVG}text")}
    legend = {"win", "draw", "loss", "X to move", "O to move", "game over", "ply 0"}
    assert legend <= words
    assert {"drawn", f"{graph.graph['side']} won"} <= words
    assert b"<!--" not in svg and b"line-through" in svg


def test_formats_are_deterministic(graph, library):
    """DOT, SVG, GraphML and JSON come out the same again, and in processes with other hash seeds, without a warning."""
    program = (
        "import sys, hashlib; from book import Book; from book.strategy import pick_strategy\n"
        "from viewer.draw.graph import strategy_graph; from viewer.draw.graph_export import export_graph\n"
        "from viewer.palette import PALETTES; book = Book.open(sys.argv[2])\n"
        "graph = strategy_graph(book, pick_strategy(book, sys.argv[1]))\n"
        "for form in ('svg', 'dot', 'svg', 'graphml', 'json'):\n"
        "    print(hashlib.sha256(export_graph(graph, form, PALETTES['classic'])).hexdigest())\n"
        "for form in ('png', 'pdf'): export_graph(graph, form, PALETTES['classic'])\n"
    )
    outputs = []
    for seed in "12":
        command = [sys.executable, "-c", program, graph.graph["side"], str(library / "3x3x3.sqlite")]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed, "HOME": "/nonexistent"}
        )
        assert done.stderr == ""
        outputs.append(done.stdout)
    digests = outputs[0].split()
    assert outputs[0] == outputs[1] and digests[0] == digests[2] and len(set(digests)) == 4


def test_dot_parses_with_a_second_reader(graph):
    """pydot finds the same positions and moves, and the marks of the plies besides."""
    (drawing,) = pydot.graph_from_dot_data(export_graph(graph, "dot", CLASSIC).decode())
    nodes = {node.get_name() for rank in drawing.get_subgraphs() for node in rank.get_nodes()}
    boards = {name.strip('"') for name in nodes} - {"graph", "node", "edge"}
    assert {board for board in boards if not board.startswith("ply ")} == set(graph)
    ends = {(edge.get_source().strip('"'), edge.get_destination().strip('"')) for edge in drawing.get_edges()}
    assert {edge for edge in ends if not edge[0].startswith("ply ")} == set(graph.edges)


def test_data_formats_come_back_whole(graph):
    """GraphML and node-link JSON round trip through networkx, attributes and their types included."""
    read = nx.read_graphml(io.BytesIO(export_graph(graph, "graphml", CLASSIC)))
    known = data(graph)
    assert data(read)[:2] == known[:2]
    assert read.graph["title"] == graph.graph["title"]
    assert data(nx.node_link_graph(json.loads(export_graph(graph, "json", CLASSIC)), edges="edges")) == known


@pytest.mark.parametrize(("form", "signature"), [("png", b"\x89PNG\r\n\x1a\n"), ("pdf", b"%PDF-")])
def test_pictures(book, form, signature):
    """PNG and PDF are what they say."""
    assert export_graph(whole_graph(book, depth=2), form, CLASSIC).startswith(signature)


def test_the_whole_graph_is_drawn_in_time(whole):
    """765 boards in 5 s at most on a quiet machine; three times that is allowed for here."""
    begin = time.process_time()
    root = ElementTree.fromstring(export_graph(whole, "svg", CLASSIC))
    assert time.process_time() - begin < 15
    assert sum(node.get("class") == "edge" for node in root.iter(f"{SVG}g")) == 2096


def test_drawing_writes_nothing_to_the_terminal(whole, capfd):
    """Neither Graphviz nor fontconfig warns the user."""
    export_graph(whole, "svg", CLASSIC)
    assert capfd.readouterr() == ("", "")


def test_a_graph_shows_itself_in_a_notebook(graph):
    """Jupyter asks for ``_repr_svg_``."""
    assert graph._repr_svg_().encode() == export_graph(graph, "svg", CLASSIC)


def test_unknown_format_and_orientation(graph):
    """Errors name what there is."""
    with pytest.raises(OxobookError, match="expected one of the formats dot, svg, png, pdf, graphml, json; got 'gif'"):
        export_graph(graph, "gif", CLASSIC)
    with pytest.raises(OxobookError, match="expected one of the orientations top-down, left-right; got 'up'"):
        export_graph(graph, "svg", CLASSIC, "up")


@pytest.mark.parametrize(("missing", "form"), [("graphviz", "dot"), ("pygraphviz", "svg")])
def test_a_missing_library_names_the_extra(graph, monkeypatch, missing, form):
    """Data formats need neither drawing library; the others say which one, and how to install it."""
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtra, match=rf"library {missing}: pip install 'oxobook\[draw\]'"):
        export_graph(graph, form, CLASSIC)
    assert export_graph(graph, "json", CLASSIC)
    assert set(FORMATS) == {"dot", "svg", "png", "pdf", "graphml", "json"}


def test_missing_networkx_names_the_extra(monkeypatch):
    """Without networkx there is no graph at all."""
    monkeypatch.setitem(sys.modules, "networkx", None)
    monkeypatch.delitem(sys.modules, "viewer.draw.graph")
    with pytest.raises(MissingExtra, match=r"networkx: pip install 'oxobook\[draw\]'"):
        __import__("viewer.draw.graph")
