"""The frontier engine against the reference solver, on every position in every orientation."""

import numpy as np
import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.notation import coordinates
from tests.reference import solved_game

BOARDS = [
    *("3x3x3", "3x4x2", "2x3x2", "1x5x3", "3x3x4", "3x3x3-misere", "3x3x3-gravity"),
    *("1x1x1", "3x2x1", "2x2x2-misere", "3x3x2-misere-gravity", "5x1x2", "4x3x3-gravity", "2x4x3-misere"),
    *(pytest.param(text, marks=pytest.mark.long) for text in ("4x4x3-gravity", "3x4x3")),
]


@pytest.fixture(scope="module", params=BOARDS)
def solved(request, make_book):
    """A book, and the reference's walk of the same game."""
    rules = Rules.parse(request.param)
    return make_book(request.param), solved_game(*rules[:5])


def masks(board):
    """The masks of X's and O's stones in a board of the reference."""
    return tuple(sum(1 << cell for cell, stone in enumerate(board) if stone == side) for side in "XO")


@pytest.mark.slow
def test_agrees_with_reference(solved):
    """Value, remoteness, best and safe moves of every position in every orientation, by probe and in bulk."""
    book, reference = solved
    names = coordinates(book.rules)
    boards = list(reference.answers)
    answers = book.lookup_many(np.array([x | o << book.rules.cells for x, o in map(masks, boards)]))
    for index, board in enumerate(boards):
        entry = book.probe(Position(book.rules, *masks(board)))
        best, safe = reference.best(board), reference.safe(board)
        assert (entry.value, entry.remoteness) == reference.answers[board], board
        assert entry.best == tuple(names[cell] for cell in best), board
        assert entry.safe == tuple(names[cell] for cell in safe), board
        assert answers.value[index] == entry.value and answers.remoteness[index] == entry.remoteness, board
        assert answers.best[index] == sum(1 << cell for cell in best), board
        assert answers.safe[index] == sum(1 << cell for cell in safe), board
        assert entry.pick == (None if answers.pick[index] < 0 else names[answers.pick[index]]), board


def test_counts_agree_with_reference(solved):
    """Positions, terminals, orbits and games are those of the reference's walk."""
    book, reference = solved
    layers, games = book.info.layers, book.info.games
    boards = list(reference.answers)
    classes = {frozenset(reference.images(board)) for board in boards}
    empty = "." * book.rules.cells
    assert len(book) == sum(layer.positions for layer in layers) == len(classes)
    assert sum(layer.raw_positions for layer in layers) == len(boards)
    assert sum(layer.raw_terminals for layer in layers) == sum(not reference.moves(board) for board in boards)
    assert sum(layer.terminals for layer in layers) == sum(not reference.moves(min(images)) for images in classes)
    assert (games.x_games, games.o_games, games.drawn_games) == reference.games[empty]
    assert games.perfect_games == reference.perfect_games[empty]
    assert {entry.position.text.replace("/", ""): entry.orbit for entry in book} == {
        board: len(images)
        for images in classes
        for board in [min(images, key=lambda board: masks(board)[0] | masks(board)[1] << book.rules.cells)]
    }


def test_pick_is_the_best_move_with_the_fewest_safe_replies(solved):
    """The pick's share of safe replies is the least among the best moves, and it is the first such canonical cell."""
    book, reference = solved
    for entry in book:
        board = entry.position.text.replace("/", "")
        shares = {}
        for cell in reference.best(board):
            child = reference.play(board, cell)
            replies = reference.moves(child)
            shares[cell] = len(reference.safe(child)) / len(replies) if replies else 0
        expected = min(shares, key=lambda cell: (shares[cell], cell), default=None)
        assert entry.pick == (None if expected is None else coordinates(book.rules)[expected]), board
