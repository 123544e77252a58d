"""The integer program at its limits: no solution, no time, no standard output."""

from oxobook.book.deadline import Deadline
from oxobook.book.progress import tell_nobody
from oxobook.generator.strategies.integer_program import ChoiceProblem, least_cost

PROBLEM = ChoiceProblem((7,), {7: ((4, frozenset({9})), (5, frozenset())), 9: ((1, frozenset()),)}, frozenset(), True)
"""A position with two moves, one of which needs no second position."""


def test_the_least_cost_is_that_of_the_move_without_replies():
    """The move that needs no second position is chosen, and the other position is not held."""
    assert least_cost(PROBLEM, Deadline(60), tell_nobody) == ({7: 5}, 1)


def test_free_positions_cost_nothing():
    """With the second position free both moves cost as much; with the first free too, nothing is left to pay."""
    free = ChoiceProblem(PROBLEM.first, PROBLEM.options, frozenset({7, 9}), True)
    moves, bound = least_cost(free, Deadline(60), tell_nobody)
    assert moves[7] in (4, 5) and bound == 0


def test_a_position_without_a_move_has_no_solution():
    """A first position in which no move may be chosen cannot be held: no moves, and the bound that is certain."""
    assert least_cost(ChoiceProblem((7,), {7: ()}, frozenset(), True), Deadline(60), tell_nobody) == ({}, 1)
