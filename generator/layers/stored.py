"""Layers on a store, as arrays of Zarr: in a folder that all workers see, or in an object store by its URL.

An array has a row for each chunk: its values, zeros up to the longest chunk's length, its counts, and a stamp that says
which chunk of which work it is. So a chunk is one object. If it is damaged or cut off, the codec raises an error; if it
is lost, Zarr reads zeros, and if it is another chunk, it has another stamp. Writers do not wait for the disk: what a
power cut has broken is found, and made again.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from platform import node
from typing import Any
from zlib import crc32

import numpy as np

from oxobook.book.errors import CannotWrite, MissingExtra, masked
from oxobook.book.info import __version__
from oxobook.book.store.address import is_url
from oxobook.generator.layers.layer import Chunk, Counts, Cut, DamagedChunk, Values

try:
    import zarr
    from zarr.codecs import ZstdCodec
except ImportError as error:
    raise MissingExtra("layers on a store need the library zarr: pip install 'oxobook[large]'") from error

SECONDS = 60.0
"""Seconds that an object store may take for an answer, however often its library tries again."""
zarr.config.set({"async.timeout": SECONDS, "array.write_empty_chunks": True})  # no chunk is empty: do not look
_CODEC = ZstdCodec(level=1, checksum=True)
"""Codec of chunks: level 3, as the book's blocks have, takes a third longer and saves a fortieth."""
_NUMBER = 8  # bytes of a count, and of the stamp
_OPEN = 64  # arrays


@dataclass(frozen=True)
class StoredLayers:
    """Layers at a path or a URL, which goes to workers as these two words; see ``Layers``."""

    address: str
    maker: str
    """Work that the layers are of: game and versions."""
    in_memory = False

    def create(self, cut: Cut) -> "StoredLayer":
        with _reported(self.address):
            group = zarr.open_group(self.address, mode="a", zarr_format=3)
            shape = (cut.chunks, _width(cut))
            with suppress(Exception):  # it is damaged, or of a former version
                found: Any = group[cut.name]
                if found.shape == shape and found.attrs.get("maker") == self.maker:
                    return self.layer(cut)
            group.create_array(
                cut.name,
                shape=shape,
                chunks=(1, shape[1]),
                dtype="uint8",
                compressors=_CODEC,
                fill_value=0,
                chunk_key_encoding={"name": "default", "separator": "."},
                attributes={"maker": self.maker, "oxobook": __version__, "zarr": zarr.__version__},
                overwrite=True,
            )
        _opened.cache_clear()
        return self.layer(cut)

    def layer(self, cut: Cut) -> "StoredLayer":
        return StoredLayer(self, cut, _opened(self, cut.name))

    def remove(self, name: str) -> None:
        with _reported(self.address), suppress(KeyError):
            del zarr.open_group(self.address, mode="a", zarr_format=3)[name]

    def end(self) -> None:
        """Remove the layers, and the folder if nothing else is in it, as far as possible."""
        with suppress(Exception):
            group = zarr.open_group(self.address, mode="r+", zarr_format=3)
            with warnings.catch_warnings(action="ignore"):  # about other files
                names = list(group)
            for name in names:
                del group[name]
            _remove_root(self.address)


def _remove_root(address: str) -> None:
    if is_url(address):
        from fsspec.core import url_to_fs

        system, path = url_to_fs(address)
        system.rm_file(f"{path}/zarr.json")
    else:
        Path(address, "zarr.json").unlink()
        Path(address).rmdir()


class StoredLayer:
    """Layer in an array of Zarr; see ``Layer``."""

    def __init__(self, layers: StoredLayers, cut: Cut, array: Any) -> None:
        self.cut = cut
        self._layers, self._array = layers, array

    def write(self, number: int, values: Any, counts: Counts | None) -> None:
        row = np.zeros((1, _width(self.cut)), np.uint8)
        row[0, : len(values)] = values.view(np.uint8)
        tail = np.full(self.cut.counted + 1, -1, "<i8")  # a count of -1 is not known
        if counts is not None:
            tail[:-1] = counts
        tail[-1] = self._stamp(number)
        row[0, -tail.nbytes :] = tail.view(np.uint8)
        with _reported(self._layers.address):
            self._array[number : number + 1] = row

    def finished(self, number: int) -> Chunk | None:
        try:
            values, counts = self._row(number)
        except DamagedChunk:
            return None
        return None if (counts < 0).any() else Chunk(values, counts)

    def chunk(self, number: int) -> Values:
        return self._row(number)[0]

    def _row(self, number: int) -> Chunk:
        try:
            row = self._array[number]
        except MemoryError:
            raise
        except TimeoutError as error:
            raise _silent(self._layers.address) from error
        except Exception as error:  # each store and each codec has errors of its own
            raise DamagedChunk(self.cut.name, number, _in_one_line(error)) from error
        start, stop = self.cut.slots(number)
        tail = row[-_NUMBER * (self.cut.counted + 1) :].copy().view("<i8")
        if tail[-1] != self._stamp(number):
            raise DamagedChunk(self.cut.name, number, "it is missing, or is another chunk")
        return Chunk(row[: stop - start].view(np.int8), tail[:-1])

    def _stamp(self, number: int) -> int:
        """Return a number, not 0, that hardly any other chunk has."""
        return 1 + crc32(repr((self._layers.maker, self.cut.name, number, *self.cut.slots(number))).encode())


def _width(cut: Cut) -> int:
    """Return the number of bytes of a row: its chunk, and a multiple of 8 for what belongs to it."""
    return int(np.diff(cut.bounds).max()) + _NUMBER * (cut.counted + 1)


@lru_cache(_OPEN)
def _opened(layers: StoredLayers, name: str) -> Any:
    """Return the array of a layer that the maker has created; raises CannotWrite."""
    found = "none"
    with suppress(FileNotFoundError), _reported(layers.address):
        array = zarr.open_array(layers.address, path=name, mode="r+", zarr_format=3)
        if (maker := array.attrs.get("maker")) == layers.maker:
            return array
        found = f"one made by {maker!r}"
    raise CannotWrite(
        f"expected layers made by {layers.maker!r} in {masked(layers.address)!r}; the worker on {node()!r} finds "
        f"{found}: all workers need the same folder under the same path, and the same version of oxobook"
    )


@contextmanager
def _reported(address: str) -> Iterator[None]:
    """Turn a store's errors into CannotWrite and MissingExtra, but for FileNotFoundError."""
    try:
        yield
    except (CannotWrite, FileNotFoundError, KeyError, MemoryError):
        raise
    except TimeoutError as error:
        raise _silent(address) from error
    except ImportError as error:
        raise MissingExtra(f"for {masked(address)!r}, fsspec needs another library: {_in_one_line(error)}") from error
    except ValueError as error:
        raise CannotWrite(
            f"expected a path, or a URL that fsspec knows, such as s3://bucket/folder; got {masked(address)!r}: "
            f"{_in_one_line(error)}"
        ) from error
    except Exception as error:  # each store has errors of its own
        raise CannotWrite(
            f"cannot write into {masked(address)!r}: {_in_one_line(error)}; free some space, or correct that, and call "
            "again: finished work is kept"
        ) from error


def _silent(address: str) -> CannotWrite:
    return CannotWrite(
        f"the store of {masked(address)!r} has not answered for {SECONDS:g} seconds: check that it can be reached, and "
        "call again: finished work is kept"
    )


def _in_one_line(error: Exception) -> str:
    said = getattr(error, "strerror", None) or str(error)
    return masked(" ".join(said.split())[:200]) or type(error).__name__
