"""Offline: what lets a site be installed, and go on without a network: its manifest, icons and service worker.

The worker keeps all files of the site under a name that is a digest of them. So a site that is written again has
another worker, which browsers notice on the next visit; it fetches the new files, and throws the old ones away.
"""

import json
from collections.abc import Mapping
from hashlib import blake2b

from oxobook.viewer.drawing.convert import convert
from oxobook.viewer.web.site.inline import PAGE

_GROUND, _X, _O = "#1d232b", "#6aa9f7", "#ff8f5c"
_SIZES = (192, 512)


def installable_files() -> dict[str, bytes]:
    """The manifest and the icons that it names, by the names of their files; raises MissingExtra."""
    icons = {f"icon-{size}.png": convert(_icon(size), "png") for size in _SIZES}
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
    """The worker that keeps these files, by name."""
    digest = blake2b(digest_size=12)
    for name, content in sorted(files.items()):
        digest.update(name.encode() + b"\0" + blake2b(content).digest())
    names = json.dumps(sorted(files))
    text = (PAGE / "worker.js").read_text()
    return f'{text}\nkeep("oxobook {digest.hexdigest()}", {names});\n'.encode()


def _icon(size: int) -> str:
    """The page's icon without round corners, as wide as half of ``size``: its ground is full, and its signs lie in the
    circle that a system may cut out, of 4/5 of the width."""
    side = size // 2  # a PNG has two pixels a unit
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" fill="{_GROUND}"/><g transform="translate(4.5 4.5) scale(.72)" fill="none" '
        f'stroke-width="3.4"><path d="M6 6l9 9m0-9l-9 9" stroke="{_X}" stroke-linecap="round"/>'
        f'<circle cx="22" cy="22" r="5" stroke="{_O}"/></g></svg>'
    )
