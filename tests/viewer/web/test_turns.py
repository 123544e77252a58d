"""Turns by owner: who asks for much waits behind itself."""

from collections import Counter

import pytest

from oxobook.viewer.web.server.turns import AT_ONCE, Turns


class Loop:
    """A loop that passes when it is told to."""

    def __init__(self):
        self.called = []

    def call_soon(self, call):
        """Have it called in the next pass."""
        self.called.append(call)

    def run(self, passes=1):
        """Make so many passes."""
        for _ in range(passes):
            calls, self.called = self.called, []
            for call in calls:
                call()


class Client:
    """A connection that has ``wishes``, each of which takes a turn."""

    def __init__(self, turns, owner, log, wishes=1):
        self.turns, self.owner, self.log, self.wishes = turns, owner, log, wishes
        turns.wait(owner, self)

    def take_turn(self):
        """One wish less."""
        self.log.append(self.owner)
        self.wishes -= 1
        if self.wishes:
            self.turns.wait(self.owner, self)


@pytest.fixture
def loop():
    return Loop()


@pytest.fixture
def turns(loop):
    return Turns(loop.call_soon)


def test_owners_take_turns(loop, turns):
    """A hundred connections of one owner give way to one of another, whenever it comes."""
    log = []
    for _ in range(100):
        Client(turns, "many", log, wishes=50)
    loop.run(10)
    Client(turns, "one", log)
    before = len(log)
    loop.run()
    assert log[before:].index("one") <= 1


def test_turns_are_shared_alike(loop, turns):
    """Owners who always want more have equally many turns, over however many connections they want it."""
    log = []
    for owner, connections in (("a", 1), ("b", 10), ("c", 100)):
        for _ in range(connections):
            Client(turns, owner, log, wishes=10_000)
    loop.run(300)
    assert set(Counter(log).values()) == {300 * AT_ONCE // 3}


def test_connections_of_an_owner_take_turns(loop, turns):
    """The connections of one owner, as those of many clients behind a proxy, take turns with each other."""
    log = []
    many = Client(turns, "proxy", log, wishes=10_000)
    loop.run(5)
    Client(turns, "proxy", log)
    loop.run()
    assert many.wishes == 10_000 - 6 * AT_ONCE + 1


def test_few_turns_between_two_looks(loop, turns):
    """However many wait, few have a turn before it is seen who else has come; alone, an owner has all of them."""
    log = []
    for _ in range(50):
        Client(turns, "alone", log)
    loop.run()
    assert len(log) == AT_ONCE
    loop.run(100)
    assert len(log) == 50 and not loop.called


def test_who_leaves_has_no_turn(loop, turns):
    """A connection that has ended waits no longer, and nothing is kept of it; nobody waits twice."""
    log = []
    gone = Client(turns, "a", log)
    turns.wait("a", gone)
    Client(turns, "a", log)
    turns.leave("a", gone)
    turns.leave("b", gone)
    loop.run()
    assert log == ["a"] and not turns._waiting


def test_a_turn_that_fails(loop, turns):
    """What fails in one's turn takes nobody else's."""
    log = []

    class Failing(Client):
        def take_turn(self):
            raise RuntimeError

    Failing(turns, "a", log)
    Client(turns, "b", log)
    with pytest.raises(RuntimeError):
        loop.run()
    loop.run()
    assert log == ["b"]
