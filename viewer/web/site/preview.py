"""The preview: the picture that messengers and social networks show beside a link to a site, and the words for it."""

import re
from html import escape

from oxobook.book.book import Book, Entry
from oxobook.book.game.palette import CLASSIC
from oxobook.book.game.position import Position
from oxobook.book.game.symmetry import symmetry_group
from oxobook.viewer.diagrams.position import board_picture
from oxobook.viewer.drawing.convert import convert

NAME = "preview.png"
_WIDTH, _HEIGHT = 600, 315  # units; a PNG has two pixels a unit: 1200 x 630, as these networks ask for
_WORDS = ("Play tic-tac-toe and its", "family, and see what", "every move is worth.")


def preview(book: Book) -> bytes:
    """A PNG: the board after two moves whose next moves differ most, drawn as ``lookup --picture`` draws it, beside the
    name of the page; raises MissingExtra."""
    entry = _telling(book)
    drawn = board_picture(entry, book.moves(entry.position), CLASSIC)
    board = re.sub(
        r'width="\d+" height="\d+"', 'x="20" y="8" width="280" height="299"', drawn[drawn.index("<svg") :], count=1
    )
    lines = "".join(
        f'<text x="330" y="{176 + 28 * number}" font-size="19" fill="{CLASSIC.ink}">{escape(line)}</text>'
        for number, line in enumerate(_WORDS)
    )
    name = "".join(
        f'<tspan fill="{colour}">{letters}</tspan>'
        for letters, colour in (("o", CLASSIC.x), ("x", CLASSIC.ink), ("o", CLASSIC.o), ("book", CLASSIC.ink))
    )
    return convert(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{CLASSIC.paper}"/>{board}'
        f'<text x="330" y="128" font-size="46" font-weight="bold">{name}</text>{lines}</svg>',
        "png",
    )


def preview_tags(address: str) -> str:
    """What the page's head says of the picture; ``address`` is where the site will stand, empty where that is unknown.

    Many networks take a picture from a whole address only.
    """
    base = f"{address.rstrip('/')}/" if address else ""
    tags = {"og:type": "website", "og:title": "oxobook: perfect play", "og:image": base + NAME}
    tags |= {"og:description": " ".join(_WORDS), "og:image:width": "1200", "og:image:height": "630"}
    tags |= {"og:url": base} if base else {}
    meta = "".join(f'<meta property="{name}" content="{escape(text)}">\n' for name, text in tags.items())
    return meta + '<meta name="twitter:card" content="summary_large_image">\n'


def _telling(book: Book) -> Entry:
    """The first entry of two plies whose moves have the most different values; of a shorter game the empty board."""
    start = Position(book.rules)
    after = [start.play(first).play(reply) for first in start.legal_moves for reply in start.play(first).legal_moves]
    canonical = symmetry_group(book.rules).canonical
    keys = sorted({canonical(one.x, one.o)[0] for one in after if not one.over})
    found = [book.probe(Position.from_key(key, book.rules)) for key in keys]
    return max(
        found, key=lambda entry: len({move.value for move in book.moves(entry.position)}), default=book.probe(start)
    )
