"""Small strategy found greedily, ply by ply, in one pass.

If an integer program would have millions of variables, it is the only way to any strategy at all.
"""

import numpy as np
from numpy.typing import NDArray

from oxobook.book.book import Book
from oxobook.book.deadline import Deadline
from oxobook.book.game.rules import Cell, Key
from oxobook.book.game.symmetry_arrays import Keys
from oxobook.book.progress import Tell
from oxobook.generator.expansion import distinct
from oxobook.generator.strategies.choices import (
    AT_ONCE,
    Choices,
    Indices,
    choices_of,
    first_keys,
    good_moves,
    reflexes_of,
)

_ONE_TO_REMEMBER = np.int64(1) << 20
"""Weight of a costly position; one without cost weighs 1, so that of equal costs fewer positions win."""


def greedy_moves(book: Book, side: str, by_reflex: bool, fast: bool, deadline: Deadline, tell: Tell) -> dict[Key, Cell]:
    """Return the strategy that plays in each position the move that adds the least cost to the next ply.

    Positions without a choice come first, as what they add is certain, and then the others by ascending key.
    ``by_reflex``: where a reflex decides, only its moves are tried, and the position costs nothing. Raises OutOfTime.
    """
    rules = book.rules
    what = f"{side}'s strategy of {rules}"
    moves: dict[Key, Cell] = {}
    layer = first_keys(rules, side)
    while len(layer):
        parts = []
        for start in range(0, len(layer), AT_ONCE):
            deadline.require(what)
            tell("moves", len(moves) + start)
            keys = layer[start : start + AT_ONCE]
            parts.append(choices_of(rules, keys, allowed_moves(book, keys, by_reflex, fast)))
        following = distinct(np.concatenate([part.after for part in parts]))
        weights = np.full(len(following), _ONE_TO_REMEMBER)
        if by_reflex:
            weights[reflexes_of(rules, following) != 0] = 1
        met = np.zeros(len(following), dtype=np.bool_)
        places = [np.searchsorted(following, part.after) for part in parts]
        for part, after in zip(parts, places, strict=True):
            _take_what_must_be(part, after, weights, met)
        for part, after in zip(parts, places, strict=True):
            deadline.require(what)
            chosen = _choose(part, after, weights, met)
            moves.update(zip(part.keys.tolist(), part.cells[chosen].tolist(), strict=True))
        layer = following[met]
    return moves


def allowed_moves(book: Book, keys: Keys, by_reflex: bool, fast: bool) -> Keys:
    """Return the moves to choose from as masks: safe or best ones, only a reflex's own if one decides."""
    good = good_moves(book, keys, fast)
    if not by_reflex:
        return good
    reflexes = reflexes_of(book.rules, keys)
    return np.where(reflexes != 0, good & reflexes, good)


def _take_what_must_be(part: Choices, after: Indices, weights: Indices, met: NDArray[np.bool_]) -> None:
    """Mark as met whatever positions with a single move lead to; it adds no cost from now on."""
    alone = np.diff(part.first) == 1
    taken = np.zeros(len(part.cells), dtype=np.bool_)
    taken[part.first[:-1][alone]] = True
    certain = after[np.repeat(taken, np.diff(part.start))]
    weights[certain], met[certain] = 0, True


def _choose(part: Choices, after: Indices, weights: Indices, met: NDArray[np.bool_]) -> Indices:
    """Return the move of each position that adds least: cost, then positions, then the fewest positions after it."""
    chosen = part.first[:-1].copy()
    sizes = np.diff(part.start)
    least = np.minimum.reduceat(sizes, part.first[:-1]).tolist()
    first, start = part.first.tolist(), part.start.tolist()
    for number in np.flatnonzero(np.diff(part.first) > 1).tolist():
        begin, end = first[number], first[number + 1]
        lengths = sizes[begin:end]
        if not least[number]:  # a move that ends the game, or leaves no reply that goes on
            chosen[number] = begin + int(lengths.argmin())
            continue
        low = start[begin]
        added = np.add.reduceat(weights[after[low : start[end]]], part.start[begin:end] - low)
        best = begin + int((added << 10 | lengths).argmin())
        chosen[number] = best
        reached = after[start[best] : start[best + 1]]
        weights[reached], met[reached] = 0, True
    return chosen
