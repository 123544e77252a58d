"""The command as it starts, and as it ends when its reader leaves."""

import os
import signal
import subprocess
import sys

import pytest


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
