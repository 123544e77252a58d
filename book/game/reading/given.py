"""What was given to be read: a text or an object, as tables of words, lists of moves and dictionaries of cells."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from oxobook.book.game.notation import HOLE
from oxobook.book.game.rules import Rules

Table = list[Any]
"""Words of the cells in reading order, or lists of them, a row each."""
LONGEST = 4_000
"""Largest number of characters of a text that is read; blanks in a row count as one."""
_ROW_SEPARATOR = re.compile(r"\s*/\s*|\s+")
_MOVE_SEPARATOR = re.compile(r"[\s,;/]+|(?<=\w)-(?=\w)")
_RULE = re.compile(r"(?=.*(?:[-=─━═]{2}|[+┼╋]))[-=─━═+┼╋╫|\s]*")
_NUMBERED = re.compile(r"(\d+)\.+")
_RESULT = re.compile(r"(?:1-0|0-1|1/2-1/2|\*)\s*$")
_WHOLE = re.compile(r"([+-]?\d+)\.0*")
_TOKEN = re.compile(r"""'[^']*'|"[^"]*"|[\[\](){}:]|[^\s,\[\](){}:'"]+""")
_ARRAY = re.compile(r"(?:\w+\.)?(?:array|tensor)\((.*?)(?:,\s*dtype=[\w.' ]+)?\)", re.DOTALL)
_CLOSING = {"]": "[", ")": "(", "}": "{"}


class Given:
    """Text or object to be read for a game; ``labels`` is the kind of labels that was named, or None."""

    def __init__(self, value: object, rules: Rules, labels: str | None = None, first: str = "X") -> None:
        self.rules, self.labels, self.first = rules, labels, first
        self.value = value
        """Text, without blanks that say nothing, or object as it is."""
        self.text = ""
        """Text; empty if an object was given, or if it is too long."""
        if isinstance(value, str):
            self.value = re.sub(r"\s*\n\s*", "\n", re.sub(r"[^\S\n]+", " ", value.replace("\ufe0f", ""))).strip()
            self.text = self.value if len(self.value) <= LONGEST else ""

    @cached_property
    def structure(self) -> list[Any] | dict[str, str] | None:
        """Nested lists of words, or a dictionary of them; None for a text without brackets, and for other objects."""
        if not isinstance(self.value, str):
            return _structure(self.value)
        if not re.search(r"[\[({]", self.text):
            return None
        array = _ARRAY.fullmatch(self.text)
        return _scanned(array[1] if array else self.text)

    @cached_property
    def cells(self) -> dict[str, str]:
        """Signs of cells by their labels, from a dictionary; else empty."""
        return self.structure if isinstance(self.structure, dict) else {}

    @cached_property
    def boards(self) -> list[Table]:
        """Tables that may show a board."""
        if isinstance(self.structure, list):
            return [*_unwrapped(self.structure), *self._rows_of_signs(self.structure)]
        if not self.text or self.structure is not None:
            return []
        lines = re.split(r"[/\n]", re.sub("[│║┃]", "|", self.text))
        if "|" in self.text or "│" in self.text:
            rows = [line.split("|") for line in lines if not _RULE.fullmatch(line)]
            return [[[_word(cell) for cell in self._within_borders(row)] for row in rows]]
        tables = [self.joined]
        for separator in (r"\s*,\s*", r"[\s,;]+"):
            rows = [[_word(cell) for cell in re.split(separator, line.strip())] for line in lines]
            tables.append(rows if len(rows) > 1 else rows[0])
        return tables

    @property
    def joined(self) -> Table:
        """Table of a text whose cells are single characters, with or without blanks between them."""
        rows = _ROW_SEPARATOR.split(str(self.value))
        if self.rules.columns > 1 and all(len(cell) == 1 for cell in rows):
            rows = ["".join(row.split()) for row in re.split(r"[/\n]", str(self.value))]
        if self.rules.board.holes:
            rows = [row.replace(HOLE, "") for row in rows]
        return [list(row.lower()) for row in rows] if len(rows) > 1 else list(rows[0].lower())

    @cached_property
    def moves(self) -> list[list[str]]:
        """Lists of words that may be the moves of a game, a row and a column as ``row,column``."""
        if isinstance(self.structure, list):
            tables = [one for one in _unwrapped(self.structure) if all(map(_is_move, one))]
            found = [[word if isinstance(word, str) else ",".join(word) for word in one] for one in tables]
            found += [[",".join(one)] for one in found if len(one) == 2]  # which may be a row and a column
        elif not self.text or self.structure is not None:
            return []
        else:
            found = [*_words(self.text), *_words(_without_numbers(self.text))]
        return [list(one) for one in dict.fromkeys(map(tuple, found))]

    def _within_borders(self, row: list[str]) -> list[str]:
        """Return the cells of a drawn row without what is left and right of its border."""
        extra = len(row) - self.rules.columns
        left, right = not row[0].strip(), not row[-1].strip()
        if extra == 2 and left and right:
            return row[1:-1]
        return row[left : len(row) - right] if extra == 1 and left != right else row

    def _rows_of_signs(self, rows: list[Any]) -> Iterator[Table]:
        """Yield the table of a list of rows that are texts, such as ``["X..", ".O.", "..."]``."""
        for one in _unwrapped(rows):
            if all(isinstance(row, str) and len(row) > 1 for row in one):
                yield [[*row.replace(HOLE, "")] if self.rules.board.holes else [*row] for row in one]


def _word(value: object) -> str:
    """Return a word as it is compared: in lower case, a whole number without its point, nothing for None."""
    if value is None:
        return ""
    if not isinstance(value, str):
        plain = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LONGEST
        return _word(str(value)) if plain else "?"
    word = value[:80].strip().lower()
    whole = _WHOLE.fullmatch(word)
    return str(int(whole[1])) if whole else word


def _structure(value: Any) -> list[Any] | dict[str, str] | None:
    """Return an object as nested lists of words, two deep, or as a dictionary of words; None for other objects."""
    if isinstance(value, dict) and len(value) <= LONGEST:
        return {",".join(_words_of(key)) if isinstance(key, tuple) else _word(key): _word(one)
                for key, one in value.items()}  # fmt: skip
    value = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(value, list | tuple) or len(value) > LONGEST:
        return None
    value = [one.tolist() if hasattr(one, "tolist") else one for one in value]
    return [_words_of(one) if isinstance(one, list | tuple) else _word(one) for one in value]


def _words_of(values: "list[object] | tuple[object, ...]") -> list[str]:
    return [_word(one) for one in values[:LONGEST]]


def _unwrapped(table: Table) -> Iterator[Table]:
    """Yield a table and, if it has a single row, that row."""
    yield table
    if len(table) == 1 and isinstance(table[0], list):
        yield table[0]


def _is_move(word: str | list[str]) -> bool:
    return isinstance(word, str) or len(word) == 2


def _words(text: str) -> Iterator[list[str]]:
    """Yield the moves of a text: separated by blanks, commas or hyphens; with commas inside moves, by blanks."""
    if text:
        yield list(filter(None, _MOVE_SEPARATOR.split(text.lower())))
        if "," in text:
            yield text.lower().split()


def _without_numbers(text: str) -> str:
    """Return a game record without the numbers of its moves, as in ``1. b2 a1 2. c3``; empty if it has none."""
    numbers = [int(number) for number in _NUMBERED.findall(text)]
    if not numbers or numbers != [*range(1, len(numbers) + 1)]:
        return ""
    return _NUMBERED.sub(" ", _RESULT.sub("", text)).strip()


def _scanned(text: str) -> list[Any] | dict[str, str] | None:
    """Return the nested lists, or the dictionary, of a text in brackets, with or without commas; None if it is none."""
    levels: list[list[Any]] = [[]]
    brackets: list[str] = []
    for token in _TOKEN.findall(text):
        if token in _CLOSING.values():
            brackets.append(token)
            levels.append([])
        elif token in _CLOSING:
            if not brackets or brackets.pop() != _CLOSING[token]:
                return None
            inner: Any = levels.pop()
            levels[-1].append(_pairs(inner) if token == "}" else inner)
        else:
            levels[-1].append(token if token == ":" else _word(token[1:-1] if token[0] in "'\"" else token))
    if brackets:
        return None
    found = levels[0][0] if len(levels[0]) == 1 else levels[0]
    if isinstance(found, dict):
        return found
    words = [word for one in found for word in (one if isinstance(one, list) else [one])]
    return found if all(isinstance(word, str) and word != ":" for word in words) and isinstance(found, list) else None


def _pairs(items: list[Any]) -> dict[str, str]:
    """Return the dictionary of the items between braces; empty if they are not keys, colons and values in turn."""
    keys, colons, values = items[::3], items[1::3], items[2::3]
    if len(items) % 3 or {*map(str, colons)} != {":"} or not all(isinstance(one, str) for one in values):
        return {}
    return {",".join(key) if isinstance(key, list) else key: value for key, value in zip(keys, values, strict=True)}
