"""The command as it starts and as it ends: Ctrl-C while it is loading, and a reader who leaves."""

import os
import signal
import subprocess
import sys

import pytest

INTERRUPTED = """
import sys

class Interruption:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interruption)
from oxobook.__main__ import main
main()
"""


@pytest.mark.parametrize("module", ["viewer.cli", "click", "book.game.rules", "sqlite3", "viewer.report"])
def test_ctrl_c_while_loading_is_one_line(module):
    """Ctrl-C while a module is being imported ends in one line and exit code 2, without a traceback."""
    command = [sys.executable, "-c", INTERRUPTED.format(module=module), "lookup", "a1"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (2, "", "oxobook: stopped")


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="this system has no SIGPIPE")
@pytest.mark.parametrize("arguments", [["export", "csv"], ["lookup", "a1"], ["stats"], ["stats", "--json"], ["--help"]])
def test_a_reader_who_leaves_ends_the_command_silently(library, book, arguments):
    """Where the reader of a pipe has gone, the command prints nothing and ends by SIGPIPE: not with 1, a verdict."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "oxobook", *arguments]
    environment = os.environ | {"OXOBOOK_LIBRARY": str(library)}
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, env=environment, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, "")


def test_a_lookup_in_text_loads_what_it_prints_with_and_no_more(library, book):
    """A lookup from the shell starts fast: it loads no library but click, and nothing that only other output needs."""
    program = (
        f"import sys; sys.argv = ['oxobook', 'lookup', 'X../.../..O', '--library', {str(library)!r}]\n"
        "from oxobook.__main__ import main\ntry: main()\nexcept SystemExit: print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}
    unneeded = {"json", "numpy", "platformdirs", "rich", "shlex", "shutil", "sqlalchemy", "textwrap", "generator"}
    assert "click" in loaded and not loaded & unneeded
