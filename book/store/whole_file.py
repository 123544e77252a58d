"""Files that appear whole or not at all, and the hidden ones that they are made in: the one place that names files.

The bytes go to a file without a name, which the kernel forgets if the process dies, and the name is given to it
only when everything is on disk. Where the system has no nameless files (O_TMPFILE is Linux's), a hidden file in
the same folder takes their place and is removed on any error. A file that SQLite writes needs a name to be opened by:
it is a scratch file, whose name is removed once it is open, or, where it is to outlast a killed process, a hidden file
that stays until ``name_file`` gives it its name.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from book.errors import CannotWrite
from book.store.address import masked

_NAMELESS = getattr(os, "O_TMPFILE", 0)


@contextmanager
def whole_file(path: Path, replace: bool = False) -> Iterator[BinaryIO]:
    """A new binary file that gets the name ``path`` when the block ends well, and vanishes when it does not.

    Without ``replace`` a file that stands there is left alone. Raises CannotWrite, also for any OSError in the block.
    """
    with _told(path):
        require_new(path, replace)
        with _open_unnamed(path.parent) or _open_hidden(path, "new") as file:
            try:
                yield file
                file.flush()
                _name(file, path, replace)
            finally:
                _forget(file)


@contextmanager
def scratch_file(path: Path) -> Iterator[BinaryIO]:
    """A new file beside ``path`` that is to be opened by its name; the caller removes that name at once."""
    with _open_hidden(path, "scratch") as file:
        try:
            yield file
        finally:
            _forget(file)


def name_file(hidden: Path, path: Path, replace: bool) -> None:
    """Give a finished file, hidden in the same folder, its name, in one step; raises CannotWrite.

    Without ``replace`` a file that has come to stand there is left alone.
    """
    with _told(path), open(os.fspath(hidden), "rb") as file:
        _name(file, path, replace)
        _forget(file)


def hidden_name(path: Path, end: str) -> Path:
    """A hidden name in the folder of a file."""
    return path.with_name(f".{path.name}.{end}")


def require_new(path: Path, replace: bool) -> None:
    """Raise CannotWrite when the folder is missing, or what stands there is not to be replaced: a device never is."""
    try:
        is_there, is_folder, is_file = path.exists(), path.is_dir(), path.is_file()
        has_folder = path.parent.is_dir()
    except OSError as error:
        raise _cannot_write(path, error) from error
    if is_folder:
        raise CannotWrite(f"expected a file to write; {masked(path)!r} is a folder: name a file in it")
    if is_there and not is_file:
        raise CannotWrite(f"expected a file to write; {masked(path)!r} is a device or pipe: name another")
    if is_there and not replace:
        raise _exists(path)
    if not has_folder:
        raise CannotWrite(f"cannot write {masked(path)!r}: there is no folder {masked(path.parent)!r}; make it first")


def require_writable(path: Path) -> None:
    """Raise CannotWrite where no new file can take the place of ``path``; tries it, and leaves nothing behind."""
    require_new(path, replace=True)
    with _told(path), _open_unnamed(path.parent) or _open_hidden(path, "new") as file:
        _forget(file)


def make_folder(folder: Path) -> None:
    """Make a folder and its parents unless they stand; raises CannotWrite."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"cannot make the folder {masked(folder)!r}: {error.strerror}; {_advice(error)}") from error


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn the system's errors into one line."""
    try:
        yield
    except CannotWrite:
        raise
    except FileExistsError as error:
        raise _exists(path) from error
    except OSError as error:
        raise _cannot_write(path, error) from error


def _exists(path: Path) -> CannotWrite:
    return CannotWrite(f"{masked(path)!r} exists already and is left as it is; --force replaces it")


def _cannot_write(path: Path, error: OSError) -> CannotWrite:
    return CannotWrite(f"cannot write {masked(path)!r}: {error.strerror or error}; {_advice(error)}")


def _advice(error: OSError) -> str:
    """What to do about an operating-system error."""
    if isinstance(error, PermissionError):
        return "choose a folder that you may write to"
    return "free some space or choose another place"


def _open_unnamed(folder: Path) -> BinaryIO | None:
    """A nameless file in a folder, or None where there is no such thing."""
    if not _NAMELESS or not os.path.isdir("/proc/self/fd"):
        return None
    try:
        return os.fdopen(os.open(folder, _NAMELESS | os.O_RDWR, 0o666), "w+b")
    except OSError as error:
        if error.errno in (errno.EOPNOTSUPP, errno.EISDIR):  # this file system has none
            return None
        raise


def _open_hidden(path: Path, end: str) -> BinaryIO:
    """A new file with a hidden name of this process's own."""
    return open(os.fspath(hidden_name(path, f"{os.getpid()}.{end}")), "x+b")


def _forget(file: BinaryIO) -> None:
    """Remove the name of a hidden file, if it has one still."""
    if isinstance(file.name, str):
        with suppress(FileNotFoundError):
            os.unlink(file.name)


def _name(file: BinaryIO, path: Path, replace: bool) -> None:
    """Give a finished file its name once it is on the disk, in one step that either happens or does not."""
    os.fsync(file.fileno())
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        source = file.name
        if isinstance(source, int):  # it has no name yet
            source = f"/proc/self/fd/{source}"
            if replace:  # a link never replaces a file, a rename does: link under a hidden name first
                hidden = hidden_name(path, f"{os.getpid()}.whole")
                os.link(source, hidden.name, dst_dir_fd=folder)
                source = os.fspath(hidden)
        if replace:
            os.replace(source, path)
        else:
            os.link(source, path.name, dst_dir_fd=folder)  # Python follows the link in /proc only with a folder
        os.fsync(folder)
    finally:
        os.close(folder)
