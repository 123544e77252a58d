"""Folders that hold nothing but oxobook's files: made anew, replaced as a whole, and removed file by file.

No link is followed, and only files with names of oxobook's own are ever removed, whatever others have put in such a
folder's place. A folder in the making has a random hidden name, and is locked as files are.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from oxobook.book.errors import CannotWrite
from oxobook.book.store.atomic_file import hold, is_random, random_names, told
from oxobook.book.store.passwords import masked

CHUNK_NAMES = re.compile(r"made-by|[a-z]+-\d\d(-\d{6})?")
"""Names of the files of a folder of chunks."""
_WRITING = re.compile(r"\.(.+)\.[0-9a-f]{8}")
"""Name of a file that is being written into a folder of chunks, by the name that it is to have."""
_PLAIN = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def whole_folder(path: Path, names: re.Pattern[str]) -> Iterator[Path]:
    """Make a new hidden folder that replaces ``path`` if the block ends well, and vanishes otherwise.

    ``names``: those of the files written to it. What killed processes left is removed first. Raises CannotWrite if
    another process is writing the folder or ``path`` holds other files, also for any OSError in the block.
    """
    with told(path):
        require_own(path, names)
        _sweep(path, names)
        hidden, place = _new_folder(path)
        try:
            yield hidden
            old = next(random_names(path, "new"))
            if path.exists():
                require_own(path, names)
                path.rename(old)
            hidden.rename(path)
            remove_own(old, names)
        except BaseException:
            remove_own(hidden, names)
            raise
        finally:
            os.close(place)


def require_own(path: Path, names: re.Pattern[str]) -> None:
    """Raise CannotWrite unless there is nothing, or a folder of files with such names and not a link to one."""
    require_no_link(path)
    if path.exists() and not all(map(names.fullmatch, os.listdir(path))):
        raise CannotWrite(
            f"expected at {masked(path)!r} nothing, or a folder that oxobook made; it has other files: move them away"
        )


def require_no_link(folder: Path) -> None:
    """Raise CannotWrite if a folder is a symbolic link: what is written into it would land elsewhere."""
    if folder.is_symlink():
        raise CannotWrite(f"expected at {masked(folder)!r} nothing, or a folder; it is a symbolic link: remove it")


def remove_own(folder: Path, names: re.Pattern[str]) -> None:
    """Remove the files with such names from a folder, and the folder if nothing else is in it, as far as possible."""
    with suppress(OSError):
        place = os.open(folder, _PLAIN)
        try:
            for name in os.listdir(place):
                written = _WRITING.fullmatch(name)
                if names.fullmatch(written[1] if written else name):
                    with suppress(OSError):
                        os.unlink(name, dir_fd=place)
        finally:
            os.close(place)
        folder.rmdir()


def _new_folder(path: Path) -> tuple[Path, int]:
    """Make a folder with a random hidden name; return it with the descriptor that keeps it locked."""
    for hidden in random_names(path, "new"):
        with suppress(FileExistsError):
            hidden.mkdir()
            break
    place = os.open(hidden, _PLAIN)
    hold(place)
    return hidden, place


def _sweep(path: Path, names: re.Pattern[str]) -> None:
    """Remove what killed processes left of folders in the making; raises CannotWrite if one is being made."""
    for folder in path.parent.iterdir():
        if is_random(folder.name, path.name) and folder.is_dir() and not folder.is_symlink():
            place = os.open(folder, _PLAIN)
            try:
                if not hold(place):
                    raise CannotWrite(f"another process is writing {masked(path)!r}: wait for it, or end it")
                remove_own(folder, names)
            finally:
                os.close(place)
