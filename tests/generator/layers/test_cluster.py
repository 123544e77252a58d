"""A Dask cluster makes the same book, whichever process dies meanwhile; its faults are reported in one line."""

import importlib.util
import os
import random
import signal
import subprocess
import sys
import time

import psutil
import pytest

import oxobook.generator.layers.cluster
from oxobook.book import Book, Rules
from oxobook.book.errors import LostWorkers
from oxobook.generator.generate import generate_book
from oxobook.generator.layers.cluster import cluster_workers
from oxobook.generator.machine import Machine

GENERATE = [sys.executable, "-m", "oxobook", "generate"]


def test_a_missing_library_is_named(monkeypatch, run, tmp_path):
    """Without distributed one line says which extra has it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(oxobook.generator.layers.cluster, "find_spec", lambda name: None)
    done = run("generate", "2x2x2", "--engine", "dense", "--cluster", "1", "--out", str(tmp_path / "book"))
    assert done.exit_code == 2
    assert done.stderr == "oxobook: a cluster needs the library distributed: pip install 'oxobook[large]'\n"


@pytest.mark.parametrize("option", ["--cluster=1", "--cluster=tcp://127.0.0.1:9", "--chunks=memory://chunks"])
def test_an_engine_that_takes_no_workers(run, tmp_path, option):
    """If the work is not shared out in chunks, one line says so, and what to do."""
    done = run("generate", "3x3x3", option, "--out", str(tmp_path / "book"))
    assert done.exit_code == 2
    assert done.stderr == (
        "oxobook: expected a board whose engine works in chunks; the frontier engine, which makes 3x3x3, takes no "
        "--cluster or --chunks: leave them out, or choose another --engine\n"
    )
    assert not any(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x", "127.0.0.1:port"])
def test_an_address_where_nobody_answers(monkeypatch, run, tmp_path, address):
    """One line says what address is expected."""
    monkeypatch.setattr(oxobook.generator.layers.cluster, "_PATIENCE", 0.3)
    done = run("generate", "2x2x2", "--engine", "dense", "--cluster", address, "--out", str(tmp_path / "book"))
    assert done.exit_code == 2
    expected = "expected the address of a Dask scheduler that answers, such as tcp://10.0.0.1:8786; got"
    assert done.stderr == f"oxobook: {expected} {address!r}\n"


@pytest.fixture(scope="module")
def cluster(compiled):
    """A cluster of two worker processes, elsewhere as far as oxobook knows."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50) as cluster:
        yield cluster


@pytest.mark.parametrize(("text", "engine"), [("3x4x3-misere", "dense"), ("4x4x3-gravity", "gravity")])
def test_a_cluster_makes_the_same_book(cluster, made, tmp_path, text, engine):
    """By names and numbers alone, and files in a folder that all see, the workers make the file that threads make."""
    expected = made(text, engine).read_bytes()
    generate_book(
        Rules.parse(text), tmp_path / "book", engine=engine, machine=Machine(cluster=cluster.scheduler_address)
    )
    assert (tmp_path / "book").read_bytes() == expected
    assert os.listdir(tmp_path) == ["book"]


@pytest.mark.slow
def test_only_the_maker_reaches_its_workers():
    """The scheduler started here listens on this machine alone, and turns away who has not its key, or has another."""
    from distributed import Client, Security, default_client

    with cluster_workers(1):
        address = default_client().scheduler.address
        assert address.startswith("tls://127.0.0.1:")
        for found, security in ((address.replace("tls:", "tcp:"), None), (address, Security.temporary())):
            with pytest.raises(OSError):
                Client(found, timeout=1, security=security, set_as_default=False)


def test_another_version_is_named(cluster, tmp_path, monkeypatch):
    """Workers with another version of oxobook, whose chunks may be others, are not worked with."""
    monkeypatch.setattr(oxobook.generator.layers.cluster, "__version__", "99")
    with pytest.raises(LostWorkers, match=r"expected oxobook 99 wherever workers run; .* install the same there"):
        generate_book(
            Rules(3, 4, 3), tmp_path / "book", engine="dense", machine=Machine(cluster=cluster.scheduler_address)
        )


def test_a_scheduler_that_is_gone(cluster):
    """A connection that is lost ends the work with a line that says what to do."""
    from distributed.comm.core import CommClosedError

    said = f"^the scheduler of {cluster.scheduler_address} is gone: start it again"
    with pytest.raises(LostWorkers, match=said), cluster_workers(cluster.scheduler_address):
        raise CommClosedError


def info(path):
    """Return a book's counts and digest."""
    with Book.open(path) as book:
        return book.info


def wait_for(condition):
    """Wait until something is so."""
    until = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("text", "kills"),
    [
        pytest.param("4x4x4-misere", 2, marks=pytest.mark.long),
        *(pytest.param(text, 20, marks=pytest.mark.long) for text in ("4x5x4", "3x6x4", "4x4x4-misere")),
        pytest.param("5x5x4-gravity", 10, marks=pytest.mark.long),
    ],
)
def test_killed_at_random(made, tmp_path, text, kills):
    """Workers and the client, killed at random moments with SIGKILL, leave a solve that ends with the same book."""
    chosen, killed, out = random.Random(7), {"worker": 0, "client": 0}, tmp_path / "book"
    engine = "gravity" if text.endswith("-gravity") else "dense"
    expected = info(made(text, engine))
    while sum(killed.values()) < kills or not out.exists():
        out.unlink(missing_ok=True)
        client = psutil.Popen([*GENERATE, text, "--engine", engine, "--cluster", "2", "--out", str(out)])
        while client.poll() is None:
            time.sleep(0.3 + 2.5 * chosen.random())
            workers = [one for one in client.children(recursive=True) if is_worker(one)]
            if sum(killed.values()) < kills and client.poll() is None and workers:
                kind = "client" if chosen.random() < 0.2 else "worker"
                (client if kind == "client" else chosen.choice(workers)).send_signal(signal.SIGKILL)
                killed[kind] += 1
        if out.exists():
            assert info(out) == expected
    assert sum(killed.values()) == kills


@pytest.mark.parametrize(
    ("end", "code", "last"),
    [
        pytest.param(lambda pid: os.kill(pid, signal.SIGTERM), 128 + signal.SIGTERM, None, id="SIGTERM"),
        pytest.param(
            lambda pid: os.killpg(pid, signal.SIGINT), 2, "the same command continues from there", id="Ctrl-C to all"
        ),
    ],
)
def test_a_signal_ends_the_workers_too(compiled, tmp_path, end, code, last):
    """Ended by a signal, a solve by processes leaves none behind, and prints its own line or none, no traceback."""
    command = [*GENERATE, "4x5x4", "--cluster", "1", "--out", str(tmp_path / "book")]
    with psutil.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as client:
        wait_for(lambda: any((tmp_path / ".book.chunks").glob("ply-*/c.*")))
        processes = client.children(recursive=True)
        end(client.pid)
        said = client.stderr.read().splitlines()
    assert client.returncode == code
    said = [line for line in said if not line.startswith("Dask's dashboard: ")]
    assert len(said) == (last is not None) and all(line.endswith(last) for line in said)
    assert psutil.wait_procs(processes, 10)[1] == []


def is_worker(process):
    """Return whether a process is one of Dask's workers; one that has ended since it was listed is none."""
    try:
        return "spawn_main" in " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return False
