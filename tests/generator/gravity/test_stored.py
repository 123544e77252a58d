"""Layers of the gravity engine on a store: the file made in memory, byte for byte, whatever is stopped or lost."""

import os
from pathlib import Path

import numpy as np
import pytest

import oxobook.generator.gravity.engine
from oxobook.book import Rules
from oxobook.generator.generate import generate_book
from oxobook.generator.gravity import backward, forward, indexing, rows, solve
from oxobook.generator.gravity.memory import needs_of
from oxobook.generator.layers.layer import DamagedChunk
from oxobook.generator.layers.memory import Limits, least_memory, limits_for
from oxobook.generator.layers.stored import StoredLayers
from oxobook.generator.layers.workers import Workers
from oxobook.generator.machine import Machine
from tests.generator.layers.test_workers import Travelling
from tests.listening import At, Interrupted

pytestmark = pytest.mark.usefixtures("gravity_compiled")

SMALL = ["3x3x3-gravity", "2x3x2-misere-gravity"]
LARGER = ["4x4x4-gravity", "3x5x3-misere-gravity"]
IN_MEMORY, STORED = Limits(np.inf, np.inf), Limits(0, 0)


def forget_plies():
    """Have the tables and the parts of each ply made anew."""
    for table in (indexing.reaching, indexing.solving, solve.parts_of, solve.score_cut, solve.flag_cut):
        table.cache_clear()


@pytest.fixture
def small_parts(monkeypatch):
    """Parts of a few thousand slots, and mapped memory for layers of as few."""
    monkeypatch.setattr(solve, "SLOTS_AT_ONCE", 1 << 12)
    monkeypatch.setattr(rows, "_LARGE", 100_000)
    forget_plies()
    yield
    forget_plies()


@pytest.fixture
def stored(gravity_compiled, made, monkeypatch, small_parts):
    """From rules text to the file made in memory; and the list of parts computed from now on, which go to a store."""

    def begin(text):
        in_memory, computed = made(text, "gravity").read_bytes(), []
        keep_in(STORED, monkeypatch)
        for module, name in ((forward, "_reached"), (backward, "_solved")):
            monkeypatch.setattr(module, name, noting(computed, getattr(module, name)))
        return in_memory, computed

    return begin


def keep_in(limits, monkeypatch):
    """Have layers kept in memory or on a store."""
    monkeypatch.setattr(oxobook.generator.gravity.engine, "limits_for", lambda *_: limits)


def noting(computed, make):
    """A function that makes parts, with a note of each."""

    def noted(solve, ply, part, given):
        if not solve.layers.in_memory:  # as they are for the compiler's sample
            computed.append((make.__name__, ply, part))
        return make(solve, ply, part, given)

    return noted


def require_same(path, expected):
    """Assert that a file's bytes are expected, but for SQLite's count of how often it was changed."""
    content = path.read_bytes()
    for begin, end in ((24, 28), (92, 96)):
        content = content[:begin] + expected[begin:end] + content[end:]
    assert content == expected


@pytest.mark.parametrize("text", [*SMALL, *LARGER])
def test_the_file_is_the_one_made_in_memory(stored, tmp_path, text):
    """Parts that are some blocks of a row make the same scores, counts and digest; each is computed once."""
    expected, computed = stored(text)
    generate_book(Rules.parse(text), tmp_path / "book", engine="gravity")
    assert (tmp_path / "book").read_bytes() == expected
    assert os.listdir(tmp_path) == ["book"] and len(set(computed)) == len(computed) > 0


@pytest.mark.parametrize("stage", ["enumerate", "solve", "write"])
def test_a_finished_part_is_never_done_again(stored, tmp_path, stage):
    """Stopped on the way forward or back, a solve goes on with the parts that are not there."""
    rules, path = Rules(4, 4, 4, gravity=True), tmp_path / "book"
    expected, computed = stored(str(rules))
    with pytest.raises(Interrupted):
        generate_book(rules, path, engine="gravity", tell=At(stage, 12), machine=Machine(1))
    before = len(computed)
    generate_book(rules, path, engine="gravity", machine=Machine(1))
    assert 0 < before < len(computed) == len(set(computed))
    require_same(path, expected)
    assert os.listdir(tmp_path) == ["book"]


@pytest.mark.parametrize(
    ("stage", "ply", "kinds"), [("enumerate", 12, "open-12 open-11"), ("write", 11, "ply-12 open-11 open-10 ply-11")]
)
@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(path.read_bytes()[:-1])])
def test_what_is_lost_or_damaged_is_made_again(stored, tmp_path, stage, ply, kinds, damage):
    """Parts that go wrong while others are made from them are made again, or taken out of the book."""
    expected, _ = stored("4x4x4-gravity")

    def harm():
        for kind in kinds.split():
            for path in (tmp_path / ".book.chunks" / kind).glob("c.*1.0"):
                damage(path)
        solve.release()

    generate_book(
        Rules(4, 4, 4, gravity=True), tmp_path / "book", engine="gravity", tell=At(stage, ply, harm), machine=Machine(2)
    )
    assert (tmp_path / "book").read_bytes() == expected


def test_neighbours_share_what_they_read(tmp_path):
    """A chunk that was just read is not read again; once it is released, its loss is found."""
    some = solve.Solve(Rules(3, 3, 3, gravity=True), StoredLayers(str(tmp_path / "chunks"), "a test"))
    flags = some.layers.create(solve.flag_cut(some.rules, 2))
    size = flags.cut.slots(0)[1]
    flags.write(0, np.full(size, -1, np.int8), np.zeros(4, np.int64))
    read = some.flags(2).part
    assert read(0).all()
    some.layers.remove(flags.cut.name)
    assert read(0).all()
    solve.release()
    some.layers.create(flags.cut)
    with pytest.raises(DamagedChunk):
        read(0)


def test_it_goes_on_in_the_other_way(gravity_compiled, made, tmp_path, monkeypatch, said):
    """A solve that began in memory can be continued on a store, and the other way round."""
    rules, expected = Rules(3, 3, 3, gravity=True), made("3x3x3-gravity", "gravity").read_bytes()
    for path, limits in ((tmp_path / "one", (IN_MEMORY, STORED)), (tmp_path / "two", (STORED, IN_MEMORY))):
        keep_in(limits[0], monkeypatch)
        with pytest.raises(Interrupted):
            generate_book(rules, path, engine="gravity", tell=At("solve", 4))
        keep_in(limits[1], monkeypatch)
        said.clear()
        generate_book(rules, path, engine="gravity")
        assert said.messages == ["Going on from ply 5, which an earlier call has finished."]
        require_same(path, expected)


@pytest.mark.parametrize("text", ["4x4x4-gravity", "3x3x3-gravity", "6x6x4-gravity"])
def test_parts_are_all_of_a_layer(text):
    """The parts of each ply follow one another without gaps, and none is much longer than the others."""
    rules = Rules.parse(text)
    for ply in range(min(rules.cells, 20) + 1):
        parts = solve.parts_of(rules, ply)
        ends = [part.first + part.size for part in parts]
        assert [0, *ends[:-1]] == [part.first for part in parts]
        assert max(part.size for part in parts) <= solve.SLOTS_AT_ONCE + (1 << 11)


def test_what_goes_in_memory():
    """Threads with room for all layers work in memory; with less room, or apart from one another, they do not."""
    rules = Rules(5, 5, 4, gravity=True)
    needs = needs_of(rules)
    assert limits_for(rules, needs, Workers(Machine(2, needs.whole))) == IN_MEMORY
    assert limits_for(rules, needs, Workers(Machine(2, needs.whole - 1))) != IN_MEMORY
    assert limits_for(rules, needs, Workers(Machine(2, 1 << 40, Travelling()))) != IN_MEMORY
    assert least_memory(needs_of(Rules(6, 5, 4, gravity=True)), 2) < 600_000_000
