"""Pictures, exports and players of another distribution: by its entry points alone, every command knows them."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from oxobook.viewer import doors
from oxobook.viewer.export import FORMATS
from oxobook.viewer.pictures.graph import EXPORTS
from oxobook.viewer.pictures.registry import PICTURES
from oxobook.viewer.players.roster import ROSTER

OUTSIDE = Path(__file__).parents[1] / "outside"
"""Folder of the distribution."""


def install(folder, points):
    """Write what an installer writes of a distribution's entry points, by group and name."""
    (folder / "outside-1.dist-info").mkdir()
    (folder / "outside-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1\n")
    lines = [
        f"[{group}]\n" + "\n".join(f"{one} = {at}" for one, at in named.items()) for group, named in points.items()
    ]
    (folder / "outside-1.dist-info" / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture
def outside(tmp_path, monkeypatch):
    """The distribution, with two entry points more: one that is damaged, and one by a name that is taken."""
    points = tomllib.loads((OUTSIDE / "pyproject.toml").read_text())["project"]["entry-points"]
    points["oxobook.exports"] |= {"broken": "oxobook_outside:missing", "csv": points["oxobook.exports"]["boards"]}
    install(tmp_path, points)
    for folder in (tmp_path, OUTSIDE):
        monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(doors, "_opened", set())
    for registry in (FORMATS, PICTURES, ROSTER):
        for name in ("boards", "record", "last"):
            monkeypatch.setitem(registry, name, None)  # whatever is set is taken out at the end
            del registry[name]
    monkeypatch.delitem(sys.modules, "oxobook.commands.export", raising=False)
    yield
    sys.modules.pop("oxobook.commands.export", None)


def test_a_picture_is_drawn(run, outside, tmp_path):
    """Its request's fields are the command's options with their checks, and its file is what it draws."""
    assert "record" in run("draw", "--help").stdout
    shown = run("draw", "record", "--help").stdout
    assert "Write a side's opening." in shown and "How many moves." in shown and "--loud" in shown
    file = tmp_path / "o.svg"
    assert run("draw", "record", str(file), "--side", "o", "--moves", "2", "--loud").stderr == f"Written: {file}\n"
    assert ">X../.O./...</text>" in file.read_text()
    assert "0 is not in the range x>=1" in run("draw", "record", str(tmp_path / "x.svg"), "--moves", "0").stderr
    assert "expected a picture as svg; got 'txt'" in run("draw", "record", str(tmp_path / "x.txt")).stderr


def test_an_export_is_written(run, outside, book, caplog):
    """The form is written and described; a damaged one, and one with a name of ours, are named and left out."""
    assert run("export", "boards").stdout.split() == [entry.position.text for entry in book]
    assert "boards: the boards alone" in " ".join(run("export", "--help").stdout.split())
    assert run("export", "csv").stdout.startswith("key,")
    broken, taken = caplog.messages
    assert broken.startswith("left out broken of oxobook.exports: AttributeError: ")
    assert taken == "left out csv of oxobook.exports: TypeError: expected a Format by a new name; got Format"


def test_a_player_plays(run, outside):
    """The player plays, is audited and listed, on boards of every shape, and is one that others are told of."""
    assert "last (O): c1\n" in run("play", "Ada", "Last", input="a3\nq\n").stdout
    assert json.loads(run("audit", "last", "--side", "O", "--json").stdout)["never_loses"] is False
    listed = json.loads(run("audit", "2x3x2", "--json").stdout)["players"]
    assert ("last", "the last free cell") in [(one["player"], one["plays"]) for one in listed]
    assert ", random, last, exec:COMMAND" in run("audit", "nobody").stderr


def test_a_format_of_graphs_is_one_function(run, monkeypatch, tmp_path):
    """A function in the registry of formats writes the graph for the ending that names it."""
    edges = "\n".join
    monkeypatch.setitem(EXPORTS, "tgf", lambda graph: edges(f"{a} {b}" for a, b in graph.edges).encode())
    assert run("draw", "graph", str(tmp_path / "x.tgf"), "--depth", "1").exit_code == 0
    assert (tmp_path / "x.tgf").read_text() == ".../.../... X../.../..."


def test_the_forms_load_no_library():
    """An export's libraries are imported when it writes: the registry can be read when a command starts."""
    program = "import sys, oxobook.viewer.export; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"pyarrow", "numpy", "click", "rich"} & set(loaded)


@pytest.mark.slow
def test_the_distribution_is_installed(tmp_path, library, book):
    """The folder, as pip installs it without a network, brings all three."""
    shutil.copytree(OUTSIDE, tmp_path / "outside")
    where = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(where), str(tmp_path / "outside")], check=True)
    environment = os.environ | {"PYTHONPATH": str(where), "OXOBOOK_LIBRARY": str(library)}
    for words, said in (
        (("export", "boards"), ".../.../...\nX../.../...\n"),
        (("draw", "record", "-"), "<?xml"),
        (("play", "Ada", "last"), "Ada (X) against last (O)"),
    ):
        command = [sys.executable, "-m", "oxobook", *words]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, input="q\n", check=True)
        assert done.stdout.startswith(said), done.stdout
