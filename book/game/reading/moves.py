"""Moves: the labels that people list, in the order of play."""

from collections.abc import Container, Iterator

from oxobook.book.game.reading.given import Given
from oxobook.book.game.reading.labels import kinds_for, lowest_free, moves_called
from oxobook.book.game.rules import Cell

_SWAPPED = str.maketrans("xo", "ox")
_DIGITS = {"columns": False, "columns0": True}
"""Kinds of labels whose digits may run together, and whether a 0 among them says so."""


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
            if len(moves) == len(apart) and (
                known or len({*moves}) == len(moves)
            ):  # numbers that come twice are no moves
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
