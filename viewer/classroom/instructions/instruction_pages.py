"""Pages of instructions to print: in type as large as fits on one page, and on more if they are long."""

from collections.abc import Iterator
from typing import NamedTuple

from oxobook.book.game.palette import GREY, INK
from oxobook.viewer.classroom.instructions.advice import Instructions
from oxobook.viewer.classroom.instructions.instructions import part_lines
from oxobook.viewer.classroom.languages.paper_phrases import translated
from oxobook.viewer.drawing.pages import frame_of, plain_page
from oxobook.viewer.drawing.pdf import PdfPages

_SIZES = (12.0, 11.0, 10.0)
_LEADING = 1.4  # from one line of text to the next, in sizes of the type
_INDENT = 1.6


class _Line(NamedTuple):
    """Line of text; lengths are in sizes of the type."""

    words: str
    indent: float = 0.0
    above: float = 0.0  # space above it
    bold: bool = False
    colour: str = INK
    mark: str = ""  # mark before it


def instruction_pages(title: str, told: Instructions, paper: str, language: str = "en") -> bytes:
    """Return the PDF."""
    pages = PdfPages(paper, title)
    frame = frame_of(pages)
    for size in _SIZES:
        lines = list(_broken(pages, told, size, frame.width, language))
        if _height(lines, size) <= frame.height:
            break
    plain_page(pages, title)
    y = frame.top
    for line in lines:
        y += line.above * size
        if y + _LEADING * size > frame.top + frame.height:
            plain_page(pages, translated(f"{title} (continued)", language))
            y = frame.top
        x, middle = frame.left + line.indent * size, y + _LEADING * size / 2
        pages.write(line.words, x, middle, size, line.colour, line.bold)
        if line.mark:
            pages.write(line.mark, x - 1.2 * size, middle, size, line.colour)
        y += _LEADING * size
    return pages.pdf()


def _height(lines: list[_Line], size: float) -> float:
    return sum(line.above + _LEADING for line in lines) * size


def _broken(pages: PdfPages, told: Instructions, size: float, width: float, language: str) -> Iterator[_Line]:
    """Yield the lines of the instructions, no wider than this."""
    for line in _lines(told):
        first, *others = pages.broken(translated(line.words, language), size, width - line.indent * size)
        yield line._replace(words=first)
        yield from (line._replace(words=words, above=0.0, mark="") for words in others)


def _lines(told: Instructions) -> Iterator[_Line]:
    yield _Line(told.before)
    for number, rule in enumerate(told.rules, 1):
        yield _Line(rule, _INDENT, 0.2, mark=f"{number}.")
    for part in told.parts:
        yield _Line(part.heading, 0.0, 1.0, bold=True)
        for depth, words in part_lines(part.steps):
            yield _Line(words, _INDENT * (depth + 1), 0.1, mark="•")
    for note in told.notes:
        yield _Line(note, 0.0, 0.8 if note == told.notes[0] else 0.2, colour=GREY)
