"""The printed kit of MENACE: the first page, the box finder and the labels, as one PDF."""

from oxobook.viewer.classroom.menace.box_finder import draw_finder
from oxobook.viewer.classroom.menace.boxes import Kit
from oxobook.viewer.classroom.menace.colours import colours
from oxobook.viewer.classroom.menace.cover import draw_cover
from oxobook.viewer.classroom.menace.label_pages import draw_labels
from oxobook.viewer.classroom.menace.labels import Size
from oxobook.viewer.drawing.pdf import PdfPages
from oxobook.viewer.terminal.wording import game_named


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
