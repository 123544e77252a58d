"""Phrases on papers for the classroom: a JSON file beside this module for each language."""

import json
from functools import cache
from importlib.resources import files

from oxobook.viewer.diagrams.phrases import Phrases


@cache
def paper_phrases(language: str = "en") -> Phrases:
    """Return the phrases of a language; a text of several lines is a list in its file."""
    text = files("oxobook.viewer.classroom").joinpath("languages", f"{language}.json").read_text(encoding="utf-8")
    return Phrases(
        {name: "\n".join(said) if isinstance(said, list) else said for name, said in json.loads(text).items()}
    )
