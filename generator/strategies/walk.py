"""Walk of a strategy against every reply: it lists the positions met, and shows that the strategy holds."""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from oxobook.book.book import Book
from oxobook.book.deadline import Deadline
from oxobook.book.game.position import Position, position_of
from oxobook.book.game.rules import Cell, Key, Rules
from oxobook.book.game.symmetry_arrays import Keys
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.strategy import Strategy
from oxobook.generator.expansion import distinct
from oxobook.generator.strategies.choices import AT_ONCE, choices_of, first_keys, good_moves

Cells = NDArray[np.int64]


def walk(rules: Rules, side: str, choose: Callable[[Keys], Cells]) -> Iterator[tuple[Keys, Cells]]:
    """Yield every position that a side can meet, once, with the move that it chooses: ply by ply, in batches.

    The positions of a ply come by ascending key. A move is played only after it has been yielded, so a caller who finds
    it bad can stop there.
    """
    layer = first_keys(rules, side)
    while len(layer):
        following = []
        for start in range(0, len(layer), AT_ONCE):
            keys = layer[start : start + AT_ONCE]
            cells = choose(keys)
            yield keys, cells
            following.append(choices_of(rules, keys, np.int64(1) << cells).after)
        layer = distinct(np.concatenate(following))


def pick_moves(book: Book, side: str, deadline: Deadline, tell: Tell = tell_nobody) -> dict[Key, Cell]:
    """Return the strategy that plays the book's picks; raises OutOfTime."""

    def choose(keys: Keys) -> Cells:
        deadline.require(f"{side}'s strategy of {book.rules}")
        tell("moves", len(moves))
        return book.layout.table().lookup(keys & book.rules.full, keys >> book.rules.cells).pick.astype(np.int64)

    moves: dict[Key, Cell] = {}
    for keys, cells in walk(book.rules, side, choose):
        moves.update(zip(keys.tolist(), cells.tolist(), strict=True))
    return moves


def broken_at(book: Book, strategy: Strategy, tell: Tell = tell_nobody) -> Position | None:
    """Return the first own position with no move, an illegal move or one that gives value away, or None.

    A fast strategy must play best moves, any other safe ones. The walk meets every reply of the other side.
    """
    moves, walked = strategy.moves, 0

    def choose(keys: Keys) -> Cells:
        return np.array([moves.get(key, -1) for key in keys.tolist()], dtype=np.int64)

    for keys, cells in walk(book.rules, strategy.side, choose):
        tell("walk", walked, strategy.positions)
        on_board = (cells >= 0) & (cells < book.rules.move_bits)
        bad = np.flatnonzero(good_moves(book, keys, strategy.fast) >> cells * on_board & on_board == 0)
        if len(bad):
            return position_of(int(keys[bad[0]]), book.rules)
        walked += len(keys)
    return None
