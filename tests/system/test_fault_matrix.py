"""Making books where there is no room, or no right to write."""

import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from oxobook.book import Rules
from oxobook.commands.root import main
from oxobook.generator.generate import generate_book
from tests.campaigns.faults import sound_book

COMMAND = [sys.executable, "-m", "oxobook"]


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
