"""Lesson plans: what a class does in one hour and in three, step by step, on a page each."""

from collections.abc import Sequence

from oxobook.book.game.palette import FAINT, GREY, INK
from oxobook.book.game.shapes import Lines
from oxobook.viewer.drawing.pages import Frame, frame_of, plain_page
from oxobook.viewer.drawing.pdf import PdfPages

_SIZE, _LINE = 12.5, 18.0
_COLUMNS = 58.0, 160.0  # left edges of a step's name and of its words; its minutes are left of both

Contents = Sequence[tuple[str, str]]  # papers of the kit, each with its pages


def draw_plan(pages: PdfPages, title: str, plan: str, contents: Contents = ()) -> None:
    """Draw a page with a plan, after the contents of the kit if there are any.

    A line of the plan is a heading after a ``#``, a step as its minutes, name and words between ``|``, or a paragraph.
    """
    plain_page(pages, title)
    frame = frame_of(pages)
    y = frame.top + 4
    for words, where in contents:
        pages.write(words, frame.left, y + _LINE / 2, _SIZE, INK)
        pages.write(where, frame.left + frame.width, y + _LINE / 2, _SIZE, GREY, at="right")
        y += _LINE
    for line in plan.splitlines():
        if line.startswith("# "):
            pages.write(line[2:], frame.left, y + 22, 13, INK, bold=True)
            y += 36
        elif "|" in line:
            minutes, name, words = line.split("|")
            y += 3
            pages.draw([Lines(((frame.left, y, frame.left + frame.width, y),), FAINT, 0.5)])
            pages.write(minutes, frame.left, y + 5 + _LINE / 2, _SIZE, GREY)
            pages.write(name, frame.left + _COLUMNS[0], y + 5 + _LINE / 2, _SIZE, INK, bold=True)
            y = _write(pages, words, frame, y + 5, _COLUMNS[1]) + 4
        else:
            y = _write(pages, line, frame, y, 0) + 4


def _write(pages: PdfPages, words: str, frame: Frame, top: float, indent: float) -> float:
    """Write words in as many lines as they need; return where they end."""
    for line in pages.broken(words, _SIZE, frame.width - indent):
        pages.write(line, frame.left + indent, top + _LINE / 2, _SIZE, INK)
        top += _LINE
    return top
