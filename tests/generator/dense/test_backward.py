"""Backward pass: in little memory, from a store, or stopped and gone on with, the book is the same, byte for byte."""

import os
from contextlib import contextmanager

import numpy as np
import pytest

import oxobook.generator.dense.engine
from oxobook.book import Book, Rules
from oxobook.book.store.writer import target_at
from oxobook.generator.dense import backward
from oxobook.generator.dense import solve as solves
from oxobook.generator.dense.memory import layer_sizes, needs_of
from oxobook.generator.generate import generate_book
from oxobook.generator.layers.book import layers_for
from oxobook.generator.layers.layer import DamagedChunk
from oxobook.generator.layers.memory import Limits, least_memory, limits_for
from oxobook.generator.layers.stored import StoredLayers
from oxobook.generator.layers.workers import Workers
from oxobook.generator.machine import Machine
from tests.listening import At, Interrupted, stop

RULES = Rules(3, 4, 4)
STORED = Limits(0, 0)


@contextmanager
def small_chunks():
    """Chunks of half a kilobyte."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solves, "chunk_size", lambda slots: 1 << 9)
        solves.cut_of.cache_clear()
        yield
    solves.cut_of.cache_clear()


@pytest.fixture
def small():
    with small_chunks():
        yield


@pytest.fixture(scope="module")
def stored(compiled, tmp_path_factory):
    """A solve down to ply 6, its layers stored in small chunks."""
    solve = solves.Solve(RULES, StoredLayers(str(tmp_path_factory.mktemp("chunks")), "a test"), STORED)
    with small_chunks(), Workers(Machine(1)) as workers:
        for ply in range(RULES.cells, 5, -1):
            list(backward.solve_layer(solve, ply, workers).pieces)
    return solve


@pytest.fixture
def solve(small, stored):
    return stored


def all_of(layer):
    """The values of a layer."""
    return np.concatenate([layer.chunk(number) for number in range(layer.cut.chunks)])


def test_a_task_names_the_damage(solve):
    """A task that reads a chunk that is lost raises DamagedChunk with its layer and number."""
    solve.layers.remove("ply-06")
    solve.layers.create(solves.cut_of(RULES, 6))
    with pytest.raises(DamagedChunk, match="chunk 0 of the layer 'ply-06' is lost or damaged: it is missing"):
        next(backward.solve_layer(solve, 5, Workers(Machine(1))).pieces)


def made_in(limits, rules, path, monkeypatch, **how):
    """The book that is made within these limits, and what stands in its file."""
    monkeypatch.setattr(oxobook.generator.dense.engine, "limits_for", lambda rules, needs, workers: limits)
    return generate_book(rules, path, engine="dense", replace=True, **how), path.read_bytes()


BOARDS = [
    "3x3x3",
    "3x4x3",
    "2x3x2-misere",
    "1x1x1",
    *(pytest.param(text, marks=pytest.mark.long) for text in ("4x4x4-misere", "3x5x4")),
]


@pytest.mark.parametrize("text", BOARDS)
def test_a_book_made_in_little_memory(compiled, tmp_path, monkeypatch, small, text):
    """With no layer in memory, or only small ones, or only one, the file is the same, byte for byte."""
    rules = Rules.parse(text)
    whole = made_in(Limits(np.inf, np.inf), rules, tmp_path / "book", monkeypatch)
    largest = max(layer_sizes(rules))
    for held in (0, largest // 3, 2 * largest):
        assert made_in(Limits(held, held), rules, tmp_path / "book", monkeypatch) == whole
    assert os.listdir(tmp_path) == ["book"]


@pytest.mark.parametrize("text", ["5x5x4", "5x6x4", "3x9x4"])
def test_what_is_held_fits(text):
    """Rows and layers held at once take at most the memory there is, down to the least.

    With less, fewer tasks run; on a store one more than in memory.
    """
    rules = Rules.parse(text)
    needs = needs_of(rules)
    one, two = least_memory(needs, 1), least_memory(needs, 2)
    for memory, jobs in ((one, 1), (two, 2), (2 * two, 3), (needs.whole, 2)):
        workers = Workers(Machine(2, memory))
        limits = limits_for(rules, needs, workers)
        assert workers.jobs == jobs
        if memory < needs.whole:
            assert needs.fixed + limits.rows <= memory and limits.rows == limits.whole >= needs.task
        else:
            assert limits.whole == np.inf


def after(times):
    """A function that stops the solve when it is called for the last of some times."""
    calls = iter(range(1, times))
    return lambda: next(calls, None) or stop()


def chunk_file(folder, ply, number):
    return folder / ".book.chunks" / f"ply-{ply:02}" / f"c.{number}.0"


def turn_a_bit(path):
    content = path.read_bytes()
    path.write_bytes(content[:-9] + bytes([content[-9] ^ 4]) + content[-8:])


CHANGES = {
    "nothing": (lambda path: None, 0),
    "a bit": (turn_a_bit, 1),
    "cut": (lambda path: os.truncate(path, path.stat().st_size // 2), 1),
    "removed": (os.unlink, 1),
    "another's": (lambda path: path.write_bytes(path.with_name("c.1.0").read_bytes()), 1),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_finished_chunk_is_never_done_again(compiled, small, made, tmp_path, monkeypatch, change):
    """Stopped in the middle of a layer, a solve goes on with the chunks that are not there, or not as written.

    What is damaged of the ply before is taken out of the book.
    """
    path, computed, solved = tmp_path / "book", [], backward._solved
    (alter, again), whole = CHANGES[change], made(str(RULES), "dense")

    def noted(rules, *what):
        computed.extend([what[:2]] if rules == RULES else [])  # a tiny board is solved to compile the kernels
        return solved(rules, *what)

    monkeypatch.setattr(backward, "_solved", noted)
    with pytest.raises(Interrupted):
        made_in(STORED, RULES, path, monkeypatch, machine=Machine(1), tell=At("write", 5, after(2)))
    assert len(set(computed)) == len(computed) and {(5, 0), (5, 1)} <= {*computed}
    for ply in (5, 6):
        alter(chunk_file(tmp_path, ply, 0))
    info, _ = made_in(STORED, RULES, path, monkeypatch, machine=Machine(1))
    with Book.open(whole) as book:
        assert info == book.info
    assert len(computed) - len(set(computed)) == again and os.listdir(tmp_path) == ["book"]


def test_a_chunk_lost_while_it_is_needed(compiled, small, made, tmp_path, monkeypatch):
    """Chunks of the finished layer that are lost while the next one is computed come out of the book again."""

    def lose():
        for name in (tmp_path / ".book.chunks" / "ply-07").glob("c.*"):
            name.unlink(missing_ok=True)

    found = made_in(STORED, RULES, tmp_path / "book", monkeypatch, machine=Machine(1), tell=At("write", 6, lose))
    assert found[1] == made(str(RULES), "dense").read_bytes()


@pytest.mark.parametrize("where", ["memory", pytest.param("s3", marks=pytest.mark.slow)])
def test_a_book_whose_chunks_lie_elsewhere(compiled, made, tmp_path, request, where):
    """Stopped and gone on with, a book is the same, and nothing is left of it but the book.

    Another book under the same URL has a folder of its own.
    """
    import fsspec

    url = f"memory://{tmp_path.name}" if where == "memory" else request.getfixturevalue("bucket") + "/b"
    with pytest.raises(Interrupted):
        generate_book(
            Rules(2, 3, 3), tmp_path / "book", engine="dense", tell=At("write", 4), machine=Machine(chunks=url)
        )
    assert os.listdir(tmp_path) == [".book.unfinished"]
    system = fsspec.filesystem(where)
    before = sorted(system.find(url))
    generate_book(Rules(2, 2, 2), tmp_path / "other", engine="dense", machine=Machine(chunks=url))
    system.invalidate_cache()
    assert sorted(system.find(url)) == before != []
    info = generate_book(Rules(2, 3, 3), tmp_path / "book", engine="dense", machine=Machine(chunks=url))
    with Book.open(made("2x3x3", "dense")) as book:
        assert info == book.info
    system.invalidate_cache()
    assert sorted(os.listdir(tmp_path)) == ["book", "other"] and system.find(url) == []


def test_two_books_of_one_path_share_no_folder(tmp_path):
    """Makers on two machines, with the same path and the same folder for chunks, have a folder each, now and later."""
    names = []
    for machine in ("one", "two"):
        (tmp_path / machine).mkdir()
        for _ in range(2):  # a later call continues with the same folder
            with target_at(tmp_path / machine / "book").blocks(Rules(), False) as file, Workers(Machine(1)) as workers:
                file.layers()
                workers.chunks = str(tmp_path)
                names.append(layers_for(file, Rules(), workers, STORED).address)
    assert names[0] == names[1] != names[2] == names[3]
    assert names[0].startswith(f"{tmp_path}/3x3x3-")
