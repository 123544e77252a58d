"""The printed kit of MENACE: the first page, the box finder and the labels, as one PDF."""

from collections.abc import Sequence

from book.game.rules import Rules
from viewer.classroom.boxes import Box
from viewer.classroom.colours import colours
from viewer.classroom.cover import draw_cover
from viewer.classroom.finder import draw_finder
from viewer.classroom.label import Size
from viewer.classroom.label_pages import draw_labels
from viewer.classroom.pages import game_named
from viewer.draw.pdf_pages import PdfPages


def kit_pdf(found: Sequence[Box], side: str, which: str, rules: Rules, size: Size, paper: str) -> bytes:
    """The kit of a set of boxes, ``which`` of ``SETS``.

    Raises IllegalSize for labels that cannot be printed, TooLarge for a board with too many colours.
    """
    coloured = colours(rules)
    pages = PdfPages(paper, f"MENACE as {side} at {game_named(rules)}")
    draw_cover(pages, found, side, which, rules, coloured)
    draw_finder(pages, found, rules)
    draw_labels(pages, found, rules, coloured, size)
    return pages.pdf()
