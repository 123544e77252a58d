"""The problem that is given to the integer program, and how the time is shared out."""

import pytest

from oxobook.book.deadline import Deadline
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import position_of
from oxobook.book.strategy import first_positions, own_positions_after, reflexes
from oxobook.generator.strategies import smallest
from oxobook.generator.strategies.integer_program import least_cost
from oxobook.generator.strategies.smallest import explore, smallest_strategy


def by_ply(keys, cells):
    """The numbers of keys at each ply."""
    return [count for ply in range(cells) if (count := sum(key.bit_count() == ply for key in keys))]


@pytest.mark.parametrize("side", "XO")
@pytest.mark.parametrize("by_reflex", [False, True])
@pytest.mark.parametrize("fast", [False, True])
def test_the_whole_problem(book, monkeypatch, side, by_reflex, fast):
    """Each position that good moves lead to has those of them that lead to no more than another does."""
    monkeypatch.setattr(smallest, "_AT_ONCE", 10)
    told = []
    problem = explore(book, side, by_reflex, fast, 10**6, Deadline(60), lambda *said: told.append(said))
    firsts = {position.key for position in first_positions(book.rules, side)}
    assert problem.complete and set(problem.first) == firsts
    met = set(firsts)
    for key, options in problem.options.items():
        position, entry = position_of(key, book.rules), book.probe(position_of(key, book.rules))
        good = [cell for cell in position.legal_cells if position.play(cell) and cell in good_cells(entry, fast)]
        if by_reflex and reflexes(position):
            good = [cell for cell in good if reflexes(position) >> cell & 1]
        after = {cell: frozenset(one.key for one in own_positions_after(position, cell)) for cell in good}
        least = [cell for cell in good if not any(after[other] < after[cell] for other in good)]
        first = {after[cell]: cell for cell in reversed(least)}
        assert sorted(options) == sorted((cell, keys) for keys, cell in first.items())
        met |= frozenset().union(*first)
    assert met == set(problem.options)
    free = {key for key in met if reflexes(position_of(key, book.rules))} if by_reflex else set()
    assert problem.free == free and problem.certain_cost == len(firsts - free)
    sizes = by_ply(problem.options, book.rules.cells)
    starts = [sum(sizes[:ply]) + start for ply, size in enumerate(sizes) for start in range(0, size, 10)]
    assert told == [("positions", start) for start in starts]


def good_cells(entry, fast):
    """The cells of an entry's best or safe moves."""
    return cells_of(entry.best_mask if fast else entry.safe_mask)


@pytest.mark.parametrize("most_for_bound", [10**6, 40, 1])
def test_the_first_plies(book, monkeypatch, most_for_bound):
    """If a problem is too large, only the plies that fit are taken, and fewer if a bound needs that."""
    whole = explore(book, "O", False, False, 10**6, Deadline(60))
    sizes = by_ply(whole.options, book.rules.cells)
    monkeypatch.setattr(smallest, "_MOST_FOR_BOUND", most_for_bound)
    for most in {0, *(sum(sizes[:ply]) + more for ply in range(1, len(sizes) + 1) for more in (-1, 0, 1))}:
        plies = max(ply for ply in range(len(sizes) + 1) if sum(sizes[:ply]) <= most)
        complete = plies == len(sizes)
        while not complete and plies > 1 and sum(sizes[:plies]) > most_for_bound:
            plies -= 1
        problem = explore(book, "O", False, False, most, Deadline(60))
        assert (problem.complete, by_ply(problem.options, book.rules.cells)) == (complete, sizes[:plies])
        assert all(whole.options[key] == options for key, options in problem.options.items())


def test_out_of_time_the_first_ply_is_there(book, monkeypatch):
    """When time runs out, the ply being listed is left out, unless it is the first, and the bound is certain."""
    monkeypatch.setattr(smallest, "_AT_ONCE", 1)
    problem = explore(book, "O", False, False, 10**6, Deadline(0))
    assert (problem.complete, sorted(problem.options)) == (False, sorted(problem.first))
    assert least_cost(problem, Deadline(0), lambda *_: None) == ({}, len(problem.first))


@pytest.mark.parametrize(("greed", "calls"), [(14, 2), (16, 1)])
@pytest.mark.parametrize("size", [2, 3])
def test_how_the_time_is_shared_out(book, monkeypatch, greed, calls, size):
    """Greed tries again with reflexes if that leaves time; of what is left three tenths go to listing positions."""
    now, seen, first = [0.0], [], [position.key for position in first_positions(book.rules, "O")]

    def greedy(book, side, by_reflex, fast, deadline, tell):
        now[0] += greed
        seen.append(by_reflex)
        return dict.fromkeys(first, 0) | ({-1: 0} if not by_reflex else {})

    def note(book, side, by_reflex, fast, most, deadline, tell):
        assert deadline.left == pytest.approx(0.3 * (60 - greed * calls))
        seen.append(most)
        return explore(book, side, by_reflex, fast, 0, deadline)

    monkeypatch.setattr("oxobook.book.deadline.time.monotonic", lambda: now[0])
    monkeypatch.setattr(smallest, "greedy_moves", greedy)
    monkeypatch.setattr(smallest, "explore", note)
    monkeypatch.setattr(smallest, "least_cost", lambda problem, deadline, tell: ({}, 1))
    monkeypatch.setattr(smallest, "_MOST_POSITIONS", size)
    monkeypatch.setattr(smallest, "_MOST_FOR_BOUND", 77)
    found = smallest_strategy(book, "O")
    assert len(found.moves) == len(first) + (calls == 1) and found.bound == 1
    assert seen == [*[False, True][:calls], size if len(found.moves) <= size else 77]
