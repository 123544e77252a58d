"""The hidden files in which a file is made until it has its name: how they are named, and who holds them.

Most names are drawn at random, so that nobody can foretell them. The file that a later call goes on from has to be
found again, and so has a fixed name; it is used only if it is a regular file of this user's, under no other name, that
nobody else may write to. In a folder where others may remove each other's files they could replace the finished book as
well, and no name would help.

The lock is flock's and belongs to the open file: the system drops it when the process ends, however it ends, so a file
whose lock can be taken has no maker any more. That needs no lock file, which would be left behind, and no process
numbers, which repeat in containers. On NFS, Linux takes the same lock on the server, for all its clients. Windows has
no flock: there nothing is locked, and nothing is swept.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import time
from typing import BinaryIO

from oxobook.book.errors import CannotWrite
from oxobook.book.store.address import masked

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:
    HAS_LOCKS = False
else:
    HAS_LOCKS = True

UNFINISHED = "unfinished"
"""The end of the fixed name."""
_RANDOM_ENDS = ("new", "scratch", "whole")
"""The ends of random names: of a file that is being written, of SQLite's, of a whole one about to replace another."""
_FOREIGN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""How to open what somebody else may have put there: no link is followed, and no pipe waited for."""
_MODE = 0o644  # as SQLite makes its files; others may never write to one that is gone on from
_TRIES = 100
_NEW = 60  # seconds


def hidden_name(path: Path, end: str) -> Path:
    """A hidden name in the folder of a file."""
    return path.with_name(f".{path.name}.{end}")


def open_random(path: Path, end: str) -> BinaryIO:
    """A new file beside ``path`` with a random hidden name, locked; raises CannotWrite or OSError."""
    for name in _random_names(path, end):
        with suppress(FileExistsError):
            file = open(os.fspath(name), "x+b")  # noqa: SIM115 - for the caller
            if hold(file) and has_its_name(file):  # else a sweep came between, and took it for one without a maker
                return file
            file.close()
    raise _all_taken(path)


def link_at_random(source: str, path: Path, folder: int) -> Path:
    """Give a whole file, open as ``source``, a random hidden name beside ``path``; raises CannotWrite or OSError.

    ``folder``: the open folder of both.
    """
    for name in _random_names(path, "whole"):
        with suppress(FileExistsError):
            os.link(source, name.name, dst_dir_fd=folder)
            return name
    raise _all_taken(path)


def _random_names(path: Path, end: str) -> Iterator[Path]:
    """Hidden names that nobody can foretell."""
    for _ in range(_TRIES):
        yield hidden_name(path, f"{os.urandom(4).hex()}.{end}")


def _all_taken(path: Path) -> CannotWrite:
    return CannotWrite(f"cannot write {masked(path)!r}: all hidden names tried for it are taken; choose another place")


def open_unfinished(path: Path) -> BinaryIO:
    """The file in which the book ``path`` is being made, locked: a new one, or the one that an earlier call has left.

    Raises CannotWrite where another process has its lock, or where what stands there may be somebody else's; OSError.
    """
    name = hidden_name(path, UNFINISHED)
    for _ in range(_TRIES):
        _require_regular(name)
        file = open(os.fspath(name), "r+b", opener=_made_or_kept)  # noqa: SIM115 - for the caller
        try:
            if not _lock(file):
                raise CannotWrite(f"another process is making {masked(path)!r}: wait for it, or end it")
            if _is_book(name, path):  # its maker was ended just before it had removed the hidden name
                os.unlink(name)
            elif has_its_name(file):  # else it was given its name, or thrown away, while we opened it
                require_own(name)
                return file
        except BaseException:
            file.close()
            raise
        file.close()
    raise CannotWrite(f"cannot write {masked(name)!r}: other processes remove it again and again; end them")


def require_own(name: Path) -> None:
    """Raise CannotWrite unless there is nothing, or a regular file that nobody but this user can have put there."""
    status = _require_regular(name)
    if status is None:
        return
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        raise _foreign(name, "belongs to another user")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise _foreign(name, "may be written to by other users")
    if status.st_nlink > 1:
        raise _foreign(name, "has another name besides")


def has_its_name(file: BinaryIO) -> bool:
    """Whether the name by which a file was opened is still its own."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), os.lstat(file.name))
    except FileNotFoundError:
        return False


def hold(file: BinaryIO) -> bool:
    """Lock a file of our own; False where somebody else has locked it. Where there are no locks it counts as held."""
    try:
        return _lock(file)
    except OSError:  # a sweep finds no locks here either, and removes nothing
        return True


def sweep(path: Path) -> list[Path]:
    """Remove the hidden files of makers of ``path`` that were killed, but not what a later call goes on from.

    Returns what was removed. What cannot be removed is left alone.
    """
    removed: list[Path] = []
    unfinished = hidden_name(path, UNFINISHED)
    with suppress(OSError):
        if _is_book(unfinished, path) and _removed(unfinished):  # unless its maker is about to do so itself
            removed.append(unfinished)
    with suppress(OSError), os.scandir(path.parent) as entries:
        names = [Path(entry.path) for entry in entries if _is_random(entry.name, path.name)]
        removed += [name for name in names if _removed(name)]
    return sorted(removed)


def _removed(name: Path) -> bool:
    """Remove a hidden file if it has no maker; whether that was done."""
    with (
        suppress(OSError),
        open(os.fspath(name), "rb", buffering=0, opener=lambda at, flags: os.open(at, flags | _FOREIGN)) as file,
    ):
        status = os.fstat(file.fileno())
        is_new = not status.st_size and time() - status.st_mtime < _NEW  # its maker may be about to lock it
        if HAS_LOCKS and stat.S_ISREG(status.st_mode) and not is_new and _lock(file) and has_its_name(file):
            os.unlink(name)
            return True
    return False


def _is_random(name: str, of: str) -> bool:
    """Whether a name is one that ``_random_names`` draws; earlier versions took the number of their process."""
    start = f".{of}."
    drawn, _, end = name.removeprefix(start).partition(".")
    return name.startswith(start) and end in _RANDOM_ENDS and drawn != "" and set(drawn) <= set("0123456789abcdef")


def _is_book(name: Path, path: Path) -> bool:
    """Whether a hidden name is another name of the file at ``path``."""
    try:
        return os.path.samestat(os.lstat(name), os.lstat(path))
    except FileNotFoundError:
        return False


def _lock(file: BinaryIO) -> bool:
    """Lock an open file until it is closed; False where it is locked. Raises OSError where there are no locks."""
    if HAS_LOCKS:
        try:
            flock(file.fileno(), LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return False
    return True


def _made_or_kept(name: str, flags: int) -> int:
    """Open a file, as ``open`` does, that is made where there is none."""
    return os.open(name, flags | os.O_CREAT | _FOREIGN, _MODE)


def _require_regular(name: Path) -> os.stat_result | None:
    """What stands at a name, None for nothing; raises CannotWrite for anything but a regular file."""
    try:
        status = os.lstat(name)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise _foreign(name, "is a symbolic link" if stat.S_ISLNK(status.st_mode) else "is no regular file")
    return status


def _foreign(name: Path, why: str) -> CannotWrite:
    return CannotWrite(
        f"expected at {masked(name)!r} nothing, or an unfinished book of yours; what is there {why}: remove it, or "
        "choose another place"
    )
