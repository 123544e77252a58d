"""Printing to a terminal: styled lines, without any library.

A *span* is a text with its style: words such as ``bold``, ``dim`` and ``reverse``, and a colour as ``#rrggbb``.
Progress alone, in ``oxobook.commands.progress``, is shown by rich: loading it takes longer than looking a position up.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import BytesIO, RawIOBase, TextIOWrapper
from typing import NoReturn

from oxobook.book.errors import CannotWrite, printable

Span = tuple[str, str]
Line = Sequence[Span]

PIPE_WIDTH = 160  # columns of output that does not go to a terminal
_CODES = {"bold": "1", "dim": "2", "reverse": "7", "red": "31"}


def print_lines(lines: Iterable[Line | str]) -> None:
    """Print lines, texts or spans, to stdout, with their styles if it is a terminal that shows them."""
    # see no-color.org
    styled = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    for line in lines:
        spans = ((printable(text), style) for text, style in ([(line, "")] if isinstance(line, str) else line))
        text = "".join(_in_codes(*span) if styled else span[0] for span in spans)
        print(text if styled or isinstance(line, str) else text.rstrip())
    sys.stdout.flush()


def ask(prompt: str) -> str:
    """Return a line of the input, after a prompt; raises EOFError at its end."""
    print(printable(prompt), end="", flush=True)
    return input()


def open_streams() -> None:
    """Make sure there are streams, of which a closed stdout refuses, and that stdout replaces what it cannot encode."""
    if sys.stdout is None:
        sys.stdout = TextIOWrapper(_Closed(), write_through=True)
    if sys.stderr is None:
        sys.stderr = nowhere()
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors in ("strict", "surrogateescape"):  # which C brings
        sys.stdout.reconfigure(errors="replace")


def nowhere() -> TextIOWrapper:
    """Return a stream whose output is discarded."""
    return TextIOWrapper(BytesIO())


class _Closed(RawIOBase):
    """Standard output that the caller has closed: nothing that is printed may seem to have arrived."""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> NoReturn:
        raise CannotWrite("cannot write: standard output is closed; open it, or write to a file with --out")


def terminal_width() -> int:
    """Return the columns that COLUMNS names, or those of the terminal, or 80."""
    columns = os.environ.get("COLUMNS", "")  # shutil would say the same, but imports modules for archives
    with suppress(AttributeError, OSError, ValueError):
        return int(columns) if columns.isdecimal() and int(columns) else os.get_terminal_size().columns or 80
    return 80


def wrapping_width() -> int:
    """Return the columns after which long lines are broken."""
    return terminal_width() if sys.stdout.isatty() else PIPE_WIDTH


def _in_codes(text: str, style: str) -> str:
    """Return a span as a terminal takes it (ECMA-48 SGR)."""
    if not style:
        return text
    codes = ";".join(_CODES.get(word) or _colour_code(word) for word in style.split())
    return f"\x1b[{codes}m{text}\x1b[0m"


def _colour_code(colour: str) -> str:
    """Return a foreground colour: exact if the terminal says it shows such, else the nearest of 6 x 6 x 6."""
    channels = tuple(bytes.fromhex(colour[1:]))
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return f"38;2;{channels[0]};{channels[1]};{channels[2]}"
    # the six levels of a channel are 0, 95, 135, 175, 215 and 255
    red, green, blue = (0 if level < 48 else 1 if level < 115 else (level - 35) // 40 for level in channels)
    return f"38;5;{16 + 36 * red + 6 * green + blue}"
