"""Drawings as files: right formats, right sizes, with text, the same each time, and quietly."""

import re
import struct
import subprocess
import sys
import zlib

import pytest

from oxobook.viewer.palette import COLOURS, ON_DARK
from oxobook.viewer.pictures.board import position_drawing
from oxobook.viewer.pictures.drawing.file import drawn_file
from oxobook.viewer.pictures.drawing.shapes import FONT
from oxobook.viewer.pictures.drawing.svg import svg_text
from oxobook.viewer.pictures.drawing.typesetting import png_of


@pytest.fixture
def drawing(book):
    return position_drawing(book.probe("X../.../..O"), book.moves("X../.../..O"))


def size_of(drawing):
    """The width and height of a drawing as its SVG says."""
    return [float(svg_text(drawing).split(f' {name}="')[1].split('"')[0]) for name in ("width", "height")]


def test_png(drawing):
    """A PNG of twice the picture's size, the same each time."""
    png = drawn_file([drawing], "png")
    assert png == drawn_file([drawing], "png") and png.startswith(b"\x89PNG\r\n")
    assert list(struct.unpack(">II", png[16:24])) == [2 * length for length in size_of(drawing)]


def pixels(png):
    """The decompressed image data of a PNG."""
    data, place = b"", 8
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        data += png[place + 8 : place + 8 + length] if kind == b"IDAT" else b""
        place += length + 12
    return zlib.decompress(data)


def test_words_are_drawn_without_any_font_of_the_machine():
    """The words of a drawing, whose SVG names the browser's fonts, are there."""
    words = f'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20" font-family="{FONT}">'
    words += '<text x="2" y="15" font-size="14">{}</text></svg>'
    assert pixels(png_of(words.format("draw"))) != pixels(png_of(words.format("")))


def test_nothing_is_printed(library, tmp_path):
    """Drawing says nothing on the terminal."""
    code = "import sys; from oxobook import Book; from oxobook.viewer.palette import COLOURS\n"
    code += "from oxobook.viewer.pictures.board import position_drawing\n"
    code += "from oxobook.viewer.pictures.drawing.file import drawn_file; book = Book.open(sys.argv[1])\n"
    code += "drawn = position_drawing(book.probe('a3'), book.moves('a3'))\n"
    code += "for form in ('png', 'pdf'): drawn_file([drawn], form)"
    done = subprocess.run([sys.executable, "-c", code, library / "3x3x3.sqlite"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_pictures_fit_dark_pages(drawing):
    """An SVG leaves its paper out on a dark page and has other inks there; a PNG stays white paper."""
    text = drawn_file([drawing], "svg").decode()
    assert f'[fill="{COLOURS.paper}"]{{fill:light-dark({COLOURS.paper},transparent)}}' in text
    assert f"light-dark({COLOURS.ink},{ON_DARK[COLOURS.ink]})" in text
    assert png_of(text) == png_of(re.sub("<style>.*</style>", "", text))
