"""Making books while things go wrong: no room, no right to write, several makers, and readers all the while."""

import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from oxobook.book import Book, Position, Rules
from oxobook.book.verify import verify_book
from oxobook.commands.root import main
from oxobook.generator.generate import generate_book
from tests.faults import all_positions, sound_book
from tests.killing import ends

COMMAND = [sys.executable, "-m", "oxobook"]
GAMES = (Rules(), Rules(misere=True))


def as_nobody(call):
    """Return the result of a call in a child process without special rights."""

    def child(pipe):
        if os.geteuid() == 0:
            os.seteuid(65534)
        pipe.send(call())

    here, there = multiprocessing.get_context("fork").Pipe()
    process = multiprocessing.get_context("fork").Process(target=child, args=(there,))
    process.start()
    process.join(timeout=60)
    assert here.poll(), "the child gave nothing"
    return here.recv()


@pytest.fixture
def read_only():
    """A folder that all may enter and none may write to, with a book in it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sound_book(folder / "3x3x3.sqlite")
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


@pytest.mark.slow
def test_a_read_only_folder(read_only, tmp_path):
    """generate and strategy say in one line that they cannot write; lookup and verify need not write."""

    def run(arguments, folder=read_only):
        done = CliRunner().invoke(main, [*arguments, "--library", str(folder)])
        return done.exit_code, done.stderr

    writing = (("generate", "--force"), ("generate", "2x2x2"), ("strategy", "--force", "--kind", "smallest"))
    reading = (("lookup", "a3 b2", "--json"), ("verify", "--json"))
    for arguments in (*writing, *reading):  # loads the modules, which nobody may not be able to read
        assert run(arguments, tmp_path)[0] == 0
    for arguments in writing:
        code, message = as_nobody(lambda arguments=arguments: run(arguments))
        assert code == 2 and message.startswith("oxobook: cannot write ") and message.count("\n") == 1
        assert "choose a folder that you may write to" in message
    for arguments in reading:
        assert as_nobody(lambda arguments=arguments: run(arguments)) == (0, "")
    assert os.listdir(read_only) == ["3x3x3.sqlite"]


@pytest.mark.slow
def test_a_strategy_on_a_full_disk(tmp_path):
    """A strategy for which there is no room leaves the book as it was."""
    path = tmp_path / "3x3x3.sqlite"
    generate_book(Rules(), path)
    before = path.read_bytes()

    def limit():
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # the modules' own would be cut off too, and stay so
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    command = [*COMMAND, "strategy", "--kind", "smallest", "--library", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    assert done.returncode == 2 and done.stderr.startswith("oxobook: cannot write") and done.stderr.count("\n") == 1
    assert path.read_bytes() == before and os.listdir(tmp_path) == [path.name]


@pytest.mark.slow
def test_killed_before_there_was_a_book(tmp_path):
    """A generate killed where no book stood leaves no book, or the whole one when it was as good as done."""
    path = tmp_path / "3x3x3.sqlite"
    for _ in ends(["generate", "--library", str(tmp_path)], tmp_path, signal.SIGKILL, 20):
        for hidden in tmp_path.glob(".*"):
            hidden.unlink()
        if os.listdir(tmp_path):
            assert os.listdir(tmp_path) == [path.name] and verify_book(path).right
            path.unlink()


def truth(path):
    """By game every position that may be asked, with its value, remoteness, moves and pick."""
    answers = {}
    for rules in GAMES:
        generate_book(rules, path, replace=True)
        with Book.open(path) as book:
            positions = all_positions()[::7]
            answers[rules] = {(p.x, p.o): book.probe(Position(rules, p.x, p.o)) for p in positions}
    return answers


def read_again_and_again(path, answers, enough, stop, report):
    """Open the book, ask it everything from two threads, and again, until told to stop; report books and mistakes.

    ``enough`` is set when two books have been asked everything.
    """
    opened, asked, wrong = 0, [0, 0], []

    def ask(book, number):
        for (x, o), entry in answers[book.rules].items():
            if book.probe(Position(book.rules, x, o)) != entry:
                wrong.append((str(book.rules), x, o))
            asked[number] += 1

    while not stop.is_set():
        try:
            with Book.open(path) as book:
                opened += 1
                threads = [threading.Thread(target=ask, args=(book, number)) for number in range(2)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
            if opened == 2:
                enough.set()
        except Exception as error:
            wrong.append(repr(error))
    report.put((opened, asked, wrong))


@pytest.mark.slow
def test_readers_while_a_book_is_made_again_and_again(tmp_path):
    """Eight readers, four processes of two threads, ask a book that is replaced twenty times and more, by that of
    another game in turn: each book they open is the one or the other, and every answer is right."""
    path = tmp_path / "book.sqlite"
    answers = truth(path)
    context = multiprocessing.get_context("fork")
    stop, report = context.Event(), context.Queue()
    enough = [context.Event() for _ in range(4)]
    readers = [context.Process(target=read_again_and_again, args=(path, answers, e, stop, report)) for e in enough]
    for reader in readers:
        reader.start()
    for number in range(1000):
        time.sleep(0.05)
        generate_book(GAMES[number % 2], path, replace=True)
        if number >= 20 and all(event.is_set() for event in enough):
            break
    stop.set()
    results = [report.get(timeout=60) for _ in readers]
    for reader in readers:
        reader.join(timeout=60)
    assert [wrong for _, _, wrong in results] == [[]] * 4
    assert all(opened >= 2 and min(asked) > 500 for opened, asked, _ in results)
    assert os.listdir(tmp_path) == [path.name]
