"""Bad input: one line that says what was expected, what came and what to do, and exit code 2."""

import os
import shutil
import sqlite3
import subprocess
import sys

import pytest

CASES = [
    (("lookup", "X../.O."), "expected 3 rows of 3 cells for 3x3x3, such as .../.../...; got 6 cells in 'X../.O.'"),
    (("lookup", "X../.0./..."), "expected X, O and one sign for a free cell; got '.', '0' in"),
    (("lookup", "X../.../.O.", "-r", "3x3x3-gravity"), "floats"),
    (("lookup", "a3", "z9"), "expected a coordinate from a1 to c3; got 'z9'"),
    (("lookup", "x" * 300), "got 300 cells in 'xxx"),
    (("lookup", "X../.O./...", "-r", "3by3"), "expected rules as ROWSxCOLUMNSxK"),
    (("lookup", "X../.O./...", "-r", "9x9x5"), "a board has at most 64 cells"),
    (("generate", "6x6x4"), "6x6x4 has 36: no book of it can be made with keys, but prove may tell who wins"),
    (("generate", "order-and-chaos"), "6x6x5-order has 36: no book of it can be made with keys\n"),
    (("generate", "6x5x4"), "see: oxobook generate 6x5x4 --plan"),
    (("generate", "--plan", "tictacto"), "expected rules as ROWSxCOLUMNSxK"),
    (("lookup", "X../.O./...", "-r", "4x4x4"), "make it with: oxobook generate 4x4x4"),
    (("lookup", "X../.O./...", "-b", "/none.sqlite"), "make it with: oxobook generate 3x3x3 --out /none.sqlite"),
    (("info", "-b", "/3x4x3.sqlite"), "make it with: oxobook generate 3x4x3 --out /3x4x3.sqlite"),
    (("info", "-b", "{library}"), "is a folder: name the file in it"),
    (
        ("info", "-b", "{library}/3x3x3.sqlite", "-r", "3x4x3"),
        "expected a book of 3x4x3; '{library}/3x3x3.sqlite' is of 3x3x3",
    ),
    (("info", "-b", "{library}/text.sqlite"), "expected a book made by oxobook; '{library}/text.sqlite' is not one"),
    (
        ("info", "-b", "{library}/future.sqlite"),
        "expected a book of format version 1; '{library}/future.sqlite' has version 7, of a later oxobook",
    ),
    (("info", "-b", "nosuch://x"), "expected a path, or an SQLAlchemy URL such as postgresql+psycopg://"),
    (("generate",), "exists already and is left as it is; --force replaces it"),
    (("export", "csv", "--out", "/no/such/x.csv"), "there is no folder '/no/such'; make it first"),
    (("export", "csv", "--out", "/proc/x.csv"), "cannot write '/proc/x.csv'"),
    (("export", "parquet"), "name a file with --out"),
    (("export", "c", "connect-four"), "expected a whole book of at most 31 cells to put into a source file"),
    (("merge", "x"), "merge is now: oxobook generate RULES --plies N, as a book never changes."),
    (("draw", "map", "{library}/x.svg", "--side", "both"), "expected a picture with these options as pdf; got 'svg'"),
    *((("lookup", "a1", "--out", name), "expected a ") for name in ("board.gif", "", ".")),
    (("stats", "--out", "x.gif"), "got 'gif': name a file with one of these endings"),
    (("draw", "orbit", "x.gif", "a3"), "got 'gif': name a file with one of these endings"),
    (("export", "pdf"), "is not one of 'csv', 'json', 'parquet', 'games', "),
    (("strategy", "--time-limit", "nan"), "expected a number of seconds, at most 1e+09; got 'nan'"),
    (("watch", "levi", "levi", "--time-limit", "inf"), "expected a number of seconds, at most 1e+09; got 'inf'"),
    (("lookup", "X../.O./...", "--first", "Z"), "is not one of 'x', 'o'"),
    *(
        ((*words, "-r", "qubic"), "no book of it can be made, as it has 64 cells, and a position's key holds 31; ")
        for words in (("stats",), ("verify",), ("export", "csv"), ("draw", "map", "q.svg"))
    ),
    (("verify", "no.proof"), "there is no certificate 'no.proof': make it with oxobook prove"),
    (
        ("info", "data/atlas/6x6x5-maker.proof"),
        "a certificate of 6x6x5-maker, which proves that O wins: oxobook verify",
    ),
    *(
        ((*words, "-r", "connect-four"), "6x7x4-gravity.proof has one, by which X wins: oxobook play proof -r")
        for words in (("strategy",), ("draw", "sheet", "x.svg"), ("classroom", "words"))
    ),
    (("draw", "matrix", "x.svg", "-r", "connect-four"), "has more: draw a graph, with --kind all and a --depth"),
    (("stats", "--board", "3x3x3"), "The option for a game is -r."),
    (("look",), "No such command 'look'"),
    (("export",), "Missing argument 'FORMAT'. Choose from: csv, json, parquet, games, c, js, npm, strategy-c, "),
    (("info", "a.db", "b.db"), "Got unexpected extra argument (b.db). See: oxobook info --help"),
    (("stats", "--chart3"), "No such option"),
]


@pytest.fixture
def spoiled(library, book, make_book):
    """The library with a text file and a book of a later format beside the real one."""
    make_book("3x3x3-gravity")
    (library / "text.sqlite").write_text("no book at all\n" * 100)
    shutil.copy(library / "3x3x3.sqlite", library / "future.sqlite")
    connection = sqlite3.connect(library / "future.sqlite")
    connection.execute("UPDATE book SET format_version = 7")
    connection.commit()
    connection.close()
    return library


@pytest.mark.parametrize(("arguments", "message"), CASES, ids=[" ".join(arguments) or "-" for arguments, _ in CASES])
def test_one_line_and_exit_code_2(run, spoiled, arguments, message):
    """The message is one line on stderr, nothing is printed, and the exit code is 2."""
    done = run(*(argument.replace("{library}", str(spoiled)) for argument in arguments))
    assert done.exit_code == 2, done.output
    assert done.stderr.startswith("oxobook: ") and done.stderr.count("\n") == 1
    assert message.replace("{library}", str(spoiled)) in done.stderr
    assert done.stdout == ""


def test_a_newline_in_the_input_stays_one_line(run):
    """Input with newlines is quoted, so the error is still one line."""
    assert run("lookup", "X..\n.O.\n").stderr.count("\n") == 1


@pytest.mark.parametrize("command", [[], ["generate"], ["lookup"], ["info"], ["stats"], ["export"]])
def test_help_ends_with_an_example(run, command):
    """Every command explains itself, and ends with an example that names it."""
    shown = run(*command, "--help")
    assert shown.exit_code == 0
    if command:
        assert shown.stdout.strip().splitlines()[-1].strip().startswith(f"Example: oxobook {command[0]}")
    else:
        assert all(f"  {name} " in shown.stdout for name in ("export", "generate", "info", "lookup", "stats"))


def test_version(run):
    """--version prints the version."""
    from oxobook.book import __version__

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
