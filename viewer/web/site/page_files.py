"""Files of the page, as a server delivers them.

``make page`` bundles them from ``viewer/web/page``. The style and the first requests are inlined in the page, so that
one response is enough to paint it. A server names scripts and styles after a hash of their content. So browsers may
keep them for a year, and only the page itself is asked for again.
"""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[1] / "built"
INDEX = "index.html"
SITE_INDEX = "site.html"
"""Page of a static site, which asks no server."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
"""Media types by ending; other files are not served."""

SCRIPT, RANGES, SEARCH, PROOFS = "page.js", "ranges.js", "search.js", "proofs.js"
"""Script of the page; those that read large books by ranges and search below first plies, on a site; certificates'."""
SITE_SCRIPT, KNOWN = "site.js", "known.js"
"""Script of a site's page, and the one before it that describes the site's books."""
STYLE = "later.css"
ON_DEMAND = ("de.js", "lines.js", "explore.js", "games.js", "kinds.js", "more.js", "play.js")
"""Scripts that are loaded when they are needed."""
SITE_FILES = (SITE_SCRIPT, STYLE, "icon.svg", *ON_DEMAND)
"""Files that a site takes as they are."""
HASHED = (*ON_DEMAND, PROOFS, STYLE, SCRIPT)
"""Files that a server names after their content; those that name others come last."""
_ONLY_SITES = {SITE_INDEX, SITE_SCRIPT, RANGES, SEARCH, "worker.js"}

YEAR = 31_536_000
"""Seconds."""


class ServedFile(NamedTuple):
    """File of the page."""

    content: bytes
    kind: str
    """Media type."""
    max_age: int
    """Seconds that caches may keep it without asking whether it has changed."""


def page_text(name: str, folder: Path = PAGE) -> str:
    """Return a file of the page as text; empty if there is no such file."""
    path = folder / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


def sources(kind: str) -> str:
    """Return the digests of the page's inline scripts, or styles, as a content security policy allows them."""
    inline = re.findall(rf"<{kind}>(.*?)</{kind}>", served_files()[INDEX].content.decode(), re.DOTALL)
    return " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in inline)


def served_files(folder: Path = PAGE) -> dict[str, ServedFile]:
    """Return the files of the page by name, read once: so no URL ever reaches the file system, or a hidden file."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        hidden = any(part.startswith(".") for part in name.split("/"))
        if path.is_file() and path.suffix in TYPES and not hidden and name not in _ONLY_SITES:
            found[name] = ServedFile(path.read_bytes(), TYPES[path.suffix], 0)
    names: dict[str, str] = {}
    for name in [*(one for one in HASHED if one in found), *({INDEX} & found.keys())]:
        file = found.pop(name)
        content = file.content
        for before, after in names.items():
            content = content.replace(f'"{before}"'.encode(), f'"{after}"'.encode())
        if name == INDEX:
            found[name] = file._replace(content=content)
        else:
            stem, _, ending = name.rpartition(".")
            names[name] = f"{stem}.{sha256(content).hexdigest()[:12]}.{ending}"
            found[names[name]] = ServedFile(content, file.kind, YEAR)
    return found
