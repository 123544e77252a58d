"""Chunk's file: some consecutive blocks of a layer, each packed, with what they count and the digest of it all.

A file is a SHA-256 of its head; the head's length, 4 bytes; the head, JSON; for each block its length, 4 bytes, and the
SHA-256 of its scores; and the blocks. The head holds the SHA-256 of what follows it, and the first SHA-256 is of all
before the blocks. So some blocks can be had by few reads, and all of it can be checked. Numbers are little-endian.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from oxobook.book.errors import DamagedBook
from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.store.store import PackedBlock
from oxobook.generator.work.chunk_folder import Folder

LEAST_BLOCKS = 64
"""Of a chunk, but for a layer's last one: long enough to be worth it, and short enough to show progress."""
MOST_CHUNKS = 1 << 14
"""Of a layer, at most: a folder of files."""
_DIGEST = 32
_ENTRY = np.dtype([("size", "<u4"), ("digest", f"V{_DIGEST}")])
_HEAD_ROOM = 4096
"""Bytes in which a head is expected to fit: it is had with one read then."""


class Cut(NamedTuple):
    """How a layer is cut into chunks: each holds the same number of blocks, but for the last one."""

    ply: int
    size: int
    """Layer's scores, or the bytes of what else it holds."""
    blocks: int
    """Of a chunk."""
    kind: str = "ply"
    """What the layer holds, by the word with which its files' names begin: here a ply's scores."""
    block: int = BLOCK
    """Bytes of a block."""

    @property
    def chunks(self) -> int:
        """Number of there are: at least one."""
        return max(1, -(-self.size // (self.blocks * self.block)))

    def slots(self, number: int) -> tuple[int, int]:
        """Return the slots from and up to which a chunk holds the scores, or the bytes."""
        start = number * self.blocks * self.block
        return min(start, self.size), min(start + self.blocks * self.block, self.size)

    def name(self, number: int) -> str:
        """Return the file of a chunk."""
        return f"{self.kind}-{self.ply:02}-{number:06}"

    def names(self) -> Iterator[str]:
        """Yield the files of all chunks, in their order."""
        return map(self.name, range(self.chunks))


class Chunk(NamedTuple):
    """What a chunk's file holds."""

    blocks: list[PackedBlock]
    counts: Any
    """What the engine has counted, as JSON gives it back; None in a chunk that was taken out of the book again."""


class DamagedChunk(DamagedBook):
    """File in the folder of chunks is lost, or is not what was written: whoever can makes it again."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name, reason)
        self.name = name

    def __str__(self) -> str:
        return f"the chunk {self.name!r} is lost or damaged: {self.args[1]}"


def write_chunk(folder: Folder, name: str, chunk: Chunk) -> None:
    """Write a chunk's file; raises CannotWrite."""
    index = np.array([(len(one.data), one.digest) for one in chunk.blocks], _ENTRY).tobytes()
    content = hashlib.sha256(index)
    for one in chunk.blocks:
        content.update(one.data)
    facts = {"maker": folder.maker, "name": name, "blocks": len(chunk.blocks), "counts": chunk.counts}
    head = json.dumps(facts | {"content": content.hexdigest()}).encode()
    head = len(head).to_bytes(4, "little") + head + index
    folder.put(name, [hashlib.sha256(head).digest(), head, *(one.data for one in chunk.blocks)])


def read_chunk(folder: Folder, name: str) -> Chunk:
    """Return all that a chunk's file holds, checked; raises DamagedChunk."""
    opened = OpenChunk(folder, name)
    blocks = opened.blocks(range(opened.count))
    content = hashlib.sha256(opened.index.tobytes())
    for block in blocks:
        content.update(block)
    if content.hexdigest() != opened.content:
        raise DamagedChunk(name, "its blocks are others")
    digests = (bytes(digest) for digest in opened.index["digest"])
    return Chunk([PackedBlock(*one) for one in zip(blocks, digests, strict=True)], opened.counts)


def is_finished(folder: Folder, name: str) -> bool:
    """Return whether a chunk's file is there as it was written, with its counts."""
    try:
        return read_chunk(folder, name).counts is not None
    except DamagedChunk:
        return False


def is_sound(folder: Folder, name: str) -> bool:
    """Return whether a chunk's file is there as it was written, or as it was taken out of the book."""
    try:
        read_chunk(folder, name)
    except DamagedChunk:
        return False
    return True


class OpenChunk:
    """Chunk's file with its head read, to have some of its blocks; raises DamagedChunk."""

    def __init__(self, folder: Folder, name: str) -> None:
        self._folder = folder
        self._name = name
        start = self._read([(0, _HEAD_ROOM)])[0]
        try:
            length = _DIGEST + 4 + int.from_bytes(start[_DIGEST : _DIGEST + 4], "little")
            facts = json.loads(start[_DIGEST + 4 : length])
            self.count, self.counts, self.content = int(facts["blocks"]), facts["counts"], str(facts["content"])
            whose = facts["maker"], facts["name"]
        except (ValueError, KeyError, TypeError) as error:
            raise DamagedChunk(name, "it has no head") from error
        end = length + self.count * _ENTRY.itemsize
        head = start[:end] if end <= len(start) else self._read([(0, end)])[0]
        if hashlib.sha256(head[_DIGEST:]).digest() != head[:_DIGEST] or len(head) != end:
            raise DamagedChunk(name, "its head is another")
        if whose != (folder.maker, name):
            raise DamagedChunk(name, "it is another chunk")
        self.index = np.frombuffer(head[length:], _ENTRY)
        self._ends = end + np.cumsum(self.index["size"], dtype=np.int64)

    def blocks(self, places: Sequence[int]) -> list[bytes]:
        """Return some of its blocks, counted from its first one; raises DamagedChunk."""
        ends, sizes = self._ends.tolist(), self.index["size"].tolist()
        found = self._read([(ends[place] - sizes[place], ends[place]) for place in places])
        if any(len(block) != sizes[place] for place, block in zip(places, found, strict=True)):
            raise DamagedChunk(self._name, "it ends too early")
        return found

    def _read(self, spans: list[tuple[int, int]]) -> list[bytes]:
        try:
            return self._folder.read(self._name, spans)
        except OSError as error:
            raise DamagedChunk(self._name, error.strerror or str(error)) from error
