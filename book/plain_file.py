"""Plain files of anyone, opened to be read."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_plain(path: str | Path) -> BinaryIO:
    """Open a file to read; raises OSError, also for anything but a plain file: a pipe would be waited for."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as error:
        raise FileNotFoundError(errno.ENOENT, "no file can have this name", str(path)) from error
    if stat.S_ISREG(os.fstat(file).st_mode):
        return os.fdopen(file, "rb")
    os.close(file)
    raise OSError(errno.EINVAL, "it is no plain file", str(path))
