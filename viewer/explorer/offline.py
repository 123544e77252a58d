"""Files that make a site installable and usable offline, and its preview for links in messengers and social networks.

The service worker caches all files of the site under a name that is their digest. When the site is written again the
worker changes, which browsers notice at the next visit: they fetch the new files, and delete the old ones.
"""

import json
import re
from collections.abc import Mapping
from hashlib import blake2b
from html import escape

from oxobook.book.book import Book
from oxobook.book.entry import Entry
from oxobook.book.game.position import Position
from oxobook.book.game.symmetry import symmetry_group
from oxobook.viewer.explorer.files import BUILT
from oxobook.viewer.palette import CLASSIC
from oxobook.viewer.pictures.board import position_drawing
from oxobook.viewer.pictures.drawing.shapes import FONT
from oxobook.viewer.pictures.drawing.svg import svg_text
from oxobook.viewer.pictures.drawing.typesetting import png_of

_GROUND, _X, _O = "#1d232b", "#6aa9f7", "#ff8f5c"
_SIZES = (192, 512)
PREVIEW = "preview.png"
_WIDTH, _HEIGHT = 600, 315  # units of two pixels: 1200 x 630, the size that social networks ask for
_WORDS = ("Play tic-tac-toe and its", "family, and see what", "every move is worth.")


def installable_files() -> dict[str, bytes]:
    """Return the web app manifest and its icons, by file name; raises MissingExtra."""
    icons = {f"icon-{size}.png": png_of(_icon(size)) for size in _SIZES}
    named = [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}]
    named += [
        {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
        for size in _SIZES
    ]
    manifest = {
        **{"name": "oxobook: perfect play", "short_name": "oxobook", "id": "./", "start_url": "./", "scope": "./"},
        "description": "Play tic-tac-toe and its family, and see what every move is worth.",
        **{"display": "standalone", "background_color": "#faf8f4", "theme_color": "#faf8f4", "icons": named},
    }
    return {"manifest.webmanifest": json.dumps(manifest, indent=1).encode(), **icons}


def service_worker(files: Mapping[str, bytes]) -> bytes:
    """Return the service worker that caches these files, given by name."""
    digest = blake2b(digest_size=12)
    for name, content in sorted(files.items()):
        digest.update(name.encode() + b"\0" + blake2b(content).digest())
    names = json.dumps(sorted(files))
    worker = (BUILT / "worker.js").read_text(encoding="utf-8")
    return f'{worker}\nkeep("oxobook {digest.hexdigest()}", {names});\n'.encode()


def _icon(size: int) -> str:
    """Return the icon as SVG; its signs lie within the central circle of 4/5 of the width to which systems cut it."""
    side = size // 2  # a unit is two pixels
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" fill="{_GROUND}"/><g transform="translate(4.5 4.5) scale(.72)" fill="none" '
        f'stroke-width="3.4"><path d="M6 6l9 9m0-9l-9 9" stroke="{_X}" stroke-linecap="round"/>'
        f'<circle cx="22" cy="22" r="5" stroke="{_O}"/></g></svg>'
    )


def preview(book: Book) -> bytes:
    """Return a PNG of a position with moves of different values beside the name; raises MissingExtra."""
    entry = _telling(book)
    drawn = svg_text(position_drawing(entry, book.moves(entry.position), CLASSIC))
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
    return png_of(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" font-family="{FONT}">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{CLASSIC.paper}"/>{board}'
        f'<text x="330" y="128" font-size="46" font-weight="bold">{name}</text>{lines}</svg>'
    )


def preview_tags(address: str) -> str:
    """Return the meta tags of the preview for the page's head; ``address``: the site's URL, empty if unknown."""
    base = f"{address.rstrip('/')}/" if address else ""
    tags = {"og:type": "website", "og:title": "oxobook: perfect play", "og:image": base + PREVIEW}
    tags |= {"og:description": " ".join(_WORDS), "og:image:width": "1200", "og:image:height": "630"}
    tags |= {"og:url": base} if base else {}
    meta = "".join(f'<meta property="{name}" content="{escape(text)}">\n' for name, text in tags.items())
    return meta + '<meta name="twitter:card" content="summary_large_image">\n'


def _telling(book: Book) -> Entry:
    """Return the entry after two plies whose moves have the most different values, or else that of the empty board."""
    start = Position(book.rules)
    after = [start.play(first).play(reply) for first in start.legal_moves for reply in start.play(first).legal_moves]
    canonical = symmetry_group(book.rules).canonical
    keys = sorted({canonical(one.x, one.o)[0] for one in after if not one.over})
    found = [book.probe(Position.from_key(key, book.rules)) for key in keys]
    return max(
        found, key=lambda entry: len({move.value for move in book.moves(entry.position)}), default=book.probe(start)
    )
