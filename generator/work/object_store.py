"""Folder of chunks in an object store, or wherever else fsspec finds it by a URL, in place of one on a disk.

What fsspec needs to get there, such as keys, it takes from its own settings and from the environment, wherever a worker
runs; none of it passes through the scheduler, nor into a message.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import CannotWrite, MissingExtra
from oxobook.book.store.passwords import masked
from oxobook.generator.work.chunk_folder import CHUNK_NAMES, Folder

SECONDS = 60.0
"""Seconds that a store may take for an answer, however often its library tries again."""


class UrlFolder(Folder):
    """Folder at a URL."""

    def make(self) -> None:
        with self._told():
            super().make()

    def _make_folder(self) -> None:
        self._ask("makedirs", self.path, exist_ok=True)

    def put(self, name: str, parts: Iterable[bytes]) -> None:
        with self._told():
            self._ask("pipe_file", self._at(name), b"".join(parts))

    def read(self, name: str, spans: Iterable[tuple[int, int]]) -> list[bytes]:
        asked = [*spans]
        starts, stops = [start for start, _ in asked], [stop for _, stop in asked]
        with _as_os_error():
            read: list[bytes] = self._ask("cat_ranges", [self._at(name)] * len(asked), starts, stops, on_error="raise")
        return read

    def array(self, name: str) -> NDArray[np.uint8]:
        with _as_os_error():
            return np.frombuffer(bytearray(self._ask("cat_file", self._at(name))), np.uint8)

    def names(self) -> set[str]:
        with self._told():
            file_system(self.path).invalidate_cache()  # others write there too
            try:
                found = self._ask("ls", self.path, detail=False)
            except FileNotFoundError:
                return set()
            return set(filter(CHUNK_NAMES.fullmatch, (name.rpartition("/")[2] for name in found)))

    def remove(self, names: Iterable[str]) -> None:
        there = self.names() & {*names}
        with self._told():
            if there:
                self._ask("rm", [self._at(name) for name in sorted(there)])

    def end(self) -> None:
        with suppress(CannotWrite):
            self.remove(self.names())

    def _at(self, name: str) -> str:
        return f"{self.path}/{name}"

    def _ask(self, method: str, *arguments: object, **named: object) -> Any:
        """Return what a method of the store returns; raises CannotWrite if that takes too long."""
        system = file_system(self.path)
        if not getattr(system, "async_impl", False):  # a disk, or memory
            return getattr(system, method)(*arguments, **named)
        from fsspec.asyn import sync

        try:
            return sync(system.loop, getattr(system, f"_{method}"), *arguments, timeout=SECONDS, **named)
        except TimeoutError as error:
            raise CannotWrite(
                f"the store of {masked(self.path)!r} has not answered for {SECONDS:g} seconds: check that it can be "
                "reached, and call again: finished work is kept"
            ) from error

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn a store's errors into CannotWrite."""
        try:
            with _as_os_error():
                yield
        except (CannotWrite, MissingExtra):
            raise
        except OSError as error:
            raise CannotWrite(
                f"cannot write into {masked(self.path)!r}: {error}; correct that and call again: finished work is kept"
            ) from error


@contextmanager
def _as_os_error() -> Iterator[None]:
    """Turn a store's errors into OSError in one line: a checksum that differs, an answer that is cut off."""
    try:
        yield
    except (CannotWrite, MissingExtra, FileNotFoundError):
        raise
    except Exception as error:  # each store has errors of its own
        raise OSError(masked(" ".join(str(error).split())[:200]) or type(error).__name__) from error


@lru_cache(maxsize=4)
def file_system(url: str) -> Any:
    """Return the file system of a URL; raises CannotWrite, or MissingExtra without its library."""
    try:
        import fsspec
    except ModuleNotFoundError as error:
        raise MissingExtra("a URL for chunks needs the library fsspec: pip install 'oxobook[cluster]'") from error
    try:
        return fsspec.core.url_to_fs(url)[0]
    except ImportError as error:
        raise MissingExtra(f"for {masked(url)!r}, fsspec needs another library: {error}") from error
    except ValueError as error:
        raise CannotWrite(
            f"expected a URL that fsspec knows, such as s3://bucket/folder; got {masked(url)!r}"
        ) from error
