"""Pictures of the explorer's page: its icon, and its preview for links in messengers and social networks.

Run ``python docs/page_pictures.py FOLDER``, after ``make book``.
"""

import re
import sys
from html import escape
from pathlib import Path

from oxobook.book.book import Book
from oxobook.book.store.new_file import write_whole
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.board import position_drawing
from oxobook.viewer.pictures.drawing.shapes import FONT
from oxobook.viewer.pictures.drawing.svg import svg_text
from oxobook.viewer.pictures.drawing.typesetting import png_of

_GROUND, _X, _O = "#1d232b", "#6aa9f7", "#ff8f5c"
_TELLING = "b3 a2"
"""Game after which moves have all three values."""
_WIDTH, _HEIGHT = 600, 315  # units of two pixels: 1200 x 630, the size that social networks ask for
_WORDS = ("Play tic-tac-toe and its", "family, and see what", "every move is worth.")


def icon() -> bytes:
    """Return the icon, 512 pixels wide; its signs lie within the circle of 4/5 of the width to which systems cut it."""
    return png_of(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" fill="{_GROUND}"/><g transform="translate(4.5 4.5) scale(.72)" fill="none" '
        f'stroke-width="3.4"><path d="M6 6l9 9m0-9l-9 9" stroke="{_X}" stroke-linecap="round"/>'
        f'<circle cx="22" cy="22" r="5" stroke="{_O}"/></g></svg>'
    )


def preview(book: Book) -> bytes:
    """Return a position with moves of different values beside the name."""
    entry = book.probe(_TELLING)
    drawn = svg_text(position_drawing(entry, book.moves(entry.position)))
    board = re.sub(
        r'width="\d+" height="\d+"', 'x="20" y="8" width="280" height="299"', drawn[drawn.index("<svg") :], count=1
    )
    lines = "".join(
        f'<text x="330" y="{176 + 28 * number}" font-size="19" fill="{COLOURS.ink}">{escape(line)}</text>'
        for number, line in enumerate(_WORDS)
    )
    name = "".join(
        f'<tspan fill="{colour}">{letters}</tspan>'
        for letters, colour in (("o", COLOURS.x), ("x", COLOURS.ink), ("o", COLOURS.o), ("book", COLOURS.ink))
    )
    return png_of(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" font-family="{FONT}">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{COLOURS.paper}"/>{board}'
        f'<text x="330" y="128" font-size="46" font-weight="bold">{name}</text>{lines}</svg>'
    )


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    write_whole(folder / "icon-512.png", icon(), replace=True)
    with Book.open("data/3x3x3.sqlite") as opened:
        write_whole(folder / "preview.png", preview(opened), replace=True)
