"""Folder in which chunks lie until the book has them: it is shared by all who work on one book.

A file in it appears whole or not at all. None is waited for to be on the disk: each has its digest, so one that a
power cut has left broken is found, and made again.
"""

import os
import stat
from collections.abc import Hashable, Iterable
from contextlib import suppress
from pathlib import Path
from platform import node
from shutil import rmtree
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import CannotWrite
from oxobook.book.store.address import masked

SEAL = "made-by"
"""File that says whose folder this is."""


class Folder(Hashable, Protocol):
    """Where chunks lie, by what a worker on another machine needs to find it again: it is sent to each."""

    @property
    def path(self) -> str:
        """Its path or URL."""

    @property
    def maker(self) -> str:
        """Who makes what lies in it: game and versions, without spaces at its ends."""

    def make(self) -> None:
        """Make it unless it is there; what somebody else has made in it is thrown away. Raises CannotWrite."""

    def require_seen(self) -> None:
        """Raise CannotWrite on a machine where this folder is another one, or none."""

    def put(self, name: str, parts: Iterable[bytes]) -> None:
        """Write a file, whole or not at all, in the place of one of this name; raises CannotWrite."""

    def read(self, name: str, spans: Iterable[tuple[int, int]]) -> list[bytes]:
        """Return the bytes of a file from and up to each pair of places, fewer where it ends before; raises OSError."""

    def array(self, name: str) -> NDArray[np.uint8]:
        """Return a file's bytes, not to be written to; raises OSError, ValueError for no bytes."""

    def names(self) -> set[str]:
        """Return the files that are there; raises CannotWrite."""

    def remove(self, names: Iterable[str]) -> None:
        """Remove files, as far as they are there."""

    def end(self) -> None:
        """Remove it with all that is in it, as far as that can be done."""


def unseen(path: str, maker: str, found: str, machine: str) -> CannotWrite:
    """Return the error of a worker that does not see the folder; ``found``: who has made what it sees."""
    was = f"one made by {found!r}" if found else "none"
    return CannotWrite(
        f"expected the folder {masked(path)!r}, made by {maker!r}; the worker on {machine!r} finds {was}: all workers "
        "need the same folder under the same path, and the same version of oxobook"
    )


class ChunkFolder(NamedTuple):
    """Folder on a disk; see ``Folder``."""

    path: str
    maker: str

    def make(self) -> None:
        try:
            with suppress(FileExistsError):
                Path(self.path).mkdir(0o755)
            self._require_own()
            if self._found_maker() != self.maker:
                for name in os.listdir(self.path):
                    os.unlink(self._at(name))
                self.put(SEAL, [self.maker.encode()])
        except OSError as error:
            raise self._cannot_write(error) from error

    def require_seen(self) -> None:
        if (found := self._found_maker()) != self.maker:
            raise unseen(self.path, self.maker, found, node())

    def put(self, name: str, parts: Iterable[bytes]) -> None:
        hidden = self._at(f".{name}.{os.urandom(4).hex()}")
        try:
            with open(hidden, "xb") as file:
                file.writelines(parts)
            os.replace(hidden, self._at(name))
        except OSError as error:
            with suppress(OSError):
                os.unlink(hidden)
            raise self._cannot_write(error) from error

    def read(self, name: str, spans: Iterable[tuple[int, int]]) -> list[bytes]:
        with open(self._at(name), "rb", buffering=0) as file:
            return [os.pread(file.fileno(), stop - start, start) for start, stop in spans]

    def array(self, name: str) -> NDArray[np.uint8]:
        """Return a file's bytes, mapped, and not to be written to; raises OSError, ValueError for no bytes."""
        return np.asarray(np.memmap(self._at(name), np.uint8, "c"))  # one that is read-only is another type to Numba

    def names(self) -> set[str]:
        try:
            return {name for name in os.listdir(self.path) if not name.startswith(".")}
        except OSError as error:
            raise self._cannot_write(error) from error

    def remove(self, names: Iterable[str]) -> None:
        for name in names:
            with suppress(OSError):  # it goes with the folder at the latest
                os.unlink(self._at(name))

    def end(self) -> None:
        rmtree(self.path, ignore_errors=True)

    def _at(self, name: str) -> str:
        return f"{self.path}{os.sep}{name}"

    def _found_maker(self) -> str:
        try:
            return Path(self._at(SEAL)).read_text(errors="replace")
        except OSError:
            return ""

    def _require_own(self) -> None:
        """Raise CannotWrite unless this is a folder that nobody but this user can have put something into."""
        status = os.lstat(self.path)
        own = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
        if not stat.S_ISDIR(status.st_mode) or not own or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise CannotWrite(
                f"expected at {masked(self.path)!r} nothing, or a folder of yours that nobody else may write to: "
                "remove what is there, or choose another place"
            )

    def _cannot_write(self, error: OSError) -> CannotWrite:
        if isinstance(error, CannotWrite):
            return error
        return CannotWrite(
            f"cannot write into {masked(self.path)!r}: {error.strerror or error}; free some space and call again: "
            "what is finished stays"
        )
