"""Inline: the page with its style inside, so that one answer is enough to paint it."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

PAGE = Path(__file__).parent / "page"

_LINK = '<link rel="stylesheet" href="style.css">'


def inlined(folder: Path = PAGE) -> str:
    """The text of index.html with the style sheet in place of the link to it."""
    page = (folder / "index.html").read_text()
    return page.replace(_LINK, f"<style>{_style(folder)}</style>")


def style_source(folder: Path = PAGE) -> str:
    """What a content security policy calls that style: only it may stand in the page, and no other."""
    return f"'sha256-{b64encode(sha256(_style(folder).encode()).digest()).decode()}'"


def _style(folder: Path) -> str:
    """The style sheet; empty in a folder that has none."""
    sheet = folder / "style.css"
    return sheet.read_text() if sheet.exists() else ""
