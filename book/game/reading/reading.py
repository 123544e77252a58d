"""Reading: how an input says positions and moves, as one value with one text.

>>> str(Reading.parse("columns0 first=either")), str(Reading.parse("mine=1 theirs=-1"))
('columns0 first=either', 'mine=1 theirs=-1')
"""

from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple

from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.labels import LABELS
from oxobook.book.game.reading.given import plain_word

NAMED, COUNTED = "names", "count"
"""Signs of free cells that show their name, and of those that are numbered in order."""
_SIGNS = (".", "", "-", "_", "b", "·", "⬜", "⬛", "□", "0", NAMED, COUNTED)  # of free cells beside X and O
_KEYS = ("free", "x", "o", "mine", "theirs")
_CHOICES = {"rows": ("top", "bottom"), "first": ("x", "o", "either")}
_SIDES = {"x": "X", "o": "O"}
_EXAMPLE = "columns0, free=-1 x=0 o=1, mine=1 theirs=-1, rows=bottom or first=either"


class Code(NamedTuple):
    """Signs of a board; ``mine`` if ``x`` and ``o`` are the stones of the side to move and of the other."""

    free: str | None = "."
    """Sign of a free cell; None for any usual one."""
    x: str = "x"
    o: str = "o"
    mine: bool = False

    def __str__(self) -> str:
        names = ("mine", "theirs") if self.mine else ("x", "o")
        free = [] if self.free is None else [f"free={self.free}"]
        return " ".join([*free, f"{names[0]}={self.x}", f"{names[1]}={self.o}"])

    def whole(self) -> "list[Code]":
        """Return the code with each usual sign of a free cell, if it has none."""
        return [self] if self.free is not None else [self._replace(free=one) for one in _SIGNS]


class Reading(NamedTuple):
    """Way to read an input; what is empty is inferred from the whole of it."""

    cells: str = ""
    """Kind of labels, one of ``LABELS``."""
    code: Code | None = None
    rows: str = ""
    """Row that comes first, ``top`` or ``bottom``."""
    first: str = ""
    """Side that began, ``X``, ``O`` or ``either``: then the stones say it, and X began if both have as many."""

    @classmethod
    def parse(cls, text: "str | Reading | None") -> "Reading":
        """Return the reading of a text: names of cells, signs, rows and first, in any order, separated by blanks."""
        if isinstance(text, str):
            return _parsed(text)
        if text is not None and not isinstance(text, Reading):
            raise IllegalPosition(f"expected a reading, such as {_EXAMPLE}; got {quoted(text)}")
        return text or cls()

    @property
    def words(self) -> str:
        """Names of cells in words; empty for coordinates and letters."""
        kind = self.cells.rstrip("0")
        if kind in ("columns", "matrix"):
            return f"{'columns' if kind == 'columns' else 'row,column'} from {int(kind == self.cells)}"
        return {"reading": "cells from 1", "index": "cells from 0", "keypad": "digits of a keypad"}.get(kind, "")

    def __str__(self) -> str:
        code = "" if self.code in (None, OWN) else str(self.code)
        others = (f"{name}={value}" for name, value in (("rows", self.rows), ("first", self.first)) if value)
        return " ".join(filter(None, (self.cells, code, *others)))


@lru_cache(maxsize=256)
def _parsed(text: str) -> Reading:
    """Return the reading of a text; raises IllegalPosition."""
    found, signs = dict[str, Any](), dict[str, str]()
    for word in text.split():
        key, equals, value = word.lower().partition("=")
        if not equals and key in LABELS and "cells" not in found:
            found["cells"] = key
        elif value in _CHOICES.get(key, ()):
            found[key] = _SIDES.get(value, value)
        elif equals and key in _KEYS and key not in signs:
            signs[key] = plain_word(value)
        else:
            raise IllegalPosition(
                f"expected a reading: labels, one of {', '.join(LABELS)}, or {_EXAMPLE}; got {quoted(word)}"
            )
    free, pairs = signs.pop("free", None), ({"x", "o"}, {"mine", "theirs"})
    if {*signs} not in (set(), *pairs) or len({free, *signs.values()}) <= len(signs) > 0:
        raise IllegalPosition(
            f"expected two signs of stones and another for free cells, {_EXAMPLE}; got {quoted(text)}"
        )
    if signs or free is not None:
        names = ("mine", "theirs") if "mine" in signs else ("x", "o")
        x, o = (signs.get(name, sign) for name, sign in zip(names, "xo", strict=True))
        found["code"] = Code(free, x, o, "mine" in signs)
    return Reading(**found)


def stated(reading: str | Reading | None, labels: str | None = None, first: str | None = None) -> Reading:
    """Return a reading with the short words for two of its parts; raises IllegalPosition."""
    found = Reading.parse(reading)
    if not isinstance(labels, str | None) or (labels and labels not in LABELS):
        raise IllegalPosition(f"expected labels, one of {', '.join(LABELS)}; got {quoted(labels)}")
    if labels and found.cells not in ("", labels):
        raise IllegalPosition(f"expected one kind of labels; got {found.cells} and {labels}: leave one of them out")
    if labels:
        found = found._replace(cells=labels)
    if not isinstance(first, str | None):
        raise IllegalPosition(f"expected X, O or either as the side that began; got {quoted(first)}")
    if first and first != "X":
        found = found._replace(first=Reading.parse(f"first={first}").first)
    return found


OWN = Code()
"""Code of boards as oxobook writes them."""
SIGNS = [OWN._replace(free=one) for one in _SIGNS]
"""Codes of boards with X and O, in the order in which they are tried."""
USUAL = [Code("0", "1", "2"), Code("0", "1", "-1")]
"""Codes of numbers that are meant if several are possible."""
_ORDERS = [signs for numbers in (("0", "1", "2"), ("0", "1", "-1")) for signs in permutations(numbers)]
NUMBERS = [*dict.fromkeys([*USUAL, *(Code(free, x, o, mine) for mine in (False, True) for free, x, o in _ORDERS)])]
"""Codes of numbers, in the order in which they are tried."""
