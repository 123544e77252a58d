"""Deadlines, on a clock that stands still unless it is told to go on."""

import pytest

from oxobook.book.deadline import Deadline
from oxobook.book.errors import OutOfTime
from oxobook.generator.strategies import find as finding


@pytest.fixture
def clock(monkeypatch):
    """A list with the time, which a test may change."""
    now = [100.0]
    monkeypatch.setattr("oxobook.book.deadline.time.monotonic", lambda: now[0])
    return now


def test_time_that_is_spent_and_left(clock):
    """The time spent and the time left add up to the whole, less what it stood still; nothing is left after it."""
    deadline = Deadline(8)
    clock[0] += 3
    with deadline.stopped():
        clock[0] += 50
    assert (deadline.seconds, deadline.spent, deadline.left) == (8, 3, 5)
    part = deadline.earlier(4)
    assert (part.seconds, part.spent, part.left) == (8, 3, 1)
    clock[0] += 1
    deadline.require("a proof")
    with pytest.raises(OutOfTime, match=r"^a proof was not found within 8 s: allow more with --time-limit$"):
        part.require("a proof")
    clock[0] += 100
    assert (deadline.spent, deadline.left, part.left) == (104, 0, 0)


@pytest.mark.parametrize(("seconds", "to_find"), [(10, 8), (25, 20), (60, 55)])
def test_a_fifth_of_the_time_is_kept_for_the_walk(clock, book, monkeypatch, seconds, to_find):
    """A strategy is looked for in four fifths of the time, and in all but five seconds if that is more."""
    lefts = []

    def note(book, side, kind, fast, deadline, tell):
        lefts.append(deadline.left)
        return finding.Strategy(book.rules, side, "pick", False, finding.pick_moves(book, side, deadline))

    monkeypatch.setattr(finding, "smallest_strategy", note)
    finding.find(book, "X", "smallest", False, seconds)
    assert lefts == [to_find]
