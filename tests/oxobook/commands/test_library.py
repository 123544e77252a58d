"""The library: where it is, and the small books that make themselves when they are asked for."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from oxobook.book import CannotWrite, MissingBook, Rules
from oxobook.book.errors import BeingWritten
from oxobook.book.library import book_path, default_library
from oxobook.generator.expansion import count_layers
from oxobook.on_demand import MOST_POSITIONS, make_missing, open_book


@pytest.fixture
def newcomer(tmp_path, monkeypatch):
    """A working directory without a folder of books, and an empty folder for the user's data."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.delenv("OXOBOOK_LIBRARY", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def command(*arguments):
    """The command, begun as a process of its own."""
    begun = [sys.executable, "-m", "oxobook", *arguments]
    return subprocess.Popen(begun, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_a_newcomer_gets_an_answer(newcomer):
    """If there is no book at all, a lookup makes that of 3x3x3 in the user's folder, and says so on stderr alone."""
    process = command("lookup", "X../.O./...", "--json")
    out, err = process.communicate()
    path = book_path(Rules(), default_library())
    assert process.returncode == 0 and json.loads(out)["pick"] == "b3"
    assert err == f"Made {path}: 765 positions up to symmetry.\n"
    assert path.is_relative_to(newcomer) and path.is_file() and not list((newcomer / "here").iterdir())


@pytest.mark.slow
def test_two_at_once_both_get_an_answer(newcomer):
    """Two processes that make the same book at once both answer, and leave one whole book and nothing else."""
    both = [command("lookup", "a1", "-r", "3x4x3", "--json") for _ in range(2)]
    answers = {process.communicate()[0] for process in both}
    assert [process.returncode for process in both] == [0, 0] and len(answers) == 1
    assert os.listdir(default_library()) == ["3x4x3.sqlite"]


def test_the_maker_that_comes_second_is_content(newcomer, monkeypatch):
    """A book that another process is writing is waited for, and nothing is made of it when it is there."""
    tries = []

    def made_by_another(rules, path, tell):
        tries.append(path)
        if len(tries) < 3:
            raise BeingWritten("another process is writing it")
        path.write_bytes(b"the other's book")
        raise CannotWrite("exists already")

    monkeypatch.setattr("oxobook.generator.generate.generate_book", made_by_another)
    assert make_missing(Rules(2, 2, 2)) is None and len(tries) == 3


@pytest.mark.parametrize("rules", ["4x4x4", "5x5x5", "5x5x4-gravity"])
def test_a_large_book_is_not_made(newcomer, rules):
    """More than a million positions are not made without a command: the message says which one makes them."""
    with pytest.raises(
        MissingBook, match=f"(make it with: oxobook generate {rules}|see oxobook generate {rules} --plan)$"
    ):
        open_book(Rules.parse(rules), make=True)
    assert not (newcomer / "home").exists()


def test_a_program_may_ask_for_a_larger_book(newcomer, monkeypatch):
    """What a program asks for is made up to a million positions, and told of; commands make small books alone."""
    made = []
    monkeypatch.setattr("oxobook.on_demand.MOST_POSITIONS", 10)
    monkeypatch.setattr("oxobook.on_demand._made", lambda rules, path, tell: made.append((rules, tell)))
    with pytest.raises(MissingBook):
        open_book("4x4x3", make=True, tell=print)
    assert made == [(Rules(4, 4, 3), print)]


SMALL = "3x5x2", "3x4x4", "4x4x3-gravity", "5x5x1-torus", "4x6x2-torus", "5x5x2-torus", "20x1x3-gravity", "4x4x2-order"


@pytest.mark.parametrize("rules", [*SMALL, "4x4x4", "5x4x2", "4x8x1"])
def test_what_is_small(rules):
    """A book is small by its positions, not by the many placements that play never reaches."""
    game = Rules.parse(rules)
    assert (count_layers(game, game.cells, MOST_POSITIONS) is not None) is (rules in SMALL)


def test_a_book_that_was_named_is_not_made(newcomer):
    """The name of a book that is not there may be mistyped: no book is made."""
    with pytest.raises(MissingBook, match=r"--out bock\.sqlite"):
        open_book(Rules(), "bock.sqlite", make=True)
    assert not (newcomer / "home").exists()


def test_a_folder_that_cannot_be_made(newcomer, run):
    """If the book cannot be made, one line says why."""
    (newcomer / "home").write_text("a file in the folder's place")
    done = run("lookup", "a1", env={"OXOBOOK_LIBRARY": None})
    assert done.stderr.startswith("oxobook: cannot make the folder") and done.exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "variable", "folder", "why"),
    [
        (["--library", "."], None, ".", "--library names it"),
        ([], "there", "there", "OXOBOOK_LIBRARY names it"),
        ([], None, None, "your own data folder, as the working directory has no folder 'data'"),
    ],
)
def test_the_command_says_where_and_why(newcomer, run, arguments, variable, folder, why):
    """``oxobook info`` names the folder, the reason, and the books in it."""
    folder = folder or default_library()
    Path(folder).mkdir(parents=True, exist_ok=True)
    path = book_path(Rules(2, 2, 2), folder)
    size = make_missing(Rules(2, 2, 2), folder) and path.stat().st_size
    environment = {"env": {"OXOBOOK_LIBRARY": variable}}
    assert (
        run("info", *arguments, **environment).stdout == f"Books are looked for in {folder}: {why}.\n  2x2x2  {path}\n"
    )
    report = {"library": folder, "why": why, "books": [{"rules": "2x2x2", "path": str(path), "bytes": size}]}
    assert json.loads(run("info", "--json", *arguments, **environment).stdout) == report


@pytest.mark.parametrize(
    ("arguments", "variable", "said"),
    [
        ([], None, "It has none yet. A small book is made when it is first needed: oxobook lookup b2"),
        ([], "here", "It has none yet. A small book is made when it is first needed: oxobook lookup b2"),
        (["--library", "here"], None, "It has none yet. .* first needed: oxobook lookup b2 --library here"),
        ([], "none", "There is no such folder. Make it, with a book in it: oxobook generate 3x3x3"),
        (["--library", "none"], None, "There is no such folder. .* in it: oxobook generate 3x3x3 --library none"),
    ],
)
def test_an_empty_library_says_so(newcomer, run, arguments, variable, said):
    """If there is no book yet, or no folder, the command says how to make one there."""
    Path("here").mkdir()
    shown = run("info", *arguments, env={"OXOBOOK_LIBRARY": variable}).stdout
    assert re.search(f"{said}\n$", shown)
