"""The search: published scores, the answers of larger books, and bounds that are true."""

import json
import random
from pathlib import Path

import pytest

from oxobook.book import Position, Rules, Value
from oxobook.book.game.score import published_score
from oxobook.generator.search.searcher import Searcher
from tests.reference import Reference

pytestmark = pytest.mark.usefixtures("search_compiled")

KNOWN = Path(__file__).parents[3] / "data" / "known"
RESULTS = json.loads((KNOWN / "figures.json").read_text())["results"]
SETS = json.loads((KNOWN / "connect-four.json").read_text())["sets"]
HARD = SETS.pop("L1_R3")
PUBLISHED = {columns: score for positions in SETS.values() for columns, score in positions.items()}
CONNECT_FOUR = Rules.parse("6x7x4-gravity")

LARGER = [
    *("3x4x3", "3x4x3-misere", "4x4x4-gravity", "4x4x3-gravity", "4x4x4-misere-gravity", "3x5x3-gravity"),
    *(pytest.param(text, marks=pytest.mark.long) for text in ("4x4x4", "4x4x3", "3x4x4-misere", "5x4x4-gravity")),
]


def connect_four(columns):
    """The position after stones in columns 1 to 7, as the sets have them."""
    return Position.parse(columns, CONNECT_FOUR)


def score_of(found, ply):
    """A result in the score of the published sets."""
    return published_score(found.value, found.remoteness, ply, CONNECT_FOUR.cells)


@pytest.mark.parametrize("threads", [1, 3])
def test_published_positions(threads):
    """Positions of the published sets of Connect Four have their scores, whatever the number of threads."""
    searcher = Searcher(CONNECT_FOUR, threads)
    for columns, score in PUBLISHED.items():
        found = searcher.search(connect_four(columns))
        assert score_of(found, len(columns)) == score, columns


@pytest.mark.parametrize("columns", HARD)
def test_hard_positions(columns):
    """Positions of the first plies, which end late, have their published scores, by two threads."""
    assert score_of(Searcher(CONNECT_FOUR, threads=2).search(connect_four(columns)), len(columns)) == HARD[columns]


@pytest.mark.parametrize("nodes", [1, 3000])
def test_a_limit_of_nodes_leaves_true_bounds(nodes):
    """Bounds that are proved when the nodes run out hold, and hardly more nodes are spent."""
    searcher, unknown = Searcher(CONNECT_FOUR), 0
    for columns, score in PUBLISHED.items():
        found = searcher.search(connect_four(columns), node_limit=nodes)
        assert found.least <= (score > 0) - (score < 0) <= found.most
        assert found.nodes <= nodes + 256
        assert found.remoteness is None or score_of(found, len(columns)) == score
        unknown += found.value is None
    assert unknown


def test_a_limit_of_time():
    """A search ends soon after its time, also with threads, and the searcher works as before, until it is cancelled."""
    searcher = Searcher(CONNECT_FOUR, threads=2)
    found = searcher.search(Position(CONNECT_FOUR), time_limit=0.2)
    assert found.remoteness is None and found.least < found.most and found.seconds < 5
    assert searcher.search(connect_four("32164625")).remoteness == 13
    searcher.cancel()
    assert searcher.search(connect_four("3216462")).value is None


@pytest.mark.parametrize("text", ["8x8x4-gravity", "8x8x3", "8x8x4", "1x64x2-misere", "8x8x9", "64x1x4-gravity"])
def test_boards_of_64_cells(text):
    """Late positions of the largest boards have the answers of the slow solver."""
    rules, chosen = Rules.parse(text), random.Random(2)
    searcher = Searcher(rules)
    for _ in range(12):
        position = Position(rules)
        while rules.cells - position.ply > 6 and position.legal_cells:
            quiet = [after for cell in position.legal_cells if not (after := position.play(cell)).over]
            position = chosen.choice(quiet) if quiet else position.play(position.legal_cells[0])
        reference = Reference(*rules[:5])
        board = position.text.replace("/", "")
        reference.solve(board)
        found = searcher.search(position)
        assert (found.value, found.remoteness) == reference.answers[board], position


@pytest.mark.parametrize("text", LARGER)
def test_positions_of_books(make_book, text):
    """Random positions of larger boards have the answers of their books."""
    book = make_book(text)
    searcher = Searcher(book.rules)
    for position in book.sample(1000, 3):
        found, entry = searcher.search(position), book.probe(position)
        assert (found.value, found.remoteness) == (entry.value, entry.remoteness), position


@pytest.mark.parametrize(
    "figure",
    [
        pytest.param(figure, id=figure["rules"])
        for figure in RESULTS
        if Rules.parse(figure["rules"]).plain  # a search takes no other conventions
    ],
)
def test_published_results(figure):
    """The winner of a published board, and the number of plies, are found from the empty board without a book."""
    rules = Rules.parse(figure["rules"])
    found = Searcher(rules).search(Position(rules))
    assert {Value.WIN: "X", Value.DRAW: None, Value.LOSS: "O"}[found.value] == figure["winner"]
    assert found.remoteness == figure.get("plies", rules.cells)
