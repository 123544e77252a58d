"""Folders of a site: replaced as a whole, and removed file by file.

Only files with names of oxobook's own are ever removed.
"""

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from oxobook.book.errors import CannotWrite, masked
from oxobook.book.store.new_file import hidden_name, only_maker, told


@contextmanager
def whole_folder(path: Path, names: re.Pattern[str]) -> Iterator[Path]:
    """Make a new hidden folder that replaces ``path`` if the block ends well, and vanishes otherwise.

    ``names``: those of the files written to it. Raises CannotWrite if ``path`` holds other files, also for any OSError
    in the block.
    """
    path = path.resolve()
    hidden, old = hidden_name(path, "new"), hidden_name(path, "old")
    with told(path), ExitStack() as stack:
        require_own(path, names)
        require_own(hidden, names)
        stack.enter_context(only_maker(path))
        hidden.mkdir(exist_ok=True)
        stack.callback(remove_own, hidden, names)
        _remove_files(hidden, names)  # what a killed process has left
        remove_own(old, names)
        yield hidden
        if path.exists():
            require_own(path, names)
            path.rename(old)
        hidden.rename(path)
        remove_own(old, names)


def require_own(path: Path, names: re.Pattern[str]) -> None:
    """Raise CannotWrite unless there is nothing, or a folder of files with such names."""
    if path.exists() and not all(_is_own(name, names) for name in os.listdir(path)):
        raise CannotWrite(
            f"expected at {masked(path)!r} nothing, or a folder that oxobook made; it has other files: move them away"
        )


def remove_own(folder: Path, names: re.Pattern[str]) -> None:
    """Remove the files with such names from a folder, and the folder if nothing else is in it, as far as possible."""
    with suppress(OSError):
        _remove_files(folder, names)
        folder.rmdir()


def _remove_files(folder: Path, names: re.Pattern[str]) -> None:
    for name in os.listdir(folder):
        if _is_own(name, names):
            (folder / name).unlink()


def _is_own(name: str, names: re.Pattern[str]) -> bool:
    """Return whether a file has one of the names, or the hidden one under which it is written."""
    return names.fullmatch(re.sub(r"^\.(.+)\.\w+$", r"\1", name)) is not None
