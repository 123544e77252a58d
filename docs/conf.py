"""Configuration of the documentation (Sphinx, MyST, Furo): ``make docs`` writes it to ``docs/_build/html``."""

import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.ext.napoleon import Config, GoogleDocstring

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from http_reference import http_reference  # noqa: E402

from oxobook import __version__  # noqa: E402
from oxobook.book.store.new_file import make_folder, write_whole  # noqa: E402

project, author = "oxobook", "the authors of oxobook"
version = release = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_click", "sphinx_copybutton"]
exclude_patterns = ["_build", "_made"]

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
myst_url_schemes = ["http", "https", "explorer"]
nb_execution_mode = "force"  # notebooks are kept without what they show; their assertions hold, or nothing is built
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
suppress_warnings = ["myst.header"]  # the book format, which is included, begins a heading of its own
smartquotes_action = "q"  # quotes alone: -- begins an option, and ... is part of a board
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "oxobook"
html_static_path = ["_static", "../viewer/explorer/page/icon.svg"]
html_favicon = "../viewer/explorer/page/icon.svg"
html_css_files = ["oxobook.css"]
html_js_files = ["oxobook.js"]
html_copy_source = False
html_show_copyright = False
html_show_search_summary = False  # a page that is opened from a disk may not read the others
EXPLORER = "explorer:"
"""Scheme of links into the explorer that stands beside the pages: ``explorer:rules=3x3x3&game=a3-b2``."""


def setup(app: Sphinx) -> None:
    """Connect the functions below to Sphinx."""
    app.connect("builder-inited", _make_pages)
    app.connect("autodoc-process-docstring", _leave_out_aliases)
    app.connect("autodoc-process-docstring", _read_sections)
    app.connect("doctree-resolved", _lead_into_the_explorer)


def _make_pages(app: Sphinx) -> None:
    """Write the pages that are generated from the code by no extension."""
    made = HERE / "_made"
    make_folder(made)
    write_whole(made / "http.md", http_reference().encode(), replace=True)


def _leave_out_aliases(app: Sphinx, what: str, name: str, item: Any, options: Any, lines: list[str]) -> None:
    """Leave a named tuple's field without words if it has none of its own: Python's say nothing."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def _read_sections(app: Sphinx, what: str, name: str, item: Any, options: Any, lines: list[str]) -> None:
    """Turn the sections of a docstring, such as ``Args:``, into the fields that Sphinx knows.

    Napoleon as an extension would also take what stands before a colon in an attribute's docstring for its type.
    """
    if what not in ("attribute", "property"):
        lines[:] = GoogleDocstring(list(lines), Config(napoleon_use_ivar=True), app, what, name, item, options).lines()


def _lead_into_the_explorer(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Make links of the scheme ``explorer`` relative ones to the static explorer.

    Addresses that no browser opens, such as a scheduler's in an option's help, are no links.
    """
    up = "../" * page.count("/")
    for link in list(doctree.findall(nodes.reference)):
        uri: Any = link.get("refuri", "")
        if uri.startswith("tcp:"):
            link.replace_self(link.children)
        if uri.startswith(EXPLORER):
            place = uri.removeprefix(EXPLORER)
            link["refuri"] = f"{up}explorer/index.html" + (f"#{place}" if place else "")
            link["classes"].append("explorer")
