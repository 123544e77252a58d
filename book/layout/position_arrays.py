"""Positions in bulk, in the forms that people have them, as arrays of masks for the layouts."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import IllegalPosition
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules, require_keys
from oxobook.book.game.symmetry_arrays import Masks


def stones_of(positions: object, rules: Rules) -> tuple[Masks, Masks]:
    """Return the masks of X and O, int64 of shape (p,), of many positions; raises IllegalPosition.

    ``positions``: keys, as an array of shape (p,); boards, as one of shape (p, N) or (p, rows, columns) with 0 for a
    free cell, 1 for X and 2 or -1 for O; or any iterable of what ``Position.of`` takes.
    """
    array = positions if isinstance(positions, np.ndarray) else _numbers_in(positions)
    if array is None or array.dtype.kind not in "biuf":
        return _pairs([Position.of(one, rules) for one in _each(positions)])
    if array.ndim == 1:
        require_keys(rules)
        keys = _whole(array)
        return keys & rules.full, keys >> rules.cells
    if array.ndim in (2, 3) and array.shape[1:] in ((rules.cells,), (rules.rows, rules.columns)):
        return _boards(_whole(array).reshape(len(array), rules.cells))
    raise IllegalPosition(
        f"expected keys of shape (p,), or boards of shape (p, {rules.cells}) or (p, {rules.rows}, {rules.columns}); "
        f"got an array of shape {array.shape}"
    )


def _numbers_in(positions: object) -> NDArray[np.generic] | None:
    """Return a plain list of numbers, such as one of keys, as an array; None for anything else."""
    if isinstance(positions, (list, tuple)) and all(isinstance(one, int) for one in positions):
        return np.array(positions, dtype=np.int64)
    return None


def _each(positions: object) -> Iterable[object]:
    if isinstance(positions, Iterable) and not isinstance(positions, (str, bytes, Position)):
        return positions
    raise IllegalPosition(
        f"expected many positions, as an array or a list; got one value of type {type(positions).__name__}: "
        "use probe for a single position"
    )


def _whole(array: NDArray[np.generic]) -> Masks:
    """Return an array of whole numbers, of any type, as int64."""
    whole = array.astype(np.int64)
    if (whole != array).any():
        raise IllegalPosition(f"expected whole numbers; got {array[whole != array][0]}")
    return whole


def _boards(cells: Masks) -> tuple[Masks, Masks]:
    """Return the masks of boards of shape (p, N)."""
    odd = np.argwhere((cells < -1) | (cells > 2))
    if len(odd):
        board, cell = odd[0]
        raise IllegalPosition(
            f"expected 0 for a free cell, 1 for X, 2 or -1 for O; got {cells[board, cell]} in board {board}"
        )
    bits = np.int64(1) << np.arange(cells.shape[1])
    return (cells == 1) @ bits, ((cells == 2) | (cells == -1)) @ bits


def _pairs(positions: list[Position]) -> tuple[Masks, Masks]:
    x, o = (np.array([one[side] for one in positions], dtype=np.int64) for side in (1, 2))
    return x, o
