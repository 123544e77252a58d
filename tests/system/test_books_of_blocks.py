"""Commands on a book of blocks: they answer as for a book of positions."""

import json
import shutil
import sqlite3

import pytest

from oxobook.viewer.explorer.app import create_app
from tests.viewer.explorer.conftest import Client

POSITION = "X.../.O../...X"


@pytest.fixture(scope="module")
def libraries(made, tmp_path_factory):
    """Two folders with a book of 3x4x3 each: one of positions, one of blocks."""
    folders = {engine: tmp_path_factory.mktemp(engine) for engine in ("frontier", "dense")}
    for engine, folder in folders.items():
        shutil.copy(made("3x4x3", engine), folder)
    return folders


def outputs(run, libraries, *arguments):
    """Return what a command prints for either book."""
    for folder in libraries.values():
        done = run(*arguments, "-r", "3x4x3", "--library", str(folder))
        assert done.exit_code == 0, done.stderr
        yield done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("lookup", POSITION),
        ("lookup", POSITION, "--json"),
        ("lookup", "a3 b3 a2 b2 a1", "--json"),
        ("line", POSITION),
        ("line", POSITION, "--json"),
        pytest.param(("export", "csv"), marks=pytest.mark.long),
        pytest.param(("export", "c"), marks=pytest.mark.slow),
        pytest.param(("audit", "pick", "--side", "O", "--json"), marks=pytest.mark.slow),
        ("strategy", "--side", "X", "--kind", "pick", "--json"),
    ],
)
def test_commands_print_the_same(run, libraries, arguments):
    """A command prints the same, byte for byte, on either book."""
    positions, blocks = outputs(run, libraries, *arguments)
    assert positions == blocks


@pytest.mark.parametrize("arguments", [("info", "--json"), ("stats", "--json")])
def test_counts_are_the_same(run, libraries, arguments):
    """Every count that the dense engine makes is the same; what it does not count is null."""
    positions, blocks = map(json.loads, outputs(run, libraries, *arguments))
    assert positions["plies"] == blocks["plies"]
    assert set(positions) == set(blocks)


def test_uncounted_figures_are_left_out(run, libraries):
    """stats has no line for the figures that are not counted."""
    positions, blocks = outputs(run, libraries, "stats")
    assert "perfect games" in positions and "perfect games" not in blocks
    assert "games: X wins" in blocks


@pytest.mark.parametrize(
    "arguments",
    [
        ("graph", "--all", "--from", POSITION, "--depth", "2"),
        ("graph", "--side", "X", "--depth", "3"),
        ("map", "--side", "X"),
    ],
)
def test_diagrams_are_the_same(run, libraries, tmp_path, arguments):
    """A diagram is the same, byte for byte, from either book."""
    command, *options = arguments
    pictures = []
    for name in libraries:
        list(outputs(run, {name: libraries[name]}, command, str(tmp_path / f"{name}.svg"), *options))
        pictures.append((tmp_path / f"{name}.svg").read_bytes())
    assert pictures[0] == pictures[1]


@pytest.mark.slow
@pytest.mark.parametrize("path", ["lookup?position=" + POSITION, "line?position=" + POSITION, "stats", "players"])
def test_the_server_answers_the_same(libraries, path):
    """The HTTP API answers the same from either book, but for what is not counted."""
    answers = []
    for folder in libraries.values():
        app = create_app(str(folder))
        answers.append(Client(app).get(f"/api/3x4x3/{path}").raise_for_status().json())
    for answer in answers:
        answer.pop("totals", None)
    assert answers[0] == answers[1]


@pytest.mark.slow
def test_a_strategy_is_kept(run, libraries):
    """A strategy found in a book of blocks is kept in it."""
    folder = libraries["dense"]
    assert run("strategy", "-r", "3x4x3", "--side", "O", "--library", str(folder)).exit_code == 0
    with sqlite3.connect(folder / "3x4x3.sqlite") as connection:
        assert connection.execute("SELECT count(*) FROM strategy WHERE side = 'O'").fetchone()[0] > 100
    assert run("lookup", POSITION, "-r", "3x4x3", "--library", str(folder)).exit_code == 0
