"""One oracle: on random small rules every engine, layout, search and verify agree with the slow solver, everywhere."""

from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from oxobook.book import Book, IllegalRules, MissingPosition, Position
from oxobook.book.game.notation import move_names
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.no_book import SearchedBook
from oxobook.book.verify import verify_book
from oxobook.generator.engines import ENGINES
from oxobook.generator.generate import generate_book
from oxobook.generator.prove.prover import Prover
from oxobook.handed_down import search_for
from tests.boards import games, masks, over_some
from tests.proofs import MEMORY
from tests.reference import preference


class Oracle:
    """The slow solver's answers by the names of moves."""

    def __init__(self, rules, reference):
        self.rules, self.reference, self.boards = rules, reference, list(reference.answers)
        self.cells, self.order = rules.board.names, move_names(rules)
        self.children, self.good = cache(self._children), cache(self._good)
        self.answers = cache(self._answers)

    def _children(self, board):
        """Return the boards after each move, in the order of moves."""
        found = {}
        for after in self.reference.children(board):
            cell = next(cell for cell, sign in enumerate(board) if sign != after[cell])
            found[after[cell] * self.rules.either + self.cells[cell]] = after
        return {name: found[name] for name in self.order if name in found}

    def moves(self, board):
        """Return what each move is worth to the mover: value and remoteness."""
        found = {name: self.reference.answers[after] for name, after in self.children(board).items()}
        return {name: (-value, remoteness + 1) for name, (value, remoteness) in found.items()}

    def _good(self, board):
        """Return the best moves, and the safe ones."""
        answer, moves = self.reference.answers[board], self.moves(board)
        safe = [name for name, (value, _) in moves.items() if value == answer[0]]
        return tuple(name for name in safe if moves[name] == answer), tuple(safe)

    def replies(self, board):
        """Return the number of replies, and of those that give something away."""
        return len(self.children(board)), len(self.children(board)) - len(self.good(board)[1])

    def ranked(self, board):
        """Return the moves, best first, as a book has them."""
        worth, after, (best, safe) = self.moves(board), self.children(board), self.good(board)
        names = sorted(worth, key=lambda name: preference(worth[name]), reverse=True)
        return [(name, *worth[name], name in best, name in safe, *self.replies(after[name])) for name in names]

    def pick(self, board):
        """Return the best move after which the least share of replies is safe, the first of such moves."""
        shares = {}
        for name in self.good(board)[0]:
            replies, wrong = self.replies(self.children(board)[name])
            shares[name] = (replies - wrong) / max(replies, 1)
        return min(shares, key=shares.get, default=None)

    def _answers(self, board):
        """Return value, remoteness, and the masks of the best and of the safe moves."""
        good = (sum(1 << self.order.index(name) for name in names) for names in self.good(board))
        return (*self.reference.answers[board], *good)


def some(boards, count):
    """Return about so many of the boards, of all plies."""
    return boards[:: max(1, len(boards) // count)]


def agree(book, oracle):
    """Hold a book's answers, in bulk and one at a time, its moves and its counts against the slow solver."""
    rules, boards = book.rules, oracle.boards
    keys = np.array([x | o << rules.cells for x, o in map(masks, boards)])
    bulk = [field.tolist() for field in book.lookup_many(keys)[:5]]
    assert [field.tolist() for field in book.good_moves(keys)] == bulk[2:4]
    assert list(zip(*bulk[:4], strict=True)) == [*map(oracle.answers, boards)]
    for board, pick in some(list(zip(boards, bulk[4], strict=True)), 300):
        entry = book.probe(Position(rules, *masks(board)))
        assert entry[1:5] == oracle.answers(board) and pick == (-1 if entry.pick is None else entry.pick_cell), board
        assert entry.pick is None if not entry.best else entry.pick in entry.best
    for board in some(boards, 30):
        assert book.moves(Position(rules, *masks(board))) == oracle.ranked(board), board
    layers = book.info.layers
    assert sum(layer.raw_positions for layer in layers) == len(boards)
    assert len(book) == sum(layer.positions for layer in layers)
    assert sum(layer.raw_terminals for layer in layers) == sum(not oracle.children(board) for board in boards)
    if rules.plain and book.info.counts_games:
        games = book.info.games
        assert (games.x_games, games.o_games, games.drawn_games) == oracle.reference.games["." * rules.cells]
        assert games.perfect_games in (None, oracle.reference.perfect_games["." * rules.cells])


def refuse(book, boards, chance):
    """Hold a book against keys that are none or that no game reaches: it has no answer, alone or in bulk."""
    rules, group, known = book.rules, symmetry_group(book.rules), {*map(masks, boards)}
    far = 1 << 2 * rules.cells
    for key in (-1, -far, far, *(chance.getrandbits(2 * rules.cells) for _ in range(5))):
        x, o = key & rules.full, key >> rules.cells
        if (x, o) not in known:
            with pytest.raises(MissingPosition, match=f"the book lacks {key} at index 1$"):
                book.layout.table().lookup(np.array([0, x]), np.array([0, o]))
            if 0 <= o <= rules.full and not x & o and x.bit_count() - o.bit_count() in (0, 1):
                assert book.layout.answer(group.canonical(x, o)[0]) is None
    assert book.layout.answer(1 | far) is None


def line_of(book, position):
    """Return the picks of a book, one after the other."""
    line = []
    while pick := (entry := book.probe(position)).pick:
        line.append(pick)
        position = position.play(pick)
    assert entry.position.over
    return tuple(line)


@over_some(8)
@given(games())
def test_the_frontier_engine(tmp_path, game):
    """The engine for every game has every answer, in every orientation, and the right counts."""
    rules, oracle = game[0], Oracle(*game)
    generate_book(rules, tmp_path / "book", engine="frontier", replace=True)
    with Book.open(tmp_path / "book") as book:
        agree(book, oracle)
        entries = list(book)
        assert [entry.position.key for entry in entries] == sorted({entry.position.key for entry in entries})
        for entry in entries:
            assert entry.pick == oracle.pick(entry.position.text.replace("#", "").replace("/", "")), entry
        start = Position(rules)
        assert book.line(start) == line_of(book, start) and len(book.line(start)) == book.probe(start).remoteness


@pytest.mark.usefixtures("compiled", "gravity_compiled")
@over_some(40)
@given(games(), st.randoms(use_true_random=False))
def test_every_engine(tmp_path, game, chance):
    """Books of rows, of blocks and of blocks under gravity have the same answers and counts, and verify agrees."""
    rules, books, oracle = game[0], {}, Oracle(*game)
    for name, engine in ENGINES.items():
        if engine.can_solve(rules):
            info = generate_book(rules, tmp_path / name, engine=name, replace=True)
            with Book.open(tmp_path / name) as book:
                agree(book, oracle)
                refuse(book, oracle.boards, chance)
                books[name] = [*book], [one._replace(sequences=None, games=None) for one in info.layers]
            assert verify_book(tmp_path / name).right
    assert all(one == books["frontier"] for one in books.values())


@pytest.mark.usefixtures("search_compiled", "prove_compiled")
@over_some(40)
@given(games(), st.randoms(use_true_random=False))
def test_every_search(game, chance):
    """Without a book a search finds every answer, and a prover who wins, whatever was asked before."""
    rules, reference = game
    oracle = Oracle(rules, reference)
    try:
        search = search_for(rules)
    except IllegalRules:  # lines of several lengths, and holes that stones would fall past
        assume(False)
    searched = SearchedBook(rules)
    asked = "XO" if rules.plain else "X" if rules.convention == "maker" and not rules.misere else ""
    provers = [Prover(rules, side, memory=MEMORY) for side in asked if chance.random() < 0.4]
    for board in chance.sample(oracle.boards, min(len(oracle.boards), 100)):
        position = Position(rules, *masks(board))
        value, remoteness = reference.answers[board]
        assert searched.outcome(position) == (value, remoteness), board
        if not position.over:
            score = value * (rules.cells + 1 - position.ply - remoteness)
            assert search.score(position.x, position.o) == score, board
            assert search.bounds(position.x, position.o, 60) == (value, value), board
            for prover in provers:
                assert prover.ask(*masks(board)).wins == (
                    value == (1 if prover.attacker == position.to_move else -1)
                ), board
    for board in chance.sample(oracle.boards, min(len(oracle.boards), 10)):
        position = Position(rules, *masks(board))
        found = searched.probe(position)
        assert (found.best, found.safe, found.source) == (*oracle.good(board), "search"), board
        assert searched.moves(position) == oracle.ranked(board), board
        assert searched.line(position) == line_of(searched, position)
    score = search.score(0, 0)
    assert [search.confirms(0, 0, score + by, score + by) for by in (-1, 0, 1)] == [False, True, False]
