"""Integer program whose minimum is the smallest strategy (HiGHS).

The problem is a choice of one move in every own position that the chosen moves lead to. For each own position p a
variable says whether the strategy holds it, for each of its moves m another whether it plays it:

    sum over m of played(p, m) = held(p)
    held(q) >= sum over those m to which a reply leads to q of played(p, m), for every q

and the first positions are held. The sum of the held positions' costs is made least: 1 each, or 0 where a reflex
decides and only what is to be remembered counts.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil, isfinite
from typing import Any

import numpy as np

from oxobook.book.deadline import Deadline
from oxobook.book.errors import MissingExtra
from oxobook.book.game.rules import Cell, Key
from oxobook.book.progress import Tell

Option = tuple[Cell, frozenset[Key]]
"""Move, with the own positions that the replies to it lead to."""

_LOOK = 0.1
"""Seconds between checks of the clock and the keyboard while HiGHS works."""
_GRACE = 0.3
"""Seconds that HiGHS has to stop when told to."""


@dataclass(frozen=True)
class ChoiceProblem:
    """Own positions that good moves lead to, with the choices in each."""

    first: tuple[Key, ...]
    options: dict[Key, tuple[Option, ...]]
    """Moves to choose from, by position."""
    free: frozenset[Key]
    """Positions without cost."""
    complete: bool
    """True if all positions are there; else deeper ones cost nothing, and a minimum is a lower bound."""

    @property
    def certain_cost(self) -> int:
        """Cost of the first positions, which every strategy has."""
        return len(set(self.first) - self.free)


def require_solver() -> Any:
    """Return HiGHS; raises MissingExtra if it is not installed."""
    try:
        import highspy
    except ImportError as error:
        raise MissingExtra(
            "the smallest strategies need the library highspy: pip install 'oxobook[strategy]'"
        ) from error
    return highspy


@contextmanager
def _quiet_stdout() -> Iterator[None]:
    """Discard what C code prints to stdout."""
    try:
        before = os.dup(1)
    except OSError:  # it is closed, and nothing is printed
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(before, 1)
        os.close(before)
        os.close(nowhere)


def least_cost(problem: ChoiceProblem, deadline: Deadline, tell: Tell) -> tuple[dict[Key, Cell], int]:
    """Return the best moves found by the deadline (empty if none), and a proved lower bound of the cost.

    HiGHS does not start from the greedy strategy: with it, it finds no better one for a long time. Ctrl-C ends HiGHS,
    which would not notice it by itself.
    """
    bound = problem.certain_cost
    if not deadline.left:
        return {}, bound
    highspy = require_solver()
    plays = [(key, cell) for key, options in problem.options.items() for cell, _ in options]
    with _quiet_stdout():  # HiGHS 1.16 says who it is as soon as it is made
        solver = highspy.Highs()
        solver.silent()
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.HandleUserInterrupt = True
    _pass_model(solver, highspy, problem)
    solver.setOptionValue("time_limit", deadline.left)
    _run(solver, deadline, tell)
    found = solver.getInfo()
    if isfinite(found.mip_dual_bound):
        bound = max(bound, ceil(found.mip_dual_bound - 1e-6))
    if found.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        return {}, bound
    played = np.asarray(solver.getSolution().col_value)[len(problem.options) :] > 0.5
    return {key: cell for (key, cell), chosen in zip(plays, played.tolist(), strict=True) if chosen}, bound


def _run(solver: Any, deadline: Deadline, tell: Tell) -> None:
    """Run HiGHS in a thread of its own until it has ended or must end.

    Only one runs in a process: one that an interrupted call has left is waited for until it has stopped.
    """
    while solver.is_solver_running():
        if not deadline.left:
            return
        time.sleep(_LOOK)
    solver.startSolve()
    try:
        while not solver.wait(_LOOK)[0]:
            tell("proof", round(deadline.spent), round(deadline.seconds))
            if not deadline.left:
                solver.cancelSolve()
    except BaseException:
        solver.cancelSolve()
        solver.wait(_GRACE)
        raise


def _pass_model(solver: Any, highspy: Any, problem: ChoiceProblem) -> None:
    """Give HiGHS the program, row by row; the columns are first the positions, then the plays."""
    held = {key: number for number, key in enumerate(problem.options)}
    index: list[int] = []
    value: list[float] = []
    start, upper = [0], []
    play = len(held)
    for key, options in problem.options.items():
        index += [held[key], *range(play, play + len(options))]
        value += [-1.0] + [1.0] * len(options)
        start.append(len(index))
        upper.append(0.0)
        leading: dict[Key, list[int]] = {}
        for _, after in options:
            for follower in after & held.keys():
                leading.setdefault(follower, []).append(play)
            play += 1
        for follower, plays in leading.items():
            index += [held[follower], *plays]
            value += [1.0] + [-1.0] * len(plays)
            start.append(len(index))
            upper.append(highspy.kHighsInf)
    cost, least = np.zeros(play), np.zeros(play)
    cost[[number for key, number in held.items() if key not in problem.free]] = 1
    least[[held[key] for key in problem.first]] = 1
    solver.passModel(
        *(play, len(upper), len(index), highspy.MatrixFormat.kRowwise.value, highspy.ObjSense.kMinimize.value, 0.0),
        *(cost, least, np.ones(play), np.zeros(len(upper)), np.array(upper)),
        *(np.array(start, dtype=np.int32), np.array(index, dtype=np.int32), np.array(value)),
        np.full(play, highspy.HighsVarType.kInteger.value, dtype=np.int32),
    )
