"""play and watch: scripted games, what may be typed, how they end, and a real terminal."""

import os
import pty
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from unittest.mock import Mock

import pytest

from oxobook.book import Rules
from oxobook.book.game.cell_labels import cell_labels


def script(*lines):
    """Return typed lines as the input of a command."""
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("kind", ["keypad", "reading", "index", "matrix"])
def test_a_game_has_one_notation(run, kind):
    """Boards, moves, hints, mistakes and the review are in the labels; only the record, for lookup, is not."""
    named = cell_labels(kind, Rules())
    typed = named.move("a3"), "?", named.move("b3"), named.move("b3"), "zzz", "?", "q"
    shown = run("play", "human", "pick", "--labels", kind, input=script(*typed)).stdout
    assert re.search(r"Record in coordinates: oxobook lookup a3( [abc][123])+\n", shown)
    assert f"pick (O): {named.move('b2')}\n" in shown and "Hint: " in shown and "As good: " in shown
    assert "is taken in" in shown or "expected one of" in shown
    assert not re.search(r"\b[abc][123]\b", re.sub(r"Record.*", "", shown))


def test_watching(run):
    """Players play the games that are asked for, with their boards, records and the score, and no question."""
    done = run("watch", "ralph", "levi", "--games", "3", "--seed", "5")
    assert done.exit_code == 0
    assert done.stdout.count(" starts.") == done.stdout.count("Record") == done.stdout.count("Score:") == 3
    assert "?" not in done.stdout
    assert done.stdout == run("watch", "ralph", "levi", "--games", "3", "--seed", "5").stdout


def test_a_programs_moves_are_read_as_stated(run, tmp_path):
    """A program that knows the keypad alone plays, once --reading says so."""
    (tmp_path / "bot").write_text("while read -r line; do echo 1; done")
    words = ("watch", f"exec:sh {tmp_path / 'bot'}", "pick")
    assert "(X): 1" in run(*words, "--reading", "keypad").stdout
    assert "(X): b3" in run(*words).stdout


@pytest.mark.parametrize("place", ["-b", "--library"])
def test_the_record_can_be_looked_up_as_printed(run, make_book, library, tmp_path, place):
    """The advised lookup names the book that was played from, wherever it stands."""
    make_book("3x3x3-misere")
    elsewhere = tmp_path / "my books"
    elsewhere.mkdir()
    shutil.copy(library / "3x3x3-misere.sqlite", elsewhere)
    which = {"-b": str(elsewhere / "3x3x3-misere.sqlite"), "--library": str(elsewhere)}[place]
    shown = run("play", "Ada", "Bob", "-r", "3x3x3-misere", place, which, input=script("b2", "q")).stdout
    command = shlex.split(re.search(r"Record: oxobook (.*)", shown).group(1))
    assert command[-2:] == ["-b", str(elsewhere / "3x3x3-misere.sqlite")]
    assert '"rules": "3x3x3-misere"' in run(*command, "--json").stdout


def on_a_terminal(library, *arguments, typed):
    """Return a command's output on a terminal, and its exit code; each of ``typed`` waits for the prompt before it.

    What is typed between the prompt and the moment in which the terminal is read may be lost, so the last of it is
    typed again when nothing happens, as a person would.
    """
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "oxobook", *arguments, "--library", str(library)]
    process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, start_new_session=True)
    os.close(follower)
    seen, answer, answers = "", b"", list(typed)
    with suppress(OSError):  # Linux: reading fails once the other end is closed
        while True:
            if select.select([leader], [], [], 5)[0]:
                if not (data := os.read(leader, 4096)):
                    break
                seen += data.decode()
                if not answers or not seen.rstrip(" ").endswith((":", "?")):
                    continue
                answer = answers.pop(0)
                seen += "\n"
            if answer is None:
                process.send_signal(signal.SIGINT)
            else:
                os.write(leader, answer)
    os.close(leader)
    return seen, process.wait(timeout=30)


@pytest.mark.parametrize(("last", "how"), [(None, "Ctrl-C"), (b"\x04", "the end of input"), (b"q\n", "q")])
def test_leaving_on_a_terminal(library, book, last, how):
    """On a terminal a game ends politely, with its record, at Ctrl-C, at the end of input and at q; the menu too."""
    seen, code = on_a_terminal(library, "play", "human:Ada", "pick", typed=[b"b2\n", last])
    assert code == 0, how
    assert "Traceback" not in seen and "Record: oxobook lookup b2 " in seen and seen.rstrip().endswith("Goodbye.")
    seen, code = on_a_terminal(library, "play", typed=[last])
    assert code == 0 and seen.rstrip().endswith("Goodbye."), how


@pytest.mark.slow
def test_who_plays_is_asked_on_a_terminal(library, book):
    """On a terminal, play asks for names that are not given, and again for a word that is not a name."""
    seen, code = on_a_terminal(library, "play", typed=[b"rlaph\n", b"Ada\n", b"\n", b"q\n"])
    assert code == 0 and re.search(r"2  perfect +any best move", seen) and "name the player ralph" in seen
    assert seen.count("First player [you]:") == 2 and seen.count("Second player [perfect]:") == 1
    assert "Ada (X) against perfect (O), 3x3x3. X starts." in seen


@pytest.mark.parametrize("rules", ["6x6x4", "6x6x4-wild"])
def test_boards_without_any_book(run, rules, monkeypatch):
    """On boards too large for any book people and players play, without assessment; a search is loaded if it can be."""
    monkeypatch.setattr("oxobook.commands.play.load_search", load := Mock())
    done = run("watch", "random", "random", "-r", rules, "--seed", "1")
    assert done.exit_code == 0 and done.stderr == "" and f"random (X) against random (O), {rules}. " in done.stdout
    assert re.search(r"\nRecord: \w{2,3} \w{2,3}", done.stdout) and "better" not in done.stdout
    assert load.called == ("wild" not in rules)
    opponent = "random" if "wild" in rules else "levi"
    assert f"You (X) against {opponent} (O)" in run("play", "-r", rules, input=script("q")).stdout


def test_the_perfect_player_searches_without_a_book(run, search_compiled):
    """If its time is over it plays what is proved, or wins or blocks, and says so; a hint says so too."""
    shown = run("watch", "perfect", "random", "-r", "6x6x4", "--time-limit", "0.1", "--seed", "1").stdout
    assert " (the search ran out of time; proved: " in shown and " forfeits" not in shown
    done = run("play", "Ada", "levi", "-r", "6x6x4", "--time-limit", "0.2", input=script("a1", "?", "q"))
    assert "No hint: the search was not finished in time" in done.stdout and done.exit_code == 0
