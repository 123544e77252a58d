"""graph, map and sheet as commands: every format, and one line for what cannot be drawn."""

import pytest

from oxobook.book import CannotWrite, Rules
from oxobook.generator.generate import generate_book

STARTS = {"svg": b"<", "png": b"\x89PNG", "pdf": b"%PDF", "dot": b"strict digraph", "graphml": b"<", "json": b"{"}


@pytest.mark.parametrize("form", STARTS)
def test_graph(run, tmp_path, form):
    """The file's ending names the format of the graph."""
    file = tmp_path / f"graph.{form}"
    assert run("draw", "graph", str(file), "--depth", "2").stderr == f"Written: {file}\n"
    assert file.read_bytes().startswith(STARTS[form])


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("draw graph {} --from 7 --labels keypad --depth 1", ">5<"),
        ("draw map {} --from 7 --side O --labels keypad --depth 1", "(X: 7)"),
        ("draw sheet {} --labels matrix", "X plays 2,2"),
        ("lookup 7 5 3 --labels keypad --out {}", 'fill="#1d2430">8<'),  # from its cell's corner, as R1C2 is longer
        ("classroom puzzles --labels keypad", "(then 8 9 1 4 6 2 3)"),
        ("classroom puzzles --out {} --labels keypad", ">8<"),
        ("classroom puzzles --out {} --labels matrix0", ">0<"),
        ("stats --labels reading", "2 4 6 8"),
    ],
)
def test_cells_are_called_as_asked(run, kept, tmp_path, command, said):
    """Drawings, puzzles and counts take --labels, for what they read and for what they say."""
    file = tmp_path / ("cards.txt" if "puzzles" in command else "file.svg")
    words = command.format(file).split()
    done = run(*words, "-b", kept)
    assert done.exit_code == 0, done.stderr
    assert said in (file.read_text() if file.exists() else done.stdout)


def test_a_sheet_without_boards_points_to_none(run, tmp_path):
    """If reflexes decide everything, no rule and no note speaks of boards below."""
    assert run("draw", "sheet", str(tmp_path / "x.svg"), "3x3x2", "--side", "O").exit_code == 0
    assert not any(word in (tmp_path / "x.svg").read_text() for word in ("below", "marked", "3. "))


@pytest.mark.parametrize("words", ["lines {} qubic", "cells {} 5x5x4", "orbit {} 6x6x4 a6"])
def test_figures_that_need_no_book(run, tmp_path, words):
    """What the rules of a game say is drawn of games that have no book, and none is made."""
    done = run("draw", *words.format(tmp_path / "figure.svg").split())
    assert done.exit_code == 0, done.stderr
    assert "qubic" not in words or done.stderr.count("76 lines") or "76 lines" in (tmp_path / "figure.svg").read_text()


def test_graph_of_a_kept_strategy_and_of_everything(run, kept, tmp_path):
    """--kind draws a strategy that the book keeps, --kind all every position, --from and --depth a part."""
    assert run("draw", "graph", str(tmp_path / "a.json"), "--kind", "reflexes", "-b", kept).exit_code == 0
    part = ("--kind", "all", "--from", "X../.O./...", "--depth", "1")
    assert run("draw", "graph", str(tmp_path / "b.json"), *part).exit_code == 0
    assert (tmp_path / "b.json").read_text().count('"board"') == 8
    assert run("draw", "graph", str(tmp_path / "c.json"), "--kind", "all", "--depth", "2").exit_code == 0
    assert (tmp_path / "c.json").read_text().count('"board"') == 1 + 3 + 12  # up to symmetry


@pytest.mark.parametrize("writable", [True, False])
def test_a_strategy_that_is_lacking_is_found(run, tmp_path, monkeypatch, writable):
    """sheet finds the strategy itself, and keeps it where the book can be written to."""
    path = tmp_path / "book.sqlite"
    generate_book(Rules(), path)
    if not writable:
        monkeypatch.setattr("oxobook.generator.strategies.find.find_and_keep", refuse)
    done = run("draw", "sheet", str(tmp_path / "x.svg"), "-b", str(path))
    assert (done.exit_code, done.stderr) == (0, f"Written: {tmp_path / 'x.svg'}\n")
    assert "3 boards to remember: no strategy needs fewer" in (tmp_path / "x.svg").read_text()
    assert [path.name for path in tmp_path.glob("*.proof")] == ["3x3x3.X.reflexes.proof"] * writable


def refuse(*arguments, **options):
    """A book that cannot be written to."""
    raise CannotWrite("expected a book that can be written to")
