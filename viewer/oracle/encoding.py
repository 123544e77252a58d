"""Encoding of positions and moves as arrays: observations, masks of actions, and actions as moves.

An observation has two planes: the stones of the side to move, then those of the other; where both sides set the same
signs, X's and O's. On plain boards it has the shape (rows, columns, 2), else (N, 2). An action is a move's number or,
where stones fall, a column.
"""

from operator import index
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import IllegalArgument, quoted
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask, Rules

Array = NDArray[np.int8]
Stones = Mask | NDArray[np.int64]
"""Mask of stones, or those of many positions."""
Moves = TypeVar("Moves", Cell, NDArray[np.int64])


class Encoding:
    """Encoding of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.actions: int = rules.columns if rules.gravity else rules.move_bits
        plain = rules.rows * rules.columns == rules.cells
        self.shape = (rules.rows, rules.columns, 2) if plain else (rules.cells, 2)
        self.names = move_names(rules)
        self.action_of = {name: self.action(move) for move, name in enumerate(self.names)}
        self.own_first = rules.terms.signs == ("X", "O")
        self._bits = np.arange(rules.cells, dtype=np.uint64)

    def action(self, moves: Moves) -> Moves:
        """Return the action of a move, or those of an array of moves."""
        return moves % self.rules.columns if self.rules.gravity else moves

    def moves(self, position: Position) -> dict[int, Cell]:
        """Return the legal move of each action."""
        return {self.action(move): move for move in position.legal_cells}

    def asked(self, action: Any, position: Position) -> Cell | None:
        """Return the move of an action, or None for an illegal one; raises IllegalArgument."""
        try:
            return self.moves(position).get(index(action))
        except TypeError:
            raise IllegalArgument(f"expected an action as a whole number; got {quoted(action)}") from None

    def mask(self, moves: tuple[str, ...]) -> Array:
        """Return moves by their names as an array of shape (actions,), 1 for what is among them."""
        mask = np.zeros(self.actions, np.int8)
        mask[[self.action_of[move] for move in moves]] = 1
        return mask

    def observed(self, x: Stones, o: Stones, side: str) -> Array:
        """Return the observation of a side, ``X`` or ``O``; of p positions, in an array of shape (p, ...)."""
        stones = (x, o) if side == "X" or not self.own_first else (o, x)
        planes = [np.asarray(one, np.uint64)[..., None] >> self._bits & 1 for one in stones]
        return np.stack(planes, -1).astype(np.int8).reshape(*np.shape(x), *self.shape)
