"""Decks of cards for Anki, as a text that it imports.

The format: https://docs.ankiweb.net/importing/text-files.html. Boards are part of the cards and need nothing from
elsewhere.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Card(NamedTuple):
    """Card; it keeps its name, so that importing a deck again updates it."""

    name: str
    front: str  # HTML, like the back
    back: str
    tags: str


def deck_text(title: str, cards: Iterable[Card]) -> str:
    """Return a deck: a card a line, under lines that tell Anki so."""
    head = ["#separator:tab", "#html:true", "#notetype:Basic", f"#deck:{title}", "#guid column:1", "#tags column:4"]
    return "\n".join([*head, *map("\t".join, cards)]) + "\n"
