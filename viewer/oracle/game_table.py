"""Table of a whole game: every position in every orientation, and what each move does, as arrays.

There are p positions, the empty board first, then by ply, and a actions. An illegal action leads to position -1.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.position import Position
from oxobook.book.game.rules import KEY_CELLS
from oxobook.book.game.symmetry_arrays import Keys
from oxobook.book.progress import Stage, Tell, tell_nobody
from oxobook.viewer.oracle.encoding import Array, Encoding
from oxobook.viewer.players.player import Player, Scope, UnfitPlayer

MOST = 8_000_000
"""Largest number of positions of a table; one of 4x4x3 has six million."""


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


def game_table(book: Book, tell: Tell = tell_nobody) -> GameTable:
    """Return the table of a book's game, and tell how many positions it has so far; raises TooLarge."""
    rules, encoding = book.rules, Encoding(book.rules)
    count = sum(layer.raw_positions for layer in book.info.layers)
    if count > MOST or rules.cells > KEY_CELLS or book.info.plies is not None:
        raise TooLarge(
            f"expected a whole book of at most {KEY_CELLS} cells and {MOST:,} positions in all orientations; got "
            f"{rules}, with {count:,}"
        )
    table = np.full((count, encoding.actions), -1, np.int32)
    best, value, over = np.zeros(table.shape, bool), np.zeros(count, np.int8), np.zeros(count, bool)
    stage, keys, layers, observations = Stage(tell, "table", count), np.zeros(1, np.int64), list[Keys](), list[Array]()
    while len(keys):
        x, o, ply = keys & rules.full, keys >> rules.cells, len(layers)
        answers, here = book.layout.table().lookup(x, o, pick=False), slice(stage.done, stage.done + len(keys))
        value[here], over[here] = answers.value, answers.remoteness == 0
        legal_moves = rules.moves_to(np.where(over[here], 0, rules.playable(x | o)))
        rows, moves = np.nonzero(legal_moves[:, None] >> np.arange(rules.move_bits) & 1)
        actions = encoding.action(moves)
        sets_o = not rules.either and rules.terms.settable(ply) == "O"
        after, numbers = np.unique(keys[rows] | np.int64(1) << moves + rules.cells * sets_o, return_inverse=True)
        table[here][rows, actions] = here.stop + numbers
        best[here][rows, actions] = answers.best[rows] >> moves & 1
        observations.append(encoding.observed(x, o, "XO"[ply % 2]))
        layers.append(keys)
        stage.add(len(keys), f"ply {ply}")
        keys = after
    legal, keys = table >= 0, np.concatenate(layers)
    stones = zip((keys & rules.full).tolist(), (keys >> rules.cells).tolist(), strict=True)
    return GameTable(
        positions=[Position(rules, *masks) for masks in stones],
        after=table,
        legal=legal,
        best=best,
        regret=np.where(legal, value[:, None] + value[table], 0).astype(np.int8),
        value=value,
        over=over,
        observation=np.concatenate(observations),
    )


def chances(player: Player, table: GameTable, tell: Tell = tell_nobody) -> NDArray[np.float32]:
    """Return a player's probabilities in every position, shape (p, a), each added to those of the actions before."""
    if player.scope is Scope.RECORD:
        raise UnfitPlayer(f"the player {player.name} looks at the moves before a position too: play single games")
    action_of = Encoding(table.positions[0].rules).action_of
    found = np.zeros(table.legal.shape)
    live = np.flatnonzero(~table.over)
    stage = Stage(tell, player.name, len(live))
    for row in live:
        stage.add(1)
        for name, share in player.policy(table.positions[row]).items():
            found[row, action_of[name]] = share
    whole: NDArray[np.float64] = np.maximum(found.sum(axis=1, keepdims=True), 1e-9)
    return (found.cumsum(axis=1) / whole).astype(np.float32)
