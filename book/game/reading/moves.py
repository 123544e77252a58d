"""Moves: the labels that people list, in the order of play."""

import re
from collections.abc import Container, Iterator
from operator import index
from typing import Any

from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.labels import kinds_for, labels_of, lowest_free, moves_called
from oxobook.book.game.notation import move_named, move_names
from oxobook.book.game.reading.given import Given
from oxobook.book.game.rules import Cell, Mask, Rules

_SWAPPED = str.maketrans("xo", "ox")
_DIGITS = {"columns": False, "columns0": True}
"""Kinds of labels whose digits may run together, and whether a 0 among them says so."""


def move_read(given: object, rules: Rules, taken: Mask, labels: str | None = None) -> Cell:
    """Return the move that a text or an object names, legal or not; raises IllegalPosition if it names none, or two.

    Numbers count from 0: cells, or columns where stones fall, and a row with a column. A text is any label that names
    one move in all kinds of labels. With ``labels`` everything is of that kind, but a text may be a coordinate.
    """
    word, kinds = _labelled(given, rules)
    if not labels and isinstance(given, str) and (named := moves_called("coordinates", rules).get(word)):
        return named[0]
    if labels:
        kinds = (labels, "coordinates", "letters") if isinstance(given, str) else (labels,)
    elif kinds == ("index",):
        if not 0 <= int(word) < rules.move_bits:
            raise IllegalPosition(f"expected a cell from 0 to {rules.move_bits - 1}; got {word}")
        if not (rules.gravity and int(word) < rules.columns):
            return int(word)
        kinds = ("columns0",)
    fitting = {labels, *kinds_for(rules)}
    found = {kind: moves_called(kind, rules).get(word, ()) for kind in kinds if kind in fitting}
    moves = {kind: lowest_free(called, taken) for kind, called in found.items() if called}
    if labels or len({*moves.values()}) == 1:
        for move in moves.values():
            return move
    if moves:
        ways = [f"{move_names(rules)[move]} (labels {kind})" for kind, move in moves.items()]
        raise IllegalPosition(
            f"{quoted(given)} can be {', '.join(ways[:-1])} or {ways[-1]}: choose with --labels, or labels= in Python"
        )
    if labels:
        example = labels_of(labels, rules)[0]
        raise IllegalPosition(f"expected a move by labels {labels}, such as {example}; got {quoted(given)}")
    if isinstance(given, str):
        return move_named(given, rules)
    expected = f"a coordinate such as {move_names(rules)[0]}, a cell from 0, or a row and a column from 0"
    raise IllegalPosition(f"expected a move of {rules}: {expected}; got {quoted(given)}")


def _labelled(given: object, rules: Rules) -> tuple[str, tuple[str, ...]]:
    """Return the label that a text or an object may be, empty for other objects, and the kinds that it may be of."""
    if isinstance(given, str):
        return re.sub(r"[,\s]+", ",", given.strip("[]() \t\r\n").lower()), tuple(kinds_for(rules))
    value: Any = given.tolist() if hasattr(given, "tolist") else None if isinstance(given, bool) else given
    pair = isinstance(value, tuple | list) and len(value) == 2
    try:
        numbers = [str(index(word)) for word in (value if pair else [value])]
    except TypeError:
        return "", ()
    return ",".join(numbers), ("matrix0",) if pair else ("index",)


def moves_listed(given: Given) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Yield the moves of each list whose words are labels, by the kind of labels."""
    if given.moves == [[]]:
        yield "coordinates", ()
    kinds = dict.fromkeys((*kinds_for(given.rules), *filter(None, [given.labels]))) if given.moves else ()
    for kind in kinds:
        for words in filter(None, given.moves):
            apart = _apart(words, kind, given)
            moves = _moves(apart, kind, given)
            known = kind in ("coordinates", given.labels) or len(moves_called(kind, given.rules)) < given.rules.cells
            once = known or len({*moves}) == len(moves)  # numbers that come twice are no moves
            if once and len(moves) == len(apart):
                yield kind, moves


def moves_begun(given: Given) -> Iterator[tuple[tuple[Cell, ...], list[str]]]:
    """Yield the moves of each list up to the first word that is no label, and its words.

    Labels are those that were named, or else coordinates.
    """
    kind = given.labels or "coordinates"
    for words in filter(None, given.moves):
        apart = _apart(words, kind, given)
        yield _moves(apart, kind, given), apart


def _apart(words: list[str], kind: str, given: Given) -> list[str]:
    """Return the words, with letters or digits that run together taken apart, one for each column."""
    (word, *others), rules = words, given.rules
    if others or not rules.gravity or len(word) < 2:
        return words
    if kind == "letters":
        return [*word]
    digits = word.isdecimal() and rules.columns < 10 and kind in _DIGITS
    return [*word] if digits and (kind == given.labels or _DIGITS[kind] == ("0" in word)) else words


def _moves(words: list[str], kind: str, given: Given) -> tuple[Cell, ...]:
    """Return the moves with these names, up to a word that is none; where cells share one, the lowest that is free."""
    called = moves_called(kind, given.rules)
    moves: list[Cell] = []
    taken = 0
    for word in _unsigned(words, called, given):
        if word not in called:
            break
        moves.append(lowest_free(called[word], taken))
        taken |= 1 << moves[-1]
    return tuple(moves)


def _unsigned(words: list[str], called: Container[str], given: Given) -> list[str]:
    """Return the words with X for the side that began, and without signs that only say whose turn it is: ``x0 o1``."""
    if given.first == "O" and words[0][:1] in ("x", "o"):
        words = [word[:1].translate(_SWAPPED) + word[1:] for word in words]
    signs = given.rules.terms.signs
    if given.rules.either or not all(word[:1] == signs[ply % 2].lower() for ply, word in enumerate(words)):
        return words
    bare = [word[1:].lstrip(":=") for word in words]
    return words if words[0] in called and bare[0] not in called else bare
