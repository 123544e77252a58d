"""Phrases: the words on maps and sheets, in a language.

A language is a JSON file with a text for each phrase; ``languages/en.json`` beside this module has them all. Names in
braces stand for what differs from picture to picture; a text may leave some of them out.
"""

import json
import re
from functools import cache
from importlib.resources import files

from oxobook.book.errors import quoted
from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.book.store.new_file import open_plain
from oxobook.viewer.diagrams.request import IllegalRequest
from oxobook.viewer.terminal.wording import game_named

LANGUAGES = ("en", "de")  # codes of the languages that come with oxobook

_PLAIN = r"[^{}\0-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"
"""Character that an SVG file can hold, and that stands for itself."""
_RESULT = {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSS: "lost"}


class Phrases:
    """Phrases of a language."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts

    def say(self, phrase: str, **values: object) -> str:
        """Return a phrase, with what its names in braces stand for."""
        return self._texts[phrase].format(**values)

    def by_result(self, phrase: str, own: Value, **values: object) -> str:
        """Return the phrase for a side that wins, draws or loses: ``{phrase} if won``, ``drawn`` or ``lost``."""
        return self.say(f"{phrase} if {_RESULT[own]}", **values)

    def title(self, side: str, rules: Rules, own: Value) -> str:
        """Return what a side with this value can be sure of: ``How X never loses at tic-tac-toe``."""
        return self.by_result("title", own, side=side, game=self.game(rules))

    def game(self, rules: Rules) -> str:
        """Return the game as a title says it."""
        return game_named(rules, self._texts["tic-tac-toe"])

    def headed(self, phrase: str, rules: Rules) -> str:
        """Return a phrase that names the game, as a title: it begins with a capital."""
        title = self.say(phrase, game=self.game(rules))
        return title[0].upper() + title[1:]

    def numbered(self, phrase: str, number: int, **values: object) -> str:
        """Return the phrase for a number, if it has one of its own, else that for all numbers."""
        own = f"{phrase} {number}"
        return self.say(own if own in self._texts else phrase, number=number, **values)


@cache
def phrases_in(language: str) -> Phrases:
    """Return the phrases of one of ``LANGUAGES``, or of a file. Raises IllegalRequest."""
    if language in LANGUAGES:
        return Phrases(language_texts(language))
    if not language.endswith(".json"):
        known = " or ".join(map(repr, LANGUAGES))
        raise IllegalRequest(f"expected language to be {known}, or a file that ends in .json; got {quoted(language)}")
    try:
        with open_plain(language) as file:
            texts = json.load(file)
    except OSError as error:
        raise IllegalRequest(f"cannot read the phrases in {quoted(language)}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise IllegalRequest(f"expected phrases as JSON in {quoted(language)}: {error}") from error
    _require_fitting(texts, language)
    return Phrases(texts)


def language_texts(language: str) -> dict[str, str]:
    """Return the texts of a language that comes with oxobook."""
    file = files("oxobook.viewer.diagrams").joinpath("languages", f"{language}.json")
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return texts


def _require_fitting(texts: object, language: str) -> None:
    """Raise IllegalRequest unless these are texts for all phrases, with no names in braces but the phrases' own."""
    expected = language_texts("en")
    given = texts if isinstance(texts, dict) else {}
    if wrong := sorted(given.keys() ^ expected.keys()):
        verb = "lacks" if wrong[0] in expected else "has"
        raise IllegalRequest(
            f"expected the phrases of viewer/diagrams/languages/en.json; {quoted(language)} {verb} {quoted(wrong[0])}"
        )
    for phrase, text in given.items():
        names = [f"{{{name}}}" for name in re.findall(r"{(\w+)}", expected[phrase])]
        if not isinstance(text, str) or not re.fullmatch(f"(?:{'|'.join([_PLAIN, *names])})*", text):
            raise IllegalRequest(
                f"expected {quoted(phrase)} in {quoted(language)} to be a text without control characters, with no "
                f"braces but {', '.join(names) or 'none'}; got {quoted(text)}"
            )
