"""The seam for pictures: a kind of picture and a format of graphs, added here in one file, are drawn by the command."""

from dataclasses import dataclass

import pytest

from oxobook.book.game.position import Position
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown
from oxobook.viewer.pictures.drawing.shapes import Text
from oxobook.viewer.pictures.graph import EXPORTS
from oxobook.viewer.pictures.registry import PICTURES, Picture
from oxobook.viewer.pictures.request import SideRequest, option


@dataclass(frozen=True)
class LineRequest(SideRequest):
    """The opening moves of a side, as words."""

    moves: int = option(3, "How many moves.", int, least=1)
    loud: bool = option(False, "In capitals.", bool)


def draw_line(book, request, find, tell):
    """The first moves of a side against the book's picks."""
    strategy, position = find(book, request.side, "pick", False), Position(book.rules)
    for _ in range(request.moves):
        own = position.to_move == request.side
        position = position.play(strategy.move(position) if own else book.probe(position).pick)
    words = position.text if request.loud else position.text.lower()
    return [Drawing(200, 50, words, (Shown(Text(words, 100, 25, 12, "#000000")),))]


LINE = Picture(
    does="Write a side's opening.",
    example="oxobook draw record x.svg",
    request=LineRequest,
    draw=draw_line,
    drawn=("svg",),
)


@pytest.fixture
def record(monkeypatch):
    """The registry with one more kind of picture."""
    monkeypatch.setitem(PICTURES, "record", f"{__name__}:LINE")


def test_a_kind_of_picture_is_a_command(run, record, tmp_path):
    """Its request's fields are the command's options, and its file is what it draws."""
    assert "record" in run("draw", "--help").stdout
    shown = run("draw", "record", "--help").stdout
    assert "Write a side's opening." in shown and "How many moves." in shown and "--loud" in shown
    file = tmp_path / "o.svg"
    assert run("draw", "record", str(file), "--side", "o", "--moves", "2", "--loud").stderr == f"Written: {file}\n"
    assert ">X../.O./...</text>" in file.read_text()


def test_a_kind_of_picture_checks_its_request(run, record, tmp_path):
    """Wrong options and formats that it cannot write are refused as for any picture."""
    refused = run("draw", "record", str(tmp_path / "x.svg"), "--moves", "0")
    assert refused.exit_code == 2 and "0 is not in the range x>=1" in refused.stderr
    assert "expected a picture as svg; got 'txt'" in run("draw", "record", str(tmp_path / "x.txt")).stderr


def test_a_format_of_graphs_is_one_function(run, monkeypatch, tmp_path):
    """A function in the registry of formats writes the graph for the ending that names it."""
    edges = "\n".join
    monkeypatch.setitem(EXPORTS, "tgf", lambda graph: edges(f"{a} {b}" for a, b in graph.edges).encode())
    assert run("draw", "graph", str(tmp_path / "x.tgf"), "--depth", "1").exit_code == 0
    assert (tmp_path / "x.tgf").read_text() == ".../.../... X../.../..."
    assert "tgf" in run("draw", "graph", "--help").stdout
