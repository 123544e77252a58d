"""The command as it starts, and as it ends when its reader leaves."""

import os
import signal
import subprocess
import sys

import pytest

from oxobook.commands.ending import ending_in_one_line
from oxobook.commands.lookup import answer_plainly


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="this system has no SIGPIPE")
@pytest.mark.parametrize("arguments", [["export", "csv"], ["lookup", "a1"], ["--help"]])
def test_a_reader_who_leaves_ends_the_command_silently(library, book, arguments):
    """If the reader of a pipe has gone, the command prints nothing and ends by SIGPIPE: not with 1, a verdict."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "oxobook", *arguments]
    environment = os.environ | {"OXOBOOK_LIBRARY": str(library)}
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, env=environment, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, "")


def loaded_after(arguments):
    """The top-level modules that the command has loaded when it ends."""
    program = (
        f"import sys; sys.argv = ['oxobook', *{arguments!r}]\n"
        "from oxobook.__main__ import main\ntry: main()\nexcept SystemExit: pass\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}


UNNEEDED = {"json", "numpy", "platformdirs", "rich", "shlex", "shutil", "sqlalchemy", "textwrap", "generator"}


def test_a_lookup_in_text_loads_what_it_prints_with_and_no_more(library, book):
    """A lookup from the shell starts fast: it loads no library but click, and nothing that only other output needs."""
    loaded = loaded_after(["lookup", "X../.../..O", "--library", str(library)])
    assert "click" in loaded and not loaded & UNNEEDED
    assert not loaded_after(["lookup", "--line", "a3", "--json", "--library", str(library)]) & UNNEEDED - {"json"}


def test_a_plain_lookup_does_not_even_load_click(library, book, monkeypatch):
    """A position alone is answered before the command line's library is loaded, which takes as long as all the rest."""
    monkeypatch.setenv("OXOBOOK_LIBRARY", str(library))
    assert not loaded_after(["lookup", "X../.../..O"]) & {"click", *UNNEEDED}


@pytest.mark.parametrize(
    "words",
    [
        ["lookup", "X../.O./..."],
        ["lookup", "X../.O./...", "--json"],
        ["a3", "b2"],
        ["lookup", "--json", "xox", "xox", "oxo"],
        ["lookup", "XXX/OO./..."],
    ],
)
def test_a_plain_lookup_is_answered_as_by_the_command(library, run, words, monkeypatch, capsys):
    """Answers without click are those that the command prints, to the letter."""
    monkeypatch.setenv("OXOBOOK_LIBRARY", str(library))
    monkeypatch.setenv("COLUMNS", "100")
    assert answer_plainly(words)
    assert capsys.readouterr().out == run(*words).stdout


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["lookup"],
        ["--json"],
        ["info"],
        ["lookup", "-x-/-o-/---"],
        ["lookup", "a1", "-r", "3x3x3"],
        ["lookup", "a1", "4x4x4"],
        ["lookup", "--help"],
    ],
)
def test_all_else_is_left_to_the_command(library, book, words, monkeypatch, capsys):
    """Whatever is no plain lookup, or is wrong, prints nothing here."""
    monkeypatch.setenv("OXOBOOK_LIBRARY", str(library))
    assert not answer_plainly(words)
    assert capsys.readouterr() == ("", "")


def test_a_missing_book_is_left_to_the_command(tmp_path, monkeypatch, capsys):
    """If there is no book, the command makes it or says how."""
    monkeypatch.setenv("OXOBOOK_LIBRARY", str(tmp_path))
    assert not answer_plainly(["lookup", "a1"])
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("words", [["lookup", "a9"], ["lookup", "XX./.../..."], ["a1", "a1"], ["lookup", "a1"]])
def test_a_plain_lookup_fails_as_the_command_does(library, book, run, words, tmp_path, monkeypatch, capsys):
    """A wrong position, or a file that is not a book, ends in the command's own line and exit code."""
    monkeypatch.setenv("OXOBOOK_LIBRARY", str(library))
    if words == ["lookup", "a1"]:
        (tmp_path / "3x3x3.sqlite").write_text("no book")
        monkeypatch.setenv("OXOBOOK_LIBRARY", str(tmp_path))
    with pytest.raises(SystemExit) as ended, ending_in_one_line():
        answer_plainly(words)
    shown = capsys.readouterr().err
    by_command = run(*words, "--library", os.environ["OXOBOOK_LIBRARY"])
    assert (ended.value.code, shown) == (by_command.exit_code, by_command.stderr) and shown.count("\n") == 1
