"""New files, each of which appears whole under its name, or not at all.

A file is written under a hidden name, which says what it is, and renamed when it is whole and on the disk. Its maker
holds a lock (flock), which the system drops when the process ends, however it ends. So there is one maker at a time,
and the next one writes over what a killed one has left. Where there are no such locks, nobody is kept out.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from oxobook.book.errors import BeingWritten, CannotWrite, OxobookError, masked

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows
    HAS_LOCKS = False
else:
    HAS_LOCKS = True

NEW, UNFINISHED = "new", "unfinished"
"""Endings of hidden names: of a file that is written anew, and of one that a later call continues."""


def hidden_name(path: Path, end: str) -> Path:
    """Return a hidden name in the folder of a file."""
    return path.parent / f".{path.name}.{end}"


@contextmanager
def whole_file(path: Path, replace: bool = False) -> Iterator[BinaryIO]:
    """Open a new binary file that gets the name ``path`` when the block ends well, and vanishes if it raises.

    Raises:
        CannotWrite: a file exists and ``replace`` is false, another process is writing it, or the system refuses; also
            for any OSError in the block.
    """
    require_new(path, replace)
    with new_file(path) as file:
        yield file
        name_file(file, path, replace)


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Open an empty hidden file beside ``path`` as its only maker; it vanishes if the block raises."""
    with told(path), locked(path, NEW) as file:
        try:
            file.truncate()  # what a killed maker has left
            yield file
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(file.name)
            raise


def write_whole(path: Path, content: bytes, replace: bool) -> None:
    """Write a file with this content, whole or not at all; raises CannotWrite."""
    with whole_file(path, replace) as file:
        file.write(content)


@contextmanager
def locked(path: Path, end: str) -> Iterator[BinaryIO]:
    """Open the hidden file beside ``path``, a new one or what is there, as its only maker; raises CannotWrite."""
    hidden = hidden_name(path, end)
    while True:
        with open(hidden, "r+b", opener=lambda name, flags: os.open(name, flags | os.O_CREAT, 0o666)) as file:
            hold(file.fileno(), path)
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), hidden.stat()):  # else its maker has just finished it
                    yield file
                    return


def hold(file: int, path: Path) -> None:
    """Lock the hidden file or folder in which ``path`` is made until it is closed; raises BeingWritten."""
    try:
        if HAS_LOCKS:
            flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise BeingWritten(f"another process is writing {masked(path)!r}: wait for it, or end it") from None
    except OSError:  # this file system has no locks
        pass


def name_file(file: BinaryIO, path: Path, replace: bool) -> None:
    """Give a finished hidden file its name once it is on the disk; raises CannotWrite or OSError."""
    file.flush()
    os.fsync(file.fileno())
    if not replace and path.exists():
        raise FileExistsError(errno.EEXIST, "exists")
    os.replace(file.name, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    with suppress(PermissionError):  # Windows opens no folders
        place = os.open(folder, os.O_RDONLY)
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


def open_plain(path: str | Path) -> BinaryIO:
    """Open a file to read; raises OSError, also for anything but a plain file: a pipe would be waited for."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as error:
        raise FileNotFoundError(errno.ENOENT, "no file can have this name", str(path)) from error
    if stat.S_ISREG(os.fstat(file).st_mode):
        return os.fdopen(file, "rb")
    os.close(file)
    raise OSError(errno.EINVAL, "it is no plain file", str(path))


def _exists(path: Path) -> CannotWrite:
    return CannotWrite(f"{masked(path)!r} exists already and is left as it is; --force replaces it")


def _cannot(do: str, path: Path, error: OSError) -> CannotWrite:
    advice = "free some space or choose another place"
    if isinstance(error, PermissionError):
        advice = "choose a folder that you may write to"
    return CannotWrite(f"cannot {do} {masked(path)!r}: {error.strerror or error}; {advice}")
