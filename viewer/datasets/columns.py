"""Columns of positions: values of the position and of every move, and how hard it is to move well there.

A plain search to depth d sees a win or a loss that can be forced within d plies, and takes anything else for a draw.
The *depth* of a position is the least d from which on all moves that such a search prefers are safe: 0 if no move is a
mistake. Of a draw, it is the remoteness of the slowest losing move. Of a win, it is the position's remoteness, or that
of the slowest losing move if this is less and no move draws.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.book import Book
from oxobook.book.game.rules import KEY_CELLS, Rules
from oxobook.book.game.symmetry_arrays import Masks, batch_symmetry
from oxobook.book.layout.answer_arrays import NO_MOVE, Scores, board_texts, outcomes

Columns = dict[str, Any]
"""Columns by name: arrays of shape (p,), or of shape (p, cells) for each cell; masked where nothing is known."""
SPLITS = {"train": 80, "validation": 10, "test": 10}
"""Percentage of the positions up to symmetry in each split."""
_AT_ONCE = 1 << 17


def layers(book: Book, raw: bool) -> Iterator[tuple[Columns, NDArray[np.str_]]]:
    """Yield some positions of a book with their splits: up to symmetry, or ``raw`` in every orientation."""
    table = book.layout.table()
    for x, o in table.layers():
        for start in range(0, len(x), _AT_ONCE):
            yield from columns_of(book, x[start : start + _AT_ONCE], o[start : start + _AT_ONCE], raw)


def columns_of(book: Book, x: Masks, o: Masks, raw: bool) -> Iterator[tuple[Columns, NDArray[np.str_]]]:
    """Yield the columns of canonical positions of one ply with their splits; if ``raw``, of all orientations."""
    if not len(x):
        return
    rules, table, symmetry = book.rules, book.layout.table(), batch_symmetry(book.rules)
    moves, orbits = table.move_scores(x, o), symmetry.orbits(x, o)
    scores = moves.max(axis=1)
    ends = scores == NO_MOVE  # or moves that a book of first plies lacks
    scores[ends] = table.scores(x[ends], o[ends])
    splits, seen = splits_of(x, o), list[tuple[Masks, Masks]]()
    for number in range(symmetry.order if raw else 1):
        image_x, image_o = symmetry.key_image(x, number), symmetry.key_image(o, number)
        new = np.ones(len(x), np.bool_)
        for other_x, other_o in seen:
            new &= (image_x != other_x) | (image_o != other_o)
        seen.append((image_x, image_o))
        turned = np.empty_like(moves)
        turned[:, rules.board.symmetries[number]] = moves
        columns = position_columns(rules, image_x[new], image_o[new], scores[new], orbits[new])
        yield columns | move_columns(rules, int((x | o)[0]).bit_count(), turned[new], columns), splits[new]


def position_columns(rules: Rules, x: Masks, o: Masks, scores: Scores, orbits: NDArray[np.uint8]) -> Columns:
    """Return the columns of positions of one ply that their scores tell."""
    ply = int((x | o)[:1].sum()).bit_count()
    value, remoteness = outcomes(scores, ply, rules.cells)
    columns: Columns = {"key": x | o << rules.cells} if rules.cells <= KEY_CELLS else {}
    return columns | {
        "position": board_texts(rules, x, o),
        "ply": np.full(len(x), ply, np.int8),
        "value": value,
        "remoteness": remoteness,
        "orbit": orbits.astype(np.int16),
    }


def move_columns(rules: Rules, ply: int, moves: Scores, columns: Columns) -> Columns:
    """Return the columns that the scores of moves tell, shape (p, cells), beside those of their positions."""
    legal, value, remoteness = moves != NO_MOVE, columns["value"], columns["remoteness"]
    move_value, move_remoteness = outcomes(np.where(legal, moves, 0), ply, rules.cells)
    counted = legal.sum(axis=1)
    mistakes = legal & (move_value != value[:, None])
    unknown = counted == 0
    return {
        "move_values": np.ma.array(move_value, mask=~legal),
        "move_remoteness": np.ma.array(move_remoteness, mask=~legal),
        "mistakes": np.ma.array((mistakes.sum(axis=1) / np.maximum(counted, 1)).astype(np.float32), mask=unknown),
        "depth": np.ma.array(_depths(value, remoteness, mistakes, move_value, move_remoteness), mask=unknown),
    }


def _depths(value: Any, remoteness: Any, mistakes: Any, move_value: Any, move_remoteness: Any) -> NDArray[np.int8]:
    """Return the depths of positions as the head of this module defines them."""
    slowest = (move_remoteness * (mistakes & (move_value == -1))).max(axis=1)
    draws = (mistakes & (move_value == 0)).any(axis=1)
    depths = np.where(value == 1, np.where(draws, remoteness, np.minimum(slowest, remoteness)), slowest)
    return np.where(mistakes.any(axis=1), depths, 0).astype(np.int8)


def splits_of(x: Masks, o: Masks) -> NDArray[np.str_]:
    """Return the splits of canonical positions, by a hash of their stones: symmetric positions share a split."""
    words = x.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) ^ o.astype(np.uint64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):  # SplitMix64
        words = (words ^ words >> np.uint64(shift)) * np.uint64(factor)
    bounds = np.cumsum([*SPLITS.values()])
    return np.array([*SPLITS])[np.searchsorted(bounds, words % np.uint64(100), side="right")]
