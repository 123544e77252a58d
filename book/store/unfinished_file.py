"""Hidden file in which a book of blocks grows: opened so that no other user can have put anything into it."""

import os
import stat
from pathlib import Path
from typing import BinaryIO

from oxobook.book.errors import CannotWrite
from oxobook.book.store.atomic_file import FOREIGN, TRIES, UNFINISHED, has_its_name, hidden_name, is_book, lock
from oxobook.book.store.passwords import masked

_MODE = 0o644  # as SQLite makes its files; others may never write to a file that a later call continues


def open_unfinished(path: Path) -> BinaryIO:
    """Open and lock the file in which the book ``path`` is being made: a new one, or the one an earlier call left.

    Raises CannotWrite if another process has its lock, or another user may have put it there, and OSError.
    """
    name, flags = hidden_name(path, UNFINISHED), os.O_CREAT | FOREIGN
    for _ in range(TRIES):
        try:
            file = open(os.fspath(name), "r+b", opener=lambda at, how: os.open(at, how | flags, _MODE))  # noqa: SIM115
        except OSError:
            require_own_file(name)
            raise
        try:
            if not lock(file):
                raise CannotWrite(f"another process is making {masked(path)!r}: wait for it, or end it")
            if is_book(name, path):  # its maker was killed just before removing the hidden name
                os.unlink(name)
            elif has_its_name(file):  # else it was named or discarded while we opened it
                require_own_file(name)
                return file
        except BaseException:
            file.close()
            raise
        file.close()
    raise CannotWrite(f"cannot write {masked(name)!r}: other processes remove it again and again; end them")


def require_own_file(name: Path) -> None:
    """Raise CannotWrite unless there is nothing, or a regular file that only this user can have put there."""
    try:
        status = os.lstat(name)
    except FileNotFoundError:
        return
    if stat.S_ISLNK(status.st_mode):
        why = "is a symbolic link"
    elif not stat.S_ISREG(status.st_mode):
        why = "is no regular file"
    elif hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        why = "belongs to another user"
    elif status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        why = "may be written to by other users"
    elif status.st_nlink > 1:
        why = "has another name besides"
    else:
        return
    raise CannotWrite(
        f"expected at {masked(name)!r} nothing, or an unfinished book of yours; what is there {why}: remove it, or "
        "choose another place"
    )
