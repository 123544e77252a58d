"""Moves, children and the walk from the empty board."""

import numpy as np
import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.verify.geometry import geometry_of
from oxobook.book.verify.walk import NO_MOVE, layer_of, random_positions

GAMES = [
    *("3x3x3", "3x4x3-misere", "4x3x3-gravity", "1x5x3", "2x2x1", "3x3x4", "8x5x3-gravity"),
    *("3x3x3-wild", "2x3x3-order-misere", "3x3x3-notakto", "3x3x3-maker"),
]


def canonical(position):
    return symmetry_group(position.rules).canonical(position.x, position.o)[0]


@pytest.mark.parametrize("text", GAMES)
def test_moves_are_those_of_positions(text, monkeypatch):
    """Cells, children, lines and ends of random positions are those of ``book.game``, in parts as at once."""
    rules = Rules.parse(text)
    geometry = geometry_of(rules)
    keys = random_positions(geometry, 200, 3, 0, rules.cells)
    stones = np.bitwise_count(keys)
    monkeypatch.setattr("oxobook.book.verify.walk._AT_ONCE", 7)
    for ply in range(rules.cells + 1):
        layer = layer_of(geometry, ply, keys[stones == ply])
        children, places = set(), iter(range(len(layer.keys)))
        for part in layer.parts:
            for column, place in zip(range(part.cells.shape[1]), places, strict=False):
                key = int(layer.keys[place])
                position = Position(rules, key & rules.full, key >> rules.cells)
                there = part.cells[:, column] != NO_MOVE
                assert part.cells[there, column].tolist() == list(position.legal_cells)
                assert layer.over[place] == position.over
                assert layer.lines[place] == bool(position.completed_lines)
                after = layer.children[part.places[there, column]].tolist()
                assert after == [canonical(position.play(cell)) for cell in position.legal_cells]
                assert set(part.places[~there, column].tolist()) <= {NO_MOVE}
                children |= {*after}
        assert next(places, None) is None and layer.children.tolist() == sorted(children)


@pytest.mark.parametrize("text", GAMES)
def test_random_positions_are_reachable(text):
    """Random positions are canonical, ascending and legal, of the plies asked for, and as seeded."""
    rules = Rules.parse(text)
    geometry = geometry_of(rules)
    keys = random_positions(geometry, 400, 1, 0, rules.cells)
    assert keys.tolist() == sorted(set(keys.tolist())) and keys.dtype == geometry.dtype
    for key in keys.tolist():
        position = Position(rules, key & rules.full, key >> rules.cells)
        assert canonical(position) == key
        assert Position.parse(position.text, rules) == position  # which raises if no game reaches it
    assert keys.tolist() == random_positions(geometry, 400, 1, 0, rules.cells).tolist()
    plies = {key.bit_count() for key in random_positions(geometry, 50, 1, 2, 2).tolist()}
    assert plies <= {1, 2} and (plies == {2} or rules.k == 1)
    if rules.cells > 5:
        assert keys.tolist() != random_positions(geometry, 400, 2, 0, rules.cells).tolist()
