"""Drawings as files: right sizes, with text, on any ground, and quietly."""

import re
import struct
import subprocess
import sys

import pytest

from oxobook.viewer.palette import COLOURS, ON_DARK
from oxobook.viewer.pictures.board import position_drawing
from oxobook.viewer.pictures.drawing.file import drawn_file
from oxobook.viewer.pictures.drawing.shapes import FONT, Area, Box, Group, svg_shape
from oxobook.viewer.pictures.drawing.typesetting import png_of


@pytest.fixture
def drawing(book):
    """The picture of a position."""
    return position_drawing(book.probe("X../.../..O"), book.moves("X../.../..O"))


def test_png(drawing):
    """A PNG has twice the picture's size, and its words without any font of the machine."""
    size = struct.unpack(">II", drawn_file([drawing], "png")[16:24])
    assert size == (2 * drawing.width, 2 * drawing.height)
    words = f'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20" font-family="{FONT}">'
    words += '<text x="2" y="15" font-size="14">{}</text></svg>'
    assert png_of(words.format("draw")) != png_of(words.format(""))


def test_nothing_is_printed(library, book):
    """Drawing says nothing on the terminal."""
    code = (
        "import sys; from oxobook import Book; from oxobook.viewer.pictures.board import position_drawing\n"
        "from oxobook.viewer.pictures.drawing.file import drawn_file; book = Book.open(sys.argv[1])\n"
        "drawn = position_drawing(book.probe('a3'), book.moves('a3'))\n"
        "for form in ('png', 'pdf'): drawn_file([drawn], form)"
    )
    done = subprocess.run([sys.executable, "-c", code, library / "3x3x3.sqlite"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_pictures_fit_dark_pages(drawing):
    """An SVG leaves its paper out on a dark page and has other inks there; a PNG stays white paper."""
    text = drawn_file([drawing], "svg").decode()
    assert f'[fill="{COLOURS.paper}"]{{fill:light-dark({COLOURS.paper},transparent)}}' in text
    assert f"light-dark({COLOURS.ink},{ON_DARK[COLOURS.ink]})" in text
    assert png_of(text) == png_of(re.sub("<style>.*</style>", "", text))


def test_names_of_groups_are_escaped():
    """Words from outside become no markup, and an area is a polygon."""
    box = Box(1, 2, 3, 4, "red", opacity=0.5)
    drawn = svg_shape(Group((box, Area(((0, 0), (1, 1 / 3)), "red")), 5, 1 / 3, (("move", '"a"'),), "a<b"))
    assert drawn == (
        '<g transform="translate(5 0.333)" data-move="&quot;a&quot;"><title>a&lt;b</title>'
        '<rect x="1" y="2" width="3" height="4" fill="red" fill-opacity="0.5"/>'
        '<polygon points="0,0 1,0.333" fill="red"/></g>'
    )
