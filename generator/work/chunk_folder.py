"""Folders of chunks: each keeps the chunks of one book until the book has them, and all its workers share it.

A file in it appears whole or not at all. Writers do not wait until it is on the disk: each file has a digest, so one
that a power cut has broken is found, and made again.
"""

import os
import re
import stat
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from platform import node

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import CannotWrite
from oxobook.book.store.new_file import open_plain
from oxobook.book.store.passwords import masked

CHUNK_NAMES = re.compile(r"made-by|[a-z]+-\d\d(-\d{6})?")
"""Names of the files of a folder of chunks."""
SEAL = "made-by"
"""Name of the file that says whose folder this is."""
_LONGEST_MAKER = 1000  # bytes


@dataclass(frozen=True)
class Folder:
    """Folder of chunks on a disk, as a worker on another machine finds it; each worker gets this object."""

    path: str
    """Path or URL."""
    maker: str
    """Work that is done in the folder: game and versions, without spaces at the ends."""

    def make(self) -> None:
        """Make the folder unless it exists, and remove what another maker left in it; raises CannotWrite."""
        self._make_folder()
        if self._found_maker() != self.maker:
            self.remove([*self.names(), SEAL])
            self.put(SEAL, [self.maker.encode()])

    def require_seen(self) -> None:
        """Raise CannotWrite on a machine where this folder is another one, or missing."""
        if (found := self._found_maker()) != self.maker:
            was = f"one made by {found!r}" if found else "none"
            raise CannotWrite(
                f"expected the folder {masked(self.path)!r}, made by {self.maker!r}; the worker on {node()!r} finds "
                f"{was}: all workers need the same folder under the same path, and the same version of oxobook"
            )

    def put(self, name: str, parts: Iterable[bytes]) -> None:
        """Write a file, whole or not at all, replacing one of this name; raises CannotWrite."""
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
        """Return the bytes of a file between each pair of places, fewer if it ends before; raises OSError."""
        with open_plain(self._at(name)) as file:
            return [os.pread(file.fileno(), stop - start, start) for start, stop in spans]

    def array(self, name: str) -> NDArray[np.uint8]:
        """Return a file's bytes in memory, where no later change of the file reaches them; raises OSError."""
        with open_plain(self._at(name)) as file:
            return np.fromfile(file, np.uint8)

    def names(self) -> set[str]:
        """Return the names of the chunks' files, and no others; raises CannotWrite."""
        try:
            return set(filter(CHUNK_NAMES.fullmatch, os.listdir(self.path)))
        except OSError as error:
            raise self._cannot_write(error) from error

    def remove(self, names: Iterable[str]) -> None:
        """Remove files, as far as they exist."""
        for name in names:
            with suppress(OSError):  # it is removed with the folder at the latest
                os.unlink(self._at(name))

    def end(self) -> None:
        """Remove the chunks' files, and the folder if nothing else is in it, as far as possible."""
        with suppress(OSError):
            for name in os.listdir(self.path):
                written = re.sub(r"^\.(.+)\.[0-9a-f]{8}$", r"\1", name)  # if its writer was killed, it is hidden yet
                if CHUNK_NAMES.fullmatch(written):
                    os.unlink(self._at(name))
            Path(self.path).rmdir()

    def _found_maker(self) -> str:
        try:
            return self.read(SEAL, [(0, _LONGEST_MAKER)])[0].decode(errors="replace")
        except CannotWrite:
            raise
        except OSError:
            return ""

    def _at(self, name: str) -> str:
        return f"{self.path}{os.sep}{name}"

    def _make_folder(self) -> None:
        """Make the folder; raises CannotWrite also if anybody but this user can have put something into it."""
        try:
            with suppress(FileExistsError):
                Path(self.path).mkdir(0o755)
            status = os.lstat(self.path)
        except OSError as error:
            raise self._cannot_write(error) from error
        own = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
        if not stat.S_ISDIR(status.st_mode) or not own or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise CannotWrite(
                f"expected at {masked(self.path)!r} nothing, or a folder of yours that no other user may write to: "
                "remove what is there, or choose another place"
            )

    def _cannot_write(self, error: OSError) -> CannotWrite:
        advice = "free some space"
        if isinstance(error, IsADirectoryError):
            advice = f"remove the folder {masked(error.filename2 or self.path)!r}"
        return CannotWrite(
            f"cannot write into {masked(self.path)!r}: {error.strerror or error}; {advice} and call again: "
            "finished work is kept"
        )
