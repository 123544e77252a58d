"""Tables, facts and paragraphs as lines of spans."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest

from oxobook.viewer.terminal.console import Line, Span, wrapping_width

Cell = str | Span
"""Text, with or without a style."""


def heads(*names: str) -> list[Cell]:
    """Return the headings of columns."""
    return [(name, "dim") for name in names]


def table(rows: Iterable[Sequence[Cell]], align: str = "l", margin: str = " ") -> Iterator[Line]:
    """Yield rows with columns of equal width, two blanks apart; the last one is broken to keep to the terminal.

    Columns of numbers that are too wide together are one blank apart, and the words of their headings in lines.
    ``align`` has a letter for each column, ``l`` or ``r``; the last one is that of all further columns.
    """
    cells = [[(cell, "") if isinstance(cell, str) else cell for cell in row] for row in rows]
    sizes, gap = _sizes(cells), 2
    if align[-1] == "r" and len(margin) + sum(sizes) + gap * (len(sizes) - 1) > wrapping_width():
        cells = [*_stacked(cells[0]), *cells[1:]]
        sizes, gap = _sizes(cells), 1
    sides = align.ljust(len(sizes), align[-1])
    indent = len(margin) + sum(size + gap for size in sizes[:-1])
    for *firsts, (last, style) in cells:
        line = [
            ((text.rjust if side == "r" else text.ljust)(size) + " " * gap, style)
            for (text, style), side, size in zip(firsts, sides, sizes, strict=False)
        ]
        if sides[len(firsts)] == "r":
            last = last.rjust(sizes[len(firsts)])
        first, *rest = wrapped(last, max(wrapping_width() - indent, 20))
        yield [(margin, ""), *line, (first, style)]
        yield from ([(" " * indent, ""), (part, style)] for part in rest)


def _sizes(cells: Sequence[Sequence[Span]]) -> list[int]:
    return [max(len(text) for text, _ in column) for column in zip_longest(*cells, fillvalue=("", ""))]


def _stacked(headings: Sequence[Span]) -> list[list[Span]]:
    """Return headings as lines of a word each; a percent sign stays with its word."""
    words = [re.split(" (?!%)", text) for text, _ in headings]
    most = max(map(len, words))
    columns = ([""] * (most - len(one)) + one for one in words)
    return [[(part, "dim") for part in line] for line in zip(*columns, strict=True)]


def facts(*named: tuple[str, Cell]) -> Iterator[Line]:
    """Yield facts, each after its name."""
    return table([(name, "dim"), fact] for name, fact in named)


def paragraph(text: str, style: str = "", margin: str = " ") -> Iterator[Line]:
    """Yield a text, broken to keep to the width of the terminal; its own line breaks stay."""
    for line in text.splitlines() or [""]:
        yield from ([(margin + part, style)] for part in wrapped(line, wrapping_width() - len(margin)))


def side_by_side(frames: Sequence[Sequence[Line]], margin: str, gap: str = "    ") -> Iterator[Line]:
    """Yield frames of the same size beside each other, in as many rows as the width of the terminal takes."""
    size = max(sum(len(text) for text, _ in line) for frame in frames for line in frame)
    count = max(1, (wrapping_width() - len(margin) + len(gap)) // (size + len(gap)))
    for start in range(0, len(frames), count):
        yield []
        for lines in zip(*frames[start : start + count], strict=True):
            spaces = [size - sum(len(text) for text, _ in line) for line in lines]
            filled = ((*line, (" " * space + gap, "")) for line, space in zip(lines, spaces, strict=True))
            yield [(margin, ""), *chain.from_iterable(filled)]


def wrapped(text: str, width: int) -> list[str]:
    """Return the parts of a text, none longer than ``width``."""
    if len(text) <= width:
        return [text]
    from textwrap import wrap  # rarely needed, and slow to import

    return wrap(text, width)
