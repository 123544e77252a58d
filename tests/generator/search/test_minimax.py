"""Minimax of games of other conventions: late in games that have no books, and out of time."""

import json

import pytest

from oxobook import Rules
from oxobook.book.errors import OutOfTime
from oxobook.book.no_book import SearchedBook
from oxobook.generator.search.minimax import Minimax


@pytest.mark.parametrize("rules", ["3x3x3-order", "3x3x3-maker", "3x3x3-notakto"])
def test_one_table_serves_all_questions(make_book, rules):
    """Values and scores after moves and replies, asked of one search in the order of a book, are the book's."""
    book, searched = make_book(rules), SearchedBook(Rules.parse(rules))
    entries = [entry.position for entry in book if entry.position.ply > 2]
    for position in entries[:: max(1, len(entries) // 40)]:
        assert searched.moves(position) == book.moves(position)


def test_a_search_out_of_time():
    """Without the time for an answer there is none, and the bounds are those that always hold."""
    with pytest.raises(OutOfTime, match="allow it more time"):
        Minimax(Rules.parse("6x6x5-order")).score(0, 0, 0.01)
    assert Minimax(Rules.parse("6x6x5-order")).bounds(0, 0, 0.01) == (-1, 1)


@pytest.mark.parametrize(
    ("rules", "board", "value", "remoteness", "pick"),
    [
        ("order-and-chaos", "OXXOOX/XXOOX./XXXO.X/XOOXXX/OOXXXX/XOXOX.", "loss", 2, "Oe4"),
        ("6x6x5-maker", "XOXXOX/OOXO../.OXOOX/X.O.OO/OXX.O./X...XX", "loss", 10, "e5"),
        ("5x5x3-wild", "....X/...XX/...O./O...X/.....", "win", 1, "Xe3"),
        ("6x6x4-notakto", "...XX./.XXX../...X.X/X.X.../X.X.X./....XX", "win", 10, "c6"),
    ],
)
def test_late_positions_of_other_games(run, rules, board, value, remoteness, pick):
    """Games of other conventions that are too large for a book are searched, late in the game."""
    found = json.loads(run("lookup", board, rules, "--json", "--time-limit", "200").stdout)
    assert (found["value"], found["remoteness"], found["pick"]) == (value, remoteness, pick)
    shown = " ".join(run("info", rules).stdout.split())
    assert f"oxobook lookup POSITION {Rules.parse(rules)} searches, late in the game" in shown
