"""Files that appear whole or not at all: the one place that gives files their names.

The bytes go to a file without a name, which the kernel forgets if the process dies, and the name is given to it
only when everything is on disk. Where the system has no nameless files (O_TMPFILE is Linux's), a hidden file in
the same folder takes their place and is removed on any error. A file that SQLite writes needs a name to be opened by:
it is a scratch file, whose name is removed once it is open, or, where it is to outlast a killed process, a hidden file
that stays until ``name_file`` gives it its name. ``book.store.hidden_file`` says how hidden files are named and locked.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from oxobook.book.errors import CannotWrite
from oxobook.book.store.address import masked
from oxobook.book.store.hidden_file import has_its_name, hold, link_at_random, open_random

_NAMELESS = getattr(os, "O_TMPFILE", 0)


@contextmanager
def whole_file(path: Path, replace: bool = False) -> Iterator[BinaryIO]:
    """A new binary file that gets the name ``path`` when the block ends well, and vanishes when it does not.

    Without ``replace`` a file that stands there is left alone. Raises CannotWrite, also for any OSError in the block.
    """
    with told(path):
        require_new(path, replace)
        with _open_unnamed(path.parent) or open_random(path, "new") as file:
            try:
                yield file
                file.flush()
                _name(file, path, replace)
            finally:
                forget(file)


@contextmanager
def scratch_file(path: Path) -> Iterator[BinaryIO]:
    """A new file beside ``path`` that is to be opened by its name, which the caller lets it ``forget`` at once."""
    with open_random(path, "scratch") as file:
        try:
            yield file
        finally:
            forget(file)


def name_file(file: BinaryIO, path: Path, replace: bool) -> None:
    """Give a finished file, open and hidden in the same folder, its name, in one step; raises CannotWrite.

    Without ``replace`` a file that has come to stand there is left alone.
    """
    with told(path):
        _name(file, path, replace)
        forget(file)


def write_whole(path: Path, content: bytes, replace: bool) -> None:
    """Write a file of this content, whole or not at all; raises CannotWrite."""
    with whole_file(path, replace) as file:
        file.write(content)


def forget(file: BinaryIO) -> None:
    """Remove the name of a hidden file, if it has one still."""
    if isinstance(file.name, str) and has_its_name(file):
        os.unlink(file.name)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn the system's errors into one line."""
    try:
        yield
    except CannotWrite:
        raise
    except FileExistsError as error:
        raise _exists(path) from error
    except OSError as error:
        raise _cannot_write(path, error) from error


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
    with told(path), _open_unnamed(path.parent) or open_random(path, "new") as file:
        forget(file)


def make_folder(folder: Path) -> None:
    """Make a folder and its parents unless they stand; raises CannotWrite."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"cannot make the folder {masked(folder)!r}: {error.strerror}; {_advice(error)}") from error


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
    """A nameless file in a folder, locked, or None where there is no such thing."""
    if not _NAMELESS or not os.path.isdir("/proc/self/fd"):
        return None
    try:
        file = os.fdopen(os.open(folder, _NAMELESS | os.O_RDWR, 0o666), "w+b")
    except OSError as error:
        if error.errno in (errno.EOPNOTSUPP, errno.EISDIR):  # this file system has none
            return None
        raise
    hold(file)
    return file


def _name(file: BinaryIO, path: Path, replace: bool) -> None:
    """Give a finished file its name once it is on the disk, in one step that either happens or does not."""
    os.fsync(file.fileno())
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        if isinstance(file.name, int):
            _name_nameless(f"/proc/self/fd/{file.name}", path, folder, replace)
        elif not has_its_name(file):
            raise CannotWrite(f"cannot write {masked(path)!r}: somebody has removed {masked(file.name)!r}; call again")
        elif replace:
            os.replace(file.name, path)
        else:
            os.link(file.name, path.name, dst_dir_fd=folder)
        os.fsync(folder)
    finally:
        os.close(folder)


def _name_nameless(source: str, path: Path, folder: int, replace: bool) -> None:
    """Give a nameless file its name; Python follows the link in /proc only with a folder.

    A link never replaces a file, and a rename does, so a file that may replace another gets a hidden name first.
    """
    if not replace:
        os.link(source, path.name, dst_dir_fd=folder)
        return
    hidden = link_at_random(source, path, folder)
    try:
        os.replace(hidden, path)
    except BaseException:
        with suppress(FileNotFoundError):  # Ctrl-C may have come when it was done
            os.unlink(hidden)
        raise
