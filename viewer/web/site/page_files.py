"""Files of the page, as a server and a site deliver them.

The style, the theme and the first requests are inlined in the page, so that one response is enough to paint it. The
other scripts are bundled in one file, so that one more is enough to use it; scripts on demand are another bundle.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

PAGE = Path(__file__).parents[1] / "page"
INDEX = "index.html"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
"""Media types by ending; other files are not served."""

SCRIPT = "page.js"
"""Name of the bundle of the page's scripts."""
MORE = "more.js"
"""Name of the bundle on demand: graph, maps, editor and puzzles."""
RANGES = "ranges.js"
"""Name of the bundle that reads large books by ranges, on sites that have one."""
_BUNDLES = {
    MORE: ("viewport.js", "tree.js", "turns.js", "adopted.js", "pictures.js", "setup.js", "puzzles.js"),
    RANGES: ("ranges.js", "reasons.js", "large.js"),
}

STYLE, DRESSED, EARLY = "style.css", "dressed.js", "early.js"
"""Files that are inlined."""
_STYLE_LINK = f'<link rel="stylesheet" href="{STYLE}">'
_SCRIPTS = re.compile(r'(?:<script defer src="[\w.]+"></script>\n)+')
_NAME = re.compile(r'src="([\w.]+)"')
_AFTER = re.compile(r"""\s// (?:[^"'`]|\w's\b)*$""")
"""Pattern of a comment after code; one with quotes stays, as it may be part of a text."""


def inlined(folder: Path = PAGE, asks: bool = True) -> str:
    """Return the text of index.html, with its style inlined and its scripts replaced by their bundle.

    With ``asks`` it also has the script that sends a server its first requests at once.
    """
    page = (folder / INDEX).read_text()
    page = page.replace(_STYLE_LINK, f"<style>{_text(folder, STYLE)}</style>")
    for name, stays in ((DRESSED, True), (EARLY, asks)):
        inside = f"<script>{_text(folder, name)}</script>\n" if stays else ""
        page = page.replace(f'<script src="{name}"></script>\n', inside)
    return _SCRIPTS.sub(f'<script defer src="{SCRIPT}"></script>\n', page)


def script(folder: Path = PAGE, instead: Mapping[str, str] | None = None) -> str:
    """Return the bundle of the scripts of index.html, in their order; ``instead`` replaces some of them by name."""
    found = _SCRIPTS.search((folder / INDEX).read_text())
    names = _NAME.findall(found[0]) if found else []
    return "".join(_lean(instead[name]) if instead and name in instead else _text(folder, name) for name in names)


def bundle(name: str, folder: Path = PAGE) -> str:
    """Return a bundle by its name, ``MORE`` or ``RANGES``."""
    return "".join(_text(folder, one) for one in _BUNDLES[name])


def sources(*names: str) -> str:
    """Return the digests of inlined files, as a content security policy allows them."""
    digests = (sha256(_text(PAGE, name).encode()).digest() for name in names)
    return " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)


def _text(folder: Path, name: str) -> str:
    """Return a file of the page, minified; empty if there is no such file."""
    path = folder / name
    return _lean(path.read_text()) if path.exists() else ""


def _lean(text: str) -> str:
    """Return a script or style without indentation, empty lines and comments."""
    lines = (_AFTER.sub("", line.strip()) for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith(("// ", "/* ")))


def served_files(folder: Path = PAGE) -> dict[str, tuple[bytes, str]]:
    """Return the files of the page by name, each with its type; none if there is no such folder.

    They are read once, when the server starts. So no URL ever reaches the file system; Starlette's ``StaticFiles``
    would read files at each request, and serve hidden ones too.
    """
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and path.suffix in TYPES and not any(part.startswith(".") for part in name.split("/")):
            found[name] = path.read_bytes(), TYPES[path.suffix]
    if INDEX in found:
        made = {INDEX: inlined(folder), SCRIPT: script(folder), MORE: bundle(MORE, folder)}
        found |= {name: (text.encode(), TYPES[Path(name).suffix]) for name, text in made.items()}
    return found
