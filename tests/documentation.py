"""Pages of the documentation, and the blocks of code on them.

A block of shell commands that no test runs has a comment above it that says why: ``<!-- not run: it takes hours -->``.
A block that the reader saves as a file has a line above it that begins with "Save this as" and names the file.
"""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "book" / "FORMAT.md",
    ROOT / "book" / "CERTIFICATE.md",
    *sorted(path for path in DOCS.glob("[!_]*/*.md")),
    DOCS / "index.md",
]
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text() for path in PAGES}
"""Text of each page, by its path in the repository."""
ALL = "\n".join(TEXTS.values())
ADDING = "docs/inside/adding.md"
"""Page whose blocks tests/system/test_adding.py follows."""


class Block(NamedTuple):
    """A block of code, with what the page says around it.

    Attributes:
        language: Name of the language behind the opening fence.
        code: Lines between the fences.
        not_run: Reason why no test runs the block, or an empty string.
        file: Name under which the reader saves the block, or an empty string.
        prints: Output that the page states below the block, or an empty string.
    """

    language: str
    code: str
    not_run: str
    file: str
    prints: str


_BLOCK = re.compile(
    r"(?:^<!-- not run: (?P<not_run>[^\n]+) -->\n)?"
    r"(?:^Save this as `(?P<file>[\w.]+)`[^\n]*\n\n)?"
    r"^```(?P<language>\w+)\n(?P<code>.*?)^```\n"
    r"(?:\nIt prints `(?P<prints>\w+)`)?",
    re.DOTALL | re.MULTILINE,
)


def blocks_of(text: str) -> list[Block]:
    """Return the blocks of code of a page, in their order."""
    return [
        Block(**{field: value or "" for field, value in found.groupdict().items()}) for found in _BLOCK.finditer(text)
    ]


def code_in(text: str, language: str) -> list[str]:
    """Return the code of a page's blocks in a language."""
    return [block.code for block in blocks_of(text) if block.language == language]


def pages_with(language: str, start: str = "") -> list[str]:
    """Return the names of the pages with a block in a language whose code begins with ``start``."""
    return [name for name, text in TEXTS.items() if any(code.startswith(start) for code in code_in(text, language))]
