"""Strategies that a book keeps, walked against every reply: all the way, or some positions of each ply."""

from collections.abc import Callable

import numpy as np

from oxobook.book.published import published_least
from oxobook.book.store.reader import Store
from oxobook.book.strategy import KINDS, SIDES, Strategy
from oxobook.book.verify.forward import NO_MOVE, moves_of
from oxobook.book.verify.geometry import Flags, Geometry, Ints
from oxobook.book.verify.row_table import Rows
from oxobook.book.verify.verdict import Findings

RowsAt = Callable[[Ints], Rows]
"""Function from ascending canonical keys to the rows that the book has for them."""


def check_strategies(
    store: Store, geometry: Geometry, rows_at: RowsAt, sample: int | None, seed: int | None, found: Findings
) -> str:
    """Find what is wrong with stored strategies, walking from ``sample`` of a ply's positions; say how many."""
    stored = {(kept.name, kept.side): kept.bound for kept in store.strategies()}
    for name, side in sorted(store.strategies_with_moves()):
        if (name, side) not in stored:
            found.add(None, f"strategy {name} for {side}", "a row in bound", "none")
    walked = positions = unproved = 0
    for (name, side), bound in stored.items():
        kind = name.removesuffix("-fast")
        if kind not in KINDS or side not in SIDES:
            found.add(None, "strategies", f"one of {', '.join(KINDS)} for X or O", f"{name} for {side}")
            continue
        strategy = Strategy(geometry.rules, side, kind, kind != name, store.strategy_moves(side, name), bound)
        before = found.count
        walked += _walk(strategy, geometry, rows_at, sample, np.random.default_rng(seed), found)
        positions += strategy.positions
        if found.count == before:  # the costs of a broken strategy say nothing
            unproved += _check_bound(strategy, sample is None, found)
    if not stored:
        return "none kept"
    open_bounds = f"; the bounds of {unproved} are not proved" if unproved else ""
    if walked < positions:
        some = f"{walked:,} of {positions:,} positions, chosen at random,"
        return f"{len(stored)} kept, {some} walked against every reply{open_bounds}"
    return f"{len(stored)} kept, {walked:,} positions walked against every reply{open_bounds}"


def _check_bound(strategy: Strategy, whole: bool, found: Findings) -> bool:
    """Check that a strategy's bound is at most its cost, and at most the published least cost.

    Returns whether it stays open, as where no least cost is published: the bound is then what its finder says.
    To count what is to be remembered takes every position, so a sample compares the bound with the positions.
    """
    what = f"bound of {strategy.name} for {strategy.side}"
    cost = strategy.cost if whole else strategy.positions
    least = published_least(strategy.rules, strategy.side, strategy.kind, strategy.fast)
    if strategy.kind == "pick":
        found.unless_equal(what, None, strategy.bound)
    elif strategy.bound is None or not 0 <= strategy.bound <= cost:
        found.add(None, what, f"from 0 to {cost}", strategy.bound)
    elif least is not None and strategy.bound > least:
        found.add(None, what, f"at most {least}, as published", strategy.bound)
    return strategy.kind != "pick" and least is None


def _walk(
    strategy: Strategy,
    geometry: Geometry,
    rows_at: RowsAt,
    most: int | None,
    random: np.random.Generator,
    found: Findings,
) -> int:
    """Find positions that the strategy meets without a move, or with a bad one, and those it never meets.

    Returns from how many positions it was walked. Where these are not all of them, each reply to them must still
    find the strategy with a move, but which positions it never meets stays unknown.
    """
    keys = np.array(sorted(strategy.moves), dtype=np.int64)
    cells = np.array([strategy.moves[key] for key in keys.tolist()], dtype=np.int64)
    met, whole = np.zeros(len(keys), dtype=np.bool_), True
    name = f"{strategy.name} for {strategy.side}"
    wanted = "a best move" if strategy.fast else "the pick" if strategy.kind == "pick" else "a safe move"
    own = np.zeros(1, dtype=np.int64)
    first = SIDES.index(strategy.side)
    if first:
        own = _children(geometry, 0, own)
    for ply in range(first, geometry.cells, 2):
        own = own[~moves_of(geometry, ply, own).over]
        places = np.searchsorted(keys, own).clip(max=max(len(keys) - 1, 0))
        held = keys[places] == own if len(keys) else np.zeros(len(own), dtype=np.bool_)
        for key in own[~held].tolist():
            found.add(geometry.board(key), name, "a move", "none")
        own = own[held]
        if most is not None and len(own) > most:
            own, whole = np.sort(random.choice(own, most, replace=False)), False
        places = np.searchsorted(keys, own)
        met[places] = True
        found.tell(int(np.count_nonzero(met)), len(keys))
        good = _good(strategy, rows_at(own), own, cells[places])
        for key, cell in zip(own[~good].tolist(), cells[places][~good].tolist(), strict=True):
            move = geometry.cell_names(1 << cell) if 0 <= cell < 63 else f"cell {cell}"
            found.add(geometry.board(key), name, wanted, move)
        played = own[good] | np.int64(1) << cells[places][good] + geometry.shift(ply)
        own = _children(geometry, ply + 1, np.unique(geometry.canonical(played)))
    walked = int(np.count_nonzero(met))
    if whole:
        for key in keys[~met].tolist():
            found.add(geometry.board(key), name, "only positions that it meets", "one that it never meets")
    return walked


def _children(geometry: Geometry, ply: int, keys: Ints) -> Ints:
    children = moves_of(geometry, ply, keys).children
    return np.unique(children[children != NO_MOVE])


def _good(strategy: Strategy, rows: Rows, keys: Ints, cells: Ints) -> Flags:
    """Return whether each move is one that the strategy may play: the pick, a best or a safe one."""
    masks = np.zeros(len(keys), dtype=np.int64)
    places = np.searchsorted(keys, rows.key)
    masks[places] = rows.best if strategy.fast else rows.safe
    on_board = cells >= 0
    good: Flags = masks >> cells * on_board & on_board == 1
    if strategy.kind == "pick" and not strategy.fast:
        good[places] &= np.where(rows.no_pick, False, cells[places] == rows.pick)
    return good
