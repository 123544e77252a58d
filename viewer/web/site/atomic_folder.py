"""Folders that appear whole or not at all, as ``book.store.atomic_file`` has it of files."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from oxobook.book.errors import CannotWrite
from oxobook.book.store.address import masked
from oxobook.book.store.atomic_file import told
from oxobook.book.store.hidden_file import UNFINISHED, hidden_name, hold

_LOCK = "lock"


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A new hidden folder to be filled, which takes the place of ``path`` when the block ends well, and else vanishes.

    What a killed process has left of it is removed first. Raises CannotWrite, also for any OSError in the block.
    """
    hidden, old = hidden_name(path, UNFINISHED), hidden_name(path, "old")
    with told(path):
        hidden.mkdir(exist_ok=True)
        with open(hidden / _LOCK, "ab") as lock:
            if not hold(lock):
                raise CannotWrite(f"another process is writing {masked(path)!r}: wait for it, or end it")
            try:
                _empty(hidden, lock.name)
                shutil.rmtree(old, ignore_errors=True)
                yield hidden
                if path.exists():
                    path.rename(old)
                hidden.rename(path)
            except BaseException:
                shutil.rmtree(hidden, ignore_errors=True)
                raise
            (path / _LOCK).unlink()
        shutil.rmtree(old, ignore_errors=True)


def _empty(folder: Path, but: str) -> None:
    """Remove all files of a folder but one."""
    for file in folder.iterdir():
        if str(file) != but:
            file.unlink()
