"""The command as it starts and ends, and where its output, its messages or its files go nowhere that a file is."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tests.campaigns.command_lines import commands, values

COMMAND = [sys.executable, "-m", "oxobook"]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [["verify"], ["lookup", "a1"], ["export", "csv"], ["--version"]])
def test_output_that_cannot_be_written(library, book, arguments):
    """One line and exit code 2: 1 would be a verdict."""
    with open("/dev/full", "w") as full:
        environment = os.environ | {"OXOBOOK_LIBRARY": str(library)}
        done = subprocess.run([*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, env=environment)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith("oxobook: cannot write: No space left on device; ")


def test_output_that_is_closed(library, book):
    """A command whose output the caller has closed says so, and does not end as if all were well."""
    command = ["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, "lookup", "a1", "--library", str(library)]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    said = "cannot write: standard output is closed; open it, or write to a file with --out"
    assert (done.returncode, done.stderr) == (2, f"oxobook: {said}\n")


def test_an_alphabet_without_lines(library, book):
    """A terminal that has only ASCII shows question marks for the rest."""
    environment = os.environ | {"OXOBOOK_LIBRARY": str(library), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "lookup", "a1"], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "") and "?" in done.stdout and "b2" in done.stdout


@pytest.mark.parametrize(
    ("said", "commands"),
    [
        ("is a device or pipe", ("lookup a1 -b pipe", "verify -b pipe", "export csv -b pipe")),
        ("it is no plain file", ("audit proof:pipe", "watch random proof:pipe", "play proof:pipe", "play pipe.proof")),
        ("it is no plain file", ("info pipe.json", "generate pipe.json", "prove pipe.json", "lookup a1 pipe.json")),
    ],
)
def test_a_pipe_is_no_file(run, tmp_path, monkeypatch, said, commands):
    """A pipe in the place of a book, a certificate or a board is refused and not waited for."""
    monkeypatch.chdir(tmp_path)
    for name in ("pipe", "pipe.json", "pipe.proof"):
        os.mkfifo(name)
    Path("x").touch()
    for command in commands:
        done = run(*command.split())
        assert done.exit_code == 2 and done.stderr.count("\n") == 1 and said in done.stderr, command


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+psycopg:/reader:sEcReT@host/games",
        "postgresql+psycopg:reader:sEcReT@host/games",
        "reader:sEcReT@host/games",
        "host=here password=sEcReT",
    ],
)
@pytest.mark.parametrize("command", ["lookup a1 -b", "export csv --out", "lookup a1 --out", "stats --library"])
def test_a_mistyped_address_tells_no_password(run, tmp_path, monkeypatch, command, address):
    """Text that looks like a password is shown nowhere, whatever the URL was taken for."""
    monkeypatch.chdir(tmp_path)
    done = run(*command.split(), address)
    assert "sEcReT" not in done.output
    if "=" not in address or command.endswith("-b"):  # else it may be a file's name
        assert done.exit_code == 2 and done.stderr.count("\n") == 1


URL = "postgresql+psycopg://reader:sEcReT@127.0.0.1:1/games"


@pytest.mark.slow
def test_no_argument_or_option_tells_a_password(run, tmp_path, monkeypatch):
    """A URL in the place of each argument and each option's value: every command masks its password."""
    monkeypatch.chdir(tmp_path)
    places = [(*found, one) for found in commands() for one in found[1].params if not getattr(one, "is_flag", False)]
    for path, command, parameter in places:
        words = [parameter.opts[-1], URL] if isinstance(parameter, click.Option) else []
        for one in command.params:
            if isinstance(one, click.Argument) and (one is parameter or one.required):
                words.append(URL if one is parameter else values(path[-1], one, "3x3x3")[0])
        done = run(*path, *words)
        assert "sEcReT" not in done.output and done.exit_code in (0, 2), (path, words)
    assert len(places) > 200 and not [path for path in tmp_path.rglob("*") if "sEcReT" in str(path)]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="this system has no SIGPIPE")
@pytest.mark.parametrize("arguments", [["export", "csv"], ["lookup", "a1"], ["--help"]])
def test_a_reader_who_leaves_ends_the_command_silently(library, book, arguments):
    """If the reader of a pipe has gone, the command prints nothing and ends by SIGPIPE: not with 1, a verdict."""
    reading, writing = os.pipe()
    os.close(reading)
    environment = os.environ | {"OXOBOOK_LIBRARY": str(library)}
    done = subprocess.run([*COMMAND, *arguments], stdout=writing, stderr=subprocess.PIPE, env=environment, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, "")
