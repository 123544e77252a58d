"""New files, each of which appears whole under its name, or not at all.

A file is written under a hidden name of its own, and renamed when it is whole and on the disk. What a later call can
continue has one maker at a time, who holds a lock beside it. The system drops the lock when the process ends, however
it ends.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from oxobook.book.errors import BeingWritten, CannotWrite, OxobookError, masked

UNFINISHED = "unfinished"
"""Ending of the hidden name of a file that a later call continues."""


def hidden_name(path: Path, end: str) -> Path:
    """Return a hidden name in the folder of a file."""
    return path.parent / f".{path.name}.{end}"


@contextmanager
def whole_file(path: Path, replace: bool = False) -> Iterator[BinaryIO]:
    """Open a new binary file that gets the name ``path`` when the block ends well, and vanishes if it raises.

    Raises:
        CannotWrite: a file exists and ``replace`` is false, or the system refuses; also for any OSError in the block.
    """
    require_new(path, replace)
    with new_file(path) as hidden:
        with open(hidden, "wb") as file:
            yield file
        name_file(hidden, path, replace)


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Make an empty file by a hidden name beside ``path``, and yield that; if it keeps this name, it vanishes.

    Raises CannotWrite.
    """
    hidden = hidden_name(path, os.urandom(4).hex())
    with told(path):
        hidden.touch(exist_ok=False)
        try:
            yield hidden
        finally:
            hidden.unlink(missing_ok=True)  # the block has raised, or it has its name by now


def write_whole(path: Path, content: bytes, replace: bool) -> None:
    """Write a file with this content, whole or not at all; raises CannotWrite."""
    with whole_file(path, replace) as file:
        file.write(content)


@contextmanager
def only_maker(path: Path) -> Iterator[None]:
    """Keep other processes from making a file or folder meanwhile; raises BeingWritten."""
    from filelock import FileLock, Timeout  # most files need none, and are made faster without

    lock = FileLock(hidden_name(path, "lock"), timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise BeingWritten(f"another process is writing {masked(path)!r}: wait for it, or end it") from None
    try:
        yield
    finally:
        with suppress(OSError):
            Path(lock.lock_file).unlink()  # while it is held: who has opened it meanwhile sees that it is gone
        lock.release()


def name_file(hidden: Path, path: Path, replace: bool) -> None:
    """Give a finished hidden file its name once it is on the disk; raises CannotWrite or OSError."""
    _sync(hidden, os.O_RDWR)
    if not replace and path.exists():
        raise FileExistsError(errno.EEXIST, "exists")
    os.replace(hidden, path)
    with suppress(PermissionError):  # Windows opens no folders
        _sync(path.parent, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    place = os.open(path, flags)
    try:
        os.fsync(place)
    finally:
        os.close(place)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn the system's errors into CannotWrite."""
    try:
        yield
    except OxobookError:
        raise
    except FileExistsError as error:
        raise _exists(path) from error
    except OSError as error:
        raise _cannot("write", path, error) from error


def require_new(path: Path, replace: bool) -> None:
    """Raise CannotWrite if the folder is missing, or what exists is not to be replaced; a device never is."""
    with told(path):
        is_there, is_folder, is_file = path.exists(), path.is_dir(), path.is_file()
        has_folder = path.parent.is_dir()
    if is_folder:
        raise CannotWrite(f"expected a file to write; {masked(path)!r} is a folder: name a file in it")
    if is_there and not is_file:
        raise CannotWrite(f"expected a file to write; {masked(path)!r} is a device or pipe: name another")
    if is_there and not replace:
        raise _exists(path)
    if not has_folder:
        raise CannotWrite(f"cannot write {masked(path)!r}: there is no folder {masked(path.parent)!r}; make it first")


def make_folder(folder: Path) -> None:
    """Make a folder and its parents unless they exist; raises CannotWrite."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot("make the folder", folder, error) from error


def _exists(path: Path) -> CannotWrite:
    return CannotWrite(f"{masked(path)!r} exists already and is left as it is; --force replaces it")


def _cannot(do: str, path: Path, error: OSError) -> CannotWrite:
    advice = "free some space or choose another place"
    if isinstance(error, PermissionError) or error.errno in (errno.EROFS, errno.ENOTDIR):
        advice = "choose a folder that you may write to"
    return CannotWrite(f"cannot {do} {masked(path)!r}: {error.strerror or error}; {advice}")
