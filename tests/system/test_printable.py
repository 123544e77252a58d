"""Printing of text from books, file names and players, without anything that a terminal obeys."""

import ast
import shutil

import pytest

from oxobook.book.game.rules import Rules
from oxobook.book.library import book_path
from tests.book.test_book import alter
from tests.test_architecture import MODULES, ROOT

BAD = "wrong\x1b[2K\x9b2J\rright\x07\u202e\u2028"


@pytest.mark.parametrize("command", ["info", "info -r 3x3x3", "verify", "lookup a3 b2", "stats", "lookup --line"])
@pytest.mark.parametrize("as_json", [False, True])
def test_names_of_files(run, library, tmp_path, command, as_json):
    """A book's path that would repaint the screen is shown as it is."""
    folder = tmp_path / f"a{BAD}b"
    folder.mkdir()
    shutil.copy(book_path(Rules(), library), folder / "3x3x3.sqlite")
    done = run(*command.split(), "--library", str(folder), *(["--json"] if as_json else []))
    assert done.exit_code == 0 and done.stdout.replace("\n", "").isprintable() and done.stderr == ""
    drawn = run("draw", "board", str(folder / "x.svg"), "a3")
    assert drawn.stderr.startswith("Written: ") and drawn.stderr.rstrip("\n").isprintable()
    done = run(*command.split()[:1], str(folder / "none.sqlite"), "a3", "--library", str(folder / "no"))
    assert done.exit_code in (0, 2) and done.output.replace("\n", "").isprintable()


def test_what_a_damaged_book_says(run, library, tmp_path):
    """Text that verify quotes from a book cannot paint another verdict."""
    path = tmp_path / "book.sqlite"
    shutil.copy(book_path(Rules(), library), path)
    wrong = ("UPDATE position SET board = ? WHERE key = 0", (BAD,))
    alter(path, wrong, "CREATE TABLE more (a)", f'CREATE VIEW "{BAD}" AS SELECT 1')
    done = run("verify", "-b", str(path))
    assert done.exit_code == 1 and done.stdout.replace("\n", "").isprintable() and "wrong in" in done.stdout


@pytest.mark.slow
def test_everything_is_printed_in_one_place():
    """Nobody calls click.echo, print or rich's console but the modules that make texts printable."""
    found = set()
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("click.echo", "print", "Console"):
                found.add(path.relative_to(ROOT).as_posix())
    assert found == {
        *("oxobook/commands/output.py", "oxobook/commands/ending.py", "oxobook/commands/root.py"),
        "viewer/terminal/console.py",
        *("oxobook/__main__.py", "oxobook/handed_down.py"),  # words of their own
        *("book/verify/check_certificate.py", "book/verify/theorem/integers.py"),  # which also run alone
        *("oxobook/commands/progress.py",),  # numbers
    }
