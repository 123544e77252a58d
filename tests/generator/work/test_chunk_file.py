"""Chunk files: what is finished is never done again, and what is lost or damaged is found and made again."""

import errno
import hashlib
import os
import random
from pathlib import Path

import numpy as np
import pytest

from oxobook.book import CannotWrite
from oxobook.book.errors import DamagedBook
from oxobook.book.store.block_writer import PackedBlock
from oxobook.generator.work.chunk_file import Chunk, Cut, DamagedChunk, OpenChunk, is_finished, read_chunk, write_chunk
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.chunked_layer import touched
from oxobook.generator.work.layer_pass import Task, finished_chunks, made_chunks
from oxobook.generator.work.workers import Workers, here

BLOCKS = [PackedBlock(bytes([number]) * (number + 3), bytes([number]) * 32) for number in range(3)]


@pytest.fixture
def folder(tmp_path):
    found = Folder(str(tmp_path / "chunks"), "a test")
    found.make()
    return found


def test_a_chunk_is_read_as_it_was_written(folder):
    """Blocks, digests and counts come back, all at once or some blocks only."""
    write_chunk(folder, "ply-00", Chunk(BLOCKS, [[1, 2], [3, 1 << 80]]))
    assert read_chunk(folder, "ply-00") == Chunk(BLOCKS, [[1, 2], [3, 1 << 80]])
    assert OpenChunk(folder, "ply-00").blocks([0, 2]) == [BLOCKS[0].data, BLOCKS[2].data]
    assert folder.names() == {"ply-00", "made-by"}


def test_every_damaged_byte_is_found(folder):
    """A chunk with any byte changed, cut off anywhere, or under another name, is not taken for what was written."""
    write_chunk(folder, "ply-00", Chunk(BLOCKS, [1]))
    path = Path(folder.path, "ply-00")
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert not is_finished(folder, "ply-00"), place
        path.write_bytes(whole[:place])
        assert not is_finished(folder, "ply-00"), place
    path.write_bytes(whole)
    path.rename(path.with_name("ply-01"))
    for name in ("ply-00", "ply-01"):
        with pytest.raises(DamagedChunk, match=f"the chunk '{name}' is lost or damaged: "):
            read_chunk(folder, name)


@pytest.mark.parametrize("facts", [b"[" * 3900, b'{"counts": 1e999', b"[1]", b"\xff\xfe"])
def test_a_head_is_parsed_only_after_its_digest(folder, facts):
    """A head that is no head is another head, whatever it holds and claims: it is not read as JSON."""
    sizes = np.array([len(facts), 1 << 31], "<u4").tobytes()
    Path(folder.path, "ply-00").write_bytes(bytes(32) + sizes + facts)
    with pytest.raises(DamagedChunk, match="its head is another"):
        OpenChunk(folder, "ply-00")


@pytest.mark.parametrize(
    "facts", [b"", b"{}", b"[1]", b"5", b"9" * 5000, b"[" * 100_000, b"\xff\xfe", b'{"maker": [1]}']
)
def test_a_head_that_holds_other_facts(folder, facts):
    """A head with a right digest that is no head of ours is another head, too."""
    head = np.array([len(facts), 0], "<u4").tobytes() + facts
    Path(folder.path, "ply-00").write_bytes(hashlib.sha256(head).digest() + head)
    with pytest.raises(DamagedChunk, match="its head is another"):
        OpenChunk(folder, "ply-00")


@pytest.mark.parametrize("plant", [os.mkfifo, os.mkdir, lambda path: path.symlink_to(path)])
def test_what_is_no_file_is_not_waited_for(folder, plant):
    """A pipe, a folder or a link to itself in the place of a chunk or of the maker's name is no such file."""
    for name in ("ply-00", "made-by"):
        path = Path(folder.path, name)
        path.unlink(missing_ok=True)
        plant(path)
    assert not is_finished(folder, "ply-00")
    with pytest.raises(CannotWrite, match="finds none: all workers"):
        folder.require_seen()


def test_a_chunk_out_of_the_book_is_not_a_finished_one(folder):
    """Its scores are there, but what they count is not known any more."""
    write_chunk(folder, "ply-00", Chunk(BLOCKS, None))
    assert read_chunk(folder, "ply-00").blocks == BLOCKS and not is_finished(folder, "ply-00")


def test_a_full_disk_is_one_line(folder, monkeypatch):
    """A chunk that cannot be written is reported in one line, and leaves nothing behind."""
    write_chunk(folder, "ply-00", Chunk(BLOCKS, [1]))
    monkeypatch.setattr("os.replace", full)
    with pytest.raises(CannotWrite, match=r"^cannot write into .*: No space left on device; free some space and call"):
        write_chunk(folder, "ply-01", Chunk(BLOCKS, [1]))
    assert set(os.listdir(folder.path)) == {"ply-00", "made-by"}


def test_a_folder_in_the_place_of_a_chunk(folder):
    """A chunk that cannot be written as a folder is there is refused with what to do about that."""
    Path(folder.path, "ply-01").mkdir()
    with pytest.raises(CannotWrite, match=r"Is a directory; remove the folder '.*ply-01' and call again"):
        write_chunk(folder, "ply-01", Chunk(BLOCKS, [1]))


def full(source, target):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_another_makers_chunks_are_thrown_away(folder):
    """A folder that was left by the maker of another game, or by another version, is emptied."""
    write_chunk(folder, "ply-00", Chunk(BLOCKS, [1]))
    folder.make()
    assert folder.names() == {"ply-00", "made-by"}
    Folder(folder.path, "another").make()
    assert folder.names() == {"made-by"}
    with pytest.raises(CannotWrite, match="finds one made by 'another': all workers need the same folder"):
        folder.require_seen()


def test_other_files_are_not_thrown_away(folder):
    """Other files in the folder of chunks stay, and so does the folder."""
    Path(folder.path, "thesis.tex").write_text("precious")
    write_chunk(folder, "ply-00", Chunk(BLOCKS, [1]))
    Folder(folder.path, "another").make()
    Folder(folder.path, "another").end()
    assert os.listdir(folder.path) == ["thesis.tex"]


def test_a_worker_elsewhere_says_so(tmp_path):
    """If a worker cannot see the folder, one line says what workers need."""
    with pytest.raises(
        CannotWrite, match=r"expected the folder .*, made by 'a test'; the worker on .* finds none: all"
    ):
        Folder(str(tmp_path / "elsewhere"), "a test").require_seen()


@pytest.mark.parametrize("kind", ["a link", "a file", "others may write to it"])
def test_a_folder_that_others_can_have_filled(tmp_path, kind):
    """Chunks are taken only from a folder that no other user can have put anything into."""
    path = tmp_path / "chunks"
    if kind == "a link":
        path.symlink_to(tmp_path)
    elif kind == "a file":
        path.touch()
    else:
        path.mkdir()
        path.chmod(0o777)
    with pytest.raises(
        CannotWrite, match=r"expected at .* nothing, or a folder of yours that no other user may write to"
    ):
        Folder(str(path), "a test").make()


def make(folder, name, log):
    """A task that makes a chunk from another one, which has to be sound."""
    log.append(name)
    read_chunk(folder, "source")
    write_chunk(folder, name, Chunk(BLOCKS, [len(log)]))


class Numbers:
    """A layer of five chunks, made one at a time."""

    at_once = 1

    def __init__(self, folder):
        self.cut = Cut(7, 5 * 65_536, 1)
        self.log, self.restored, self._folder = [], [], folder

    def task(self, first, stop):
        return Task(make, (self._folder, self.cut.name(first), self.log))

    def restore(self, name):
        self.restored.append(name)
        write_chunk(self._folder, name, Chunk(BLOCKS, None))


def test_what_a_task_finds_damaged_is_made_again(folder):
    """A file that a task reads is restored once, and the task done again; chunks that are there are not made."""
    work = Numbers(folder)
    write_chunk(folder, work.cut.name(3), Chunk(BLOCKS, [0]))
    with Workers(1, here()) as workers:
        there = finished_chunks(folder, work.cut, workers)
        assert there == {3} and len(list(made_chunks(work, folder, workers, there))) == 5
    assert work.restored == ["source"]
    assert set(work.log) == {work.cut.name(number) for number in (0, 1, 2, 4)}


def test_a_disk_that_damages_everything(folder):
    """A chunk that is damaged each time it is made ends the work with one line."""
    work = Numbers(folder)
    work.restore = work.restored.append
    with Workers(1, here()) as workers, pytest.raises(CannotWrite, match=r"'source' .* 5 times: check the disk"):
        list(made_chunks(work, folder, workers, set()))


@pytest.mark.parametrize("counts", ["x", [[1], [2, 3]], [[1.5, 2], [3, 4]], [[-5, 2], [3, 4]], [[1, 2]], 10**40])
def test_counts_that_no_engine_has_counted(counts):
    """Counts of another shape or type, below zero or too large are damage, whatever checksum they have."""
    with pytest.raises(DamagedBook, match="counts that no solve has written: remove the folder"):
        Chunk([], counts).counted(2, 2)
    assert Chunk([], [[1, 2], [3, 10**18]]).counted(2, 2).dtype == np.int64
    assert Chunk([], [10**40, 1]).counted(2, kind=object).tolist() == [10**40, 1]


@pytest.mark.parametrize("most", [3, 300])
def test_which_pieces_spans_touch(most):
    """A few spans or many: the pieces are those in which any of their slots lies, each once, ascending."""
    chosen = random.Random(most)
    for _ in range(30):
        size, length = chosen.randrange(1, 20_000), chosen.randrange(1, 50)
        starts = [chosen.randrange(size) for _ in range(chosen.randrange(most))]
        spans = [(start, min(size, start + chosen.randrange(1, 200))) for start in starts]
        expected = {slot // length for start, stop in spans for slot in range(start, stop)}
        assert touched(np.array(spans, np.int64).reshape(-1, 2), length, size).tolist() == sorted(expected)
