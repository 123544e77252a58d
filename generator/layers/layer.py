"""Layers of a solve, cut into chunks, and where they are kept: in memory here, on a store in ``stored``.

A layer is a run of slots of a byte each, the scores of a ply for instance. A chunk is what one call of an engine's
function computes, and its counts belong to it. Kernels see arrays only.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import DamagedBook

Values = NDArray[np.int8]
Counts = NDArray[np.int64]

_CHUNK, _SHORT, _SHARED = 1 << 22, 1 << 20, 64
"""Slots of a chunk of a large layer and of a small one, and the number of chunks of one in between."""
LONGEST = 16
"""Most chunks of a task that goes to another process and reads rows for all of them."""
_MOST_CHUNKS = 1 << 16
"""Largest number of chunks of an even cut: each is a file in one folder."""


def chunk_size(slots: int) -> int:
    """Return the number of slots of the chunks of a layer.

    For each chunk Zarr takes some milliseconds, in which its threads wait for each other, and the maker packs the block
    that two chunks share.
    """
    return min(_CHUNK, max(_SHORT, slots // _SHARED))


@dataclass(frozen=True, eq=False)
class Cut:
    """Division of a layer into chunks."""

    name: str
    """Name of the layer, such as ``ply-12``."""
    bounds: NDArray[np.int64]
    """First slot of each chunk, ascending from 0, and the end of the last one; shape (chunks + 1,)."""
    counted: int = 0
    """Number of counts of a chunk."""

    @classmethod
    def even(cls, name: str, pieces: int, piece: int, at_once: int, counted: int = 0) -> "Cut":
        """Return a cut of ``pieces`` of ``piece`` slots into chunks of ``at_once`` pieces, but the last."""
        at_once = max(at_once, -(-pieces // _MOST_CHUNKS))
        return cls(name, np.append(np.arange(0, max(1, pieces), at_once), pieces) * piece, counted)

    @property
    def size(self) -> int:
        """Number of slots of the layer."""
        return int(self.bounds[-1])

    @property
    def chunks(self) -> int:
        """Number of chunks, at least one."""
        return len(self.bounds) - 1

    def slots(self, number: int) -> tuple[int, int]:
        """Return the first slot of a chunk and the one after its last."""
        return int(self.bounds[number]), int(self.bounds[number + 1])


class Chunk(NamedTuple):
    """Content of a finished chunk."""

    values: Values
    counts: Counts


class DamagedChunk(DamagedBook):
    """Error for a chunk that is missing from a store or does not hold what was written; it can be made again."""

    def __init__(self, name: str, number: int, reason: str) -> None:
        super().__init__(name, number, reason)
        self.name = name
        """Name of its layer."""
        self.number = number

    def __str__(self) -> str:
        return f"chunk {self.number} of the layer {self.name!r} is lost or damaged: {self.args[2]}"


class Layer(Protocol):
    """Layer in the making, or finished."""

    cut: Cut

    def write(self, number: int, values: Any, counts: Counts | None) -> None:
        """Keep a chunk; ``counts``: int64, shape (counted,), None if they are not known. Raises CannotWrite."""

    def finished(self, number: int) -> Chunk | None:
        """Return a chunk that an earlier call has made, with its counts; None if there is none."""

    def chunk(self, number: int) -> Values:
        """Return the values of a chunk; raises DamagedChunk."""


class Layers(Protocol):
    """Place of the layers of a solve, which is handed to every task."""

    in_memory: bool

    def create(self, cut: Cut) -> Layer:
        """Return a layer for the maker, made if it is not there; raises CannotWrite."""

    def layer(self, cut: Cut) -> Layer:
        """Return a layer for a task; raises CannotWrite if there is no such layer."""

    def remove(self, name: str) -> None:
        """Remove a layer, if it is there."""

    def end(self) -> None:
        """Remove all that is left."""


def made(layer: Layer, number: int, compute: Callable[[], Chunk]) -> Chunk:
    """Return a chunk, computed and kept unless it is finished; raises what computing and keeping raise."""
    chunk = layer.finished(number)
    if chunk is None:
        chunk = compute()
        layer.write(number, *chunk)
    return chunk


class MemoryLayer:
    """Layer in an array, which the threads of this process share; see ``Layer``."""

    def __init__(self, cut: Cut) -> None:
        self.cut = cut
        self._values = np.empty(cut.size, np.int8)
        self._written = np.zeros(cut.chunks, np.bool_)

    def write(self, number: int, values: Any, counts: Counts | None) -> None:
        start, stop = self.cut.slots(number)
        self._values[start:stop] = values.view(np.int8)
        self._written[number] = True

    def finished(self, number: int) -> None:
        return None

    def chunk(self, number: int) -> Values:
        if not self._written[number]:
            raise DamagedChunk(self.cut.name, number, "it has not been made")
        start, stop = self.cut.slots(number)
        return self._values[start:stop]

    def whole(self) -> Values:
        """Return all values."""
        return self._values


class MemoryLayers:
    """Layers in this process's memory; see ``Layers``."""

    in_memory = True

    def __init__(self) -> None:
        self._layers: dict[str, MemoryLayer] = {}

    def create(self, cut: Cut) -> MemoryLayer:
        return self._layers.setdefault(cut.name, MemoryLayer(cut))

    def layer(self, cut: Cut) -> MemoryLayer:
        return self._layers[cut.name]

    def remove(self, name: str) -> None:
        self._layers.pop(name, None)

    def end(self) -> None:
        self._layers.clear()
