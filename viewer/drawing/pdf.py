"""Pages of a PDF that are drawn on directly (reportlab): for hundreds of boards, which by way of SVG would take long.

All lengths are in points, and y goes down from the top of the page. The fonts are Helvetica's, which every reader of
PDF has. The bytes are the same each time.
"""

import io
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from oxobook.book.errors import MissingExtra
from oxobook.viewer.drawing.board import RISE, fitting_lines
from oxobook.viewer.drawing.paper import PAPERS

_FACES = ("Helvetica", "Helvetica-Bold")
_STARTS = {"left": 0.0, "middle": 0.5, "right": 1.0}

Segment = tuple[float, float, float, float]
"""A straight line from a point to another: x1, y1, x2, y2."""


class PdfPages:
    """Pages of one paper, upright; the first begins with ``turn``. Raises MissingExtra."""

    def __init__(self, paper: str, title: str) -> None:
        try:
            from reportlab.lib.colors import HexColor
            from reportlab.pdfbase.pdfmetrics import stringWidth
            from reportlab.pdfgen.canvas import Canvas
        except ImportError as error:
            raise MissingExtra(
                "pages as pdf need the extra 'draw', which is not installed: pip install 'oxobook[draw]'"
            ) from error
        self.width, self.height = PAPERS[paper]
        self.number = 0
        """The page that is drawn on, from 1."""
        self._file, self._width_of = io.BytesIO(), stringWidth
        self._colour = lru_cache(HexColor)  # reading one takes longer than drawing a line in it
        self._canvas: Any = Canvas(self._file, pagesize=(self.width, self.height), invariant=1, pageCompression=1)
        self._canvas.setTitle(title)

    def turn(self) -> None:
        """Begin a page."""
        if self.number:
            self._canvas.showPage()
        self.number += 1
        self._canvas.setLineCap(1)

    def write(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        colour: str,
        bold: bool = False,
        at: str = "left",
        width: float | None = None,
    ) -> None:
        """Words whose ``left``, ``middle`` or ``right`` is at a point, smaller where they are wider than ``width``."""
        if width is not None:
            size = min(size, size * width / max(self.width_of(words, size, bold), 0.1))
        self._canvas.setFont(_FACES[bold], size)
        self._canvas.setFillColor(self._colour(colour))
        start = x - _STARTS[at] * self.width_of(words, size, bold)
        self._canvas.drawString(start, self.height - y - RISE * size, words)

    def width_of(self, words: str, size: float, bold: bool = False) -> float:
        """How wide words are."""
        return float(self._width_of(words, _FACES[bold], size))

    def broken(self, words: str, size: float, width: float) -> list[str]:
        """Words as lines that are no wider than this; one of a single word may be."""
        return fitting_lines(words, lambda line: self.width_of(line, size) <= width)

    def lines(self, segments: Iterable[Segment], colour: str, width: float) -> None:
        """Straight lines."""
        self._pen(colour, width)
        height = self.height
        self._canvas.lines([(x1, height - y1, x2, height - y2) for x1, y1, x2, y2 in segments])

    def ring(self, x: float, y: float, radius: float, colour: str, width: float) -> None:
        """A circle around a point."""
        self._pen(colour, width)
        self._canvas.circle(x, self.height - y, radius)

    def frame(self, x: float, y: float, across: float, up: float, colour: str, width: float) -> None:
        """A rectangle by its upper left corner, not filled."""
        self._pen(colour, width)
        self._canvas.rect(x, self.height - y - up, across, up)

    def pdf(self) -> bytes:
        """The file, with the pages drawn so far; then nothing more can be drawn."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    def _pen(self, colour: str, width: float) -> None:
        self._canvas.setStrokeColor(self._colour(colour))
        self._canvas.setLineWidth(width)
