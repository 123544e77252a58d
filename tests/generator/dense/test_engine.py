"""The engine for large boards: a solve that can be resumed."""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
import zstandard

from oxobook.book import Rules
from oxobook.generator.generate import generate_book
from tests.listening import At, Interrupted

GENERATE = [sys.executable, "-m", "oxobook", "generate"]


KILLED = """
import os, signal, sys
from pathlib import Path
from oxobook.book import Rules
from oxobook.generator.generate import Machine, generate_book
from tests.listening import At

def killed():
    os.kill(os.getpid(), signal.SIGKILL)

path = Path(sys.argv[1])
generate_book(Rules(2, 2, 2), path.with_name("tiny"), engine="dense", machine=Machine(1))  # loads it for all
for moment in (("solve", 11), ("write", 11), ("write", 7), ("solve", 6), ("solve", 3), ("write", 1)):
    child = os.fork()
    if not child:
        generate_book(Rules(3, 4, 3), path, engine="dense", tell=At(*moment, killed), machine=Machine(1))
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_solve_killed_over_and_over_goes_on(compiled, made, tmp_path, said):
    """Killed six times in the middle of a ply, each time going on from there, 3x4x3 ends with the same content."""
    path = tmp_path / "killed"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], capture_output=True, text=True)
    assert done.stdout.split() == ["-9"] * 6, done
    assert not path.exists()
    generate_book(Rules(3, 4, 3), path, engine="dense")
    assert said.messages == ["Going on from ply 2, which an earlier call has finished."]
    assert content(path) == content(made("3x4x3", "dense"))


def content(path):
    """Every row of a file's tables."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_a_solve_stopped_by_hand_says_where_it_is(run, compiled, tmp_path, monkeypatch):
    """Ctrl-C ends a dense solve with one line: where the unfinished file is, and that the same command goes on."""
    monkeypatch.setattr("oxobook.commands.progress.Lines.__call__", stop_by_hand)
    done = run("generate", "3x4x3", "--engine", "dense", "--out", str(tmp_path / "book"))
    hidden = tmp_path / ".book.unfinished"
    assert done.exit_code == 2 and hidden.exists()
    said = f"the plies that are finished are in {str(hidden)!r}, and the same command continues from there"
    assert done.stderr == f"oxobook: stopped; {said}\n"
    monkeypatch.undo()
    again = run("generate", "3x4x3", "--engine", "dense", "--out", str(tmp_path / "book"))
    assert again.exit_code == 0 and "Going on from ply 10" in again.stderr


def stop_by_hand(lines, stage, done, total=None, note=""):
    if note.startswith("ply 9"):
        raise KeyboardInterrupt


DAMAGE = {
    "other scores in the last ply": "UPDATE block SET data = turned(data) WHERE ply = 5",
    "a block of another size": "UPDATE block SET data = (SELECT data FROM block WHERE ply = 5) WHERE ply = 8",
    "a block too many": "INSERT INTO block SELECT 6, 1, data FROM block WHERE ply = 6",
    "a layer that is gone": "".join(
        f"DELETE FROM {table} WHERE ply = 6;" for table in ("layer", "unfinished", "block")
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_unfinished_book_is_begun_anew(compiled, made, tmp_path, damage, said):
    """Finished layers are gone on from only if they are what was written; else one sentence, and the book is right."""
    path = tmp_path / "book"
    with pytest.raises(Interrupted):
        generate_book(Rules(), path, engine="dense", tell=At("solve", 4))
    with closing(sqlite3.connect(tmp_path / ".book.unfinished")) as connection:
        connection.create_function("turned", 1, turned)
        connection.executescript(DAMAGE[damage])
        connection.commit()
    generate_book(Rules(), path, engine="dense")
    (sentence,) = said.messages
    assert (
        sentence.startswith("The unfinished book cannot be continued, and the solve begins anew: ")
        and "\n" not in sentence
    )
    assert path.read_bytes() == made("3x3x3", "dense").read_bytes()


def turned(packed):
    """A block of the same scores in the opposite order."""
    scores = zstandard.ZstdDecompressor().decompress(packed)
    return zstandard.ZstdCompressor(write_checksum=True).compress(scores[::-1])


def test_a_book_whose_maker_was_killed_before_it_had_its_name(compiled, made, tmp_path, said):
    """A book that is complete under its hidden name is no unfinished one: it is made anew, and said so."""
    path, hidden = tmp_path / "book", tmp_path / ".book.unfinished"
    hidden.write_bytes(made("3x4x3", "dense").read_bytes())
    hidden.chmod(0o644)
    generate_book(Rules(3, 4, 3), path, engine="dense")
    (sentence,) = said.messages
    assert sentence.startswith("The unfinished book cannot be continued, and the solve begins anew: ")
    assert f"{str(hidden)!r}: no such table: unfinished" in sentence
    assert path.read_bytes() == made("3x4x3", "dense").read_bytes() and os.listdir(tmp_path) == ["book"]


def test_a_full_disk_keeps_the_finished_layers(compiled, tmp_path):
    """One line says that the disk is full; with more room the solve goes on."""
    limit = 400_000
    command = [*GENERATE, "4x4x4", "--engine", "dense", "--out", str(tmp_path / "book")]
    environment = os.environ | {"NUMBA_DISABLE_CACHING": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env=environment,
        preexec_fn=lambda: (
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        ),
    )
    assert done.returncode == 2
    hidden = tmp_path / ".book.unfinished"
    assert done.stderr.startswith(f"oxobook: cannot write {str(hidden)!r}: ") and done.stderr.count("\n") == 1
    assert "free some space" in done.stderr and done.stderr.endswith(
        ", and call again; the layers that are finished stay\n"
    )
    again = subprocess.run(command, capture_output=True, text=True)
    assert again.returncode == 0 and "Going on from ply" in again.stderr


COMPILING = "Compiling the engine for this machine, once: about half a minute.\n"


def with_empty_cache(folder):
    """A command that has to compile the engine, and the environment in which it has to."""
    command = [*GENERATE, "2x2x2", "--engine", "dense", "--force", "--out", str(folder / "book")]
    return command, os.environ | {"NUMBA_CACHE_DIR": str(folder / "cache")}


@pytest.mark.slow
def test_ctrl_c_does_not_wait_for_the_compiler(tmp_path):
    """Ctrl-C while the engine is compiled, which takes half a minute, ends at once in one line, and leaves no file."""
    command, environment = with_empty_cache(tmp_path)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr.readline() == COMPILING
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == "oxobook: stopped\n"
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 2 and usage.ru_utime < 15
    assert not [name for name in os.listdir(tmp_path) if "book" in name]


@pytest.mark.long
def test_compilation_is_announced_once(tmp_path):
    """The sentence is the only one, and the next call is silent."""
    command, environment = with_empty_cache(tmp_path)
    first = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert first.stderr == COMPILING
    spent = os.times().children_user
    second = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert second.stderr == "" and os.times().children_user - spent < 10


@pytest.mark.slow
def test_a_slow_machine_is_not_a_compiling_one(dense_book):
    """Kernels that are on the disk already are not announced, however long they take to load."""
    dense_book("3x3x3")
    code = (
        "import logging; from oxobook.generator import compilation; from oxobook.generator.dense import backward; "
        "logging.basicConfig(level=logging.INFO); compilation._PATIENCE = 0; backward.compile_kernels()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.slow
def test_what_another_version_kept_is_not_read(tmp_path):
    """A kernel whose types were renamed since it was kept on the disk is compiled anew."""
    text = (
        "import typing\nfrom oxobook.generator.compilation import kernel\nclass Old(typing.NamedTuple):\n    one: int\n"
        "@kernel\ndef twice(pair):\n    return 2 * pair.one\nprint(twice(Old(21)))\n"
    )
    for written in (text, text.replace("Old", "New")):
        (tmp_path / "twice.py").write_text(written)
        done = subprocess.run([sys.executable, "-c", "import twice"], cwd=tmp_path, capture_output=True, text=True)
        assert (done.stdout, done.stderr) == ("42\n", "")
