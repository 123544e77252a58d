"""Drawing as a file: SVG, PNG, PDF or TeX, by the file's ending.

resvg draws the PNG, reportlab the PDF; their wheels carry all they need. The PNG's font is one that comes with
reportlab, the PDF's is Helvetica, which every reader of PDF has: so a machine without fonts draws the same.
"""

import struct
import zlib
from pathlib import Path

from oxobook.book.errors import MissingExtra
from oxobook.viewer.drawing.drawing import Drawing
from oxobook.viewer.drawing.pdf import drawings_pdf
from oxobook.viewer.drawing.svg import svg_text
from oxobook.viewer.drawing.tikz import tikz_text

FORMS = ("svg", "png", "pdf")  # formats of every drawing
FIGURE_FORMS = ("svg", "pdf", "png", "tex")
STEP_FORMS = ("svg", "pdf", "tex")  # formats that can hold several steps
_SCALE = 2  # pixels a unit in a PNG
_DPI = 300  # of a figure's PNG


def drawing_bytes(drawing: Drawing, form: str, paper: str | None = None) -> bytes:
    """Return a drawing as a file; deterministic.

    Its steps are the pages of a PDF, pictures in TeX, and an SVG that moves; a PNG shows the last. A PDF is on a
    ``paper``, or else on pages of the drawing's size. Raises MissingExtra.
    """
    if form == "svg":
        return svg_text(drawing).encode()
    if form == "pdf":
        return drawings_pdf([drawing], paper)
    if form == "tex":
        return tikz_text(drawing).encode()
    if not drawing.type_size:
        return png_of(svg_text(drawing.whole))
    return _with_resolution(png_of(svg_text(drawing.whole, in_pixels=True), _DPI / 72))


def png_of(svg: str, pixels: float = _SCALE) -> bytes:
    """Return an SVG text as a PNG on white paper, ``pixels`` for each of its own. Raises MissingExtra."""
    try:
        import reportlab
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise MissingExtra(
            "a picture as png needs the libraries resvg_py and reportlab: pip install 'oxobook[draw]'"
        ) from error
    folder = Path(reportlab.__file__).parent / "fonts"
    drawn = svg_to_bytes(
        svg_string=svg,
        background="white",
        zoom=pixels,
        skip_system_fonts=True,
        font_files=[str(folder / name) for name in ("Vera.ttf", "VeraBd.ttf")],
        font_family="Bitstream Vera Sans",
        sans_serif_family="Bitstream Vera Sans",
    )
    return bytes(drawn)


def _with_resolution(png: bytes) -> bytes:
    """Return a PNG that states its pixels per metre, so that it prints as large as it was asked for."""
    body = b"pHYs" + struct.pack(">IIB", *[round(_DPI / 0.0254)] * 2, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    after_header = 8 + 25
    return png[:after_header] + chunk + png[after_header:]
