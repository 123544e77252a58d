"""Papers as PDF: parts made of words and boards, each set by the template of its kind.

A template is Typst's text: what all papers share, the functions of the kinds, and the document, which calls them. A
teacher may write it to a file, change it and use it instead; the data that it is given stays the same.
"""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from oxobook.viewer.palette import FAINT, GREY, INK
from oxobook.viewer.pictures.drawing.file import picture_template
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from oxobook.viewer.pictures.drawing.typesetting import pdf_of
from oxobook.viewer.words.english import English

Part = dict[str, Any]
"""Part of a paper: its ``kind``, its ``bookmark``, and the data that its template names in its head.

The first has a ``title``, which is that of the paper.
"""


def paper_file(form: str, paper: str, words: English, parts: Sequence[Part], template: Path | None = None) -> bytes:
    """Return parts on one size of page as ``pdf``, or the template that sets them as ``typ``.

    ``template``: one of somebody's own to set them instead. Raises MissingExtra, IllegalTemplate.
    """
    ours = template_text(dict.fromkeys(part["kind"] for part in parts))
    if form == "typ":
        return ours.encode()
    width, height = PAPERS[paper]
    data = {"title": parts[0]["title"], "width": width, "height": height, "language": words.code, "parts": parts}
    data |= {"words": {"scale": words.to_scale}, "colours": [INK, GREY, FAINT]}
    return pdf_of(template or ours, data)


def template_text(kinds: Sequence[str] | dict[str, None]) -> str:
    """Return the template of a paper with parts of these kinds."""
    folder = files("oxobook.viewer.papers")
    texts = [folder.joinpath(f"{name}.typ").read_text(encoding="utf-8") for name in ("paper", *kinds, "document")]
    texts[1:1] = [picture_template()] if "pictures" in kinds else []
    named = ", ".join(f"{kind}: {kind}" for kind in kinds)
    return "\n".join([*texts[:-1], f"#let parts = ({named})", texts[-1]])
