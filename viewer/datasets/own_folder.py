"""Folders of data sets: replaced as a whole, and removed file by file.

Only files that a finished folder's checksums name, or unfinished ones with names of oxobook's own, are ever removed.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from oxobook.book.errors import CannotWrite, masked
from oxobook.book.store.new_file import hidden_name, only_maker, told

CHECKSUMS = "SHA256SUMS"
"""Name of the file that lists the others of a folder, by their SHA-256."""


@contextmanager
def whole_folder(path: Path, names: re.Pattern[str]) -> Iterator[Path]:
    """Make a new hidden folder that replaces ``path`` if the block ends well, and vanishes otherwise.

    ``names``: those of the files written to it, ``CHECKSUMS`` among them. Raises CannotWrite if ``path`` holds other
    files, also for any OSError in the block.
    """
    path = path.resolve()
    hidden, old = hidden_name(path, "new"), hidden_name(path, "old")
    with told(path), ExitStack() as stack:
        _require_unchanged(path)
        _require(hidden, all(_is_own(name, names) for name in _listed(hidden)))
        stack.enter_context(only_maker(path))
        hidden.mkdir(exist_ok=True)
        stack.callback(_remove_own, hidden, names)
        _remove_files(hidden, names)  # what a killed process has left
        _remove_own(old, names)
        yield hidden
        if path.exists():
            _require_unchanged(path)
            path.rename(old)
        hidden.rename(path)
        _remove_own(old, names)


def _require_unchanged(path: Path) -> None:
    """Raise CannotWrite unless there is nothing, or a folder of files that its checksums name, its texts unchanged."""
    names = set(_listed(path))
    lines = (path / CHECKSUMS).read_text("utf-8", "replace").splitlines() if CHECKSUMS in names else []
    sums = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    _require(path, names <= {CHECKSUMS, *sums})
    texts = (name for name in names - {CHECKSUMS} if not name.endswith(".parquet"))
    _require(path, all(hashlib.sha256((path / name).read_bytes()).hexdigest() == sums[name] for name in texts))


def _listed(path: Path) -> list[str]:
    return os.listdir(path) if path.exists() else []


def _require(path: Path, own: bool) -> None:
    if not own:
        raise CannotWrite(
            f"expected at {masked(path)!r} nothing, or a folder that oxobook made; it has other files: move them away"
        )


def _remove_own(folder: Path, names: re.Pattern[str]) -> None:
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
