"""New folders, each of which appears whole under its name, or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from oxobook.book.errors import CannotWrite, masked
from oxobook.book.store.new_file import hidden_name, only_maker, told


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Make a hidden folder that gets the name ``path`` when the block ends well, and vanishes if it raises.

    Raises CannotWrite if anything has this name, or files are left of a maker that was killed; also for any OSError in
    the block.
    """
    path = path.resolve()
    hidden = hidden_name(path, "new")
    with told(path), only_maker(path):
        with suppress(OSError):
            hidden.rmdir()  # left empty by a maker that was killed
        for folder in (path, hidden):
            if os.path.lexists(folder):
                raise CannotWrite(f"expected a new folder; {masked(folder)!r} exists: name another, or move it away")
        hidden.mkdir()
        try:
            yield hidden
            hidden.rename(path)
        except BaseException:
            for file in hidden.iterdir():
                file.unlink()
            hidden.rmdir()
            raise
