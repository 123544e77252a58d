"""Atomic files: each appears whole under its name, or not at all.

A file is written without a name, which the kernel forgets if the process dies, and gets its name when it is whole and
on the disk. Where there are no nameless files (O_TMPFILE is Linux's), a hidden one with a random name takes its place.
Only the book in the making that a later call continues has a fixed hidden name, so that it can be found.

Hidden files are locked with flock, which the system drops when the process ends, however it ends. So ``sweep`` removes
those that can be locked. On NFS, Linux takes the lock on the server, for all clients; Windows has no flock, and there
nothing is locked or swept.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time
from typing import BinaryIO

from oxobook.book.errors import CannotWrite
from oxobook.book.store.passwords import masked

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:
    HAS_LOCKS = False
else:
    HAS_LOCKS = True

UNFINISHED = "unfinished"
"""Ending of the fixed hidden name."""
_RANDOM_ENDS = ("new", "scratch", "whole")
"""Endings of random hidden names: a file being written, one of SQLite's, a whole one about to replace another."""
NAMELESS = getattr(os, "O_TMPFILE", 0)
FOREIGN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags to open what others may have put there: follow no link, wait for no pipe."""
TRIES = 100
_NEW = 60  # seconds


@contextmanager
def whole_file(path: Path, replace: bool = False) -> Iterator[BinaryIO]:
    """Open a new binary file that gets the name ``path`` when the block ends well, and vanishes if it raises.

    Raises:
        CannotWrite: a file exists and ``replace`` is false, or the system refuses; also for any OSError in the block.
    """
    with told(path):
        require_new(path, replace)
        with _open_new(path) as file:
            try:
                yield file
                file.flush()
                name_file(file, path, replace)
            finally:
                forget(file)


def write_whole(path: Path, content: bytes, replace: bool) -> None:
    """Write a file with this content, whole or not at all; raises CannotWrite."""
    with whole_file(path, replace) as file:
        file.write(content)


def name_file(file: BinaryIO, path: Path, replace: bool) -> None:
    """Give a finished file, nameless or hidden in its folder, its name once it is on the disk; raises CannotWrite."""
    with told(path):
        os.fsync(file.fileno())
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            if isinstance(file.name, int):
                _name_nameless(f"/proc/self/fd/{file.name}", path, folder, replace)
            elif not has_its_name(file):
                raise CannotWrite(f"cannot write {masked(path)!r}: {masked(file.name)!r} was removed; call again")
            elif replace:
                os.replace(file.name, path)
            else:
                os.link(file.name, path.name, dst_dir_fd=folder)
            os.fsync(folder)
        finally:
            os.close(folder)
        forget(file)


def forget(file: BinaryIO) -> None:
    """Remove the name of a hidden file, if it still has one."""
    if isinstance(file.name, str) and has_its_name(file):
        os.unlink(file.name)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn the system's errors into CannotWrite."""
    try:
        yield
    except CannotWrite:
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


def require_writable(path: Path) -> None:
    """Raise CannotWrite if no new file can take the place of ``path``; tries it, and leaves nothing behind."""
    require_new(path, replace=True)
    with told(path), _open_new(path) as file:
        forget(file)


def make_folder(folder: Path) -> None:
    """Make a folder and its parents unless they exist; raises CannotWrite."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot("make the folder", folder, error) from error


def hidden_name(path: Path, end: str) -> Path:
    """Return a hidden name in the folder of a file."""
    return path.parent / f".{path.name}.{end}"


def open_random(path: Path, end: str) -> BinaryIO:
    """Open a new file beside ``path`` with a random hidden name, locked; raises CannotWrite or OSError."""
    names = random_names(path, end)
    while True:
        with suppress(FileExistsError):
            file = open(os.fspath(next(names)), "x+b")  # noqa: SIM115 - for the caller
            if hold(file) and has_its_name(file):  # else a sweep has just removed it as left behind
                return file
            file.close()


def has_its_name(file: BinaryIO) -> bool:
    """Return whether the name by which a file was opened is still its own."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), os.lstat(file.name))
    except FileNotFoundError:
        return False


def is_book(name: Path, path: Path) -> bool:
    """Return whether a hidden name is another name of the file at ``path``."""
    try:
        return os.path.samestat(os.lstat(name), os.lstat(path))
    except FileNotFoundError:
        return False


def hold(file: BinaryIO | int) -> bool:
    """Lock a file or folder of our own; return whether that worked, or True if the system has no locks."""
    try:
        return lock(file)
    except OSError:  # this file system has no locks; a sweep finds none either, and removes nothing
        return True


def lock(file: BinaryIO | int) -> bool:
    """Lock a file, or a folder by its descriptor; return False if it is locked, raise OSError without locks."""
    if HAS_LOCKS:
        try:
            flock(file if isinstance(file, int) else file.fileno(), LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return False
    return True


@contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """Hold a folder's lock, if there are locks, so that processes that change its files take turns."""
    if not HAS_LOCKS:
        yield
        return
    with told(folder):
        place = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            flock(place, LOCK_EX)
        yield
    finally:
        os.close(place)


def sweep(path: Path) -> list[Path]:
    """Remove the hidden files that killed makers of ``path`` left, but not one to be continued; return the removed."""
    removed: list[Path] = []
    unfinished = hidden_name(path, UNFINISHED)
    with suppress(OSError):
        if is_book(unfinished, path) and _removed(unfinished):  # unless its maker is about to remove it
            removed.append(unfinished)
    with suppress(OSError), os.scandir(path.parent) as entries:
        names = [Path(entry.path) for entry in entries if is_random(entry.name, path.name)]
        removed += [name for name in names if _removed(name)]
    return sorted(removed)


def random_names(path: Path, end: str) -> Iterator[Path]:
    """Yield random hidden names beside ``path``; raises CannotWrite when many in a row were taken."""
    for _ in range(TRIES):
        yield hidden_name(path, f"{os.urandom(4).hex()}.{end}")
    raise CannotWrite(f"cannot write {masked(path)!r}: all hidden names tried for it are taken; choose another place")


def is_random(name: str, of: str) -> bool:
    """Return whether ``random_names`` may have drawn a name; earlier versions used the number of their process."""
    start = f".{of}."
    drawn, _, end = name.removeprefix(start).partition(".")
    return name.startswith(start) and end in _RANDOM_ENDS and drawn != "" and set(drawn) <= set("0123456789abcdef")


def _open_new(path: Path) -> BinaryIO:
    """Open a file that can be given the name ``path``, locked: nameless if the file system has such, else hidden."""
    if not NAMELESS or not os.path.isdir("/proc/self/fd"):
        return open_random(path, "new")
    try:
        file = os.fdopen(os.open(path.parent, NAMELESS | os.O_RDWR, 0o666), "w+b")
    except OSError as error:
        if error.errno in (errno.EOPNOTSUPP, errno.EISDIR):
            return open_random(path, "new")
        raise
    hold(file)
    return file


def _name_nameless(source: str, path: Path, folder: int, replace: bool) -> None:
    """Give a nameless file its name; one that may replace another, which a link cannot, gets a hidden one first."""
    if not replace:
        os.link(source, path.name, dst_dir_fd=folder)
        return
    for hidden in random_names(path, "whole"):
        with suppress(FileExistsError):
            os.link(source, hidden.name, dst_dir_fd=folder)
            break
    try:
        os.replace(hidden, path)
    except BaseException:
        with suppress(FileNotFoundError):  # Ctrl-C may have come after the rename
            os.unlink(hidden)
        raise


def _removed(name: Path) -> bool:
    """Remove a hidden file if no process has it locked, and return whether it was removed."""
    with (
        suppress(OSError),
        open(os.fspath(name), "rb", buffering=0, opener=lambda at, flags: os.open(at, flags | FOREIGN)) as file,
    ):
        status = os.fstat(file.fileno())
        is_new = not status.st_size and time() - status.st_mtime < _NEW  # its maker may be about to lock it
        if HAS_LOCKS and stat.S_ISREG(status.st_mode) and not is_new and lock(file) and has_its_name(file):
            os.unlink(name)
            return True
    return False


def _exists(path: Path) -> CannotWrite:
    return CannotWrite(f"{masked(path)!r} exists already and is left as it is; --force replaces it")


def _cannot(do: str, path: Path, error: OSError) -> CannotWrite:
    advice = "free some space or choose another place"
    if isinstance(error, PermissionError):
        advice = "choose a folder that you may write to"
    return CannotWrite(f"cannot {do} {masked(path)!r}: {error.strerror or error}; {advice}")
