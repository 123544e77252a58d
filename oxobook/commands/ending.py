"""Errors of commands: each ends the process with one line on stderr and an exit code."""

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

from oxobook.book.errors import OxobookError, masked, printable
from oxobook.viewer.terminal.console import nowhere, open_streams

TRACEBACK_VARIABLE = "OXOBOOK_TRACEBACK"  # environment variable that makes an internal error print its traceback
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS}
"""Errors of writing, to standard output for example; all others may be of reading too."""
INTERNAL = 3  # exit code of an internal error


class Unread(Exception):
    """Nobody reads the output any more; click itself would exit with 1, which is a verdict."""


@contextmanager
def ending_in_one_line() -> Iterator[None]:
    """Open the standard streams, and end the process with one line for any error that leaves the block."""
    open_streams()
    try:
        yield
    except OxobookError as error:
        fail(str(error))
    except (BrokenPipeError, Unread):
        _end_unread()
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library in ("", "oxobook"):
            _fail_inside(error)
        fail(f"this needs the library {library}: pip install 'oxobook[{_extra_with(library)}]'")
    except MemoryError:
        fail("out of memory: this takes more than the process may use")
    except OSError as error:
        sys.stdout = nowhere()  # flushing it at exit would fail again
        fail(_said_by_system(error))
    except Exception as error:
        _fail_inside(error)


def fail(message: str, code: int = 2) -> NoReturn:
    """Print one line on stderr and exit, by default with the code of bad usage or input."""
    with suppress(OSError):
        print(f"oxobook: {printable(' '.join(message.splitlines()))}", file=sys.stderr, flush=True)
    sys.exit(code)


def _extra_with(library: str) -> str:
    """Return the extra that installs a library, by the requirements of the installed oxobook; all if none names it."""
    from collections import Counter
    from importlib.metadata import requires

    needed = [(text, found[1]) for text in requires("oxobook") or () if (found := re.search(r"extra == .(\w+)", text))]
    sizes = Counter(extra for _, extra in needed)  # some extras take in others
    named = (extra for text, extra in needed if re.match(rf"{library.replace('_', '[-_]')}\b", text))
    return min(named, key=sizes.__getitem__, default="all")


def _said_by_system(error: OSError) -> str:
    """Return the sentence for an operating-system error: of a file it names, of the disk, or of anything else."""
    why = error.strerror or error
    if error.filename is not None:
        return f"cannot use {masked(str(error.filename))!r}: {why}; check that it is there and what you may do with it"
    if error.errno in _NO_ROOM:
        return f"cannot write: {why}; check that there is room for the output and for temporary files"
    return f"the system refused: {why}; try again, or allow the process more"


def _fail_inside(error: Exception) -> NoReturn:
    """Print one line for an internal error, and exit with its own code: 1 would be a verdict."""
    if os.environ.get(TRACEBACK_VARIABLE):
        from traceback import print_exception

        print_exception(error)
    fail(
        f"internal error, {type(error).__name__}: {error}; please report it, with what the same command prints under "
        f"{TRACEBACK_VARIABLE}=1",
        INTERNAL,
    )


def _end_unread() -> NoReturn:
    """End silently, by SIGPIPE if there is one, as programs do when their reader, such as ``head``, has left."""
    import signal

    sys.stdout = nowhere()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    sys.exit(2)
