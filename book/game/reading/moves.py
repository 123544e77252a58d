"""Moves: the words that people list, in the order of play, by the names of cells."""

import re
from collections.abc import Mapping
from operator import index
from typing import Any

from oxobook.book.errors import IllegalPosition, Unreadable, quoted
from oxobook.book.game.labels import kinds_for, labels_of, lowest_free, moves_called
from oxobook.book.game.notation import move_named, move_names
from oxobook.book.game.reading.given import LONGEST, Given, plain_word
from oxobook.book.game.reading.reading import Reading
from oxobook.book.game.rules import Cell, Mask, Rules

Names = Mapping[str, tuple[Cell, ...]]
_SWAPPED = str.maketrans("xo", "ox")


def names_by(reading: Reading, rules: Rules) -> Names:
    """Return the moves of each name by a reading; rows and columns of one digit may run together, as in ``22``."""
    names = moves_called(reading.cells, rules, reading.rows == "bottom")
    if reading.cells.startswith("matrix") and max(rules.rows, rules.columns) < 10 - ("0" not in reading.cells):
        names = {name.replace(",", ""): moves for name, moves in names.items()} | names
    return names


def default_kinds(rules: Rules) -> tuple[str, ...]:
    """Return the kinds of labels of words that come one at a time, if none is stated."""
    kinds = ("coordinates", "letters", "columns", "matrix0") if rules.gravity else ("coordinates", "index", "matrix0")
    return tuple(kind for kind in kinds if kind in kinds_for(rules))


def moves_listed(given: Given, reading: Reading, joined: bool = False) -> tuple[Cell, ...] | None:
    """Return the moves of a list of words, None if one of them names none; ``joined``: rows and columns may be."""
    rules = given.rules
    names = names_by(reading, rules) if joined else moves_called(reading.cells, rules, reading.rows == "bottom")
    for words in given.words:
        apart = [*words[0]] if len(words) == 1 and len(words[0]) > 1 and {*map(len, names)} == {1} else words
        for some in dict.fromkeys(map(tuple, (words, apart, _unsigned(words, rules)))):
            called = [names.get(word) or names.get(plain_word(word)) for word in _by_first(some, reading, rules)]
            if all(called):
                return _played([one for one in called if one])
    return None


def cells_named(words: list[str], reading: Reading, rules: Rules) -> list[Cell] | None:
    """Return the cells of words; None if one of them names none, or several."""
    names = labels_of(reading.cells, rules, reading.rows == "bottom")[: rules.cells]
    cell_of = {name.lower().removeprefix("x" * rules.either): cell for cell, name in enumerate(names)}
    known = len(cell_of) == rules.cells and {*words} <= {*cell_of} and len({*words}) == len(words)
    return [cell_of[word] for word in words] if known else None


def _played(called: list[tuple[Cell, ...]]) -> tuple[Cell, ...]:
    """Return the moves of names; where cells share one, the lowest that is free."""
    moves, taken = list[Cell](), 0
    for one in called:
        moves.append(lowest_free(one, taken))
        taken |= 1 << moves[-1]
    return tuple(moves)


def signed_first(words: list[str], rules: Rules) -> str:
    """Return the sign before the first word, if signs only say whose turn it is, as in ``x0 o1``; else nothing."""
    signs = [word[:1] for word in words]
    pairs = [rules.terms.signs, rules.terms.signs[::-1]]
    in_turn = any(signs == [pair[ply % 2].lower() for ply in range(len(signs))] for pair in pairs)
    return signs[0] if signs and in_turn and not rules.either else ""


def _unsigned(words: list[str], rules: Rules) -> list[str]:
    """Return the words without signs that only say whose turn it is, whoever began."""
    return [word[1:].lstrip(":= ") for word in words] if signed_first(words, rules) else words


def _by_first(words: tuple[str, ...], reading: Reading, rules: Rules) -> tuple[str, ...]:
    """Return the words with X for the side that began, where a side may set either sign."""
    if not rules.either or reading.first != "O":
        return words
    return tuple(word[:1].translate(_SWAPPED) + word[1:] for word in words)


def move_read(given: object, rules: Rules, taken: Mask, reading: Reading) -> Cell:
    """Return the move that a text or an object names, legal or not; raises Unreadable if it names none.

    By what is stated, but a text may be a coordinate. If nothing is, a text is a coordinate, a cell from 0 or, where
    stones fall, a column's letter or its number from 1; numbers are cells from 0, or columns where stones fall, and a
    row with a column, all from 0.
    """
    word, kinds = _labelled(given, rules, reading)
    by_number = kinds == ("index",) and not isinstance(given, str) and reading.rows != "bottom"
    if by_number and word.isdecimal() and int(word) < rules.move_bits:
        return int(word)
    for kind in kinds:
        names = names_by(reading._replace(cells=kind), rules)
        if called := names.get(word) or names.get(plain_word(word)):
            return lowest_free(called, taken)
    if reading.cells:
        example = labels_of(reading.cells, rules)[0]
        raise Unreadable(f"expected a move by labels {reading.cells}, such as {example}; got {quoted(given)}")
    if isinstance(given, str):
        try:
            return move_named(given, rules)
        except IllegalPosition as error:
            raise Unreadable(str(error)) from None
    if kinds == ("index",):
        raise Unreadable(f"expected a cell from 0 to {rules.move_bits - 1}; got {word}")
    expected = f"a coordinate such as {move_names(rules)[0]}, a cell from 0, or a row and a column from 0"
    raise Unreadable(f"expected a move of {rules}: {expected}; got {quoted(given)}")


def _labelled(given: object, rules: Rules, reading: Reading) -> tuple[str, tuple[str, ...]]:
    """Return the label that a text or an object may be, empty for other objects, and the kinds that it may be of."""
    own = (reading.cells,) if reading.cells else ()
    if isinstance(given, str):
        word = re.sub(r"^([xo])\s+(?=\S)" if rules.either else r"^()$", r"\1", given.strip("[]() \t\r\n").lower())
        fitting = tuple(kind for kind in ("coordinates", "letters") if kind in kinds_for(rules))
        return re.sub(r"[,\s]+", ",", word), (*own, *fitting) if own else default_kinds(rules)
    value: Any = given.tolist() if hasattr(given, "tolist") else given
    pair = isinstance(value, tuple | list) and len(value) == 2
    words: list[Any] = [None if isinstance(word, bool) else word for word in (value if pair else [value])]
    try:
        numbers = [index(word) for word in words]
    except TypeError:
        return "", ()
    if max(map(abs, numbers)) > LONGEST:  # Python refuses to write the longest ones out
        return "", ()
    column = rules.gravity and not pair and 0 <= numbers[0] < rules.columns
    return ",".join(map(str, numbers)), own or (("matrix0",) if pair else ("columns0",) if column else ("index",))
