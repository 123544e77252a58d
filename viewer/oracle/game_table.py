"""Table of a whole game: every position in every orientation, and what each move does, as arrays.

There are p positions, the empty board first, then by ply, and a actions. An illegal action leads to position -1.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.position import Position
from oxobook.viewer.oracle.encoding import Array, Encoding
from oxobook.viewer.players.player import Player, Scope, UnfitPlayer

MOST = 1_000_000
"""Largest number of positions of a table."""


class GameTable(NamedTuple):
    """Positions and moves of a game; values are those of a book."""

    positions: list[Position]
    after: NDArray[np.int32]
    """Position after each action, shape (p, a); -1 for an illegal one."""
    legal: NDArray[np.bool_]
    """Shape (p, a)."""
    best: NDArray[np.bool_]
    """Best moves, shape (p, a)."""
    regret: Array
    """Value that each action gives away, shape (p, a); 0 for an illegal one."""
    value: Array
    """Value for the side to move, shape (p,)."""
    over: NDArray[np.bool_]
    """Shape (p,)."""
    observation: Array
    """Observation of the side to move, shape (p, ...)."""


def game_table(book: Book) -> GameTable:
    """Return the table of a book's game; raises TooLarge."""
    count = sum(layer.raw_positions for layer in book.info.layers)
    if count > MOST or book.info.plies is not None:
        raise TooLarge(f"expected a whole book of at most {MOST:,} positions in all orientations; got {count:,}")
    encoding = Encoding(book.rules)
    positions = [Position(book.rules)]
    numbers = {(0, 0): 0}
    rows, actions, ends = [], [], []
    for row, position in enumerate(positions):  # which grows meanwhile: positions come by ply
        for move in position.legal_cells:
            after = position.after(move)
            if (after.x, after.o) not in numbers:
                numbers[after.x, after.o] = len(positions)
                positions.append(after)
            rows.append(row)
            actions.append(encoding.action(move))
            ends.append(numbers[after.x, after.o])
    table = np.full((len(positions), encoding.actions), -1, np.int32)
    table[rows, actions] = ends
    answers, legal = book.lookup_many(positions), table >= 0
    value, over = answers.value, np.array([one.over for one in positions])
    return GameTable(
        positions=positions,
        after=table,
        legal=legal,
        best=legal & np.array([encoding.mask(int(best)) for best in answers.best], bool),
        regret=np.where(legal, value[:, None] + value[table], 0).astype(np.int8),
        value=value,
        over=over,
        observation=np.stack([encoding.observed(one, one.to_move) for one in positions]),
    )


def chances(player: Player, table: GameTable) -> NDArray[np.float32]:
    """Return a player's probabilities in every position, shape (p, a), each added to those of the actions before."""
    if player.scope is Scope.RECORD:
        raise UnfitPlayer(f"the player {player.name} looks at the moves before a position too: play single games")
    action_of = Encoding(table.positions[0].rules).action_of
    found = np.zeros(table.legal.shape)
    for row in np.flatnonzero(~table.over):
        for name, share in player.policy(table.positions[row]).items():
            found[row, action_of[name]] = share
    whole: NDArray[np.float64] = np.maximum(found.sum(axis=1, keepdims=True), 1e-9)
    return (found.cumsum(axis=1) / whole).astype(np.float32)
