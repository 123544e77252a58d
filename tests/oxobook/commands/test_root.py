"""First words that people type: a game, a book or a position, where a command expects it or not."""

import json
import re
import shlex

import pytest
from click import Context, Option
from click.testing import CliRunner

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


@pytest.mark.parametrize("words", [("X../.O./...",), ("a3", "b2"), ("x...o....", "--json"), ("X..", ".O.", "...")])
def test_a_position_alone_is_looked_up(run, words):
    """A position where a command stands means lookup."""
    assert run(*words).stdout == run("lookup", *words).stdout != ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("3x4x3",), "expected a command; got '3x4x3': oxobook play 3x4x3 plays that game, oxobook info 3x4x3"),
        (("{path}",), "expected a command; got '{path}': oxobook info {path} describes that book."),
        (("look",), "No such command 'look'. Did you mean: oxobook lookup?"),
        (("plan", "4x4x4"), "plan is now: oxobook generate RULES --plan."),
        (("map", "a.svg"), "map is now: oxobook draw map."),
        (("tictacto",), "No such command 'tictacto'. See"),
        (("info", "3x4x3", "-r", "3x3x3"), "expected one game; got 3x4x3 and 3x3x3: leave one of them out."),
        (("lookup", "a3", "3x4x3", "4x4x3"), "expected one game; got 4x4x3 and 3x4x3: leave one of them out."),
        (("info", "{path}", "-b", "other.sqlite"), "expected one book; got '{path}' and 'other.sqlite': leave one"),
        (("info", "{path}", "-r", "3x3x3"), "expected a book of 3x3x3; '{path}' is of 3x4x3"),
        (("info", "3x3x3", "-b", "{path}"), "expected a book of 3x3x3; '{path}' is of 3x4x3"),
        (("info", "3x4"), "expected rules as ROWSxCOLUMNSxK"),
        (("info", "tictacto"), "expected rules such as 3x4x3-misere, or a book's path or URL; got 'tictacto'."),
        (("info", "."), "is a folder: name the file in it"),
        (("verify", "none/here.sqlite"), "expected a book at 'none/here.sqlite'; there is none"),
        (("info", "postgresql://me:secret@"), "'postgresql://me:***@'"),
        (("postgresql://me:secret@host/books",), "'postgresql://me:***@host/books'"),
        (("me:secret@host",), "'me:***@host'"),
        (
            ("draw", "map", "3x4x3"),
            "expected one file to draw to, and at most one book; got none as the file. See: oxobook draw map",
        ),
        (("draw", "map", "a.svg", "b.svg"), "got 'a.svg' and 'b.svg' as the file."),
        (("draw", "map", "a.svg", "3x3x3", "3x4x3"), "expected one game; got 3x4x3 and 3x3x3"),
    ],
)
def test_what_is_ambiguous_is_named_in_one_line(run, both, words, message):
    """If two things could be meant or two are given, one line names the right form; passwords are not shown."""
    done = run(*(word.replace("{path}", both) for word in words))
    assert done.exit_code == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert message.replace("{path}", both) in done.stderr and "secret" not in done.stderr


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


PIPED = [
    "lookup a3 b3",
    "lookup a3 b3 --line",
    "info",
    "info 3x3x3",
    "stats",
    "audit keypad",
    "classroom menace",
    "play human perfect",
    "--help",
]


@pytest.mark.parametrize("line", PIPED)
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
