"""Parts of a site that are made of its other files: the service worker, and the preview's tags.

The service worker caches all files of the site under a name that is their digest. When the site is written again the
worker changes, which browsers notice at the next visit: they fetch the new files, and delete the old ones.
"""

import json
from collections.abc import Mapping
from hashlib import blake2b

from oxobook.viewer.explorer.files import BUILT

PREVIEW = "preview.png"
"""Picture that messengers and social networks show of a link to the site."""


def service_worker(files: Mapping[str, bytes]) -> bytes:
    """Return the service worker that caches these files, given by name."""
    digest = blake2b(digest_size=12)
    for name, content in sorted(files.items()):
        digest.update(name.encode() + b"\0" + blake2b(content).digest())
    names = json.dumps(sorted(files))
    worker = (BUILT / "worker.js").read_text(encoding="utf-8")
    return f'{worker}\nkeep("oxobook {digest.hexdigest()}", {names});\n'.encode()


def preview_tags(address: str) -> str:
    """Return the meta tags of the preview for the page's head; ``address``: the site's URL, empty if unknown."""
    base = f"{address.rstrip('/')}/" if address else ""
    tags = {"og:type": "website", "og:title": "oxobook: perfect play", "og:image": base + PREVIEW}
    tags |= {"og:description": "Play tic-tac-toe and its family, and see what every move is worth."}
    tags |= {"og:image:width": "1200", "og:image:height": "630"} | ({"og:url": base} if base else {})
    meta = "".join(f'<meta property="{name}" content="{text}">\n' for name, text in tags.items())
    return meta + '<meta name="twitter:card" content="summary_large_image">\n'
