"""A figure as a file: SVG, PDF, PNG or TeX, by the file's ending."""

import struct
import zlib

from oxobook.viewer.drawing.convert import convert, convert_pages
from oxobook.viewer.drawing.drawing import Figure
from oxobook.viewer.drawing.svg import animated_svg, figure_svg
from oxobook.viewer.drawing.tikz import tikz_text

FIGURE_FORMS = ("svg", "pdf", "png", "tex")
STEP_FORMS = ("svg", "pdf", "tex")
"""Those that can hold several steps."""
_DPI = 300  # of a PNG
_SECONDS = 1.5  # for each step of an SVG


def figure_bytes(figure: Figure, form: str) -> bytes:
    """The whole of a figure in one of the forms; the same bytes each time. Raises MissingExtra."""
    if form == "tex":
        return tikz_text(figure.whole).encode()
    if form == "svg":
        return figure_svg(figure).encode()
    drawn = convert(figure_svg(figure, in_points=True), form, pixels=_DPI / 72)
    return _with_resolution(drawn) if form == "png" else drawn


def step_bytes(figure: Figure, form: str) -> bytes:
    """All steps of a figure: an SVG that moves, a PDF with a page for each, a TeX picture for each."""
    if form == "tex":
        return tikz_text(figure).encode()
    if form == "svg":
        return animated_svg(figure, _SECONDS).encode()
    return convert_pages([figure_svg(figure.step(number), in_points=True) for number in range(figure.steps)])


def _with_resolution(png: bytes) -> bytes:
    """A PNG that says how many pixels a metre has, so that it is as large as it was asked for."""
    body = b"pHYs" + struct.pack(">IIB", *[round(_DPI / 0.0254)] * 2, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    after_header = 8 + 25
    return png[:after_header] + chunk + png[after_header:]
