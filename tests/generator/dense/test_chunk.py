"""Chunks: a layer in pieces is the same layer, and what is read from their files is what would be in memory."""

import hashlib
import weakref
from contextlib import ExitStack
from itertools import pairwise

import numpy as np
import pytest
import zstandard

import oxobook.generator.dense.chunk
import oxobook.generator.dense.memory
import oxobook.generator.dense.solver
from oxobook.book import Book, Rules
from oxobook.book.layout.rank import columns_at
from oxobook.book.published import published_digest
from oxobook.generator.dense import kernels
from oxobook.generator.dense.chunk import solve_chunks
from oxobook.generator.dense.memory import (
    MemoryLimits,
    cut_of,
    layer_sizes,
    least_memory,
    limits_for,
    two_layers,
    whole_memory,
)
from oxobook.generator.dense.solver import DenseLayer, solver_for
from oxobook.generator.dense.task_state import DenseSolve, TaskState, task_state_for
from oxobook.generator.generate import generate_book
from oxobook.generator.progress import silent
from oxobook.generator.work.chunk_file import Cut
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.chunked_layer import ChunkedLayer, WholeLayer
from oxobook.generator.work.packed_scores import packed_blocks
from oxobook.generator.work.workers import Workers


def test_scores_are_packed_into_blocks():
    """Packed, scores are blocks of 65,536, and each has the digest of what it unpacks to."""
    scores = (np.arange(150_000) % 7).astype(np.int8)
    blocks = packed_blocks(scores)
    wanted = [scores[start : start + 65_536].tobytes() for start in (0, 65_536, 131_072)]
    assert [zstandard.decompress(one.data) for one in blocks] == wanted
    assert [one.digest for one in blocks] == [hashlib.sha256(one).digest() for one in wanted]


@pytest.fixture(scope="module")
def solver(compiled, tmp_path_factory):
    """A solver of 4x4x4 that has solved it down to ply 10, its layers in chunks of one block, two in memory."""
    folder = Folder(str(tmp_path_factory.mktemp("solver")), "a test")
    with ExitStack() as stack, Workers(1) as workers:
        with pytest.MonkeyPatch.context() as patch:
            small_chunks(patch)
            solver = stack.enter_context(solver_for(Rules(4, 4, 4), folder, workers, silent))
        for ply in range(16, 9, -1):
            list(solver.layer(ply).blocks())
        yield solver


def small_chunks(patch):
    """Chunks of one block."""
    patch.setattr(oxobook.generator.dense.memory, "LEAST_BLOCKS", 1)
    patch.setattr(oxobook.generator.dense.memory, "_ROWS", 0)


@pytest.mark.parametrize("ply", [10, 11])
def test_rows_read_from_chunks(solver, ply):
    """Any rows of a layer have the scores in its chunks that they have in the whole layer."""
    solve, columns = solver.state.solve, columns_at(Rules(4, 4, 4), ply)
    cut, whole = solve.cuts[ply], solver.state.kept[ply].reshape(-1, columns)
    assert cut.chunks > 3
    layer = ChunkedLayer(solve.folder, cut)
    rows = np.array([0, 3, 17, 18, len(whole) - 1])
    assert (layer.rows(rows, columns).reshape(-1, columns) == whole[rows]).all()
    assert (layer.run(5 * columns, 90 * columns).reshape(-1, columns) == whole[5:90]).all()
    assert (WholeLayer(layer, cut, np.empty(cut.size, np.int8)).scores().reshape(-1, columns) == whole).all()


def test_children_are_all_that_a_stone_leads_to(solver):
    """From the X-masks with some stones, one more leads to all those that have one more and no line."""
    sets = list(solver.sets())
    for fewer, more in pairwise(sets[:-1]):
        wanted = np.zeros(len(more.open.masks), np.bool_)
        kernels.mark_children(solver.state.board, fewer.open.masks, 0, len(fewer.open.masks), more.open.masks, wanted)
        assert wanted.all()


def test_children_of_some_rows(solver):
    """The rows that are fetched for some rows are those that one more X-stone leads to, and no other."""
    sets, group = list(solver.sets()), Rules(4, 4, 4).board.symmetries
    fewer, more = sets[4].open.masks, sets[5].open.masks
    wanted = np.zeros(len(more), np.bool_)
    kernels.mark_children(solver.state.board, fewer, 7, 9, more, wanted)
    images = {
        min(sum(1 << image[cell] for cell in range(16) if child >> cell & 1) for image in group)
        for child in (int(mask) | 1 << cell for mask in fewer[7:9] for cell in range(16) if not mask >> cell & 1)
    }
    assert set(more[wanted].tolist()) == images & set(more.tolist())


def test_a_run_takes_as_many_chunks_as_have_room(solver):
    """With little room for the rows that they read chunks are computed one by one, and come out the same."""
    solve, cut = solver.state.solve, solver.state.solve.cuts[10]
    for rows, most in ((0, 1), (np.inf, cut.chunks)):
        tight = DenseSolve(solve.rules, solve.folder, solve.cuts, MemoryLimits(0, rows))
        parts = [(5 * number, 5 * number + 5) for number in range(cut.chunks)]
        assert task_state_for(tight).child_rows(10, parts)[1] == most
        before = ChunkedLayer(solve.folder, cut).run(0, cut.size)
        solve.folder.remove([cut.name(1), cut.name(2)])
        solve_chunks(tight, 10, 0, 4)
        assert (ChunkedLayer(solve.folder, cut).run(0, cut.size) == before).all()


def test_rows_are_given_back_before_others_are_read(solver, monkeypatch):
    """While the rows for a run of chunks are read, those for the run before are no longer in memory."""
    solve, cut, read = solver.state.solve, solver.state.solve.cuts[10], []
    next_rows = oxobook.generator.dense.chunk.next_rows

    def noted(*arguments):
        assert all(scores() is None for scores in read)
        above, done = next_rows(*arguments)
        read.append(weakref.ref(above.scores))
        return above, done

    monkeypatch.setattr(oxobook.generator.dense.chunk, "next_rows", noted)
    solve.folder.remove(cut.names())
    solve_chunks(DenseSolve(solve.rules, solve.folder, solve.cuts, MemoryLimits(0, 0)), 10, 0, cut.chunks)
    assert len(read) == cut.chunks > 1


@pytest.mark.parametrize("share", [0.01, 0.3, 0.6, 0.9, np.inf])
def test_whole_layers_share_one_place(share):
    """No more is reserved for whole layers than their room, and two that follow one another do not overlap."""
    rules, room = Rules(3, 7, 4), MemoryLimits(share * two_layers(Rules(3, 7, 4)), 0)
    sizes = layer_sizes(rules)
    cuts = tuple(Cut(ply, size, 64) for ply, size in enumerate(sizes))
    state = TaskState(DenseSolve(rules, Folder("nowhere", "a test"), cuts, room))
    for above in reversed(range(1, len(sizes))):
        if sizes[above] + sizes[above - 1] <= room.whole:
            state.keep(above)
            state.keep(above - 1)
            one, other = state.kept[above], state.kept[above - 1]
            assert (len(one), len(other)) == (sizes[above], sizes[above - 1])
            assert one.base is other.base and one.base.nbytes <= room.whole and not np.shares_memory(one, other)


def test_a_layer_is_not_kept_beside_rows(solver):
    """If rows of the next layer take all the room, the layer computed from them is not kept."""
    solve, sizes = solver.state.solve, solver.sizes
    rising = [ply for ply in range(0, 16, 2) if sizes[ply] < sizes[ply + 1]]
    for ply in rising:
        state = TaskState(solve._replace(limits=MemoryLimits(sizes[ply], sizes[ply])))
        DenseLayer(state, ply, Workers(1), silent).keep_if_it_fits()
        assert not state.kept and state.array is None
    assert rising


def made_in(room, rules, path, monkeypatch):
    """The book that is made with so much room, and what stands in its file."""
    monkeypatch.setattr(oxobook.generator.dense.solver, "limits_for", lambda rules, workers: room)
    return generate_book(rules, path, engine="dense", replace=True), path.read_bytes()


BOARDS = [
    "3x3x3",
    "3x4x3",
    "2x3x2-misere",
    "1x1x1",
    *(pytest.param(text, marks=pytest.mark.slow) for text in ("4x4x4-misere", "3x5x4")),
]


@pytest.mark.parametrize("text", BOARDS)
def test_a_book_made_in_little_memory(compiled, tmp_path, monkeypatch, text):
    """With no layer in memory, or only small ones, or only one, the file is the same, byte for byte."""
    rules = Rules.parse(text)
    whole = made_in(MemoryLimits(np.inf, np.inf), rules, tmp_path / "book", monkeypatch)
    with solver_for(rules, Folder(str(tmp_path / "solver"), "a test"), Workers(1), silent) as solver:
        layer = max(solver.sizes)
    small_chunks(monkeypatch)
    for held in (0, layer // 3, layer):
        assert made_in(MemoryLimits(held, held), rules, tmp_path / "book", monkeypatch) == whole


@pytest.mark.parametrize("text", ["5x5x4", "5x6x4", "3x9x4"])
def test_what_is_held_fits(text):
    """The rows in memory at once take at most the room there is, down to the least that is needed."""
    rules = Rules.parse(text)
    least, fixed = least_memory(rules, 2), least_memory(rules, 0)
    sizes = [min(size, 65_536 * 64) for size in layer_sizes(rules)]
    chunks = [2 * size * (2 + (reads(rules, ply) if ply % 2 else 0)) for ply, size in enumerate(sizes)]
    for memory in (least, 2 * least, 10 * least):
        room = limits_for(rules, Workers(2, memory=memory))
        if room.whole == np.inf:
            assert whole_memory(rules) <= memory
            continue
        assert fixed + max(room.whole, 2 * room.rows) + max(chunks) <= memory + 1
        whole = [*layer_sizes(rules), 0]
        assert room.rows >= max(min(sizes[ply] * reads(rules, ply), whole[ply + 1]) for ply in range(0, rules.cells, 2))


def reads(rules, ply):
    """The scores of the next layer for each of a ply's, where every child row is another."""
    if ply % 2 == 0 or ply == rules.cells:
        return rules.cells - ply
    free, stones = rules.cells - (ply + 1) // 2, ply // 2
    return (free - stones) / (stones + 1)


@pytest.mark.parametrize("text", ["3x3x3", "5x5x4", "5x6x4", "3x9x4"])
def test_a_layer_is_cut(text):
    """Chunks follow one another over all of a layer, hold whole blocks and many rows, and are not too many files."""
    rules = Rules.parse(text)
    for ply, rows in ((rules.cells // 2, 10**6), (0, 1), (1, 0)):
        cut, columns = cut_of(rules, ply, rows), columns_at(rules, ply)
        slots = [cut.slots(number) for number in range(cut.chunks)]
        assert slots[0][0] == 0 and slots[-1][1] == cut.size == rows * columns
        assert all(end == begin for (_, end), (begin, _) in pairwise(slots))
        assert all(begin % 65_536 == 0 for begin, _ in slots) and cut.chunks <= 1 << 14
        assert cut.blocks >= 64 and cut.blocks * 65_536 >= 64 * columns
    assert Cut(3, 0, 64).chunks == 1 and Cut(3, 0, 64).slots(0) == (0, 0)


@pytest.mark.long
@pytest.mark.parametrize("text", ["4x4x4", "4x5x4", "3x6x4", "4x4x4-misere", "5x5x3"])
def test_the_digest_with_a_tenth_of_the_memory(made, compiled, tmp_path, monkeypatch, text):
    """Made in a tenth of what the two largest layers take, a book has the published digest, or that made in memory."""
    rules = Rules.parse(text)
    expected = published_digest(rules, "blocks") or digest_of(made(text, "dense"))
    tenth = two_layers(rules) / 10
    small_chunks(monkeypatch)
    info, _ = made_in(MemoryLimits(tenth / 2, tenth / 4), rules, tmp_path / "book", monkeypatch)
    assert info.digest == expected


def digest_of(path):
    """The digest that a book states."""
    with Book.open(path) as book:
        return book.info.digest
