"""Files of the page, as a server delivers them.

``make page`` bundles them from ``viewer/web/page``. The style is inlined in the page, so that one response is enough to
paint it. A server names scripts and styles after a hash of their content. So browsers may
keep them for a year, and only the page itself is asked for again.
"""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[1] / "built"
INDEX = "index.html"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
"""Media types by ending; other files are not served."""

SCRIPT, SEARCH, KNOWN = "page.js", "search.js", "known.js"
"""Script of the page; the search below first plies, on a site; the file before it that describes a site's books."""
GERMAN = "de.js"
SITE_FILES = (SCRIPT, GERMAN, "icon.svg")
"""Files that a site takes as they are."""
HASHED = (GERMAN, SCRIPT)
"""Files that a server names after their content; those that name others come last."""
_ONLY_SITES = {SEARCH, "worker.js"}

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
