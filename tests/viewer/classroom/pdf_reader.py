"""Reader of PDFs: the sizes, texts and bounds of their pages, and their bookmarks."""

from typing import NamedTuple

import pypdfium2
from pypdfium2.raw import FPDF_PAGEOBJ_PATH as PATH

MARGIN = 10 * 72 / 25.4
"""Margin that every printer leaves, in points."""


class Page(NamedTuple):
    """Page of a PDF, in points."""

    size: tuple[float, float]
    text: str
    bounds: tuple[float, float, float, float]  # left, bottom, right and top of all that is drawn
    foot: float  # width of the longest line in the lowest 20 mm

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def within_margins(self) -> bool:
        left, bottom, right, top = self.bounds
        width, height = self.size
        return left >= MARGIN and bottom >= MARGIN and right <= width - MARGIN and top <= height - MARGIN


def pages_of(pdf: bytes) -> list[Page]:
    """Return the pages of a PDF."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [_page(page) for page in document]


def bookmarks_of(pdf: bytes) -> list[str]:
    """Return the names of a PDF's bookmarks."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [one.get_title() for one in document.get_toc()]


def _page(page: pypdfium2.PdfPage) -> Page:
    drawn = [(one.type, *one.get_bounds()) for one in page.get_objects(max_depth=1)]
    _, *boxes = zip(*drawn, strict=True)
    foot = max((right - left for kind, left, _, right, top in drawn if kind == PATH and top < 2 * MARGIN), default=0)
    bounds = (min(boxes[0]), min(boxes[1]), max(boxes[2]), max(boxes[3]))
    return Page(page.get_size(), page.get_textpage().get_text_range(), bounds, foot)
