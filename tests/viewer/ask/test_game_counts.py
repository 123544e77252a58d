"""Counts of games and boards by result."""

from collections import Counter

import pytest

from oxobook.viewer.ask.game_counts import Results, game_results
from tests.reference import solved_game

GAMES = {
    "3x3x3": (3, 3, 3),
    "3x3x3-misere": (3, 3, 3, True),
    "3x4x3-gravity": (3, 4, 3, False, True),
    "2x3x2": (2, 3, 2),
}


@pytest.mark.parametrize("text", [*GAMES])
def test_they_are_those_of_a_walk_over_all_games(make_book, text):
    """Boards, games by length and games by first move are those that the reference finds without symmetry."""
    reference, results = solved_game(*GAMES[text]), game_results(make_book(text))
    columns, cells, ends, start = reference.columns, reference.rows * reference.columns, Counter(), "."
    start *= cells
    ways = Counter({start: 1})
    lengths = {}
    for board in sorted(reference.answers, key=lambda board: -board.count(".")):
        for cell in reference.moves(board):
            ways[reference.play(board, cell)] += ways[board]
        if not reference.moves(board):
            result = Results(*reference.games[board])
            ends[result] += 1
            length = cells - board.count(".")
            lengths[length] = lengths.get(length, Results()).plus(result, ways[board])
    names = {cell: f"{'abcdefg'[cell % columns]}{reference.rows - cell // columns}" for cell in range(cells)}
    firsts = {names[cell]: reference.games[reference.play(start, cell)] for cell in reference.moves(start)}
    assert results.boards == (ends[1, 0, 0], ends[0, 1, 0], ends[0, 0, 1])
    assert results.lengths == lengths and results.first_moves == firsts


def test_they_are_the_sums_of_the_book(make_book):
    """Of other conventions, the sums are the games that the book has counted; without counting they are None."""
    for text in ("3x3x3-wild", "3x3x3-notakto", "3x3x3-maker", "3x3x2-order"):
        book = make_book(text)
        results = game_results(book)
        for parts in (results.lengths, results.first_moves):
            assert tuple(map(sum, zip(*parts.values(), strict=True))) == book.info.games[:3]
    assert game_results(book, most=10) is None
