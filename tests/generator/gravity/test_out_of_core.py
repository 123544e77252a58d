"""The gravity engine in chunks: the file that is made in memory, byte for byte, whatever is stopped or lost."""

import os
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import oxobook.generator.gravity.memory
from oxobook.book import Rules, TooLarge
from oxobook.generator.generate import generate_book
from oxobook.generator.gravity import chunk, indexing, row_loader, spans
from oxobook.generator.gravity.indexing import here_of
from oxobook.generator.gravity.memory import goes_in_memory, least_memory, peak_memory, require_memory
from oxobook.generator.gravity.out_of_core import ChunkedPasses
from oxobook.generator.gravity.tasks import parts_between
from oxobook.generator.progress import Report
from oxobook.generator.work.workers import Workers
from tests.generator.layers.test_workers import Travelling

pytestmark = pytest.mark.usefixtures("gravity_compiled")

SMALL = ["3x3x3-gravity", "2x3x2-misere-gravity"]
LARGER = ["4x4x4-gravity", "3x5x3-misere-gravity"]
LONG = ["4x4x4-misere-gravity", "4x5x4-gravity", "5x4x4-gravity", "4x5x4-misere-gravity", "5x4x4-misere-gravity"]


@pytest.fixture
def in_chunks(gravity_compiled, made, monkeypatch):
    """From rules text to the file made in memory; and the list of chunks made from now on, of one block each."""

    def begin(text):
        in_memory, computed = made(text, "gravity").read_bytes(), []
        monkeypatch.setattr(oxobook.generator.gravity.memory, "LEAST_BLOCKS", 1)
        monkeypatch.setattr(oxobook.generator.gravity.memory, "peak_memory", lambda rules: 1 << 60)
        monkeypatch.setattr(spans, "_LONG", 5000)
        monkeypatch.setattr(row_loader, "_LARGE", 100_000)
        for name in ("_reached", "_solved"):
            monkeypatch.setattr(chunk, name, noting(computed, getattr(chunk, name)))
        return in_memory, computed

    return begin


def require_same(path, expected):
    """Assert that a file's bytes are expected, but for SQLite's count of how often it was changed."""
    content = path.read_bytes()
    for begin, end in ((24, 28), (92, 96)):
        content = content[:begin] + expected[begin:end] + content[end:]
    assert content == expected


def noting(computed, make):
    """A function that makes chunks, with a note of each."""

    def noted(solve, ply, number):
        computed.append((make.__name__, ply, number))
        return make(solve, ply, number)

    return noted


@pytest.mark.parametrize(
    "text",
    [
        *SMALL,
        *LARGER,
        *(pytest.param(text, marks=pytest.mark.long) for text in LONG),
    ],
)
def test_the_file_is_the_one_made_in_memory(in_chunks, tmp_path, text):
    """Chunks that end within rows and within blocks make the same scores, counts and digest."""
    expected, computed = in_chunks(text)
    generate_book(Rules.parse(text), tmp_path / "book", engine="gravity")
    assert (tmp_path / "book").read_bytes() == expected
    assert os.listdir(tmp_path) == ["book"] and len(set(computed)) == len(computed) > 0


@pytest.mark.parametrize("chunks", ["memory://gravity", None])
def test_where_the_work_is_done_in_chunks(gravity_compiled, made, tmp_path, chunks):
    """A place for chunks that is named, or an executor that shares no memory, makes the same book in chunks."""
    named = {"chunks": chunks} if chunks else {"executor": Travelling()}
    generate_book(Rules(3, 3, 3, gravity=True), tmp_path / "book", engine="gravity", jobs=1, **named)
    assert (tmp_path / "book").read_bytes() == made("3x3x3-gravity", "gravity").read_bytes()


class Interrupted(Exception):
    pass


class At(Report):
    """A report that does something at a stage of a ply, at the last chunk but one of it."""

    def __init__(self, stage, ply, do):
        self.stage, self.ply, self.do, self.sentences = stage, ply, do, []

    def __call__(self, stage, ply, slots):
        if (stage, ply) == (self.stage, self.ply):
            self.do()

    def say(self, sentence):
        self.sentences.append(sentence)


def stop():
    raise Interrupted


@pytest.mark.parametrize("stage", ["enumerate", "solve", "write"])
def test_a_finished_chunk_is_never_done_again(in_chunks, tmp_path, stage):
    """Stopped on the way forward or back, a solve goes on with the chunks that are not there."""
    rules, path = Rules(4, 4, 4, gravity=True), tmp_path / "book"
    expected, computed = in_chunks(str(rules))
    with pytest.raises(Interrupted):
        generate_book(rules, path, engine="gravity", jobs=1, report=At(stage, 12, stop))
    before = len(computed)
    generate_book(rules, path, engine="gravity", jobs=1)
    assert 0 < before < len(computed) == len(set(computed))
    require_same(path, expected)
    assert os.listdir(tmp_path) == ["book"]


@pytest.mark.parametrize(
    ("stage", "ply", "kinds"),
    [("enumerate", 12, "open-12 open-11"), ("write", 11, "ply-12 open-11 open-12 open-10 ply-11")],
)
@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(path.read_bytes()[:-1])])
def test_what_is_lost_or_damaged_is_made_again(in_chunks, tmp_path, stage, ply, kinds, damage):
    """Chunks that go wrong while others are made from them are made again, or taken out of the book."""
    expected, _ = in_chunks("4x4x4-gravity")

    def harm():
        for kind in kinds.split():
            for path in (tmp_path / ".book.chunks").glob(f"{kind}-*1"):
                damage(path)

    report = At(stage, ply, harm)
    generate_book(Rules(4, 4, 4, gravity=True), tmp_path / "book", engine="gravity", jobs=2, report=report)
    assert (tmp_path / "book").read_bytes() == expected


def test_it_goes_on_in_the_other_way(gravity_compiled, made, tmp_path, monkeypatch):
    """A solve that began in memory can be continued in chunks, and the other way round."""
    rules, expected = Rules(3, 3, 3, gravity=True), made("3x3x3-gravity", "gravity").read_bytes()
    for path, first in ((tmp_path / "one", 0), (tmp_path / "two", 1 << 60)):
        monkeypatch.setattr("oxobook.generator.gravity.memory.peak_memory", lambda rules, first=first: first)
        with pytest.raises(Interrupted):
            generate_book(rules, path, engine="gravity", report=At("solve", 4, stop))
        monkeypatch.setattr(
            "oxobook.generator.gravity.memory.peak_memory", lambda rules, first=first: (1 << 60) - first
        )
        report = At("", 0, stop)
        generate_book(rules, path, engine="gravity", report=report)
        assert report.sentences == ["Going on from ply 5, which an earlier call has finished."]
        require_same(path, expected)


@pytest.mark.parametrize("stones", [0, 1, 5, 13, 16])
def test_a_layer_is_cut_anywhere(stones):
    """The parts of a run of slots follow one another over all of it; of runs that follow one another each owns its."""
    here, chosen = here_of(16, stones, 0), random.Random(stones)
    size = 5 * here.columns
    for _ in range(50):
        cuts = sorted({0, size, *(chosen.randrange(size + 1) for _ in range(3))})
        owned = 0
        for start, stop in pairwise(cuts):
            parts = parts_between(here, start, stop)
            ends = [part.first + part.size for part in parts.all]
            assert parts.all[0].first <= start and ends[-1] >= stop
            assert [part.first for part in parts.all[1:]] == ends[:-1]
            owned += sum(part.size for part in parts.own)
        assert owned == size


def test_rows_that_are_longer_than_the_memory():
    """A row of which little is read takes little, though all of it would be more than the machine has."""
    values = row_loader.unfilled(1 << 38, np.int64)
    values[[0, 1 << 37, -1]] = 1, 2, 3
    assert values[[0, 1, 1 << 37, -1]].tolist() == [1, 0, 2, 3]


def test_what_goes_in_memory():
    """Threads with room for all layers work in memory; with less room, or apart from one another, they do not."""
    rules = Rules(5, 5, 4, gravity=True)
    assert goes_in_memory(rules, Workers(2, memory=peak_memory(rules)))
    assert not goes_in_memory(rules, Workers(2, memory=peak_memory(rules) - 1))
    assert not goes_in_memory(rules, Workers(2, Travelling(), memory=1 << 40))
    assert least_memory(Rules(6, 5, 4, gravity=True), 2) < 600_000_000


def test_too_little_memory_for_the_workers_of_a_cluster(tmp_path):
    """If the chunks do not fit into each worker's share, one line says what they need."""
    rules, workers = Rules(6, 5, 4, gravity=True), Workers(4, Travelling(), memory=1_000_000_000)
    with pytest.raises(TooLarge, match=r"^6x5x4-gravity needs about \d+ MB of memory for each of the 4 workers, and 2"):
        ChunkedPasses(rules, None, workers, Report(), None)
    require_memory(rules, Workers(2, Travelling(), memory=1_000_000_000))


@pytest.fixture
def made_anew(in_chunks, tmp_path, monkeypatch):
    """Makes a book in memory and in chunks, nothing of a ply being kept from before, and sees that it is the same."""

    def make(text):
        rules, (expected, _) = Rules.parse(text), in_chunks(text)
        for memory in (0, 1 << 60):
            forget_plies()
            monkeypatch.setattr(oxobook.generator.gravity.memory, "peak_memory", lambda rules, memory=memory: memory)
            generate_book(rules, tmp_path / "book", engine="gravity", replace=True)
            assert (tmp_path / "book").read_bytes() == expected

    yield make
    forget_plies()


def forget_plies():
    """Have the tables of each ply made anew."""
    for table in (indexing.reaching, indexing.solving, indexing.shapes_of):
        table.cache_clear()


@pytest.mark.parametrize("text", ["4x4x4-gravity", "3x5x3-misere-gravity"])
def test_lines_of_high_stones(made_anew, monkeypatch, text):
    """Nothing is read where a block's high stones have a line; with short blocks most have one, and all is found."""
    monkeypatch.setattr(indexing, "WIDTH", 3)
    made_anew(text)


@pytest.mark.long
@pytest.mark.parametrize("text", ["3x3x3-misere-gravity", "4x4x4-gravity", "5x4x4-gravity"])
def test_masks_of_64_bits(made_anew, monkeypatch, text):
    """With the masks that boards of more than 31 cells need, the book is the same, in memory and in chunks."""
    monkeypatch.setattr(indexing, "_SHORT", 0)
    made_anew(text)


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux, which says how much memory was used")
def test_little_memory_is_kept_to(made, tmp_path):
    """Five by five in 400 MB takes less than that, and ends with the file that it has in memory.

    The engine is compiled before: the process that compiles it takes some 100 MB more.
    """
    in_memory = made("5x5x4-gravity", "gravity")
    code = (
        "import sys; from oxobook.book import Rules; from oxobook.generator.generate import generate_book\n"
        "generate_book(Rules(5, 5, 4, gravity=True), sys.argv[1], memory=400_000_000, jobs=1)\n"
        "print(open('/proc/self/status').read())"
    )
    command = [sys.executable, "-c", code, tmp_path / "book"]
    status = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert int(status.split("VmHWM:")[1].split()[0]) < 400_000  # what wait4 says counts this process's memory too
    assert (tmp_path / "book").read_bytes() == in_memory.read_bytes()
