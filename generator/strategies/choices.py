"""Choices of a side in many positions at once, and the positions that each may lead to, as NumPy arrays.

Keys are canonical, int64. The positions of one call are all of one ply, and the game goes on in each.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oxobook.book.book import Book
from oxobook.book.game.rules import Cell, Key, Rules
from oxobook.book.game.symmetry_arrays import Keys, Masks, batch_symmetry
from oxobook.book.game.tactics import reflex_moves
from oxobook.book.strategy import first_positions
from oxobook.generator.expansion import Moves, open_moves

Indices = NDArray[np.int64]

AT_ONCE = 1 << 13
"""Number of positions expanded at once, so that a time limit is kept and the arrays stay small."""


@dataclass(frozen=True)
class Choices:
    """Moves to choose from in p positions: m of them, by position and then by cell."""

    keys: Keys
    """Canonical keys of the positions, shape (p,)."""
    first: Indices
    """Index of each position's first move, shape (p + 1,): up to ``first[i + 1]`` for position i."""
    cells: NDArray[np.int64]
    """Number of each move, shape (m,)."""
    start: Indices
    """Index of each move's first entry in ``after``, shape (m + 1,)."""
    after: Keys
    """Own positions that the replies to a move lead to: ascending and distinct for each move."""

    def sets(self) -> Iterator[tuple[Key, list[tuple[Cell, frozenset[Key]]]]]:
        """Yield each position with its moves, and for each move the set of own positions after it."""
        cells, after, start = self.cells.tolist(), self.after.tolist(), self.start.tolist()
        for number, key in enumerate(self.keys.tolist()):
            moves = range(int(self.first[number]), int(self.first[number + 1]))
            yield key, [(cells[move], frozenset(after[start[move] : start[move + 1]])) for move in moves]


def choices_of(rules: Rules, keys: Keys, masks: Masks) -> Choices:
    """Return the choices in positions, given the moves to choose from as masks of cells, shape (p,)."""
    own_side = _side_to_move(keys)
    position, cells = _cells(rules, masks)
    played = keys[position] | np.int64(1) << cells + _shift(rules, own_side)
    move, replies = _cells(rules, open_moves(rules, own_side + 1, played)[1])
    own = played[move] | np.int64(1) << replies + _shift(rules, 1 - own_side)
    going = open_moves(rules, own_side + 2, own)[1] != 0
    move, own = move[going], batch_symmetry(rules).canonical(own[going])
    order = np.lexsort((own, move))
    move, own = move[order], own[order]
    new = np.ones(len(own), dtype=np.bool_)
    new[1:] = (move[1:] != move[:-1]) | (own[1:] != own[:-1])
    return Choices(keys, _starts(position, len(keys)), cells, _starts(move[new], len(cells)), own[new])


def first_keys(rules: Rules, side: str) -> Keys:
    """Return the canonical positions in which a side may have its first move."""
    return np.array([position.key for position in first_positions(rules, side)], dtype=np.int64)


def good_moves(book: Book, keys: Keys, fast: bool) -> Masks:
    """Return the safe moves of positions, or the best ones, as masks."""
    answers = book.layout.table().lookup(keys & book.rules.full, keys >> book.rules.cells, pick=False)
    return answers.best if fast else answers.safe


def reflexes_of(rules: Rules, keys: Keys) -> Masks:
    """Return the reflex moves of many positions; see ``book.game.tactics.reflex_moves``."""
    found: Masks = reflex_moves(rules, keys & rules.full, keys >> rules.cells, _side_to_move(keys))
    return found


def _side_to_move(keys: Keys) -> int:
    return int(keys[0]).bit_count() % 2 if len(keys) else 0


def _cells(rules: Rules, masks: Masks | Moves) -> tuple[Indices, NDArray[np.int64]]:
    """Return each move of each set: the set's index and the move, by set and then by move."""
    index, cells = np.nonzero(masks[:, None] >> np.arange(rules.move_bits) & 1)
    return index, cells


def _shift(rules: Rules, side: int) -> int:
    """Return how far a side's moves are shifted in a key."""
    return rules.cells if rules.terms.settable(side) == "O" else 0


def _starts(owner: Indices, owners: int) -> Indices:
    """Return where each owner's part begins, and at the end where the last one's ends; ``owner`` ascends."""
    return np.searchsorted(owner, np.arange(owners + 1))
