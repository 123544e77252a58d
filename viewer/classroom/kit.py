"""The printed kit of MENACE: the first page, the box finder and the labels, as one PDF."""

from viewer.classroom.boxes import Kit
from viewer.classroom.colours import colours
from viewer.classroom.cover import draw_cover
from viewer.classroom.finder import draw_finder
from viewer.classroom.label import Size
from viewer.classroom.label_pages import draw_labels
from viewer.draw.pdf_pages import PdfPages
from viewer.wording import game_named


def kit_pdf(kit: Kit, size: Size, paper: str) -> bytes:
    """The kit.

    Raises IllegalSize for labels that cannot be printed, TooLarge for a board with too many colours.
    """
    coloured = colours(kit.rules)
    pages = PdfPages(paper, f"MENACE as {kit.side} at {game_named(kit.rules)}")
    draw_cover(pages, kit, coloured)
    draw_finder(pages, kit.boxes, kit.rules)
    draw_labels(pages, kit, coloured, size)
    return pages.pdf()
