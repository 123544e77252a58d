"""Drawing as a file: SVG, PNG, PDF or TeX, by the file's ending. Typst sets the PNG and the PDF."""

import struct
import zlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from oxobook.viewer.pictures.drawing.drawing import Drawing
from oxobook.viewer.pictures.drawing.page_sizes import on_paper
from oxobook.viewer.pictures.drawing.svg import svg_text
from oxobook.viewer.pictures.drawing.tikz import tikz_text
from oxobook.viewer.pictures.drawing.typesetting import pdf_of, png_of

_DPI = 300  # of a figure's PNG
_MOST_PIXELS = 16_000  # along a side of any other: a larger one takes gigabytes to draw
_PAGES = """#let data = json(bytes(sys.inputs.data))
#set document(title: data.title, date: none)
#for one in data.pages { pictured(one) }"""


def drawn_file(pages: Sequence[Drawing], form: str, paper: str | None = None) -> bytes:
    """Return drawings as a file; deterministic. Only a PDF has more than the first.

    Its steps are the pages of a PDF, pictures in TeX, and an SVG that moves; a PNG shows the last. A PDF's pages are
    on ``paper``, or of the drawing's size. Raises MissingExtra.
    """
    drawing = pages[0]
    if form == "svg":
        return svg_text(drawing).encode()
    if form == "pdf":
        drawn = {"title": drawing.title, "pages": drawing_pages(pages, paper)}
        return pdf_of(f"{picture_template()}\n{_PAGES}", drawn)
    if form == "tex":
        return tikz_text(drawing).encode()
    if not drawing.type_size:
        return png_of(svg_text(drawing.whole), min(2.0, _MOST_PIXELS / max(drawing[:2])))
    return _with_resolution(png_of(svg_text(drawing.whole), _DPI / 96))


def picture_template() -> str:
    """Return the template's function of a page with a picture, as one of ``drawing_pages`` has it."""
    return files("oxobook.viewer.pictures.drawing").joinpath("picture.typ").read_text(encoding="utf-8")


def drawing_pages(drawings: Sequence[Drawing], paper: str | None = None) -> list[dict[str, Any]]:
    """Return a page for each step of each drawing: its size and the picture on it, lengths in points."""
    pages = []
    for drawing in drawings:
        width, height = drawing.width * drawing.unit, drawing.height * drawing.unit
        (across, up), scale = on_paper(paper, width, height) if paper else ((width, height), 1.0)
        for number in range(drawing.steps):
            svg = svg_text(drawing.step(number))
            pages.append({"across": across, "up": up, "width": scale * width, "svg": svg, "title": drawing.title})
    return pages


def _with_resolution(png: bytes) -> bytes:
    """Return a PNG that states its pixels per metre, so that it prints as large as it was asked for."""
    body = b"pHYs" + struct.pack(">IIB", *[round(_DPI / 0.0254)] * 2, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    after_header = 8 + 25
    return png[:after_header] + chunk + png[after_header:]
