"""Limits of memory: what is held fits, and too little is refused."""

import numpy as np
import pytest

from oxobook.book import Rules, TooLarge
from oxobook.generator.dense.memory import needs_of
from oxobook.generator.gravity.memory import needs_of as gravity_needs_of
from oxobook.generator.layers.memory import Limits, least_memory, limits_for
from oxobook.generator.layers.workers import Workers
from oxobook.generator.machine import Machine
from tests.generator.layers.test_workers import Travelling


@pytest.mark.parametrize("text", ["5x5x4", "5x6x4", "3x9x4"])
def test_what_is_held_fits(text):
    """Rows and layers held at once take at most the memory there is, down to the least.

    With less, fewer tasks run; on a store one more than in memory.
    """
    rules = Rules.parse(text)
    needs = needs_of(rules)
    one, two = least_memory(needs, 1), least_memory(needs, 2)
    for memory, jobs in ((one, 1), (two, 2), (2 * two, 3), (needs.whole, 2)):
        workers = Workers(Machine(2, memory))
        limits = limits_for(rules, needs, workers)
        assert workers.jobs == jobs
        if memory < needs.whole:
            assert needs.fixed + limits.rows <= memory and limits.rows == limits.whole >= needs.task
        else:
            assert limits.whole == np.inf


def test_what_goes_in_memory():
    """Threads with room for all layers work in memory; with less room, or apart from one another, they do not."""
    rules, in_memory = Rules(5, 5, 4, gravity=True), Limits(np.inf, np.inf)
    needs = gravity_needs_of(rules)
    assert limits_for(rules, needs, Workers(Machine(2, needs.whole))) == in_memory
    assert limits_for(rules, needs, Workers(Machine(2, needs.whole - 1))) != in_memory
    assert limits_for(rules, needs, Workers(Machine(2, 1 << 40, Travelling()))) != in_memory
    assert least_memory(gravity_needs_of(Rules(6, 5, 4, gravity=True)), 2) < 600_000_000


def test_too_little_memory_for_the_workers():
    """If the smallest chunks do not fit into each worker's share, one line says what they need."""
    rules, workers = Rules(5, 5, 4), Workers(Machine(4, 1_000_000_000, Travelling()))
    said = r"^5x5x4 needs about \d+ MB of memory for each of the 4 workers, and \d+ MB for"
    with pytest.raises(TooLarge, match=said):
        limits_for(rules, needs_of(rules), workers)
    assert limits_for(rules, needs_of(rules), Workers(Machine(2, 4_000_000_000, Travelling()))).rows > 1e9
