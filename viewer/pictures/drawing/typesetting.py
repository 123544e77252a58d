"""Typesetting by Typst: a template with its data as PDF, and an SVG as PNG.

The only font is Source Sans, which comes in a wheel: a machine without fonts draws the same. The bytes are the same
each time.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from oxobook.book.errors import MissingExtra, OxobookError
from oxobook.viewer.pictures.drawing.shapes import FONT

FACE = "Source Sans Pro"
_PICTURE = """#set page(width: auto, height: auto, margin: 0pt, fill: white)
#image(bytes(json(bytes(sys.inputs.data))), format: "svg")"""


class IllegalTemplate(OxobookError, ValueError):
    """A template that Typst cannot set."""


def pdf_of(template: str | Path, data: object) -> bytes:
    """Return a template, its text or its file, set with its data as PDF; raises MissingExtra, IllegalTemplate."""
    return _run(template, data, format="pdf")


def png_of(svg: str, pixels: float = 2) -> bytes:
    """Return an SVG of ours as a PNG on white paper, ``pixels`` for each of its own. Raises MissingExtra."""
    # a pixel of an SVG is a 96th of an inch
    return _run(_PICTURE, svg, format="png", ppi=96 * pixels)


def _run(template: str | Path, data: object, **options: Any) -> bytes:
    """Return a template set by Typst, with our font in all pictures; a file's pictures lie beside it."""
    try:
        import typst
    except ImportError as error:
        raise MissingExtra("pages and pictures need the library typst: pip install 'oxobook[draw]'") from error
    is_file = isinstance(template, Path)
    given = {"data": json.dumps(data, ensure_ascii=False).replace(FONT, FACE)}
    root = template.parent if isinstance(template, Path) else Path(__file__).parent
    source = template if isinstance(template, Path) else template.encode()
    try:
        made = typst.compile(
            source, root=root, font_paths=_fonts(), ignore_system_fonts=True, sys_inputs=given, **options
        )
        return bytes(made)
    except typst.TypstError as error:
        place = re.search(r":(\d+):\d+\n", error.diagnostic)
        where = f"{template}, line {place[1]}" if is_file and place else str(template) if is_file else "the template"
        raise IllegalTemplate(f"Typst cannot set {where}: {error.message}") from error


@cache
def _fonts() -> Any:
    try:
        from font_source_sans_pro import font_directory
        from typst import Fonts
    except ImportError as error:
        raise MissingExtra(
            "pages and pictures need the library font-source-sans-pro: pip install 'oxobook[draw]'"
        ) from error
    return Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[font_directory])
