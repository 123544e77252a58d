"""Files of the page, as a server and a site have them.

The page has its style, its theme and its first requests inside, so that one answer is enough to paint it; its other
scripts are one file, so that one more is enough to use it; and those that load on demand are another.
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
"""Types by ending; other files are not served."""

SCRIPT = "page.js"
"""Name of the script of the whole page."""
MORE = "more.js"
"""Name of the script on demand: it draws the graph and the maps, is the editor, and sets puzzles."""
RANGES = "ranges.js"
"""Name of the script that reads a large book by ranges, on sites that have one."""
_BUNDLES = {
    MORE: ("viewport.js", "tree.js", "turns.js", "adopted.js", "pictures.js", "setup.js", "puzzles.js"),
    RANGES: ("ranges.js", "reasons.js", "large.js"),
}

STYLE, DRESSED, EARLY = "style.css", "dressed.js", "early.js"
"""Files that are inlined in the page."""
_STYLE_LINK = f'<link rel="stylesheet" href="{STYLE}">'
_SCRIPTS = re.compile(r'(?:<script defer src="[\w.]+"></script>\n)+')
_NAME = re.compile(r'src="([\w.]+)"')
_AFTER = re.compile(r"""\s// (?:[^"'`]|\w's\b)*$""")
"""Pattern of a comment after code; one with quotes may be the middle of a text, and stays."""


def inlined(folder: Path = PAGE, asks: bool = True) -> str:
    """Return the text of index.html: the style sheet in place of the link to it, one script for all.

    With ``asks`` it sends a server its first requests at once; a site has no server.
    """
    page = (folder / INDEX).read_text()
    page = page.replace(_STYLE_LINK, f"<style>{_text(folder, STYLE)}</style>")
    for name, stays in ((DRESSED, True), (EARLY, asks)):
        inside = f"<script>{_text(folder, name)}</script>\n" if stays else ""
        page = page.replace(f'<script src="{name}"></script>\n', inside)
    return _SCRIPTS.sub(f'<script defer src="{SCRIPT}"></script>\n', page)


def script(folder: Path = PAGE, instead: Mapping[str, str] | None = None) -> str:
    """Return the scripts of index.html in their order, as one; ``instead`` replaces some of them."""
    found = _SCRIPTS.search((folder / INDEX).read_text())
    names = _NAME.findall(found[0]) if found else []
    return "".join(_lean(instead[name]) if instead and name in instead else _text(folder, name) for name in names)


def bundle(name: str, folder: Path = PAGE) -> str:
    """Return the scripts on demand, or those that read large books, as one."""
    return "".join(_text(folder, one) for one in _BUNDLES[name])


def sources(*names: str) -> str:
    """Return the inlined files as a content security policy names them: only they are allowed."""
    digests = (sha256(_text(PAGE, name).encode()).digest() for name in names)
    return " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)


def _text(folder: Path, name: str) -> str:
    """Return a file of the page, minified; empty if the folder has no such file."""
    path = folder / name
    return _lean(path.read_text()) if path.exists() else ""


def _lean(text: str) -> str:
    """Return a script or style without indentation and comments, on lines of their own or at the end of one."""
    lines = (_AFTER.sub("", line.strip()) for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith(("// ", "/* ")))


def served_files(folder: Path = PAGE) -> dict[str, tuple[bytes, str]]:
    """Return the files of a server by name, each with its type; none if there is no such folder.

    They are read when the server starts. So no path of a URL ever reaches the file system, and nothing is served that
    was not there; Starlette's ``StaticFiles`` would go to the file system for each request, and serve hidden files too.
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
