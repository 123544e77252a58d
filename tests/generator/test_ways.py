"""The ways to make a book: what each takes, by arithmetic."""

import pytest

from oxobook.book import Rules
from oxobook.generator.plan import plan_book
from oxobook.generator.ways import ways


def test_an_engine_in_memory_only_has_no_other_ways():
    """If layers do not go through chunks there is nothing to choose."""
    assert ways(plan_book(Rules(4, 4, 4), "frontier"), 2, 10**9, 4) == []


@pytest.mark.slow
def test_more_of_anything_takes_no_longer():
    """More memory or more workers never make a book later, and the least memory suffices."""
    plan = plan_book(Rules(5, 5, 4))
    times = [ways(plan, 2, memory)[-1].share for memory in (0, 10**9, 2 * 10**9, 4 * 10**9, plan.memory)]
    assert times == sorted(times, reverse=True) and times[0] < 8 * times[-1]
    teams = [ways(plan, 2, number * 10**9, number)[-1].share for number in (1, 2, 4, 16, 64, 256)]
    assert teams == sorted(teams, reverse=True)
    assert ways(plan, 2, 0)[-1].memory == plan.needed_memory


def test_boards_under_gravity_have_the_same_ways():
    """In memory, in chunks, and with workers; in chunks it takes longer and a fraction of the memory."""
    plan = plan_book(Rules(6, 5, 4, gravity=True))
    found = ways(plan, 2, 10**9, 4)
    assert [way.name for way in found] == ["in memory", "with less memory", "4 workers"]
    assert plan.needed_memory < 6 * 10**8 < plan.memory and found[0].share < found[1].share < 3 * found[0].share
    assert found[2].share == found[1].share / 2


def test_one_layer_in_memory_is_nearly_as_good_as_two():
    """A limit of 4 GB, the size of the next layer of 5x5x4, costs a few percent: much less than an eighth of that."""
    plan = plan_book(Rules(5, 5, 4))
    whole, one, part = (ways(plan, 2, memory)[-1].share for memory in (plan.memory, 4 * 10**9, 5 * 10**8))
    assert whole < one < 1.2 * whole and part > 1.5 * whole


@pytest.mark.slow
def test_the_maker_is_the_limit_in_the_end():
    """However many workers there are, one process has to move what they have made into the book."""
    plan = plan_book(Rules(5, 6, 4))
    shares = [ways(plan, 2, number * 4 * 10**9, number)[-1].share for number in (1000, 2000, 4000)]
    assert shares[0] == shares[1] == shares[2]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["6x7x4-gravity", "5x5x4"])
def test_a_worker_has_what_it_cannot_do_without(text):
    """However little is allowed, the plan for workers names the memory that each needs at least."""
    plan = plan_book(Rules.parse(text))
    assert ways(plan, 2, 10**9, 64)[-1].memory == plan.worker_memory > 10**9 // 64
