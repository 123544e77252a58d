"""The smallest strategies: by integer programming where the board allows a proof, else by greed with a bound.

The problem is a choice of one move in every own position that the chosen moves lead to. For each own position p a
variable says whether the strategy holds it, for each of its moves m another whether it plays it:

    sum over m of played(p, m) = held(p)      held(q) >= played(p, m) for every q that a reply to m leads to

and the first positions are held. The sum of the held positions' costs is made least: 1 each, or 0 where a reflex
decides and only what is to be remembered counts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import ceil

import numpy as np

from book.book import Book
from book.errors import MissingExtra
from book.game.notation import cell_named
from book.game.position import Position
from book.game.rules import Cell, Key
from book.strategy import Strategy, first_positions, follow, own_positions_after, position_of, reflexes

_MOST_POSITIONS = 20_000
"""Own positions of the boards that the integer program takes whole."""
_MOST_FOR_BOUND = 2_000
"""Own positions that it takes of larger boards, the first plies only: a program too large proves nothing in time."""

Option = tuple[Cell, frozenset[Key]]
"""A move, and the own positions that the replies to it lead to."""

Options = Callable[[Position], tuple[Option, ...]]
"""From a position to the moves to choose from; a move whose replies lead to more than another's is left out."""


@dataclass(frozen=True)
class Problem:
    """The own positions that good moves lead to, and what is asked of a strategy in each."""

    first: tuple[Key, ...]
    options: dict[Key, tuple[Option, ...]]
    """The moves to choose from, by position."""
    free: frozenset[Key]
    """Positions that cost nothing."""
    complete: bool
    """Whether all positions are there; if not, what is deeper costs nothing, and a minimum is a lower bound."""


def smallest_strategy(
    book: Book, side: str, kind: str = "smallest", fast: bool = False, seconds: float = 60
) -> Strategy:
    """The strategy of ``side`` that costs least, with a proved lower bound.

    ``kind`` is ``smallest``, which makes positions few, or ``reflexes``, which makes few those to remember. The
    program is stopped after so many seconds; then, and on boards too large for it, the strategy is the best found,
    and its bound is below its cost. Raises MissingExtra without scipy.
    """
    by_reflex = kind == "reflexes"
    options = _options_of(book, by_reflex, fast)
    problem = explore(book, side, options, by_reflex)
    chosen, bound = _solve(problem, seconds)
    if problem.complete and chosen:
        candidates = [follow(book.rules, side, lambda position: chosen[position.key])]
    else:
        candidates = [_greedy(book, side, options, by_reflex)]
        if not by_reflex:  # greed may do better with fewer moves to choose from
            candidates.append(_greedy(book, side, _options_of(book, True, fast), True))
    strategies = [Strategy(book.rules, side, kind, fast, moves, bound) for moves in candidates]
    return min(strategies, key=lambda strategy: (strategy.cost, strategy.positions))


def _options_of(book: Book, by_reflex: bool, fast: bool) -> Options:
    """The function from a position to its options: safe moves, or best ones; with reflexes only theirs, if any."""

    @cache
    def options(position: Position) -> tuple[Option, ...]:
        entry = book.probe(position)
        cells = [cell_named(name, book.rules) for name in (entry.best if fast else entry.safe)]
        reflex = reflexes(position) if by_reflex else 0
        if reflex:
            cells = [cell for cell in cells if reflex >> cell & 1]
        return _undominated(
            [(cell, frozenset(after.key for after in own_positions_after(position, cell))) for cell in cells]
        )

    return options


def _undominated(options: list[Option]) -> tuple[Option, ...]:
    """The options without those that lead to all that another leads to, and of equal ones only the first."""
    kept: list[Option] = []
    for option in sorted(options, key=lambda option: (len(option[1]), option[0])):
        if not any(other <= option[1] for _, other in kept):
            kept.append(option)
    return tuple(kept)


def explore(book: Book, side: str, options: Options, by_reflex: bool) -> Problem:
    """Collect the problem ply by ply: all of it, or of a large board the first plies."""
    layer = first = tuple(position.key for position in first_positions(book.rules, side))
    layers: list[dict[Key, tuple[Option, ...]]] = []
    while layer and sum(map(len, layers)) + len(layer) <= _MOST_POSITIONS:
        layers.append({key: options(position_of(key, book.rules)) for key in layer})
        layer = tuple(sorted({key for choices in layers[-1].values() for _, after in choices for key in after}))
    if layer:
        while len(layers) > 1 and sum(map(len, layers)) > _MOST_FOR_BOUND:
            layers.pop()
    found = {key: choices for one in layers for key, choices in one.items()}
    free = {key for key in found if by_reflex and reflexes(position_of(key, book.rules))}
    return Problem(first, found, frozenset(free), complete=not layer)


def _solve(problem: Problem, seconds: float) -> tuple[dict[Key, Cell], int]:
    """The chosen moves (empty when none were found in time) and a proved lower bound of the cost."""
    try:
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import coo_array
    except ImportError as error:
        raise MissingExtra(
            "the smallest strategies need the extra 'strategy', which is not installed: pip install 'oxobook[strategy]'"
        ) from error
    held = {key: number for number, key in enumerate(problem.options)}
    plays = [(key, cell, after) for key, options in problem.options.items() for cell, after in options]
    rows, columns, values, lower, upper = _constraints(held, plays)
    size = len(held) + len(plays)
    matrix = coo_array((values, (rows, columns)), shape=(len(lower), size)).tocsr()
    cost = np.zeros(size)
    cost[[number for key, number in held.items() if key not in problem.free]] = 1
    least = np.zeros(size)
    least[[held[key] for key in problem.first]] = 1
    result = milp(
        cost,
        constraints=LinearConstraint(matrix, lower, upper),
        bounds=Bounds(least, np.ones(size)),
        integrality=np.ones(size, dtype=np.int8),
        options={"time_limit": seconds, "mip_rel_gap": 0},
    )
    bound = 0 if result.mip_dual_bound is None else max(0, ceil(result.mip_dual_bound - 1e-6))
    if result.x is None:
        return {}, bound
    played = result.x[len(held) :] > 0.5
    return {key: cell for (key, cell, _), chosen in zip(plays, played, strict=True) if chosen}, bound


def _constraints(
    held: dict[Key, int], plays: list[tuple[Key, Cell, frozenset[Key]]]
) -> tuple[list[int], list[int], list[float], list[float], list[float]]:
    """The program's rows, columns and values, and the bounds of its rows; columns are positions, then plays."""
    rows, columns, values = list(held.values()), list(held.values()), [-1.0] * len(held)
    lower, upper = [0.0] * len(held), [0.0] * len(held)
    for number, (key, _, after) in enumerate(plays, start=len(held)):
        rows.append(held[key])
        columns.append(number)
        values.append(1.0)
        for follower in after & held.keys():
            rows += [len(lower)] * 2
            columns += [held[follower], number]
            values += [1.0, -1.0]
            lower.append(0.0)
            upper.append(np.inf)
    return rows, columns, values, lower, upper


def _greedy(book: Book, side: str, options: Options, by_reflex: bool) -> dict[Key, Cell]:
    """A strategy found ply by ply: in each position the move that adds the least cost to the next ply."""

    @cache
    def cost(key: Key) -> int:
        return 0 if by_reflex and reflexes(position_of(key, book.rules)) else 1

    def added(option: Option, following: set[Key]) -> tuple[int, int]:
        new = option[1] - following
        return sum(map(cost, new)), len(new)

    layer = {position.key for position in first_positions(book.rules, side)}
    moves: dict[Key, Cell] = {}
    while layer:
        following: set[Key] = set()
        for key in sorted(layer):
            choices = options(position_of(key, book.rules))
            moves[key], after = min(choices, key=lambda option: added(option, following))
            following |= after
        layer = following
    return moves
