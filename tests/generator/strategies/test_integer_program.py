"""The integer program where it has no solution."""

from oxobook.book.deadline import Deadline
from oxobook.book.progress import tell_nobody
from oxobook.generator.strategies.integer_program import ChoiceProblem, least_cost


def test_a_position_without_a_move_has_no_solution():
    """A first position in which no move may be chosen cannot be held: no moves, and the bound that is certain."""
    assert least_cost(ChoiceProblem((7,), {7: ()}, frozenset(), True), Deadline(60), tell_nobody) == ({}, 1)
