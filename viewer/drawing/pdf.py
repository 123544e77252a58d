"""Drawings, and pages of words and boards to print, as PDF (reportlab).

Lengths are in points, or on a page that a drawing fills in its units, and y goes down from the top of the page. The
fonts are Helvetica's, which every reader of PDF has. The bytes are the same each time.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from oxobook.book.errors import MissingExtra
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules
from oxobook.viewer.drawing.board_shapes import grid, stones
from oxobook.viewer.drawing.drawing import Drawing, fitting_lines
from oxobook.viewer.drawing.paper import PAPERS, on_paper
from oxobook.viewer.drawing.shapes import DOTS, RISE, Box, Circle, Group, Lines, Shape, Text
from oxobook.viewer.palette import FAINT, GREY, INK

_FACES = ("Helvetica", "Helvetica-Bold")
_STARTS = {"left": 0.0, "middle": 0.5, "right": 1.0}
MM = 72 / 25.4
_MARGIN = 12 * MM  # every printer can print within it
_HEAD, _FOOT = 30.0, 22.0
_RULER = 50 * MM
_STROKE = 0.1  # of a stone, in sides of a cell: a little finer than on a screen


class Frame(NamedTuple):
    """Rectangle for the content of a page."""

    left: float
    top: float
    width: float
    height: float


def drawings_pdf(drawings: Sequence[Drawing], paper: str | None = None) -> bytes:
    """Return a PDF with a page for each step of each drawing, on a ``paper`` or of its size. Raises MissingExtra."""
    pages = PdfPages(paper or "a4", drawings[0].title)
    pages.turn_through(drawings, paper)
    return pages.pdf()


class PdfPages:
    """Pages of one paper, upright; the first begins with ``turn``. Raises MissingExtra."""

    def __init__(self, paper: str, title: str) -> None:
        try:
            from reportlab.lib.colors import HexColor
            from reportlab.pdfbase.pdfmetrics import stringWidth
            from reportlab.pdfgen.canvas import Canvas
        except ImportError as error:
            raise MissingExtra("pages as pdf need the library reportlab: pip install 'oxobook[draw]'") from error
        self._paper = self.width, self.height = PAPERS[paper]
        self.number = 0  # number of the current page, from 1
        self._mark = ""  # of the next page
        self._file, self._width_of = io.BytesIO(), stringWidth
        self._colour = lru_cache(HexColor)  # reading one takes longer than drawing a line in it
        self._canvas: Any = Canvas(self._file, pagesize=(self.width, self.height), invariant=1, pageCompression=1)
        self._canvas.setTitle(title)

    @property
    def frame(self) -> Frame:
        """Part of a page between its title and its foot."""
        return Frame(_MARGIN, _MARGIN + _HEAD, self.width - 2 * _MARGIN, self.height - 2 * _MARGIN - _HEAD - _FOOT)

    def mark(self, words: str) -> None:
        self._mark = words

    def turn(self) -> None:
        """Begin a page of the paper."""
        if self.number:
            self._canvas.showPage()
        self.number += 1
        self.width, self.height = self._paper
        self._canvas.setPageSize(self._paper)
        self._canvas.setLineCap(1)
        if self._mark:
            self._canvas.bookmarkPage(self._mark)
            self._canvas.addOutlineEntry(self._mark, self._mark)
            self._mark = ""

    def begin(self, title: str, scale: str = "") -> Frame:
        """Begin a page with title and number, and a ruler of 50 mm if ``scale`` says how to print; return its frame."""
        self.turn()
        y = self.height - _MARGIN - 4
        self.write(title, _MARGIN, _MARGIN + 7, 14, INK, bold=True, width=self.width - 2 * _MARGIN)
        self.write(str(self.number), self.width - _MARGIN, y, 8, GREY, at="right")
        if scale:
            ends = ((x, y - 3, x, y + 3) for x in (_MARGIN, _MARGIN + _RULER))
            self.draw([Lines((*ends, (_MARGIN, y, _MARGIN + _RULER, y)), GREY, 0.6)])
            self.write(scale, _MARGIN + _RULER + 6, y, 7, GREY)
        return self.frame

    def turn_through(self, drawings: Iterable[Drawing], paper: str | None = None) -> None:
        """Begin a page for each step of each drawing, on a ``paper`` or of its size."""
        for drawing in drawings:
            for number in range(drawing.steps):
                self._turn_to(drawing.step(number), paper)

    def _turn_to(self, drawing: Drawing, paper: str | None) -> None:
        self.turn()
        size = drawing.width * drawing.unit, drawing.height * drawing.unit
        page, scale, corner = on_paper(paper, *size) if paper else (size, 1.0, (0.0, 0.0))
        self._canvas.setPageSize(page)
        self._canvas.translate(*corner)
        self._canvas.scale(scale * drawing.unit, scale * drawing.unit)
        self.width, self.height = drawing.width, drawing.height
        self.draw(drawing.drawn)

    def draw(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            match shape:
                case Lines(segments, colour, thick, dotted, opacity):
                    with self._styled([0, DOTS * thick] if dotted else [], opacity):
                        self._pen(colour, thick)
                        down = self.height
                        self._canvas.lines([(x1, down - y1, x2, down - y2) for x1, y1, x2, y2 in segments])
                case Circle(x, y, radius, colour, thick):
                    self._pen(colour, thick)
                    self._canvas.circle(x, self.height - y, radius)
                case Box():
                    self._box(shape)
                case Text(words):
                    self.write(*shape._replace(words=" ".join(words.split())))  # as SVG sets them
                case Group(inner, x, y):
                    self._canvas.saveState()  # numbers from an origin of their own repeat: the file is much smaller
                    self._canvas.translate(x, -y)
                    self.draw(inner)
                    self._canvas.restoreState()

    def draw_board(self, position: Position, x: float, y: float, side: float, shown: Mask | None = None) -> None:
        """Draw a board in black by its upper left corner: its grid, and its stones or those in a mask."""
        rules, seen = position.rules, position.rules.full if shown is None else shown
        self.draw_grid(rules, x, y, side)
        drawn = stones(rules, position.x & seen, position.o & seen, side, (INK, INK), _STROKE)
        self.draw([Group(tuple(drawn), x, y)])

    def draw_grid(self, rules: Rules, x: float, y: float, side: float) -> None:
        """Draw the lines between the cells, and a faint frame around them."""
        frame = Box(0, 0, rules.board.width * side, rules.board.height * side, edge=FAINT, thick=0.5)
        self.draw([Group((frame, grid(rules, side, GREY, 0.6)), x, y)])

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
        """Write words whose ``left``, ``middle`` or ``right`` is at a point, smaller if wider than ``width``."""
        if width is not None:
            size = min(size, size * width / max(self.width_of(words, size, bold), 0.1))
        self._canvas.setFont(_FACES[bold], size)
        self._canvas.setFillColor(self._colour(colour))
        start = x - _STARTS[at] * self.width_of(words, size, bold)
        self._canvas.drawString(start, self.height - y - RISE * size, words)

    def width_of(self, words: str, size: float, bold: bool = False) -> float:
        return float(self._width_of(words, _FACES[bold], size))

    def broken(self, words: str, size: float, width: float) -> list[str]:
        """Return words as lines that are no wider than ``width``; one of a single word may be."""
        return fitting_lines(words, lambda line: self.width_of(line, size) <= width)

    def pdf(self) -> bytes:
        """Return the file with all pages; nothing more can be drawn then."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    def _box(self, box: Box) -> None:
        if box.edge:
            self._pen(box.edge, box.thick)
        if box.fill:
            self._canvas.setFillColor(self._colour(box.fill))
        left, low = box.x, self.height - box.y - box.height
        drawn = {"stroke": int(bool(box.edge)), "fill": int(bool(box.fill))}
        with self._styled([], box.opacity):
            if box.radius:
                self._canvas.roundRect(left, low, box.width, box.height, box.radius, **drawn)
            else:
                self._canvas.rect(left, low, box.width, box.height, **drawn)

    @contextmanager
    def _styled(self, dashes: list[float], opacity: float) -> Iterator[None]:
        plain = not dashes and opacity == 1
        if not plain:
            self._canvas.saveState()
            self._canvas.setDash(dashes)
            self._canvas.setStrokeAlpha(opacity)
            self._canvas.setFillAlpha(opacity)
        yield
        if not plain:
            self._canvas.restoreState()

    def _pen(self, colour: str, thick: float) -> None:
        self._canvas.setStrokeColor(self._colour(colour))
        self._canvas.setLineWidth(thick)
