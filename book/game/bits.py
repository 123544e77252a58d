"""Bits of stones and lines: each fact once, for one board and for many.

Stones are a mask, as a Python integer or as a NumPy array of masks, of any integer type that holds the board; a
function returns the same for each of them. Lines are masks as Python integers.
"""

from collections.abc import Iterable
from typing import Any

from oxobook.book.game.board import Mask


def has_line(lines: Iterable[Mask], stones: Any) -> Any:
    """Return whether stones complete a line.

    >>> has_line([0b11, 0b110], 0b110), has_line([0b11, 0b110], 0b101)
    (True, False)
    """
    if isinstance(stones, int):
        for line in lines:  # noqa: SIM110  a generator takes three times as long, and games ask after each move
            if stones & line == line:
                return True
        return False
    found = stones != stones
    for line in lines:
        found |= stones & line == line
    return found


def gaps(lines: Iterable[Mask], stones: Any) -> Any:
    """Return the cells, free or not, at which one more stone completes a line.

    >>> bin(gaps([0b111, 0b11100], 0b01110))
    '0b10001'
    """
    found = stones & 0
    if isinstance(stones, int):
        for line in lines:
            missing = line & ~stones
            if not missing & missing - 1:
                found |= missing
        return found
    for line in lines:
        missing = line & ~stones
        found |= missing * (missing & missing - 1 == 0)
    return found


def shared_cells(lines: Iterable[Mask], stones: Any) -> Any:
    """Return the cells that all completed lines share; all bits, as in -1, if none is complete.

    >>> shared_cells([0b11, 0b110], 0b111), shared_cells([0b11, 0b110], 0b101)
    (2, -1)
    """
    shared = ~(stones & 0)
    if isinstance(stones, int):
        for line in lines:
            if stones & line == line:
                shared &= line
        return shared
    for line in lines:
        shared ^= (stones & line == line) * (shared ^ shared & line)
    return shared


def one_ending(lines: Iterable[Mask], last: Any, other: Any) -> Any:
    """Return whether one stone of the last mover's completes all of its lines, and the other side has none.

    Then the stones can have come in some order of play, if any order will do.
    """
    return (shared_cells(lines, last) != 0) & (has_line(lines, other) ^ True)
