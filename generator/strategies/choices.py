"""Choices of a side in many positions at once, and the positions that each may lead to, as NumPy arrays.

Keys are canonical, int64. The positions of one call are all of one ply, and the game goes on in each.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.book import Book
from oxobook.book.game.rules import Cell, Key, Rules
from oxobook.book.game.symmetry_arrays import Keys, Masks, batch_symmetry
from oxobook.book.strategy import first_positions
from oxobook.generator.position_counts import completes_line

Flags = NDArray[np.bool_]
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
    going = np.flatnonzero(~_over(rules, played, own_side))
    reply_of, replies = _cells(rules, rules.moves_to(_playable(rules, played[going])))
    own = played[going][reply_of] | np.int64(1) << replies + _shift(rules, 1 - own_side)
    open_ = ~_over(rules, own, 1 - own_side)
    move, own = going[reply_of][open_], batch_symmetry(rules).canonical(own[open_])
    order = np.lexsort((own, move))
    move, own = move[order], own[order]
    new = np.ones(len(own), dtype=np.bool_)
    new[1:] = (move[1:] != move[:-1]) | (own[1:] != own[:-1])
    return Choices(keys, _starts(position, len(keys)), cells, _starts(move[new], len(cells)), own[new])


def distinct(parts: list[Keys]) -> Keys:
    """Return the keys of all parts, ascending, each once; ``numpy.unique`` takes several times as long."""
    keys: Keys = np.sort(np.concatenate(parts))
    once: Keys = keys[np.diff(keys, prepend=-1) != 0]
    return once


def first_keys(rules: Rules, side: str) -> Keys:
    """Return the canonical positions in which a side may have its first move."""
    return np.array([position.key for position in first_positions(rules, side)], dtype=np.int64)


def good_moves(book: Book, keys: Keys, fast: bool) -> Masks:
    """Return the safe moves of positions, or the best ones, as masks."""
    best, safe = book.good_moves(keys)
    return best if fast else safe


def reflex_moves(rules: Rules, keys: Keys) -> Masks:
    """Return the reflex moves of many positions; see ``book.strategy.reflexes``."""
    x, o, side, terms = keys & rules.full, keys >> rules.cells, _side_to_move(keys), rules.terms
    playable, has = _playable(rules, keys), terms.reflexes(side)
    found = np.where(np.bitwise_count(rules.moves_to(playable)) == 1, playable, 0)
    if "block" in has:
        blocks = _threats(rules, x if side else o, playable)
        found = np.where(blocks != 0, blocks, found)
    if "win" in has:  # comes before blocking
        signs = {*terms.settable(side)} & {*terms.counted}
        lines = [_threats(rules, x if sign == "X" else o, playable) for sign in signs]
        shifts = [rules.cells * (rules.either and sign == "O") for sign in signs]
        wins = sum((line << shift for line, shift in zip(lines, shifts, strict=True)), np.zeros_like(found))
        found = np.where(wins != 0, wins, found)
    return found


def _threats(rules: Rules, stones: Masks, playable: Masks) -> Masks:
    found = np.zeros_like(stones)
    for line in rules.lines:
        missing = line & ~stones
        found |= np.where(missing & missing - 1 == 0, missing & playable, 0)
    return found


def _side_to_move(keys: Keys) -> int:
    return int(keys[0]).bit_count() % 2 if len(keys) else 0


def _cells(rules: Rules, masks: Masks) -> tuple[Indices, NDArray[np.int64]]:
    """Return each move of each set: the set's index and the move, by set and then by move."""
    index, cells = np.nonzero(masks[:, None] >> np.arange(rules.move_bits) & 1)
    return index, cells


def _occupied(rules: Rules, keys: Keys) -> Masks:
    return keys & rules.full | keys >> rules.cells


def _playable(rules: Rules, keys: Keys) -> Masks:
    occupied: Any = _occupied(rules, keys)  # what is said of one mask holds for arrays as well
    playable: Any = rules.playable(occupied)
    return np.asarray(playable, dtype=np.int64)


def _over(rules: Rules, keys: Keys, moved: int) -> Flags:
    """Return whether the game is over: the side that ``moved`` last has completed a line, or the board is full."""
    over: Flags = _occupied(rules, keys) == rules.full
    for sign, stones in (("X", keys & rules.full), ("O", keys >> rules.cells)):
        if sign in rules.terms.settable(moved) and sign in rules.terms.counted:
            over |= completes_line(rules, stones)
    return over


def _shift(rules: Rules, side: int) -> int:
    """Return how far a side's moves are shifted in a key."""
    return rules.cells if rules.terms.settable(side) == "O" else 0


def _starts(owner: Indices, owners: int) -> Indices:
    """Return where each owner's part begins, and at the end where the last one's ends; ``owner`` ascends."""
    return np.searchsorted(owner, np.arange(owners + 1))
