"""Reader of positions and games: it takes what can be read in one legal way only. The registry is ``NOTATIONS``."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, NoReturn, TypeVar

from oxobook.book.errors import IllegalPosition, quoted
from oxobook.book.game.labels import LABELS, labels_of
from oxobook.book.game.notation import board_text, is_record, move_named
from oxobook.book.game.reading.boards import FREE, O_SIGNS, X_SIGNS, Stones, boards_shown, cells_in, cells_listed
from oxobook.book.game.reading.given import LONGEST, Given
from oxobook.book.game.reading.moves import moves_listed
from oxobook.book.game.rules import Cell, Mask, Rules

Game = TypeVar("Game", bound=Sequence[tuple[Rules, Mask, Mask]])


class Reading(NamedTuple):
    """One way to read what was given: a board or, if there are ``moves``, a game from the empty board."""

    labels: str = ""
    """Kind of labels that it takes; empty for a board without any."""
    stones: Stones = (0, 0)
    moves: tuple[Cell, ...] | None = None


NOTATIONS: dict[str, Callable[[Given], Iterator[Reading]]] = {
    "board": lambda given: (Reading("", stones) for stones in boards_shown(given)),
    "cells": lambda given: (Reading(kind, stones) for kind, stones in cells_listed(given)),
    "moves": lambda given: (Reading(kind, moves=moves) for kind, moves in moves_listed(given)),
}
"""Notations: functions that yield each way to read what was given, legal or not."""


def read(given: Given, make: Callable[[Reading], Game], last: bool = True) -> Game:
    """Return the one game that can be read; raises IllegalPosition if there is none, or more than one.

    ``make`` returns the positions of a reading and raises IllegalPosition if it is not legal. Games are the same if
    their last positions are, or all of them, without ``last``. A kind of labels that was named goes first.
    """
    found = [one for notation in NOTATIONS.values() for one in notation(given)]
    named = given.labels and [one for one in found if one.labels == given.labels]
    others = [one for one in found if one.labels in ("", "coordinates", "letters")] if given.labels else found
    refusal: IllegalPosition | None = None
    for readings in (named or [], others):
        games: dict[object, tuple[Reading, Game]] = {}
        for one in readings:
            try:
                game = make(one)
            except IllegalPosition as error:
                refusal = refusal or error
            else:
                games.setdefault(game[-1] if last else tuple(game), (one, game))
        if len(games) > 1:
            raise IllegalPosition(_ambiguous(given, [*games.values()]))
        for _, game in games.values():
            return game
    if refusal:
        raise refusal
    _refuse(given)


def _ambiguous(given: Given, games: "list[tuple[Reading, Game]]") -> str:
    """Return what to say if there are several readings: each with its position, and how to choose."""
    ways = []
    for reading, game in games:
        how = f"labels {reading.labels}" if reading.labels else "a board"
        ways.append(f"{board_text(*game[-1])} ({how})")
    return (
        f"{_short(given.value)} can be read as {', '.join(ways[:-1])} or {ways[-1]}: choose with --labels, or labels= "
        "in Python, or write the board so"
    )


def _refuse(given: Given) -> NoReturn:
    """Raise IllegalPosition for a text or an object that is neither a board nor moves in any notation."""
    rules, value, got = given.rules, given.value, f"got {_short(given.value)}"
    empty = board_text(rules, 0, 0)
    if not isinstance(value, str) or value.startswith(("[", "(", "{")) or "|" in value or len(value) > LONGEST:
        raise IllegalPosition(
            f"expected a board of {rules}, {rules.cells} cells such as {empty} or numbers (0 for a free cell, 1 for X, "
            f"2 or -1 for O), or moves; {got}"
        )
    if given.labels and re.search(r"\d", value):
        first = labels_of(given.labels, rules)[0]
        raise IllegalPosition(f"expected moves by labels {given.labels}, such as {first}; {got}")
    if is_record(value):
        for word in re.split(r"[\s,]+", value):
            move_named(word, rules)  # raises for the first that the board does not have
    if re.search(r"\d", value) and not re.search(r"[^\w\s,;.-]|[xo./_]", value.lower()):
        raise IllegalPosition(f"expected moves of {rules} by one of the labels {', '.join(LABELS)}; {got}")
    words, rows = cells_in(given.joined, rules), [len(row) for row in given.joined]
    if words:
        cell = next(cell for cell, word in enumerate(words) if word not in X_SIGNS | O_SIGNS | FREE)
        found = f"{words[cell]!r} at cell {cell + 1} of {_short(value)}"
        raise IllegalPosition(f"expected X, O and . for an empty cell; got {found}")
    size = "a board" if rules.board.holes else f"{rules.rows} rows of {rules.columns} cells"
    counted = f"{sum(rows)} cells" if sum(rows) != rules.cells else f"rows of {', '.join(map(str, rows))}"
    raise IllegalPosition(f"expected {size} for {rules}, such as {empty}; got {counted} in {_short(value)}")


def _short(value: object) -> str:
    """Return a value as one short line."""
    return quoted(value)
