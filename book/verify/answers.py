"""Answers worked out from those of the positions after a move, by the words of FORMAT.md."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.verify.geometry import Flags, Geometry, Ints, Scores
from oxobook.book.verify.scores import ScoreReader
from oxobook.book.verify.walk import NO_MOVE, Layer, Part, layer_of


class Answers(NamedTuple):
    """Answers of p positions; arrays of shape (p,)."""

    keys: Ints
    scores: Scores
    best: Ints
    safe: Ints
    pick: Ints
    """Cell; -1 if the game is over."""
    shares: NDArray[np.float32]
    """Share of the moves that is safe, 0 if the game is over; equal fractions are equal floats."""

    def taken(self, places: NDArray[np.intp] | Flags) -> "Answers":
        """Return some of the answers."""
        columns: Any = (column[places] for column in self)
        return Answers(*columns)

    def remoteness(self, cells: int) -> Ints:
        """Return the number of plies until each game ends; a draw ends when the board is full."""
        ends = np.where(self.scores == 0, cells, cells + 1 - np.abs(self.scores))
        left: Ints = ends.astype(np.int64) - np.bitwise_count(self.keys).astype(np.int64)
        return left


def joined(several: Iterable[Answers]) -> Answers:
    """Return all of some answers together; there must be one at least."""
    return Answers(*map(np.concatenate, zip(*several, strict=True)))


def answers_of(geometry: Geometry, layer: Layer, after: Scores, shares: NDArray[np.float32]) -> Answers:
    """Return the answers of a layer, given the scores and shares of its children."""
    size, final = len(layer.keys), geometry.final_scores(layer.ply, layer.lines)
    scores, found = layer.best_scores(final, after), np.zeros((2, size), geometry.dtype)
    pick, share = np.full(size, -1, np.int64), np.zeros(size, np.float32)
    for span, cells, places in layer.parts:
        there = places != NO_MOVE
        if not there.any():
            continue
        worth, stones = -after[places], geometry.bits(cells.clip(min=0))
        is_best = there & (worth == scores[span])
        is_safe = there & (np.sign(worth) == np.sign(scores[span]))
        for mask, chosen in zip(found, (is_best, is_safe), strict=True):
            mask[span] = np.bitwise_or.reduce(np.where(chosen, stones, 0), axis=0)
        first = np.where(is_best, shares[places], np.float32(2)).argmin(axis=0)  # of equal shares the lowest cell's
        pick[span] = np.where(is_best.any(axis=0), cells[first, np.arange(len(first))], -1)
        share[span] = np.count_nonzero(is_safe, axis=0) / np.maximum(np.count_nonzero(there, axis=0), 1)
    return Answers(layer.keys, scores, found[0], found[1], pick, share)


def work_out(geometry: Geometry, layers: list[Layer]) -> list[Answers]:
    """Return the answers of all layers of a game, from the last to the first."""
    answers, after, shares = list[Answers](), np.zeros(0, np.int16), np.zeros(0, np.float32)
    for layer in reversed(layers):
        answers.append(answers_of(geometry, layer, after, shares))
        after, shares = answers[-1].scores, answers[-1].shares
    return answers[::-1]


def answers_at(reader: ScoreReader, keys: Ints) -> Iterator[Answers]:
    """Yield the answers of positions ply by ply, from the scores after their moves and the replies."""
    geometry, plies = reader.geometry, np.bitwise_count(keys)
    for ply in np.unique(plies).tolist():
        layer = layer_of(geometry, ply, keys[plies == ply])
        replies = layer_of(geometry, ply + 1, layer.children)
        after = reader.scores(ply + 2, replies.children)
        child = answers_of(geometry, replies, after, np.zeros(len(after), np.float32))
        yield answers_of(geometry, layer, child.scores, child.shares)


def safe_moves(safe: Ints, part: Part) -> tuple[NDArray[np.int32], Flags]:
    """Return the places after the moves of a part of a layer, and which moves are safe."""
    chosen = (safe[part.span] >> part.cells.clip(min=0) & 1).astype(np.bool_)
    return part.places, chosen & (part.places != NO_MOVE)
