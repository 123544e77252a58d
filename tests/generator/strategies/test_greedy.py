"""Greedy strategies, by a second program that follows the rule word for word."""

import pytest

from oxobook.book.deadline import Deadline
from oxobook.book.game.notation import move_names
from oxobook.book.strategy import Strategy, first_positions, own_positions_after, reflexes
from oxobook.generator.strategies import greedy
from oxobook.generator.strategies.walk import broken_at, pick_moves


def greedy_by_rule(book, side, by_reflex, fast):
    """The greedy strategy, position by position: those without a choice first, then the others by key."""
    names = move_names(book.rules)
    moves, layer = {}, sorted(first_positions(book.rules, side), key=lambda position: position.key)
    while layer:
        choices = {}
        for position in layer:
            entry = book.probe(position)
            good = entry.best if fast else entry.safe
            cells = [cell for cell in position.legal_cells if names[cell] in good]
            own = [cell for cell in cells if reflexes(position) >> cell & 1] if by_reflex else []
            choices[position] = {cell: set(own_positions_after(position, cell)) for cell in own or cells}
        met = set()
        for options in choices.values():
            if len(options) == 1:
                met.update(*options.values())
        for position, options in choices.items():
            costs = []
            for cell, after in options.items():
                new = after - met
                to_remember = [one for one in new if not (by_reflex and reflexes(one))]
                costs.append((len(to_remember), len(new), len(after), cell))
            *_, chosen = min(costs)
            moves[position.key] = chosen
            met |= options[chosen]
        layer = sorted(met, key=lambda position: position.key)
    return moves


@pytest.mark.parametrize("text", ["3x3x3", "3x3x3-misere", "2x4x3-gravity", "2x5x3", "2x3x3-order", "2x3x3-wild"])
@pytest.mark.parametrize("side", "XO")
@pytest.mark.parametrize("by_reflex", [False, True])
def test_the_least_cost_is_added(make_book, monkeypatch, text, side, by_reflex):
    """Each position plays the move that adds least to the next ply, in however many batches."""
    book, told = make_book(text), []
    monkeypatch.setattr(greedy, "AT_ONCE", 7)
    for fast in (False, True):
        told.clear()
        found = greedy.greedy_moves(
            book, side, by_reflex, fast, Deadline(60), lambda stage, done, total=None: told.append((stage, done))
        )
        assert found == greedy_by_rule(book, side, by_reflex, fast)
        sizes = [sum(key.bit_count() == ply for key in found) for ply in range(book.rules.cells)]
        expected = [(sum(sizes[:ply]) + start) for ply in range(book.rules.cells) for start in range(0, sizes[ply], 7)]
        assert told == [("moves", done) for done in expected]


def test_moves_and_walk_tell_how_far_they_are(book):
    """Before each ply the walk says how many positions it has met; the picks are those of lookups."""
    told = []
    found = pick_moves(book, "O", Deadline(60), lambda stage, done, total=None: told.append((stage, done)))
    sizes = [sum(key.bit_count() == ply for key in found) for ply in (1, 3, 5, 7)]
    starts = [sum(sizes[:number]) for number in range(4)]
    assert told == [("moves", start) for start in starts]
    strategy = Strategy(book.rules, "O", "pick", False, found)
    told.clear()
    assert broken_at(book, strategy, lambda *said: told.append(said)) is None
    assert told == [("walk", start, len(found)) for start in starts]
