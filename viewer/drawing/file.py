"""Drawing as a file: SVG, PNG, PDF or TeX, by the file's ending.

resvg draws the PNG, reportlab the PDF; their wheels carry all they need. The PNG's font is one that comes with
reportlab, the PDF's is Helvetica, which every reader of PDF has: so a machine without fonts draws the same.
"""

import struct
import zlib
from collections.abc import Collection
from pathlib import Path

from oxobook.book.errors import CannotWrite, MissingExtra
from oxobook.viewer.drawing.drawing import Drawing
from oxobook.viewer.drawing.pdf import drawings_pdf
from oxobook.viewer.drawing.svg import animated_svg, svg_text
from oxobook.viewer.drawing.tikz import tikz_text

FORMS = ("svg", "png", "pdf")
"""Formats of every drawing."""
FIGURE_FORMS = ("svg", "pdf", "png", "tex")
STEP_FORMS = ("svg", "pdf", "tex")
"""Formats that can hold several steps."""
_SCALE = 2  # pixels a unit in a PNG
_DPI = 300  # of a figure's PNG
_SECONDS = 1.5  # for each step of an SVG


def require_form(form: str, forms: Collection[str], what: str = "a picture") -> None:
    """Raise CannotWrite for a format that is not among ``forms``."""
    if form not in forms:
        raise CannotWrite(f"expected {what} as {', '.join(forms)}; got {form!r}: name a file with one of these endings")


def drawing_bytes(drawing: Drawing, form: str, paper: str | None = None) -> bytes:
    """Return a drawing as a file of one of ``FORMS``; deterministic.

    A PDF is on a ``paper``, or else on a page of its size. Raises CannotWrite for another format, MissingExtra.
    """
    require_form(form, FORMS)
    if form == "pdf":
        return drawings_pdf([drawing], paper)
    svg = svg_text(drawing)
    return svg.encode() if form == "svg" else png_of(svg)


def figure_bytes(figure: Drawing, form: str) -> bytes:
    """Return the last step of a figure in one of ``FIGURE_FORMS``; deterministic.

    It is as large on paper as it was asked for. Raises MissingExtra.
    """
    if form == "tex":
        return tikz_text(figure.whole).encode()
    if form == "pdf":
        return drawings_pdf([figure])
    if form == "svg":
        return svg_text(figure, in_cm=True).encode()
    return _with_resolution(png_of(svg_text(figure), _DPI / 72))


def step_bytes(figure: Drawing, form: str) -> bytes:
    """Return all steps of a figure: an SVG that moves, a PDF with a page for each, a TeX picture for each."""
    if form == "tex":
        return tikz_text(figure).encode()
    if form == "svg":
        return animated_svg(figure, _SECONDS).encode()
    return drawings_pdf([figure.step(number) for number in range(figure.steps)])


def png_of(svg: str, pixels: float = _SCALE) -> bytes:
    """Return an SVG text as a PNG on white paper, ``pixels`` for each of its own. Raises MissingExtra."""
    try:
        import reportlab
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise MissingExtra(
            "a picture as png needs the extra 'draw', which is not installed: pip install 'oxobook[draw]'"
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
