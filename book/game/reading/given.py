"""What was given to be read: a text or an object, as tables of words, lists of moves and dictionaries of cells."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from oxobook.book.game.rules import Rules

Table = list[Any]
"""Words of the cells in reading order; or rows, each a list of words or a text of one sign a cell."""
LONGEST = 4_000
"""Largest number of characters of a text that is read; blanks in a row count as one."""
_RULE = r"(?=.*(?:[-=─━═]{2}|[+┼╋]))[-=─━═+┼╋╫|\s]*"
_NUMBERED = r"(\d+)\.+"
_RESULT = r"(?:1-0|0-1|1/2-1/2|\*)\s*$"
_WHOLE = r"([+-]?\d+)\.0*"
_TOKEN = r"""'[^']*'|"[^"]*"|[\[\](){}:]|[^\s,\[\](){}:'"]+"""
_QUOTES = "'\""
_ARRAY = r"(?s)(?:\w+\.)?(?:array|tensor)\((.*?)(?:,\s*dtype=[\w.' ]+)?\)"


class Given:
    """Text or object to be read for a game; ``labels`` is the kind of labels that was named, or None."""

    def __init__(self, value: object, rules: Rules, labels: str | None = None, first: str = "X") -> None:
        self.rules, self.labels, self.first = rules, labels, first
        self.value = value
        """Text, without blanks that say nothing, or object as it is."""
        if isinstance(value, str):
            self.value = re.sub(r"\s*\n\s*", "\n", re.sub(r"[^\S\n]+", " ", value.replace("\ufe0f", ""))).strip()
        self.text = self.value if isinstance(self.value, str) and len(self.value) <= LONGEST else ""
        """Text; empty if an object was given, or if it is too long."""

    @cached_property
    def structure(self) -> list[Any] | dict[str, str] | None:
        """Nested lists of words, or a dictionary of them; None for a text without brackets, and for other objects."""
        if not isinstance(self.value, str):
            return _structure(self.value)
        if not re.search(r"[\[({]", self.text):
            return None
        array = re.fullmatch(_ARRAY, self.text)
        return _structure(_literal(array[1] if array else self.text))

    @cached_property
    def boards(self) -> list[Table]:
        """Tables that may show a board."""
        if isinstance(self.structure, list):
            return [*_unwrapped(self.structure)]
        if not self.text or self.structure is not None:
            return []
        lines = re.split(r"[/\n]", re.sub("[│║┃]", "|", self.text))
        if any("|" in line for line in lines):
            return [[self._within_borders(line) for line in lines if not re.fullmatch(_RULE, line)]]
        apart = (
            [[_word(cell) for cell in re.split(by, line.strip())] for line in lines] for by in (r"\s*,\s*", r"[\s,;]+")
        )
        return [[[*row] for row in self.joined], *apart]

    @property
    def joined(self) -> list[str]:
        """Rows of a text whose cells are single characters, with or without blanks between them."""
        rows = re.split(r"\s*/\s*|\s+", str(self.value).lower())
        if self.rules.columns > 1 and all(len(cell) == 1 for cell in rows):
            rows = ["".join(row.split()) for row in re.split(r"[/\n]", str(self.value).lower())]
        return rows

    @cached_property
    def moves(self) -> list[list[str]]:
        """Lists of words that may be the moves of a game, a row and a column as ``row,column``."""
        if isinstance(self.structure, list):
            tables = [one for one in _unwrapped(self.structure) if all(isinstance(w, str) or len(w) == 2 for w in one)]
            found = [[word if isinstance(word, str) else ",".join(word) for word in one] for one in tables]
            found += [[",".join(one)] for one in found if len(one) == 2]  # which may be a row and a column
        elif not self.text or self.structure is not None:
            return []
        else:
            found = [*_words(self.text), *_words(_without_numbers(self.text))]
        return [list(one) for one in dict.fromkeys(map(tuple, found))]

    def _within_borders(self, line: str) -> list[str]:
        """Return the cells of a drawn row without what is left and right of its border."""
        row = [_word(cell) for cell in line.split("|")]
        extra, left, right = len(row) - self.rules.columns, not row[0], not row[-1]
        return row[left : len(row) - right] if left + right == extra else row


def _word(value: object) -> str:
    """Return a word as it is compared: in lower case, a whole number without its point, nothing for None."""
    if value is None:
        return ""
    if not isinstance(value, str):
        plain = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LONGEST
        return _word(str(value)) if plain else "?"
    word = value[:80].strip().lower()
    whole = re.fullmatch(_WHOLE, word)
    return str(int(whole[1])) if whole else word


def _structure(value: Any) -> list[Any] | dict[str, str] | None:
    """Return an object as lists of words, two deep, or as a dictionary of words; None for other objects."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(value, list | tuple | dict) or len(value) > LONGEST:
        return None
    if isinstance(value, dict):
        keys = (",".join(map(_word, key)) if isinstance(key, tuple) else _word(key) for key in value)
        return dict(zip(keys, map(_word, value.values()), strict=True))
    value = [one.tolist() if hasattr(one, "tolist") else one for one in value]
    return [[*map(_word, one[:LONGEST])] if isinstance(one, list | tuple) else _word(one) for one in value]


def _literal(text: str) -> object:
    """Return the lists or the dictionary of a text in brackets, with or without commas; None for others."""
    from ast import literal_eval  # a lookup of a board starts faster without

    brackets = {"[": "[", "(": "(", "{": "{", "]": "],", ")": "),", "}": "},", ":": ":"}
    tokens = re.findall(_TOKEN, text)
    source = "".join(brackets.get(one) or f"{(one[1:-1] if one[0] in _QUOTES else one)!r}," for one in tokens)
    try:
        found = literal_eval(f"({source})".replace(",:", ":"))
        return found[0] if len(found) == 1 and not isinstance(found[0], str) else found
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None


def _unwrapped(table: Table) -> Iterator[Table]:
    """Yield a table and, if it has a single row, that row."""
    yield table
    if len(table) == 1 and isinstance(table[0], list):
        yield table[0]


def _words(text: str) -> Iterator[list[str]]:
    """Yield the moves of a text: separated by blanks, commas or hyphens; with commas inside moves, by blanks."""
    if text:
        yield list(filter(None, re.split(r"[\s,;/]+|(?<=\w)-(?=\w)", text.lower())))
        if "," in text:
            yield text.lower().split()


def _without_numbers(text: str) -> str:
    """Return a game record without the numbers of its moves, as in ``1. b2 a1 2. c3``; empty if it has none."""
    numbers = [int(number) for number in re.findall(_NUMBERED, text)]
    ascending = numbers and numbers == [*range(1, len(numbers) + 1)]
    return re.sub(_NUMBERED, " ", re.sub(_RESULT, "", text)).strip() if ascending else ""
