"""Commands on a book of blocks: they answer as for a book of positions."""

import json
import shutil

import pytest

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
        ("lookup", "--line", POSITION, "--json"),
        ("draw", "graph", "-", "--side", "X", "--depth", "3"),
        ("strategy", "--side", "X", "--kind", "pick", "--json"),
        pytest.param(("export", "c"), marks=pytest.mark.slow),
    ],
)
def test_commands_print_the_same(run, libraries, arguments):
    """A command prints the same, byte for byte, on either book."""
    positions, blocks = outputs(run, libraries, *arguments)
    assert positions == blocks


@pytest.mark.parametrize("arguments", [("info", "--json"), ("stats", "--json")])
@pytest.mark.slow
def test_counts_are_the_same(run, libraries, arguments):
    """Every count that the dense engine makes is the same; what it does not count is null."""
    positions, blocks = map(json.loads, outputs(run, libraries, *arguments))
    assert positions["plies"] == blocks["plies"]
    assert set(positions) == set(blocks)


@pytest.mark.slow
def test_uncounted_figures_are_left_out(run, libraries):
    """stats has no line for the figures that are not counted."""
    positions, blocks = outputs(run, libraries, "stats")
    assert "perfect games" in positions and "perfect games" not in blocks
    assert "games: X wins" in blocks
