"""Moves, children and the walk from the empty board."""

import numpy as np
import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.verify.forward import (
    NO_MOVE,
    moves_of,
    random_positions,
    walk_forward,
)
from oxobook.book.verify.geometry import geometry_of
from oxobook.book.verify.residues import whole
from oxobook.book.verify.verdict import Findings

GAMES = [
    *("3x3x3", "3x4x3-misere", "4x3x3-gravity", "1x5x3", "2x2x1", "3x3x4", "8x5x3-gravity"),
    *("3x3x3-wild", "2x3x3-order-misere", "3x3x3-notakto", "3x3x3-maker"),
]


def canonical(position):
    return symmetry_group(position.rules).canonical(position.x, position.o)[0]


@pytest.mark.parametrize("text", GAMES)
def test_moves_are_those_of_positions(text):
    """Cells, children, lines and ends of random positions are those of ``book.game``."""
    rules = Rules.parse(text)
    geometry = geometry_of(rules)
    keys = random_positions(geometry, 200, 3)
    stones = np.bitwise_count(keys)
    for ply in range(rules.cells + 1):
        moves = moves_of(geometry, ply, keys[stones == ply])
        assert moves.ply == ply
        for place, key in enumerate(moves.keys.tolist()):
            position = Position(rules, key & rules.full, key >> rules.cells)
            cells = [cell for cell in moves.cells[:, place].tolist() if cell != NO_MOVE]
            assert cells == list(position.legal_cells)
            assert moves.over[place] == position.over and moves.lines[place] == bool(position.completed_lines)
            expected = [canonical(position.play(cell)) for cell in cells]
            assert moves.children[: len(cells), place].tolist() == expected
            assert set(moves.children[len(cells) :, place].tolist()) <= {NO_MOVE}


@pytest.mark.parametrize("text", GAMES)
def test_random_positions_are_reachable(text):
    """Random positions are canonical, ascending and legal, of every ply that a game may reach, and as seeded."""
    rules = Rules.parse(text)
    geometry = geometry_of(rules)
    keys = random_positions(geometry, 400, 1)
    assert keys.tolist() == sorted(set(keys.tolist())) and keys.dtype == geometry.dtype
    for key in keys.tolist():
        position = Position(rules, key & rules.full, key >> rules.cells)
        assert canonical(position) == key
        assert Position.parse(position.text, rules) == position  # which raises if no game reaches it
    assert keys.tolist() == random_positions(geometry, 400, 1).tolist()
    assert len(random_positions(geometry, 1, 1)) == 1
    if rules.cells > 5:
        assert keys.tolist() != random_positions(geometry, 400, 2).tolist()


def keys_of(book):
    return np.array(sorted(entry.position.key for entry in book))


@pytest.mark.parametrize(
    "text", ["3x3x3", "1x5x3", "2x3x2-misere", "4x3x3-gravity", "2x2x1", "1x1x1", "2x3x3-wild", "2x3x2-notakto"]
)
def test_the_walk_counts_what_the_book_states(make_book, text):
    """Positions, ends and sequences by ply are those of the book; every child is at its place."""
    book, found = make_book(text), Findings()
    keys = keys_of(book)
    plies = walk_forward(geometry_of(book.rules), keys, found)
    assert not found.count and len(plies) == len(book.info.layers)
    for ply, layer in zip(plies, book.info.layers, strict=True):
        assert (ply.ply, len(ply.keys), int(ply.over.sum())) == (layer.ply, layer.positions, layer.terminals)
        assert (whole(ply.sequences), whole(ply.sequences[:, ply.over])) == (layer.sequences, layer.games)
        assert int(ply.lines.sum()) == layer.x_won + layer.o_won
        assert keys[ply.rows].tolist() == ply.keys.tolist() == sorted(ply.keys.tolist())
        assert sum(cells.shape[1] for _, cells, _ in ply.blocks) == len(ply.keys)


def test_the_walk_finds_what_is_missing_and_what_no_game_reaches(book):
    """Without a position its parents name it; a position that none leads to is unreachable, and a ply too many too."""
    geometry, keys = geometry_of(Rules()), keys_of(book)
    found = Findings()
    walk_forward(geometry, keys[keys != 1], found)
    assert found.first[0] == ("X../.../...", "reached from .../.../...", "in the book", "missing")
    extra = 0b111000111 | 0b000111000 << 9  # two rows of X that no stone completes, and one of O
    found = Findings()
    walk_forward(geometry, np.sort(np.append(keys, extra)), found)
    assert found.first == [("XXX/OOO/XXX", "in the book", "only what a game can reach", "unreachable")]


def test_the_walk_of_no_positions(book):
    """An empty book, and one without the empty board, lack the empty board."""
    for keys in (np.array([], dtype=np.int64), keys_of(book)[1:]):
        found = Findings()
        plies = walk_forward(geometry_of(Rules()), keys, found)
        assert found.first[0] == (".../.../...", "the empty board", "in the book", "missing")
        assert len(plies) == (10 if len(keys) else 1)


def test_large_plies_come_in_blocks(make_book, monkeypatch):
    """A ply that is walked in many blocks has the same moves and sequences as in one."""
    book = make_book("3x3x3")
    geometry, keys = geometry_of(book.rules), keys_of(book)
    one = walk_forward(geometry, keys, Findings())
    monkeypatch.setattr("oxobook.book.verify.forward._BLOCK", 7)
    found = Findings()
    many = walk_forward(geometry, keys, found)
    assert not found.count
    for left, right in zip(one, many, strict=True):
        assert (left.over == right.over).all() and (left.sequences == right.sequences).all()
        assert len(right.blocks) == -(-len(right.keys) // 7)
        covered = np.concatenate([np.arange(len(right.keys))[block] for block, _, _ in right.blocks])
        assert covered.tolist() == list(range(len(right.keys)))
