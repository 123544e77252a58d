"""The seams for exports and players: one more of each is one line of a registry, and every command then knows it."""

import json
import subprocess
import sys

import pytest

from oxobook.viewer.export import FORMATS, Format
from oxobook.viewer.players.roster import ROSTER, BuiltIn, player_reports


def write_boards(book, file):
    """A form of one's own: the boards alone, a line each."""
    for entry in book:
        file.write(f"{entry.position.text}\n".encode())


def last_cell(position):
    """A player of one's own, which takes the last free cell."""
    return 1 << position.legal_cells[-1]


@pytest.fixture
def more(monkeypatch):
    """The two lines; the command is loaded again, for it was loaded with the forms that were there before."""
    monkeypatch.setitem(FORMATS, "boards", Format(write_boards, "the boards alone"))
    monkeypatch.setitem(ROSTER, "last", BuiltIn("last", "the last free cell", lambda book: last_cell))
    monkeypatch.delitem(sys.modules, "oxobook.commands.export", raising=False)


def test_an_export_is_one_line(run, more, book):
    """The new form is written, and its help describes it."""
    assert run("export", "boards").stdout.split() == [entry.position.text for entry in book]
    assert "boards: the boards alone" in " ".join(run("export", "--help").stdout.split())


def test_a_player_is_one_line(run, more):
    """The new player plays, is audited and listed, on boards of every shape, and is one that others are told of."""
    assert "last (O): c1\n" in run("play", "Ada", "Last", input="a3\nq\n").stdout
    assert json.loads(run("audit", "last", "--side", "O", "--json").stdout)["never_loses"] is False
    listed = json.loads(run("audit", "2x3x2", "--json").stdout)["players"]
    assert ("last", "the last free cell") in [(one["player"], one["plays"]) for one in listed]
    assert ", random, last, exec:COMMAND" in run("audit", "nobody").stderr


def test_the_page_offers_it_too(more, book):
    """The page's list of opponents has the new player, of whom nothing is proved yet."""
    expected = {"name": "last", "plays": "the last free cell", "never_loses": [], "won_against_random": None}
    assert expected in player_reports(book)


def test_the_forms_load_no_library():
    """An export's libraries are imported when it writes: the registry can be read when a command starts."""
    program = "import sys, oxobook.viewer.export; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"pyarrow", "numpy", "click", "rich"} & set(loaded)
