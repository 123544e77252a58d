"""SVG to PNG and PDF: right formats, right sizes, with text, the same each time, and quietly."""

import struct
import subprocess
import sys
import zlib

import pytest

from oxobook.book import CannotWrite, MissingExtra
from oxobook.book.game.palette import PALETTES
from oxobook.viewer.diagrams.position import board_picture
from oxobook.viewer.drawing.convert import convert

WORDS = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20">'
    '<text x="2" y="15" font-size="14" {}>draw</text></svg>'
)


@pytest.fixture
def svg(book):
    return board_picture(book.probe("X../.../..O"), book.moves("X../.../..O"), PALETTES["classic"])


def size_of(svg):
    """The width and height of an SVG picture."""
    return [float(svg.split(f' {name}="')[1].split('"')[0]) for name in ("width", "height")]


def test_png(svg):
    """A PNG of twice the picture's size, the same each time."""
    png = convert(svg, "png")
    assert png == convert(svg, "png") and png.startswith(b"\x89PNG\r\n")
    assert list(struct.unpack(">II", png[16:24])) == [2 * length for length in size_of(svg)]


def pixels(png):
    """The decompressed image data of a PNG."""
    data, place = b"", 8
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        data += png[place + 8 : place + 8 + length] if kind == b"IDAT" else b""
        place += length + 12
    return zlib.decompress(data)


@pytest.mark.parametrize(
    "font", ["", 'font-family="No Such Font, sans-serif"', 'font-family="Helvetica, Arial, sans-serif"']
)
def test_words_are_drawn_without_any_font_of_the_machine(font):
    """Whatever font is named before sans-serif, or none: the words are there."""
    blank = pixels(convert(WORDS.replace(">draw<", "><").format(""), "png"))
    assert pixels(convert(WORDS.format(font), "png")) != blank


def test_pdf(svg):
    """A PDF page of the picture's size in points, the same each time."""
    pdf = convert(svg, "pdf")
    assert pdf == convert(svg, "pdf") and pdf.startswith(b"%PDF-")
    assert b"/Title (3x3x3: X../.../..O)" in pdf
    box = pdf.split(b"/MediaBox [")[1].split(b"]")[0].split()
    assert [float(number) for number in box] == pytest.approx([0, 0, *size_of(svg)])


def test_other_forms_are_refused(svg):
    """An unknown form is named with those there are."""
    with pytest.raises(CannotWrite, match="expected a picture as svg, png, pdf; got 'gif'"):
        convert(svg, "gif")


@pytest.mark.parametrize(("missing", "form"), [("resvg_py", "png"), ("svglib.svglib", "pdf"), ("reportlab", "png")])
def test_a_missing_library_names_the_extra(svg, missing, form, monkeypatch):
    """Without the drawing libraries the extra is named; SVG needs none of them."""
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtra, match=r"pip install 'oxobook\[draw\]'"):
        convert(svg, form)
    assert convert(svg, "svg") == svg.encode()


def test_nothing_is_printed(svg, tmp_path):
    """Conversion says nothing on the terminal."""
    (tmp_path / "board.svg").write_text(svg)
    code = "import sys; from oxobook.viewer.drawing.convert import convert; s = open(sys.argv[1]).read()\n"
    code += "for form in ('png', 'pdf'): convert(s, form)"
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "board.svg"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
