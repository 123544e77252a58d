"""Answers of every position worked out again from its children's, by the words of FORMAT.md.

*Value* and *remoteness* are kept here as one number, the ply at which the game ends and for whom: ``rank`` is 0 for a
draw, and for a win or a loss of the side to move at ply e the sign with 65 - e after it, so that among numbers the
best for the mover is the greatest: winning soon, then drawing, then losing late.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.verify.forward import MISSING, BookPly
from oxobook.book.verify.geometry import Flags, Geometry, Ints
from oxobook.book.verify.residues import Residues, alike, reduced
from oxobook.book.verify.row_table import Answers, Rows
from oxobook.book.verify.verdict import Findings

SOON = 65
"""Base of ranks: the magnitude is this, less the ply at which the game ends."""
_WORDS = {1: "win", 0: "draw", -1: "loss"}


@dataclass
class Following:
    """Ranks and shares of positions after a move, shape (p + 2,); one that is not there is never the best move."""

    ranks: NDArray[np.int8]
    """Rank for the side that is then to move."""
    shares: NDArray[np.float32]
    """Share of the moves that is safe, 0 if the game is over; equal fractions are equal floats."""

    @classmethod
    def of(cls, ranks: NDArray[np.integer[Any]], shares: NDArray[np.floating[Any]]) -> "Following":
        """Return the object for arrays of shape (p,)."""
        never = np.full(2, 127)
        return cls(np.concatenate([ranks, never]).astype(np.int8), np.concatenate([shares, never]).astype(np.float32))


@dataclass
class ProvedAnswers(Answers):
    """Answers of p positions of one ply; arrays of shape (p,)."""

    ranks: NDArray[np.int8]
    shares: NDArray[np.float32]
    known: Flags
    """True if all children were there to work the answer out from."""


def stored_ranks(rows: Rows, ply: int) -> Ints:
    """Return the ranks that rows state; in a damaged book any number may stand."""
    ranks: Ints = rows.value.clip(-2, 2) * (SOON - ply - rows.remoteness.clip(-SOON, SOON))
    return ranks.clip(-SOON, SOON)


def answers_of(
    geometry: Geometry,
    ply: int,
    lines: Flags,
    cells: NDArray[np.int8],
    children: NDArray[np.int32],
    following: Following,
) -> ProvedAnswers:
    """Return the answers of positions of one ply (``cells``, ``children`` as in ``BookPly``); no move: it is over."""
    move_ranks, there = -following.ranks[children], children >= 0
    endings, to_move = geometry.endings, -1 if ply % 2 else 1
    winners = np.where(lines, endings.by_line(ply), endings.by_full_board)
    final = (to_move * winners * (SOON - ply)).astype(np.int8)
    over = ~(cells >= 0).any(axis=0)
    ranks = np.where(over, final, move_ranks.max(axis=0, initial=-127))
    is_best = there & (move_ranks == ranks)
    is_safe = there & (np.sign(move_ranks) == np.sign(ranks))
    shares = np.where(is_best, following.shares[children], np.float32(2))
    best, safe = np.zeros((2, len(ranks)), geometry.dtype)
    pick = np.zeros(len(ranks), dtype=np.int64)
    least = np.full(len(ranks), 2, dtype=np.float32)
    for slot, cell in enumerate(cells.astype(np.int64)):  # by ascending cell, so of equal shares the first is kept
        played = cell.clip(min=0).astype(geometry.dtype, copy=False)
        best |= is_best[slot].astype(geometry.dtype) << played
        safe |= is_safe[slot].astype(geometry.dtype) << played
        less = shares[slot] < least
        least[less], pick[less] = shares[slot, less], cell[less]
    magnitude = np.abs(ranks.astype(np.int64))
    ends = np.where(magnitude == 0, geometry.cells, SOON - magnitude)
    legal = np.count_nonzero(cells >= 0, axis=0)
    share = (np.bitwise_count(safe) / np.maximum(legal, 1)).astype(np.float32)
    no_pick = (best == 0).astype(np.int64)
    known: Flags = np.count_nonzero(children == MISSING, axis=0) == 0
    return ProvedAnswers(np.sign(ranks).astype(np.int64), ends - ply, best, safe, pick, no_pick, ranks, share, known)


def compare(geometry: Geometry, rows: Rows, answers: ProvedAnswers, found: Findings) -> None:
    """Add a finding for each stored row that differs from its answer."""
    for name in ("value", "remoteness", "best", "safe", "pick"):
        stored, expected = getattr(rows, name), getattr(answers, name)
        wrong = stored != expected
        if name == "pick":
            wrong |= rows.no_pick != answers.no_pick
        for index in np.flatnonzero(wrong & answers.known):
            say = _in_words(geometry, name)
            said = [
                "none" if name == "pick" and side.no_pick[index] else say(int(getattr(side, name)[index]))
                for side in (answers, rows)
            ]
            found.add(geometry.board(int(rows.key[index])), name, *said)


def _in_words(geometry: Geometry, name: str) -> Callable[[int], str]:
    """Return the function that names a column's numbers."""
    if name == "value":
        return lambda value: _WORDS.get(value, str(value))
    if name == "pick":
        return lambda cell: geometry.cell_names(1 << cell) if 0 <= cell < 64 else f"cell {cell}"
    return str if name == "remoteness" else geometry.cell_names


@dataclass
class Outcome:
    """Results for a ply's positions; arrays in the order of its keys."""

    ranks: NDArray[np.int8]
    shares: NDArray[np.float32]
    paths: Residues
    """Paths of canonical positions from here to the end of a game."""
    perfect: Residues
    """Games from here in which every move is safe."""

    @classmethod
    def room(cls, size: int) -> "Outcome":
        """Return empty results for ``size`` positions."""
        ranks, shares = np.zeros(size, dtype=np.int8), np.zeros(size, dtype=np.float32)
        return cls(ranks, shares, alike(0, size), alike(0, size))


def walk_back(geometry: Geometry, plies: list[BookPly], rows: Rows, found: Findings) -> list[Outcome]:
    """Work all answers out again, from the last ply to the first, and compare them with the rows.

    What is worked out, not what is stored, goes on to the ply before: so a wrong row is named alone, and not all
    that lead to it. Where a child is missing nothing can be worked out, and what is stored goes on.
    """
    outcomes: list[Outcome] = []
    after, done = Outcome.room(0), 0
    for ply in reversed(plies):
        here, following = Outcome.room(len(ply.keys)), Following.of(after.ranks, after.shares)
        for block, cells, children in ply.blocks:
            found.tell(done, len(rows))
            done += children.shape[1]
            stored = rows.taken(ply.rows[block])
            answers = answers_of(geometry, ply.ply, ply.lines[block], cells, children, following)
            compare(geometry, stored, answers, found)
            here.ranks[block] = np.where(answers.known, answers.ranks, stored_ranks(stored, ply.ply))
            here.shares[block] = answers.shares
            over = ply.over[block]
            safe = (answers.safe >> cells.clip(min=0) & 1).astype(np.bool_) & (children >= 0)
            here.perfect[:, block] = over + _gathered(after.perfect, children, safe)
            ordered = np.sort(children, axis=0)
            distinct = ordered >= 0
            distinct[1:] &= ordered[1:] != ordered[:-1]  # moves that lead to one canonical position are one step
            here.paths[:, block] = over + _gathered(after.paths, ordered, distinct)
        outcomes.append(here)
        after = here
    return outcomes[::-1]


def _gathered(counts: Residues, children: NDArray[np.int32], chosen: Flags) -> Residues:
    """Return, for each position, the sum of its chosen children's counts."""
    total = alike(0, children.shape[1])
    for places, going in zip(children, chosen, strict=True):
        total[:, going] += counts[:, places[going]]
    return reduced(total)
