"""Phrases on papers for the classroom: a JSON file beside this module for each language."""

import json
import re
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


def translated(text: str, language: str) -> str:
    """Return the English of instructions in a language, by its list of patterns and what takes their place, in turn.

    >>> translated("If X has a corner, take an edge not next to X's corner.", "de")
    'Wenn X eine Ecke hat, nimm eine Seite, die nicht neben der Ecke von X liegt.'
    """
    for line in paper_phrases(language).say("words").splitlines():
        pattern, words = line.split(" => ")
        text = re.sub(pattern, words, text)
    return text
