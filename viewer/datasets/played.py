"""Positions of random games, one of each and all different up to symmetry, with values that are searched."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from random import Random

import numpy as np

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge, counted
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Key, Rules
from oxobook.book.game.symmetry_arrays import batch_symmetry
from oxobook.book.layout.answer_arrays import NO_MOVE
from oxobook.book.strategy import canonical_of
from oxobook.viewer.datasets.columns import Columns, move_columns, position_columns, splits_of
from oxobook.viewer.searched import Answer

_MISSES = 1_000
"""Number of games in turn that bring nothing new, after which there are taken to be no more positions."""


def played(rules: Rules, count: int, seed: int, even: bool) -> list[Position]:
    """Return canonical positions by ply and key, one of each of ``count`` random games, before its end.

    Any position of a game is as likely; with ``even``, plies take turns, as far as they have positions. A game that
    brings no new position is played again. Raises TooLarge if there are too few.
    """
    randomness, found = Random(seed), set[Position]()
    plies, misses = list(range(rules.cells)) if even else [-1], 0
    while len(found) < count and plies:
        ply = plies[len(found) % len(plies)]
        game = _game(rules, randomness, ply)
        met = {canonical_of(randomness.choice(game) if ply < 0 else game[ply])} if ply < len(game) else set()
        misses = 0 if met - found else misses + 1
        found |= met
        if misses == _MISSES:
            plies.remove(ply)
            misses = 0
    if len(found) < count:
        raise TooLarge(
            f"expected at most about {counted(len(found), 'game')}, as many as bring new positions; got {count:,}"
        )
    return sorted(found, key=lambda position: (position.ply, position.key))


def _game(rules: Rules, randomness: Random, ply: int) -> list[Position]:
    """Return the positions of a random game in which it goes on, up to a ply or, if that is negative, all of them."""
    game = [Position(rules)]
    while len(game) != ply + 1:
        after = game[-1].after(randomness.choice(game[-1].legal_cells))
        if after.over:
            break
        game.append(after)
    return game


def value_answer(book: Book, position: Position) -> Answer:
    """Return a position's value and remoteness."""
    return book.outcome(position)


def moves_answer(book: Book, position: Position) -> Answer:
    """Return the value and the remoteness of each legal move for the mover, in the order of the cells."""
    moves, names = {move.move: move for move in book.moves(position)}, move_names(book.rules)
    return tuple(
        one for cell in position.legal_cells for one in (moves[names[cell]].value, moves[names[cell]].remoteness)
    )


def played_rows(
    rules: Rules, positions: list[Position], found: Mapping[Key, Answer], moves: bool
) -> Iterator[tuple[Columns, np.ndarray]]:
    """Yield the columns of positions and their splits, ply by ply, from what searches have found."""
    for ply, group in groupby(positions, lambda position: position.ply):
        some = [*group]
        x, o = (np.array([one[side] for one in some], np.int64) for side in (1, 2))
        orbits = batch_symmetry(rules).orbits(x, o)
        scores, table = np.zeros(len(some), np.int8), np.full((len(some), rules.cells), NO_MOVE)
        for row, position in enumerate(some):
            answer = np.array(found[position.key]).reshape(-1, 2)  # of values and remotenesses
            found_scores = answer[:, 0] * (rules.cells + 1 - ply - answer[:, 1])
            scores[row] = found_scores.max()
            if moves:
                table[row, position.legal_cells] = found_scores
        columns = position_columns(rules, x, o, scores, orbits)
        yield columns | (move_columns(rules, ply, table, columns) if moves else {}), splits_of(x, o)
