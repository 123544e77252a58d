"""One oracle: on random small rules every engine, layout, search and verify agree with the slow solver, everywhere."""

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from oxobook.book import Book, IllegalRules, Position, Rules
from oxobook.book.game.notation import coordinates
from oxobook.book.verify import verify_book
from oxobook.generator.engines import ENGINES
from oxobook.generator.generate import generate_book
from oxobook.generator.prove.prover import Prover
from oxobook.generator.search.searcher import Searcher
from tests.boards import ANIMALS, CUBES, HEXAGONS, OWN, WRAPPED, solver_of
from tests.proofs import MEMORY

CELLS, CELLS_OF_BOTH = 9, 6
"""Cells of the largest boards; of those on which a move chooses its sign."""
NAMED = [*WRAPPED, *CUBES, *HEXAGONS, *ANIMALS, *OWN]


@st.composite
def games(draw):
    """Return rules of a board that is drawn, or of one that ``tests.boards`` names, and their slow solver."""
    if draw(st.integers(0, 2)) == 0:
        return solver_of(draw(st.sampled_from(NAMED)))
    rows = draw(st.integers(1, 5))
    size = rows, draw(st.integers(1, CELLS // rows)), draw(st.integers(1, 4))
    kind = draw(st.sampled_from(["", "", "torus", "cylinder"]))
    convention = draw(st.sampled_from(["", "", "maker", "notakto", "wild", "order"]))
    words = [kind, convention, *(word for word in ("misere", "gravity") if draw(st.booleans()))]
    try:
        rules = Rules.parse("-".join(["x".join(map(str, size)), *filter(None, words)]))
    except IllegalRules:
        assume(False)
    assume(2 < rules.cells <= (CELLS_OF_BOTH if convention in ("wild", "order") else CELLS))
    return solver_of(str(rules))


def masks(board):
    """Return the masks of X's and O's stones in a board of the slow solver."""
    return tuple(sum(1 << cell for cell, stone in enumerate(board) if stone == side) for side in "XO")


def over_some(count):
    """Run a test on so many games, with fixtures that all of them share."""
    shared = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much]
    return settings(max_examples=count, suppress_health_check=shared)


def agree(book, reference):
    """Hold a book's answers, one at a time and in bulk, and its counts, against the slow solver."""
    rules, names = book.rules, coordinates(book.rules)
    boards = list(reference.answers)
    answers = book.lookup_many(np.array([x | o << rules.cells for x, o in map(masks, boards)]))
    layers = book.info.layers
    assert sum(layer.raw_positions for layer in layers) == len(boards)
    assert len(book) == sum(layer.positions for layer in layers)
    for index, board in enumerate(boards):
        entry = book.probe(Position(rules, *masks(board)))
        assert (entry.value, entry.remoteness) == reference.answers[board], board
        assert (answers.value[index], answers.remoteness[index]) == reference.answers[board], board
        if rules.plain:
            best, safe = reference.best(board), reference.safe(board)
            assert (entry.best, entry.safe) == tuple(tuple(names[cell] for cell in cells) for cells in (best, safe))
            assert answers.best[index] == sum(1 << cell for cell in best), board
            assert answers.safe[index] == sum(1 << cell for cell in safe), board
        assert entry.pick is None if not entry.best else entry.pick in entry.best
    if rules.plain:
        assert sum(layer.raw_terminals for layer in layers) == sum(not reference.moves(board) for board in boards)
    if rules.plain and book.info.counts_games:
        games = book.info.games
        assert (games.x_games, games.o_games, games.drawn_games) == reference.games["." * rules.cells]
        assert games.perfect_games in (None, reference.perfect_games["." * rules.cells])


def pick_of(reference, board):
    """Return the best move after which the least share of replies is safe, the first of such cells."""
    shares = {}
    for cell in reference.best(board):
        child = reference.play(board, cell)
        shares[cell] = len(reference.safe(child)) / max(len(reference.moves(child)), 1)
    return min(shares, key=lambda cell: (shares[cell], cell), default=None)


def require_engines(rules, reference, folder):
    """Have every engine that can solve a game make its book; hold each against the slow solver, and all together."""
    books = {}
    for name, engine in ENGINES.items():
        if engine.can_solve(rules):
            info = generate_book(rules, folder / name, engine=name, replace=True)
            with Book.open(folder / name) as book:
                agree(book, reference)
                books[name] = [*book], [one._replace(sequences=None, games=None) for one in info.layers]
            assert verify_book(folder / name).right
    assert all(one == books["frontier"] for one in books.values())


@over_some(8)
@given(games())
def test_the_frontier_engine(tmp_path, game):
    """The engine for every game has every answer, in every orientation, and the right counts."""
    rules, reference = game
    generate_book(rules, tmp_path / "book", engine="frontier", replace=True)
    with Book.open(tmp_path / "book") as book:
        agree(book, reference)
        for entry in book if rules.plain else ():
            picked = pick_of(reference, entry.position.text.replace("/", "").replace("#", ""))
            assert entry.pick == (None if picked is None else coordinates(rules)[picked]), entry


@pytest.mark.usefixtures("compiled", "gravity_compiled")
@over_some(40)
@given(games())
def test_every_engine(tmp_path, game):
    """Books of rows, of blocks and of blocks under gravity have the same answers and counts, and verify agrees."""
    require_engines(*game, tmp_path)


@pytest.mark.usefixtures("search_compiled", "prove_compiled")
@over_some(40)
@given(games(), st.randoms(use_true_random=False))
def test_every_search(game, chance):
    """Without a book a search finds value and remoteness, and a prover who wins, whatever was asked before."""
    rules, reference = game
    assume(rules.plain)
    try:
        searcher = Searcher(rules)
    except IllegalRules:  # lines of several lengths, and holes that stones would fall past
        assume(False)
    provers = {side: Prover(rules, side, memory=MEMORY) for side in "XO"} if chance.random() < 0.3 else {}
    boards = list(reference.answers)
    for board in chance.sample(boards, min(len(boards), 200)):
        position = Position(rules, *masks(board))
        found = searcher.search(position)
        assert (found.value, found.remoteness) == reference.answers[board], board
        if provers and not position.over:
            x_value = found.value if position.to_move == "X" else -found.value
            assert [provers[side].ask(*masks(board)).wins for side in "XO"] == [x_value > 0, x_value < 0], board
