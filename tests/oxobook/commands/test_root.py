"""First words that people type: a game, a book or a position, where a command expects it or not."""

import json
import os
import re
import shlex
import subprocess
import sys
from unittest.mock import Mock

import pytest
from click import Context, Option
from click.testing import CliRunner

from oxobook.book import __version__
from oxobook.commands.root import main
from tests.campaigns.command_lines import commands


@pytest.fixture
def both(make_book, library):
    """Two books of the library, and the path of the second."""
    make_book("3x3x3")
    make_book("3x4x3")
    return str(library / "3x4x3.sqlite")


@pytest.mark.parametrize("command", ["info", "lookup", "verify", pytest.param("audit", marks=pytest.mark.slow)])
@pytest.mark.parametrize("by", ["rules", "path"])
def test_a_book_may_be_an_argument(run, both, command, by):
    """Rules or a path stand where -r or -b would."""
    done = run(command, "3x4x3" if by == "rules" else both, "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["rules"] == "3x4x3"


@pytest.mark.parametrize("words", [("{file}", "3x4x3"), ("3x4x3", "{file}"), ("{file}", "{path}")])
def test_a_picture_takes_a_book_before_or_after_its_file(run, both, tmp_path, words):
    """The file is known by its ending."""
    file = tmp_path / "drawn.svg"
    done = run("draw", "graph", *(word.format(file=file, path=both) for word in words), "--kind", "all", "--depth", "1")
    assert done.exit_code == 0, done.stderr
    assert "3x4x3" in file.read_text()


@pytest.mark.parametrize(
    "words", [("a3", "b2", "3x4x3"), ("X.../.O../....", "{path}"), ("3x4x3", "X...", ".O..", "....")]
)
def test_a_book_may_stand_beside_a_position(run, both, words):
    """A position has no digits before an x and is no file, so rules and paths are told from it."""
    done = run("lookup", *(word.replace("{path}", both) for word in words), "--json")
    report = json.loads(done.stdout)
    assert (report["rules"], report["position"].count("X")) == ("3x4x3", 1)


@pytest.mark.parametrize(
    "words",
    [
        *(("X../.O./...",), ("a3", "b2"), ("x...o....", "--json"), ("X..", ".O.", "..."), ("a3-b2-c1",)),
        *(("1. a3 b2 2. c1",), ("-X-/-O-/---", "--json"), ("0X23O5678",), ("7X9/4O6/123",), ("- X - / - O - / - - -",)),
    ],
)
def test_a_position_alone_is_looked_up(run, words):
    """A position where a command stands means lookup."""
    assert run(*words).stdout == run("lookup", *words).stdout != ""


@pytest.mark.parametrize("option", ["-b", "--library"])
def test_the_command_that_makes_a_missing_book_works_as_printed(run, tmp_path, option):
    """Advice repeats where the book was looked for, quoted for the shell."""
    place = tmp_path / "my books"
    if option == "-b":  # a book makes its library's folder, but no other
        place.mkdir()
        place /= "x.sqlite"
    message = run("stats", "2x2x2", option, str(place)).stderr
    advised = shlex.split(message.partition("make it with: oxobook ")[2])
    assert run(*advised).exit_code == 0
    assert run("info", "2x2x2", option, str(place)).exit_code == 0


def test_the_help_shows_each_command_once():
    """Every command stands in one group of the help, in one line."""
    done = CliRunner().invoke(main, ["--help"])
    listed = re.findall(r"^  ([a-z]+)  +[A-Z].*\.$", done.stdout, re.MULTILINE)
    assert sorted(listed) == main.list_commands(Context(main))


PIPED = "info 3x3x3", "stats", "verify", "audit keypad", "classroom menace", "play human perfect", "--help"


@pytest.mark.parametrize("line", ["lookup a3 b3", "lookup a3 b3 --line", "info", *PIPED])
def test_lines_in_a_pipe_end_without_blanks(run, book, line):
    """No line that a command prints into a pipe ends with a blank."""
    done = run(*line.split(), input="b2\nq\n")
    assert done.exit_code == 0 and re.findall(r".* $", done.stdout, re.MULTILINE) == []


def test_each_option_has_one_form():
    """Options that commands share take the same values everywhere, and the help writes them alike."""
    forms = {}
    for _, command in commands():
        for one in command.params:
            if isinstance(one, Option) and not one.hidden and not one.is_flag:
                shown = one.make_metavar(Context(command))
                forms.setdefault(one.opts[-1], set()).add(shown)
    assert (
        forms["--side"] == {"[X|O]", "[X|O|both]"}
        and forms["--out"] == {"FILE", "FOLDER"}
        and forms["--library"] == {"FOLDER"}
    )
    assert {name for name, shown in forms.items() if len(shown) > 1} <= {
        *("--depth", "--from", "--kind", "--language", "--out", "--seed", "--side")
    }


@pytest.mark.parametrize("command", ["generate", "lookup", "info", "stats", "export"])
def test_help_ends_with_an_example(run, command):
    """Every command ends its help with an example that names it."""
    assert run(command, "--help").stdout.strip().splitlines()[-1].strip().startswith(f"Example: oxobook {command}")


def test_ctrl_c(run, monkeypatch):
    """Ctrl-C ends a command in one line, and is no verdict."""
    monkeypatch.setattr("oxobook.commands.ask.print_lines", Mock(side_effect=KeyboardInterrupt))
    done = run("lookup", "a1")
    assert (done.exit_code, done.stderr.strip()) == (2, "oxobook: stopped")


def test_version(run):
    """--version prints the version."""
    assert run("--version").stdout == f"oxobook, version {__version__}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("oxobook lo", "lookup"),
        ("oxobook gen", "generate"),
        ("oxobook export p", "parquet"),
        ("oxobook watch ral", "ralph"),
        ("oxobook audit lev", "levi"),
        ("oxobook play 3x", "3x4x3-misere"),
        ("oxobook info 3x", "3x4x3-misere"),
        ("oxobook lookup -r 3x", "3x4x3-misere"),
    ],
)
def test_shell_completion(tmp_path, words, expected):
    """The shell's completion knows commands, their choices, players and the rules of the library's books."""
    (tmp_path / "3x4x3-misere.sqlite").touch()
    command = [sys.executable, "-c", "from oxobook.commands.root import main; main(prog_name='oxobook')"]
    environment = os.environ | {"_OXOBOOK_COMPLETE": "bash_complete", "OXOBOOK_LIBRARY": str(tmp_path)}
    environment |= {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.stdout.split() == [f"plain,{expected}"]
