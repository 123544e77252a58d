"""Many positions at once, in the forms that people have them, as arrays of stones: one input, read in one way."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import pairwise
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import IllegalPosition, TooLarge, quoted
from oxobook.book.game.labels import mirrored
from oxobook.book.game.position import Position, as_written, positions_shown
from oxobook.book.game.reading.reader import Reader
from oxobook.book.game.reading.reading import USUAL, Code, Reading
from oxobook.book.game.rules import KEY_CELLS, Rules
from oxobook.book.game.symmetry_arrays import Masks


def stones_of_many(positions: object, rules: Rules, reading: Reading | str | None = None) -> tuple[Masks, Masks]:
    """Return the masks of X and O, int64 of shape (p,), of many positions; raises IllegalPosition or TooLarge.

    ``positions``: keys, as an array of shape (p,); boards of numbers, as one of shape (p, N) or (p, rows, columns); or
    any iterable of what ``Position.of`` takes. A single board is one, too, unless its numbers may as well be keys.
    """
    if not isinstance(positions, Iterable) or isinstance(positions, str | bytes | Position):
        raise IllegalPosition(
            f"expected many positions, as an array or a list; got one value of type {type(positions).__name__}: "
            "use probe for a single position"
        )
    stated, array = Reading.parse(reading), _array_of(positions, rules)
    if array.dtype.kind not in "iuf":
        return _pairs([*np.atleast_1d(array)], rules, stated)
    shape, board = array.shape, (rules.rows, rules.columns)
    one_board = shape == board or (shape == (rules.cells,) and bool(((array >= -1) & (array <= 2)).all()))
    if array.ndim == 1 and one_board and rules.cells > 1 and not stated.code and bool((array >= 0).all()):
        raise IllegalPosition(
            f"{rules.cells} numbers from 0 to 2 can be read as keys or as one board: pass [board] for a board, and "
            "[Position.from_key(key, rules) for key in keys] for keys"
        )
    if array.ndim == 1 and not one_board:
        if len(array):
            _require_short_keys(rules)
        keys = _whole(array)
        return keys & rules.full, keys >> rules.cells
    if one_board or shape[1:] in ((rules.cells,), board):
        return _boards(_whole(array).reshape(-1, rules.cells), rules, stated)
    if array.ndim > 2 and array[:1].size % rules.cells == 0:
        return _pairs([*array], rules, stated)
    raise IllegalPosition(
        f"expected keys of shape (p,), or boards of shape (p, {rules.cells}) or (p, {rules.rows}, {rules.columns}); "
        f"got an array of shape {array.shape}"
    )


def _require_short_keys(rules: Rules) -> None:
    """Raise TooLarge if a key of these rules does not fit a signed 64-bit integer."""
    if rules.cells > KEY_CELLS:
        raise TooLarge(
            f"keys of 64 bits are for boards of at most {KEY_CELLS} cells; {rules} has {rules.cells}: pass positions "
            "or boards instead"
        )


def _array_of(positions: Any, rules: Rules) -> NDArray[Any]:
    """Return positions as an array: whole numbers in a row as keys, and of anything but an array each as an object."""
    if np.ma.is_masked(positions):
        raise IllegalPosition("expected an array without masked values: fill them or leave them out")
    array = np.asarray(positions) if hasattr(positions, "__array__") else np.fromiter(positions, object)
    kinds = {*map(type, array)} if array.dtype == object and array.ndim == 1 else {object}
    if all(issubclass(kind, Integral) and not issubclass(kind, bool) for kind in kinds):
        try:
            return array.astype(np.int64)
        except OverflowError:
            _require_short_keys(rules)
            raise IllegalPosition(f"expected keys of 64 bits; got {quoted(max(array, key=abs))}") from None
    return array


def _whole(array: NDArray[np.generic]) -> Masks:
    """Return an array of whole numbers, of any type, as int64."""
    with np.errstate(invalid="ignore"):
        whole = array.astype(np.int64)
    if (whole != array).any():
        raise IllegalPosition(f"expected whole numbers; got {array[whole != array][0]}")
    return whole


def _boards(cells: Masks, rules: Rules, stated: Reading) -> tuple[Masks, Masks]:
    """Return the masks of boards of shape (p, N) in numbers."""
    for code in USUAL if stated.code is None else [stated.code] * (stated.code.free is not None):
        if stones := _by_code(cells, rules, stated._replace(code=code)):
            return stones
    rows, places = np.unique(cells, axis=0, return_inverse=True)
    x, o = _pairs(rows.tolist(), rules, stated)
    return x[places.ravel()], o[places.ravel()]


def _by_code(cells: Masks, rules: Rules, reading: Reading) -> tuple[Masks, Masks] | None:
    """Return the masks of boards by a code of numbers; None if it does not fit one of them, or a stone floats."""
    code = reading.code or Code()
    signs = [sign or "" for sign in (code.x, code.o, code.free)]
    if not all(sign.removeprefix("-").isdecimal() for sign in signs):
        return None
    are_x, are_o, free = (cells == int(sign) for sign in signs)
    if not (are_x | are_o | free).all():
        return None
    order = mirrored(rules) if reading.rows == "bottom" else range(rules.cells)
    bits = np.int64(1) << np.array(order, dtype=np.int64)
    x, o = are_x @ bits, are_o @ bits
    more = np.bitwise_count(x).astype(np.int8) - np.bitwise_count(o)
    if code.mine or reading.first not in ("", "X"):
        swapped = more == -1 if code.mine or reading.first == "either" else np.ones(len(x), np.bool_)
        x, o = np.where(swapped, o, x), np.where(swapped, x, o)
        more = np.where(swapped, -more, more)
    pairs = (pair for stack in rules.board.stacks for pair in pairwise(stack))
    float_there = any(((x | o) >> above & ~((x | o) >> below) & 1).any() for below, above in pairs)
    alternate = rules.terms.signs == ("X", "O")
    return None if float_there or (alternate and len(more) and not 0 <= more.min() <= more.max() <= 1) else (x, o)


def _pairs(values: list[Any], rules: Rules, stated: Reading) -> tuple[Masks, Masks]:
    """Return the masks of positions of any kind."""
    found = [] if any(stated) else [*_written(values, rules)]
    if len(found) < len(values):
        reader = Reader(rules, stated)
        for one in values:
            if not isinstance(one, Position) and not reader.see(one):
                reader.read(one)  # which says what is wrong
        reader.settle()
        found = [
            Position.of(one, rules) if isinstance(one, Position) else positions_shown(rules, *reader.read(one))[-1]
            for one in values
        ]
    return np.array([one.x for one in found], np.int64), np.array([one.o for one in found], np.int64)


def _written(values: list[Any], rules: Rules) -> Iterator[Position]:
    """Yield positions, and texts as oxobook writes them, up to one that is anything else or cannot be."""
    with suppress(IllegalPosition):
        for one in values:
            if not (plain := [Position.of(one, rules)] if isinstance(one, Position) else as_written(one, rules)):
                return
            yield plain[-1]
