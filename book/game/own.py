"""Boards of one's own, from a JSON file that says which cells there are and which sets of them win.

The fields: ``name``; ``board``, its rows from the top, with ``.`` for a cell and ``#`` for a hole; then one of
``lines`` (lists of coordinates), ``k`` (for straight lines of k cells), or ``shape``: the rows of a polyomino that wins
in any orientation, with ``#`` for its cells. Optional are ``names``, the coordinates or numbers of the cells in reading
order, and ``symmetry``: false to use the identity alone. The *definition* is the same JSON in one line.

The symmetries are the permutations of the cells that take lines to lines, and stacks to stacks where stones fall (see
``book.game.automorphisms``), in lexicographic order. If there are more than 255, cells are fixed, the first one first,
until there are not.
"""

import json
import re
from functools import cached_property, lru_cache
from typing import Any

from oxobook.book.errors import IllegalRules, quoted
from oxobook.book.game.animals import forms_of
from oxobook.book.game.automorphisms import automorphisms
from oxobook.book.game.board import Board, Form, Mask, Permutation, Place
from oxobook.book.game.conventions import CONVENTIONS
from oxobook.book.plain_file import open_plain

MOST_SYMMETRIES = 255
"""Largest number of symmetries of a board: as many as a book's rows can count."""
MOST_TEXT = 10_000
"""Characters of the longest definition."""
_FIELDS = {"name", "board", "lines", "k", "shape", "names", "symmetry"}
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""Names of boards; those in ``book.game.rules.NAMES`` are made likewise."""
_COORDINATE = re.compile(r"[a-z]{1,2}[1-9][0-9]?|[1-9][0-9]?")


def read_definition(path: str) -> str:
    """Return the definition in a file; raises IllegalRules."""
    try:
        with open_plain(path) as file:
            text = file.read(4 * MOST_TEXT + 1).decode("utf-8-sig")[: MOST_TEXT + 1]
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise IllegalRules(f"cannot read the board {quoted(path)}: {why}") from error
    return in_one_line(text)


def in_one_line(definition: str) -> str:
    """Return the same definition as files have it: without blanks, and its fields sorted. Raises IllegalRules."""
    return json.dumps(parsed(definition), separators=(",", ":"), sort_keys=True)


@lru_cache(maxsize=16)
def parsed(text: str) -> dict[str, Any]:
    """Return the fields of a definition, checked one by one; raises IllegalRules."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise IllegalRules(f"expected a board as JSON; {error}") from error
    if len(text) > MOST_TEXT or not isinstance(fields, dict) or not _FIELDS >= {*fields} >= {"name", "board"}:
        raise IllegalRules(
            f"expected a board as a JSON object of at most {MOST_TEXT:,} characters with the fields name and board, "
            f"one of lines, k and shape, and perhaps names and symmetry; got {quoted(text)}"
        )
    _require(isinstance(fields["name"], str) and len(fields["name"]) <= 40, "name", "a short text", fields)
    _require(NAME.fullmatch(fields["name"]), "name", "small letters, digits and hyphens, a letter first", fields)
    before, _, last = fields["name"].rpartition("-")
    _require(not before or last not in ("misere", "gravity", *CONVENTIONS), "name", "no -misere or such word", fields)
    drawn = _is_drawn(fields["board"], ".")
    _require(drawn, "board", "a list of equally long rows, . for a cell, # for a hole", fields)
    (wins, *others) = [name for name in ("lines", "k", "shape") if name in fields] or [""]
    if not wins or others:
        raise IllegalRules("expected one of the fields lines, k and shape in the definition of a board")
    if wins == "k":
        _require(type(fields["k"]) is int and 0 < fields["k"] < 1000, "k", "a number of cells", fields)
    elif wins == "shape":
        _require(_is_drawn(fields["shape"], "#"), "shape", "a list of equally long rows, # for a cell, . else", fields)
    else:
        texts = isinstance(fields["lines"], list) and all(map(_is_texts, fields["lines"])) and fields["lines"]
        _require(texts, "lines", "lists of coordinates", fields)
    names, cells = fields.get("names", ["a1"]), "".join(fields["board"]).count(".")
    distinct = _is_texts(names) and len({*names}) == len(names) == (cells if "names" in fields else 1)
    fitting = distinct and all(map(_COORDINATE.fullmatch, names))
    _require(fitting, "names", "a coordinate such as a1, or a number, for each cell", fields)
    _require(fields.get("symmetry") in (None, False), "symmetry", "false, or no such field", fields)
    return fields


def _require(holds: object, name: str, expected: str, fields: dict[str, Any]) -> None:
    if not holds:
        shown = quoted(json.dumps(fields[name]))
        raise IllegalRules(f"expected {expected} as the field {name!r} of a board; got {shown}")


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


def _is_drawn(rows: object, needed: str) -> bool:
    """Return whether rows have one length, only the two signs, and one of them at least once."""
    if not isinstance(rows, list) or not _is_texts(rows) or len({*map(len, rows)}) > 1:
        return False
    return needed in "".join(rows) and not {*"".join(rows)} - {".", "#"}


class Own(Board):
    """Board of a definition."""

    def __init__(self, definition: str, gravity: bool) -> None:
        fields = self._fields = parsed(definition)
        rows = fields["board"]
        holes = {(row, column) for row, signs in enumerate(rows) for column, sign in enumerate(signs) if sign == "#"}
        super().__init__(len(rows), len(rows[0]), fields.get("k", 0), gravity, frozenset[Place](holes))
        self.title = fields["name"]
        if "names" in fields:
            self.names = tuple(fields["names"])

    @property
    def forms(self) -> list[Form]:
        return forms_of(self._fields["shape"]) if "shape" in self._fields else super().forms

    @cached_property
    def lines(self) -> tuple[Mask, ...]:
        """Lines as the definition lists or describes them."""
        if "lines" not in self._fields:
            return super().lines
        cell_of = {name: cell for cell, name in enumerate(self.names)}
        for line in self._fields["lines"]:
            if unknown := {*line} - {*cell_of}:
                raise IllegalRules(
                    f"expected lines of the board's cells, such as {self.names[0]}; got {min(unknown)!r}"
                )
        return tuple(sorted({sum({1 << cell_of[name] for name in line}) for line in self._fields["lines"]}))

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """Symmetries that are found, in lexicographic order."""
        if "symmetry" in self._fields:
            return (tuple(range(self.cells)),)
        return automorphisms(self.cells, self.lines, self.stacks, MOST_SYMMETRIES)
