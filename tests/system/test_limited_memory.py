"""No engine reserves more memory than it may take, in whichever way it makes a book."""

import sys

import pytest

from oxobook.book import Rules
from oxobook.book.published import published_digest
from oxobook.generator.dense.memory import needs_of
from oxobook.generator.layers.memory import least_memory
from oxobook.generator.plan import plan_book
from tests.conftest import COMPILED
from tests.limited_memory import JOBS, solve_limited

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process's address space")


@pytest.fixture
def solve(request):
    """A function that has a book made in a limited process, and proves it right if its digest is published."""

    def require_made(text: str, memory: int, **how) -> None:
        engine = plan_book(Rules.parse(text)).engine.name
        if engine in COMPILED:
            request.getfixturevalue(COMPILED[engine])
        done = solve_limited(text, engine, memory, **how)
        assert done.returncode == 0, done.stderr
        published = published_digest(
            Rules.parse(text), "rows" if engine == "frontier" else "blocks", games=engine != "gravity"
        )
        assert done.stdout.strip() == (published or done.stdout.strip())

    return require_made


@pytest.mark.slow
def test_frontier(solve):
    """The frontier engine, which holds all layers, takes no more than its plan says."""
    solve("3x5x4", plan_book(Rules(3, 5, 4)).memory)


@pytest.mark.slow
def test_dense_out_of_core(solve):
    """Nothing is reserved for the largest layer if it does not fit."""
    rules = Rules(3, 7, 4)
    needs = needs_of(rules)
    least = least_memory(needs, JOBS)
    assert least - needs.fixed < (needs.whole - needs.fixed) * 2 / 3
    solve(str(rules), least)


@pytest.mark.slow
def test_gravity_by_processes(solve):
    """Each worker process takes no more than its share."""
    rules = Rules(5, 5, 4, gravity=True)
    plan = plan_book(rules)
    solve(str(rules), plan.fixed_memory + 2 * plan.worker_memory, processes=2)
