"""SVG pictures as PNG or PDF.

resvg draws the PNG, svglib and reportlab the PDF; their wheels carry all they need. The PNG's font is one that comes
with reportlab, the PDF's is Helvetica, which every reader of PDF has: so a machine without fonts draws the same.
"""

import io
import logging
import xml.etree.ElementTree as ElementTree
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from oxobook.book.errors import CannotWrite, MissingExtra
from oxobook.viewer.drawing.paper import on_paper

FORMS = ("svg", "png", "pdf")
_TITLE = "{http://www.w3.org/2000/svg}title"
_SCALE = 2  # pixels a unit in a PNG
_POINTS = 4 / 3  # svglib takes a unit for a CSS pixel; in these pictures it is a point


def form_of(file: Path) -> str:
    """The format that a file's name ends with, after the dot."""
    return file.suffix.lstrip(".").lower()


def require_form(form: str, forms: Collection[str], what: str = "a picture") -> None:
    """Raise CannotWrite for a format that is none of these."""
    if form not in forms:
        raise CannotWrite(f"expected {what} as {', '.join(forms)}; got {form!r}: name a file with one of these endings")


def convert(svg: str, form: str, paper: str | None = None, pixels: float = _SCALE) -> bytes:
    """An SVG text in one of ``FORMS``, the same bytes each time; a PDF on a ``paper``, or else on a page of its size;
    a PNG with so many ``pixels`` a unit.

    Raises CannotWrite for another format, MissingExtra.
    """
    require_form(form, FORMS)
    if form == "svg":
        return svg.encode()
    if form == "pdf":
        return convert_pages([svg], paper)
    try:
        return _png(svg, pixels)
    except ImportError as error:
        raise _missing(form) from error


def convert_pages(svgs: Sequence[str], paper: str | None = None) -> bytes:
    """A PDF with a page for each SVG text, on a ``paper`` or of its size, with the first one's title; the same bytes
    each time.

    Raises MissingExtra.
    """
    try:
        return _pdf(svgs, paper)
    except ImportError as error:
        raise _missing("pdf") from error


def _missing(form: str) -> MissingExtra:
    """What says that the libraries for a format are not there."""
    return MissingExtra(
        f"a picture as {form} needs the extra 'draw', which is not installed: pip install 'oxobook[draw]'"
    )


def _fonts() -> list[str]:
    """The regular and the bold face of a sans serif that reportlab brings."""
    import reportlab

    folder = Path(reportlab.__file__).parent / "fonts"
    return [str(folder / name) for name in ("Vera.ttf", "VeraBd.ttf")]


def _png(svg: str, pixels: float) -> bytes:
    """The picture on white paper."""
    from resvg_py import svg_to_bytes

    drawn = svg_to_bytes(
        svg_string=svg,
        background="white",
        zoom=pixels,
        skip_system_fonts=True,
        font_files=_fonts(),
        font_family="Bitstream Vera Sans",
        sans_serif_family="Bitstream Vera Sans",
    )
    return bytes(drawn)


def _pdf(svgs: Sequence[str], paper: str | None) -> bytes:
    """Each picture as a page."""
    from reportlab.graphics import renderPDF
    from reportlab.pdfgen.canvas import Canvas
    from svglib.svglib import svg2rlg

    logging.getLogger("svglib").setLevel(logging.CRITICAL)  # it remarks on elements that have no place in a PDF
    file = io.BytesIO()
    canvas: Any = Canvas(file, invariant=1)
    canvas.setTitle(ElementTree.fromstring(svgs[0]).findtext(_TITLE) or "")
    for svg in svgs:
        drawing: Any = svg2rlg(io.BytesIO(svg.encode()))
        size = drawing.width * _POINTS, drawing.height * _POINTS
        page, scale, corner = on_paper(paper, *size) if paper else (size, 1.0, (0.0, 0.0))
        drawing.scale(scale * _POINTS, scale * _POINTS)
        canvas.setPageSize(page)
        renderPDF.draw(drawing, canvas, *corner)
        canvas.showPage()
    canvas.save()
    return file.getvalue()
