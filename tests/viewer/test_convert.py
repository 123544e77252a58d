"""Pictures as files: SVG, PNG and PDF."""

import builtins
import io
import struct

import pytest

from book.errors import CannotWrite, MissingExtra
from viewer.draw.convert import FORMS, convert

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="#ffffff"/>'
    '<text x="10" y="50" font-family="Helvetica, Arial, sans-serif" font-size="40" fill="#1d232b">Xo</text>'
    '<text x="70" y="50" font-family="Helvetica" font-weight="bold" font-size="40" fill="#1d232b">Xo</text></svg>'
)


def test_svg_is_the_text_itself():
    """As SVG a picture stays as it was drawn."""
    assert convert(SVG, "svg") == SVG.encode()


def test_png_has_twice_the_size():
    """A PNG is one, twice as wide and high as the SVG says."""
    pytest.importorskip("vl_convert")
    png = convert(SVG, "png")
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (240, 160)


def test_png_shows_words_on_white():
    """The words come out, in ink on white."""
    pytest.importorskip("vl_convert")
    image = pytest.importorskip("PIL.Image")
    grey = image.open(io.BytesIO(convert(SVG, "png"))).convert("L")
    assert grey.getpixel((0, 0)) == 255
    assert grey.getextrema()[0] < 50
    ink = sum(grey.histogram()[:100])
    assert 500 < ink < 10_000, "letters, neither nothing nor boxes"


def test_pdf_is_one_page_of_vectors():
    """A PDF has one page, its letters embedded, and no pixels."""
    pytest.importorskip("vl_convert")
    pikepdf = pytest.importorskip("pikepdf")
    pdf = convert(SVG, "pdf")
    assert pdf.startswith(b"%PDF-")
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        assert len(opened.pages) == 1
        assert not opened.pages[0].images
        assert len(opened.pages[0].resources.Font.keys()) == 2


@pytest.mark.parametrize("form", FORMS)
def test_the_same_picture_is_the_same_file(form):
    """A form's bytes depend on the picture alone."""
    pytest.importorskip("vl_convert")
    assert len({convert(SVG, form) for _ in range(8)}) == 1


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_printed(form, capfd):
    """Converting writes nothing on the terminal."""
    pytest.importorskip("vl_convert")
    convert(SVG, form)
    assert capfd.readouterr() == ("", "")


def test_an_unknown_form_is_named_beside_the_known():
    """Another form is refused in a line that says which there are."""
    with pytest.raises(CannotWrite, match=r"one of svg, png, pdf; got 'bmp'$"):
        convert(SVG, "bmp")


@pytest.mark.parametrize(("form", "library"), [("png", "vl_convert"), ("pdf", "vl_convert"), ("pdf", "pikepdf")])
def test_a_missing_library_names_its_extra(form, library, monkeypatch):
    """Without a library the error says what to install; SVG needs none."""
    real = builtins.__import__

    def without(name, *arguments, **extra):
        if name == library:
            raise ImportError(name)
        return real(name, *arguments, **extra)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra, match=r"needs the extra 'draw', .*: pip install 'oxobook\[draw\]'$"):
        convert(SVG, form)
    assert convert(SVG, "svg")
