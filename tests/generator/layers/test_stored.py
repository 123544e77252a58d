"""Layers on a store: whatever is stopped, lost or damaged, each engine makes the file that it makes in memory."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from oxobook.book import Book, Rules
from oxobook.generator import dense, gravity
from oxobook.generator.dense import backward, memory
from oxobook.generator.dense import solve as dense_solve
from oxobook.generator.generate import generate_book
from oxobook.generator.gravity import forward, indexing, rows, solve
from oxobook.generator.layers.memory import Limits
from oxobook.generator.machine import Machine
from tests.listening import At, Interrupted, stop

pytestmark = pytest.mark.usefixtures("compiled", "gravity_compiled", "small_chunks")

IN_MEMORY, STORED = Limits(np.inf, np.inf), Limits(0, 0)
RULES = {"dense": Rules(3, 4, 4), "gravity": Rules(4, 4, 4, gravity=True)}
"""The board of a solve that is stopped or harmed."""


def forget_cuts():
    """Have the tables and the parts of each ply made anew."""
    for table in (indexing.reaching, indexing.solving, solve.parts_of, solve.score_cut, solve.flag_cut):
        table.cache_clear()
    dense_solve.cut_of.cache_clear()


@pytest.fixture
def small_chunks(monkeypatch):
    """Chunks of half a kilobyte, under gravity of some, and mapped memory for layers of as little."""
    monkeypatch.setattr(dense_solve, "chunk_size", lambda slots: 1 << 9)
    monkeypatch.setattr(solve, "SLOTS_AT_ONCE", 1 << 12)
    monkeypatch.setattr(rows, "_LARGE", 100_000)
    forget_cuts()
    yield
    forget_cuts()


@pytest.fixture
def computed(monkeypatch):
    """Chunks that are computed from now on: what is made, of which ply, and its number or part."""
    found = []

    def noting(make):
        def noted(of, ply, part, given):
            if make.__module__ == backward.__name__ or not of.layers.in_memory:  # as they are for the compiler's sample
                found.append((make.__name__, ply, part) if of != Rules(2, 2, 2) else (make.__name__, -1, len(found)))
            return make(of, ply, part, given)

        return noted

    for module, name in ((backward, "_solved"), (forward, "_reached"), (gravity.backward, "_solved")):
        monkeypatch.setattr(module, name, noting(getattr(module, name)))
    return found


@pytest.fixture
def keep_in(monkeypatch):
    """A function that has layers kept within some limits."""

    def keep(limits):
        for engines in (dense, gravity):
            monkeypatch.setattr(engines.engine, "limits_for", lambda *_: limits)

    return keep


def content(path):
    """Every row of a file's tables."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


@pytest.mark.parametrize(
    "text",
    [
        *("3x3x3", "3x4x3", "2x3x2-misere", "1x1x1", "2x3x2-misere-gravity", "4x4x4-gravity", "3x5x3-misere-gravity"),
        *(pytest.param(text, marks=pytest.mark.long) for text in ("4x4x4-misere", "3x5x4")),
    ],
)
def test_the_file_is_the_one_made_in_memory(made, keep_in, computed, tmp_path, text):
    """With no layer in memory, or only small ones, or only one, it has the same bytes; each chunk is computed once."""
    rules, path = Rules.parse(text), tmp_path / "book"
    engine = "gravity" if rules.gravity else "dense"
    expected, largest = made(text, engine).read_bytes(), max(memory.layer_sizes(rules))
    for held in (0,) if rules.gravity else (0, largest // 3, 2 * largest):
        keep_in(Limits(held, held))
        computed.clear()
        generate_book(rules, path, engine=engine, replace=True)
        assert path.read_bytes() == expected
        assert os.listdir(tmp_path) == ["book"] and len(set(computed)) == len(computed) > 0


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
STOPS = [*(("dense", "write", 5, change) for change in CHANGES)]
STOPS += [("gravity", stage, 12, "nothing") for stage in ("enumerate", "solve", "write")]


@pytest.mark.parametrize(("engine", "stage", "ply", "change"), STOPS)
def test_a_finished_chunk_is_never_done_again(made, keep_in, computed, tmp_path, engine, stage, ply, change):
    """Stopped in the middle of a layer, a solve goes on with the chunks that are not there, or not as written.

    What is damaged of the ply before is taken out of the book.
    """
    path, rules, calls, (alter, again) = tmp_path / "book", RULES[engine], iter("a"), CHANGES[change]
    keep_in(STORED)
    with pytest.raises(Interrupted):
        second = At(stage, ply, lambda: next(calls, None) or stop())
        generate_book(rules, path, engine=engine, tell=second, machine=Machine(1))
    before = len(computed)
    if engine == "dense":
        for one in (ply, ply + 1):
            alter(tmp_path / ".book.chunks" / f"ply-{one:02}" / "c.0.0")
    generate_book(rules, path, engine=engine, machine=Machine(1))
    assert 0 < before < len(computed) and len(computed) - len(set(computed)) == again
    assert content(path) == content(made(str(rules), engine)) and os.listdir(tmp_path) == ["book"]


@pytest.mark.parametrize(
    ("engine", "stage", "ply", "kinds"),
    [
        ("dense", "write", 6, "ply-07/c.*"),
        ("gravity", "enumerate", 12, "open-12/c.*1.0 open-11/c.*1.0"),
        ("gravity", "write", 11, "ply-12/c.*1.0 open-11/c.*1.0 open-10/c.*1.0 ply-11/c.*1.0"),
    ],
)
@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(path.read_bytes()[:-1])])
def test_what_is_lost_or_damaged_is_made_again(made, keep_in, tmp_path, engine, stage, ply, kinds, damage):
    """Chunks that go wrong while others are made from them are made again, or taken out of the book."""
    keep_in(STORED)

    def harm():
        for kind in kinds.split():
            for path in (tmp_path / ".book.chunks").glob(kind):
                damage(path)
        solve.release()

    harmed, rules = At(stage, ply, harm), RULES[engine]
    generate_book(rules, tmp_path / "book", engine=engine, tell=harmed, machine=Machine(2))
    assert (tmp_path / "book").read_bytes() == made(str(rules), engine).read_bytes()


@pytest.mark.parametrize(
    ("text", "stage", "ply"), [("3x4x3", "solve", 6), ("3x4x3", "write", 6), ("3x3x3-gravity", "solve", 4)]
)
@pytest.mark.parametrize("ways", [(IN_MEMORY, IN_MEMORY), (IN_MEMORY, STORED), (STORED, IN_MEMORY)])
def test_a_solve_goes_on(made, keep_in, computed, tmp_path, text, stage, ply, ways, said):
    """Stopped in the middle of a ply, in memory or on a store, it does that ply and those below, in either way."""
    path, rules = tmp_path / "book", Rules.parse(text)
    engine = "gravity" if rules.gravity else "dense"
    keep_in(ways[0])
    with pytest.raises(Interrupted):
        generate_book(rules, path, engine=engine, tell=At(stage, ply))
    assert not path.exists()
    keep_in(ways[1])
    computed.clear()
    generate_book(rules, path, engine=engine)
    assert said.messages == [f"Going on from ply {ply + 1}, which an earlier call has finished."]
    assert all(of <= ply for name, of, _ in computed if name == "_solved")
    assert content(path) == content(made(text, engine)) and os.listdir(tmp_path) == ["book"]


@pytest.mark.parametrize("where", ["memory", pytest.param("s3", marks=pytest.mark.slow)])
def test_a_book_whose_chunks_lie_elsewhere(made, tmp_path, request, where):
    """Stopped and gone on with, a book is the same, and nothing is left of it but the book.

    Another book of the same game under the same URL has a folder of its own.
    """
    import fsspec

    url = f"memory://{tmp_path.name}" if where == "memory" else request.getfixturevalue("bucket") + "/b"
    book, machine = tmp_path / "book", Machine(chunks=url)
    with pytest.raises(Interrupted):
        generate_book(Rules(2, 3, 3), book, engine="dense", tell=At("write", 4), machine=machine)
    assert os.listdir(tmp_path) == [".book.unfinished"]
    system = fsspec.filesystem(where)
    before = sorted(system.find(url))
    generate_book(Rules(2, 3, 3), tmp_path / "other", engine="dense", machine=machine)
    system.invalidate_cache()
    assert sorted(system.find(url)) == before != []
    info = generate_book(Rules(2, 3, 3), book, engine="dense", machine=machine)
    with Book.open(made("2x3x3", "dense")) as whole:
        assert info == whole.info
    system.invalidate_cache()
    assert sorted(os.listdir(tmp_path)) == ["book", "other"] and system.find(url) == []
