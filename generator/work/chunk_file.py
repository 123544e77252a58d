"""Chunk files: consecutive blocks of a layer, each compressed, with the engine's counts and a digest of it all.

A file is the SHA-256 of its head; the head; and the blocks. The head is the length of its facts and the number of
blocks, 4 bytes each; the facts, JSON; and for each block its length, 4 bytes, and the SHA-256 of its scores. The facts
hold the SHA-256 of what follows them. So a few blocks can be read without the rest, and all can be checked. Numbers are
little-endian.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import CannotWrite, DamagedBook
from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.store.block_writer import PackedBlock
from oxobook.generator.work.chunk_folder import Folder

LEAST_BLOCKS = 64
"""Smallest number of blocks of a chunk, except a layer's last: large enough to be worth a task, small enough to show
progress."""
MOST_CHUNKS = 1 << 14
"""Largest number of chunks of a layer: each is a file in one folder."""
_DIGEST = 32
_ENTRY = np.dtype([("size", "<u4"), ("digest", f"V{_DIGEST}")])
_HEAD_ROOM = 4096  # bytes read first: most heads fit in them
_MOST: dict[Any, float] = {np.int64: 1 << 63, object: inf}  # bound of counts, by type
_MOST_HEAD = 1 << 28  # largest size of a head in bytes: no chunk comes near it


class Cut(NamedTuple):
    """Division of a layer into chunks of the same number of blocks, except the last."""

    ply: int
    size: int
    """Number of the layer's scores, or of its bytes if it holds something else."""
    blocks: int
    """Number of blocks of a chunk."""
    kind: str = "ply"
    """First word of the files' names, which says what the layer holds: ``ply`` for a ply's scores."""
    block: int = BLOCK
    """Number of bytes of a block."""

    @property
    def chunks(self) -> int:
        """Number of chunks, at least one."""
        return max(1, -(-self.size // (self.blocks * self.block)))

    def slots(self, number: int) -> tuple[int, int]:
        """Return the first slot of a chunk and the one after its last."""
        start = number * self.blocks * self.block
        return min(start, self.size), min(start + self.blocks * self.block, self.size)

    def name(self, number: int) -> str:
        """Return the file name of a chunk."""
        return f"{self.kind}-{self.ply:02}-{number:06}"

    def names(self) -> Iterator[str]:
        """Yield the file names of all chunks, in their order."""
        return map(self.name, range(self.chunks))


class Chunk(NamedTuple):
    """Content of a chunk file."""

    blocks: list[PackedBlock]
    counts: Any
    """Engine's counts, as JSON returns them; None in a chunk that was restored from the book."""

    def counted(self, *shape: int, kind: Any = np.int64) -> NDArray[Any]:
        """Return the counts as an array (``object``: of any size); raises DamagedBook unless they fit the shape."""
        with suppress(ValueError):  # lists of several lengths
            counts = np.array(self.counts, object)
            if counts.shape == shape and all(type(one) is int and 0 <= one < _MOST[kind] for one in counts.flat):
                return counts.astype(kind)
        raise DamagedBook(
            "the folder of chunks holds counts that no solve has written: remove the folder, beside the unfinished "
            "book, and call again"
        )


class DamagedChunk(DamagedBook):
    """Error for a chunk file that is missing or does not hold what was written; it can be made again."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name, reason)
        self.name = name

    def __str__(self) -> str:
        return f"the chunk {self.name!r} is lost or damaged: {self.args[1]}"


def write_chunk(folder: Folder, name: str, chunk: Chunk) -> None:
    """Write a chunk file; raises CannotWrite."""
    index = np.array([(len(one.data), one.digest) for one in chunk.blocks], _ENTRY).tobytes()
    content = hashlib.sha256(index)
    for one in chunk.blocks:
        content.update(one.data)
    facts = {"maker": folder.maker, "name": name, "counts": chunk.counts, "content": content.hexdigest()}
    head = json.dumps(facts).encode()
    head = np.array([len(head), len(chunk.blocks)], "<u4").tobytes() + head + index
    folder.put(name, [hashlib.sha256(head).digest(), head, *(one.data for one in chunk.blocks)])


@lru_cache(1)
def _see(folder: Folder) -> None:
    """Raise CannotWrite if the folder is not there; checked once."""
    folder.require_seen()


def make_chunks(folder: Folder, cut: Cut, first: int, stop: int, one: Callable[[int], Chunk]) -> None:
    """Make the missing chunks; a process that was to make them before may have been killed in the middle."""
    _see(folder)
    for number in range(first, stop):
        if not is_finished(folder, cut.name(number)):
            write_chunk(folder, cut.name(number), one(number))


def read_chunk(folder: Folder, name: str) -> Chunk:
    """Read a chunk file and check all of it; raises DamagedChunk."""
    opened = OpenChunk(folder, name)
    blocks = opened.blocks(range(opened.count))
    content = hashlib.sha256(opened.index.tobytes())
    for block in blocks:
        content.update(block)
    if content.hexdigest() != opened.content:
        raise DamagedChunk(name, "its blocks are not those that were written")
    digests = (bytes(digest) for digest in opened.index["digest"])
    return Chunk([PackedBlock(*one) for one in zip(blocks, digests, strict=True)], opened.counts)


def is_finished(folder: Folder, name: str) -> bool:
    """Return whether a chunk file is sound and has its counts."""
    try:
        return read_chunk(folder, name).counts is not None
    except DamagedChunk:
        return False


def is_sound(folder: Folder, name: str) -> bool:
    """Return whether a chunk file is sound, with its counts or restored from the book without them."""
    try:
        read_chunk(folder, name)
    except DamagedChunk:
        return False
    return True


class OpenChunk:
    """Chunk file whose head was read and checked, to read some of its blocks; raises DamagedChunk."""

    def __init__(self, folder: Folder, name: str) -> None:
        self._folder = folder
        self._name = name
        start = self._read([(0, _HEAD_ROOM)])[0]
        if len(start) < _DIGEST + 8:
            raise DamagedChunk(name, "it has no head")
        length, self.count = np.frombuffer(start[_DIGEST : _DIGEST + 8], "<u4").tolist()
        length += _DIGEST + 8
        end = length + self.count * _ENTRY.itemsize
        head = start[:end] if end <= len(start) or end > _MOST_HEAD else self._read([(0, end)])[0]
        if hashlib.sha256(head[_DIGEST:]).digest() != head[:_DIGEST] or len(head) != end:
            raise DamagedChunk(name, "its head is another")
        try:
            facts = json.loads(head[_DIGEST + 8 : length])
            maker, named, self.counts, self.content = (facts[one] for one in ("maker", "name", "counts", "content"))
        except (LookupError, TypeError, ValueError, RecursionError) as error:
            raise DamagedChunk(name, "its head is another") from error
        if (maker, named) != (folder.maker, name):
            raise DamagedChunk(name, "it is another chunk")
        self.index = np.frombuffer(head[length:], _ENTRY)
        self._ends = end + np.cumsum(self.index["size"], dtype=np.int64)

    def blocks(self, places: Sequence[int]) -> list[bytes]:
        """Return the blocks at ``places``, counted from the chunk's first; raises DamagedChunk."""
        ends, sizes = self._ends.tolist(), self.index["size"].tolist()
        found = self._read([(ends[place] - sizes[place], ends[place]) for place in places])
        if any(len(block) != sizes[place] for place, block in zip(places, found, strict=True)):
            raise DamagedChunk(self._name, "it ends too early")
        return found

    def _read(self, spans: list[tuple[int, int]]) -> list[bytes]:
        try:
            return self._folder.read(self._name, spans)
        except CannotWrite:  # nothing can be made again either
            raise
        except OSError as error:
            raise DamagedChunk(self._name, error.strerror or str(error)) from error
