"""Reader of the PDFs for the classroom: the drawing commands and the texts of their pages."""

import re
import zlib
from base64 import a85decode


def contents(pdf):
    """The drawing commands of each page, in order."""
    streams = re.findall(rb"FlateDecode \] /Length \d+\s*>>\s*stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    return [zlib.decompress(a85decode(stream.strip().removesuffix(b"~>"))).decode("latin-1") for stream in streams]


def words(page):
    """The texts of a page."""
    return re.findall(r"\((.*?)\) Tj", page)
