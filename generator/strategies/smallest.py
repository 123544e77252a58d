"""Smallest strategies: the best of greedy search and integer programming, with a proved lower bound.

Greedy search gives a strategy at once. The time left goes to the integer program: if it takes the whole board, it
improves on that strategy and proves a bound; of a larger board it takes the first plies, for the bound alone.
"""

import numpy as np

from oxobook.book.book import Book
from oxobook.book.deadline import Deadline
from oxobook.book.game.rules import Key
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.strategy import Strategy, follow
from oxobook.generator.strategies.choices import choices_of, first_keys, reflexes_of
from oxobook.generator.strategies.greedy import allowed_moves, greedy_moves
from oxobook.generator.strategies.integer_program import ChoiceProblem, Option, least_cost, require_solver

_MOST_POSITIONS = 20_000
"""Number of own positions up to which the integer program takes the whole board."""
_MOST_FOR_BOUND = 2_000
"""Number of own positions that it takes of larger boards, for the bound: more prove nothing in time."""
_AT_ONCE = 256
"""Number of positions explored between checks of the clock."""
_SHARE_AFTER_EXPLORING = 0.7
"""Share of the time left after greedy search for the program; the rest is for listing positions."""


def smallest_strategy(
    book: Book,
    side: str,
    kind: str = "smallest",
    fast: bool = False,
    deadline: Deadline | None = None,
    tell: Tell = tell_nobody,
) -> Strategy:
    """Return the strategy of ``side`` that costs least, with a proved lower bound.

    ``kind`` is ``smallest``, which makes positions few, or ``reflexes``, which makes few those to remember. At the
    deadline (by default after a minute) the strategy is the best found until then, and its bound may be below its cost.
    Raises OutOfTime if no strategy at all was found in time, MissingExtra without HiGHS.
    """
    require_solver()
    deadline = deadline or Deadline(60)
    rules, by_reflex = book.rules, kind == "reflexes"

    started = deadline.spent
    best = greedy_moves(book, side, by_reflex, fast, deadline, tell)
    if not by_reflex and deadline.left > 3 * (deadline.spent - started):  # fewer moves to choose from may do better
        best = min(best, greedy_moves(book, side, True, fast, deadline, tell), key=len)
    most = _MOST_POSITIONS if len(best) <= _MOST_POSITIONS else _MOST_FOR_BOUND
    to_explore = deadline.earlier(_SHARE_AFTER_EXPLORING * deadline.left)
    problem = explore(book, side, by_reflex, fast, most, to_explore, tell)
    chosen, bound = least_cost(problem, deadline, tell)
    found = [Strategy(rules, side, kind, fast, best, bound)]
    if problem.complete and chosen:
        met = follow(rules, side, lambda position: chosen[position.key])
        found.append(Strategy(rules, side, kind, fast, met, bound))
    return min(found, key=lambda strategy: (strategy.cost, strategy.positions)) if len(found) > 1 else found[0]


def explore(
    book: Book, side: str, by_reflex: bool, fast: bool, most: int, deadline: Deadline, tell: Tell = tell_nobody
) -> ChoiceProblem:
    """Collect the problem ply by ply: all of it if it has at most ``most`` positions, else the first plies.

    The first plies are those with as many positions as a proof allows, and as could be listed by the deadline.
    """
    layer = first_keys(book.rules, side)
    first = tuple(layer.tolist())
    layers: list[dict[Key, tuple[Option, ...]]] = []
    while len(layer) and sum(map(len, layers)) + len(layer) <= most:
        options: dict[Key, tuple[Option, ...]] = {}
        for start in range(0, len(layer), _AT_ONCE):
            tell("positions", sum(map(len, layers)) + len(options))
            part = layer[start : start + _AT_ONCE]
            choices = choices_of(book.rules, part, allowed_moves(book, part, by_reflex, fast))
            options |= {key: _undominated(moves) for key, moves in choices.sets()}
            if layers and not deadline.left:
                break
        if len(options) < len(layer):
            break
        layers.append(options)
        layer = np.array(
            sorted({key for moves in options.values() for _, after in moves for key in after}), dtype=np.int64
        )
    if len(layer):
        while len(layers) > 1 and sum(map(len, layers)) > _MOST_FOR_BOUND:
            layers.pop()
    found = {key: moves for one in layers for key, moves in one.items()}
    free = list[Key]()
    for keys in (np.array([*one], dtype=np.int64) for one in layers if by_reflex):
        free += keys[reflexes_of(book.rules, keys) != 0].tolist()
    return ChoiceProblem(first, found, frozenset(free), complete=not len(layer))


def _undominated(options: list[Option]) -> tuple[Option, ...]:
    """Return the options without those that lead to every position that another leads to.

    Of options that lead to the same positions the first stays.
    """
    kept: list[Option] = []
    for option in sorted(options, key=lambda option: (len(option[1]), option[0])):
        if not any(other <= option[1] for _, other in kept):
            kept.append(option)
    return tuple(kept)
