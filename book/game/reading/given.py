"""Input to be read: a text or an object, as tables of signs, lists of words, and cells by sign."""

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any

from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.notation import HOLE
from oxobook.book.game.rules import Rules

LONGEST = 4_000
"""Largest number of characters of a text that is read; blanks in a row count as one."""
_SAME = {
    **dict.fromkeys("❌✖✕✗", "x"),
    **dict.fromkeys("⭕○◯", "o"),
    **dict.fromkeys(("none", "null", "nan"), ""),
}  # words for another
_PLAIN = (str, bytes, int, float, complex, list, tuple, dict, set, type(None))
"""Types of what is read as it is, and not by its text; so are arrays."""
_RULE = r"(?=.*(?:[-=─━═]{2}|[+┼╋]))[-=─━═+┼╋╫|\s]*"
_HEADERS = r"\s*(?:\[\w+\s+\"[^\"\n]*\"\]\s*)+"
_NUMBERED = r"(\d+)\.+(?=\s|[a-z])"
_RESULT = r"(?:\s(?:1-0|0-1)|(?:^|\s)(?:1/2-1/2|½-½|\*))\s*$"
_WHOLE = r"([+-]?(?:0|[1-9]\d*))(?:\.0*)?"
_TOKEN = r"""'[^']*'|"[^"]*"|[\[\](){}:]|[^\s,\[\](){}:'"]+"""
_QUOTES = "'\""
_ARRAY = r"(?s)(?:\w+\.)?(?:array|tensor)\((.*?)(?:,\s*dtype=[\w.' ]+)?\)"
_PAIR = r"[xo]?\d+,\d+"
_PAIRS = rf"{_PAIR}(?:(?:[\s;/]|,\s)+{_PAIR})*"
_SIDES = r"(?is)\s*([xo])\s*[:=]\s*([^:=]*?)[\s;,/|]*\b(?!\1)([xo])\s*[:=]\s*([^:=]*)"
_AXES = (
    [str(number) for number in range(65)],
    [str(number) for number in range(1, 65)],
    [*"abcdefghijklmnopqrstuvwxyz"],
)


class Given:
    """Text or object to be read for a game."""

    def __init__(self, value: object, rules: Rules) -> None:
        self.rules = rules
        if hasattr(value, "__array__") and not hasattr(value, "tolist"):
            value = value.__array__()  # a table or a column of another library
        plain = isinstance(value, _PLAIN) or hasattr(value, "tolist")
        if type(value).__str__ not in (object.__str__, BaseException.__str__) and not plain:
            value = str(value)  # a state of a library shows its board
        elif type(value) is int and abs(value) < 1 << 256:
            value = str(value)
        self.value = value
        """Text without headers of a game, or object as it is."""
        if isinstance(value, str):
            text = value.replace("\ufe0f", "")
            if len(text) > LONGEST:
                text = re.sub(r"\s*\n\s*", "\n", re.sub(r"[^\S\n]+", " ", text)).strip()
            self.value = re.sub(_HEADERS, "", text) if text.lstrip()[:1] == "[" else text
        self.text = self.value if isinstance(self.value, str) and len(self.value) <= LONGEST else ""
        """Text; empty if an object was given, or if it is too long."""

    @cached_property
    def empty(self) -> bool:
        """True for the empty game."""
        value = self.value.strip() if isinstance(self.value, str) else self.value
        return isinstance(value, str | list) and not value

    @cached_property
    def structure(self) -> Any:
        """Nested lists, or a dictionary by word; None for a text without brackets, and for other objects."""
        if not isinstance(self.value, str):
            return _listed(self.value)
        if not re.search(r"[\[({]", self.text):
            return None
        array = re.fullmatch(_ARRAY, self.text.strip())
        return _listed(_literal(array[1] if array else self.text))

    @cached_property
    def tables(self) -> list[list[str]]:
        """Words of the board's cells in reading order, in each way that the shape allows."""
        found = []
        for rows in self._grids():
            inside = rows if isinstance(self.structure, list) else self._inside(rows)
            plain = [[one for one in row if one != HOLE or not self.rules.board.holes] for row in inside]
            if [*map(len, plain)] in (self._widths, [self.rules.cells]):
                found.append([word for row in plain for word in row])
        return [*map(list, dict.fromkeys(map(tuple, found)))]

    @cached_property
    def planes(self) -> list[list[str]]:
        """Number of the plane that has each cell, of planes of 0 and 1: of three from 0, of two from 1, 0 for none.

        The shape says whether they come first or last; a flat list has them first. Raises IllegalPosition for both.
        """
        flat, cells = [*_flat(self.structure)] if isinstance(self.structure, list) else [], self.rules.cells
        count, shape, part = len(flat) // cells, tuple[int, ...](), self.structure
        if count not in (2, 3) or len(flat) % cells or not {*flat} <= {"0", "1"}:
            return []
        while isinstance(part, list) and part:
            shape, part = (*shape, *[len(part)] * (len(part) > 1)), part[0]
        boards = ((cells,), (self.rules.rows, self.rules.columns), (self.rules.rows,) * 3)
        apart = [[flat[cell::cells] for cell in range(cells)], [flat[cell * count :][:count] for cell in range(cells)]]
        found = [
            [str(one.index("1") + 3 - count if "1" in one else 0) for one in cells]
            for cells, rest in zip(apart, (shape[1:] or (cells,), shape[:-1]), strict=True)
            if rest in boards and all(one.count("1") in ((1,) if count == 3 else (0, 1)) for one in cells)
        ]
        if found[1:] and found[0] != found[1]:
            shapes = f"({count}, {cells}) or to ({cells}, {count})"
            raise IllegalPosition(f"{quoted(self.value)} may have its planes first or last: reshape it to {shapes}")
        return found[:1]

    @cached_property
    def sides(self) -> dict[str, list[str]] | None:
        """Words of the cells of each side, if they are told side by side; else None."""
        found = self.structure
        if found is None and (one := re.fullmatch(_SIDES, self.text)):
            found = {one[1].lower(): one[2], one[3].lower(): one[4]}
        if not isinstance(found, dict) or not found or not {*found} <= {"x", "o"}:
            return None
        lists = {side: Given(one, self.rules).words for side, one in found.items() if isinstance(one, str | list)}
        return {side: (words or [[]])[0] for side, words in lists.items()} if len(lists) == len(found) else None

    @cached_property
    def cells(self) -> dict[str, str] | None:
        """Sign of each cell by its word; None if no dictionary was given."""
        found = self.structure
        if not isinstance(found, dict) or self.sides or any(isinstance(one, list) for one in found.values()):
            return None
        return {word: plain_word(sign) for word, sign in found.items()}

    @cached_property
    def words(self) -> list[list[str]]:
        """Words that may be the moves of a game, a row and a column as ``row,column``; a pair may be two moves, too."""
        if self.empty:
            return [[]]
        if isinstance(table := self.structure, list):
            if [*map(type, table)] == [list] and len(table[0]) != 2:
                table = table[0]
            found = [plain_word(one) if not isinstance(one, list) else ",".join(map(plain_word, one)) for one in table]
            fits = all(not isinstance(one, list) or len(one) == 2 for one in table)
            return [found, *([[",".join(found)]] if len(found) == 2 and "," not in "".join(found) else [])] * fits
        if not self.text or self.structure is not None:
            return []
        text = _without_numbers(self.text.lower().strip())
        if self.paired:
            pairs = re.findall(_PAIR, text)
            return [pairs, *([text.split(",")] if len(pairs) == 1 else [])]
        found = [*filter(None, re.split(r"[\s,;/]+|(?<=\w)-(?=\w)", text))]
        return [found] if found or not text else []

    @cached_property
    def paired(self) -> bool:
        """True if all words are a row and a column, as in ``0,1 2,2``."""
        if isinstance(self.structure, list):
            return bool(self.structure) and all(isinstance(one, list) and len(one) == 2 for one in self.structure)
        return re.fullmatch(_PAIRS, self.text.lower().strip()) is not None

    @property
    def named(self) -> bool:
        """True for a list with words that are longer than a sign."""
        return any(isinstance(one, str) and one[:1].isalpha() and len(one) > 1 for one in self.structure or ())

    @property
    def fills(self) -> bool:
        """True if the words may be those of a game that fills the board."""
        lists = ([*words[0]] if len(words) == 1 else words for words in self.words)
        return any(len(one) == self.rules.cells and (self.rules.gravity or len({*one}) == len(one)) for one in lists)

    @property
    def _widths(self) -> list[int]:
        return [len(row) - row.count(None) for row in self.rules.board.table]

    def _grids(self) -> Iterator[list[list[str]]]:
        """Yield rows of words that may show a board."""
        rules, structure = self.rules, self.structure
        if isinstance(structure, list):
            rows = structure[0] if [*map(type, structure)] == [list] and len(structure) != rules.rows else structure
            if all(isinstance(one, str) and len(one) == rules.columns for one in rows) and rules.columns > 1:
                rows = [[*one] for one in rows]
            if rules.kind == "cube" and all(isinstance(one, list) and len(one) == rules.rows for one in rows):
                rows = [[*_flat([layer[row] for layer in rows])] for row in range(rules.rows)]
            if all(isinstance(one, list) for one in rows):
                yield [
                    [plain_word(one) for one in row] for row in rows if not any(isinstance(one, list) for one in row)
                ]
            elif not any(isinstance(one, list) for one in rows):
                yield [[*map(plain_word, rows)]]
        elif self.text and structure is None and not (self.paired and not re.search(r"[/\n]", self.text)):
            raw = self.text.strip("\n").splitlines() if "\n" in self.text else self.text.split("/")
            if [*map(len, raw)] in (self._widths, [rules.cells]) and " " in self.text:
                yield [[plain_word(sign) for sign in row] for row in raw]
            lines = re.split(r"\s*\n\s*|/", re.sub("[│║┃]", "|", self.text.strip().lower()))
            if any("|" in line for line in lines):
                yield [[*map(plain_word, line.split("|"))] for line in lines if not re.fullmatch(_RULE, line)]
                return
            yield [[*map(plain_word, row)] for row in self.joined]
            for by in (r"\s*,\s*", r"[\s,;]+"):
                yield [[*map(plain_word, re.split(by, line.strip()))] for line in lines]

    @property
    def joined(self) -> list[str]:
        """Rows of a text whose cells are single characters, with or without blanks between them."""
        rows = re.split(r"\s*/\s*|\s+", str(self.value).lower().strip())
        if self.rules.columns > 1 and all(len(cell) == 1 for cell in rows):
            rows = ["".join(row.split()) for row in re.split(r"[/\n]", str(self.value).lower().strip())]
        return rows

    def _inside(self, rows: list[list[str]]) -> list[list[str]]:
        """Return rows of words without borders, and without names of rows and columns around the board."""
        rules, given, names = self.rules, rows, list[str]()
        if len(rows) == rules.rows + 1:
            for axis in (0, -1):
                edge = [one for one in rows[axis] if one]
                if any(edge == axes[: rules.columns] for axes in _AXES):
                    rows, names = rows[1:] if axis == 0 else rows[:-1], [*names, edge[0]]
                    break
        if len(rows) != rules.rows:
            return given
        for place in (0, -1):
            edge = [row[place] if len(row) > rules.columns else "" for row in rows]
            if any(edge in (axes[: rules.rows], axes[: rules.rows][::-1]) for axes in _AXES):
                rows, names = [row[1:] if place == 0 else row[:-1] for row in rows], [*names, edge[0]]
        if len(names) == 1 and names[0].isdecimal() and any(one.isdecimal() for row in rows for one in row):
            return given  # they are cells as well
        for n, row in enumerate(rows):
            extra, left, right = len(row) - rules.columns, row[:1] == [""], row[-1:] == [""]
            if extra and left + right == extra:
                rows[n] = row[left : len(row) - right]
        return rows


def plain_word(value: object) -> str:
    """Return a word as it is compared: in lower case, a whole number without its point, nothing for None and nan.

    >>> plain_word(" X "), plain_word("-1.0"), plain_word(2.0), plain_word("⭕"), plain_word(None)
    ('x', '-1', '2', 'o', '')
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        plain = isinstance(value, int | float) and not isinstance(value, bool) and not abs(value) >= LONGEST
        return plain_word(str(value)) if plain else "?"
    return _plain_text(value[:80])


@lru_cache(1 << 12)
def _plain_text(text: str) -> str:
    word = text.strip().lower()
    whole = re.fullmatch(_WHOLE, word)
    return str(int(whole[1])) if whole else _SAME.get(word, word)


def _listed(value: Any, depth: int = 0) -> Any:
    """Return an object as lists, four deep, or as a dictionary by word; None for other objects."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, dict) and not depth and len(value) <= LONGEST:
        keys = (",".join(map(plain_word, key)) if isinstance(key, tuple) else plain_word(key) for key in value)
        return dict(zip(keys, (_listed(one, 1) for one in value.values()), strict=True))
    kinds = (list, tuple, set) if depth else (list, tuple)  # a set of moves has no order
    if isinstance(value, kinds) and len(value) <= LONGEST and depth < 4:
        return [_listed(one, depth + 1) for one in value]
    return (tuple(value) if isinstance(value, list) else value) if depth else None


def _flat(table: Any) -> Iterator[str]:
    """Yield the words of nested lists."""
    for one in table:
        if isinstance(one, list):
            yield from _flat(one)
        else:
            yield plain_word(one)


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


def _without_numbers(text: str) -> str:
    """Return a game without the numbers of its moves, as in ``1. b2 a1 2. c3``, and without its result."""
    text = re.sub(_RESULT, "", text).strip()
    numbers = [int(number) for number in re.findall(_NUMBERED, text)]
    ascending = numbers and numbers == [*range(1, len(numbers) + 1)]
    return re.sub(_NUMBERED, " ", text).strip() if ascending else text
