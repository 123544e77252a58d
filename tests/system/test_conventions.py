"""Conventions: whose lines count, which sign may be set, who wins; by rules that are written down here again."""

from functools import cache

import pytest

from oxobook.book import Book, BookError, IllegalRules, Position, Rules
from oxobook.book.game.conventions import CONVENTIONS, Convention
from oxobook.book.verify import verify_book
from oxobook.generator.engines import ENGINES
from oxobook.generator.generate import generate_book
from tests.reference import DRAW, LOSS, WIN, Reference

SMALL = [
    *("3x3x3-maker", "3x3x3-maker-misere", "2x4x3-maker", "3x3x3-maker-gravity", "2x3x2-torus-maker"),
    *("3x3x3-notakto", "2x4x3-notakto", "3x3x3-torus-notakto", "2x2x3-notakto", "2x4x2-cube-notakto"),
    *("3x3x3-wild", "2x3x2-wild-misere", "2x4x3-wild", "2x3x3-hex-wild-misere", "2x3x3-el-wild"),
    *("3x3x3-order", "2x3x3-order", "2x4x3-order-misere", "1x5x3-order", "2x3x3-torus-order"),
]
LARGER = [pytest.param(text, marks=pytest.mark.long) for text in ("3x4x3-wild", "3x4x3-order", "3x4x4-maker")]


class Agreed(Reference):
    """The slow solver under a convention; the lines are the board's, the play and the results are from here."""

    def __init__(self, rules):
        super().__init__(*rules[:5])
        self.word, self.lines = (
            rules.convention,
            [[cell for cell in range(rules.cells) if line >> cell & 1] for line in rules.lines],
        )

    def mover(self, board):
        return "XO"[(len(board) - board.count(".")) % 2]

    def line_owner(self, board):
        whole = {board[line[0]] for line in self.lines if len({board[cell] for cell in line}) == 1}
        return next(iter(whole & set("X" if self.word == "maker" else "XO")), None)

    def children(self, board):
        signs = {"maker": self.mover(board), "notakto": "X"}.get(self.word, "XO")
        return [board[:cell] + sign + board[cell + 1 :] for cell in self.moves(board) for sign in signs]

    def winner(self, board):
        """Return the winner of a finished game; None for a draw."""
        last = "O" if self.mover(board) == "X" else "X"
        first_is_maker = self.word in ("maker", "order")
        if self.line_owner(board):
            won = "X" if first_is_maker else self.mover(board) if self.word == "notakto" else last
        else:
            won = "O" if first_is_maker else None
        return {"X": "O", "O": "X"}.get(won) if self.misere else won

    def solve(self, board):
        if board in self.answers:
            return
        after = self.children(board)
        if not after:
            won = self.winner(board)
            self.answers[board] = (DRAW if won is None else WIN if won == self.mover(board) else LOSS, 0)
            return
        for child in after:
            self.solve(child)
        found = [(-self.answers[child][0], self.answers[child][1] + 1) for child in after]
        self.answers[board] = max(found, key=lambda answer: (answer[0], -answer[0] * answer[1]))


@pytest.mark.slow
@pytest.mark.parametrize("text", [*SMALL, *LARGER])
def test_every_position(text, tmp_path):
    """The general engine and verify agree with the slow solver everywhere, and so does each move's value."""
    rules = Rules.parse(text)
    assert str(rules) == text
    expected = {}
    for board, answer in Agreed(rules).solved().answers.items():
        masks = (sum(1 << cell for cell, stone in enumerate(board) if stone == side) for side in "XO")
        expected[Position(rules, *masks)] = answer
    info = generate_book(rules, tmp_path / "book")
    assert sum(layer.raw_positions for layer in info.layers) == len(expected)
    with Book.open(tmp_path / "book") as book:
        for position, answer in expected.items():
            entry = book.probe(position)
            assert (entry.value, entry.remoteness) == answer, position
            assert position.over == (not entry.best) and Position.parse(position.text, rules) == position
        for move in book.moves(Position(rules)):
            value, remoteness = expected[Position(rules).play(move.move)]
            assert (move.value, move.remoteness) == (-value, remoteness + 1)
    assert verify_book(tmp_path / "book").right


def test_the_fast_engines_refuse():
    """They say what they solve; the general one takes every convention."""
    for name, engine in ENGINES.items():
        assert (engine.refusal(Rules.parse("wild")) is None) == (name == "frontier")


@pytest.mark.parametrize(("text", "best"), [("notakto", ["b2"]), ("wild", ["Xb2", "Ob2"])])
def test_only_the_centre_wins(text, best, tmp_path):
    """Published: notakto and wild tic-tac-toe are won by the first player, from the centre."""
    rules = Rules.parse(text)
    generate_book(rules, tmp_path / "book")
    with Book.open(tmp_path / "book") as book:
        assert [move.move for move in book.moves(Position(rules)) if move.value == WIN] == best


def test_searches_refuse():
    """A search and the prover say which games they know."""
    searcher = pytest.importorskip("oxobook.generator.search.searcher")
    with pytest.raises(IllegalRules, match="a search solves games in which each side sets its own sign"):
        searcher.Searcher(Rules.parse("notakto"))
    mixed = '{"name":"mixed","board":["..",".#"],"lines":[["a2"],["a1","b2"]]}'
    with pytest.raises(IllegalRules, match="lines have one length"):
        searcher.Searcher(Rules.own(mixed))


def test_signs_that_are_no_pair(monkeypatch):
    """A convention in which one side may set either sign and the other one only is refused, as no room knows it."""
    monkeypatch.setitem(CONVENTIONS, "odd", Convention(signs=("X", "XO")))
    with pytest.raises(IllegalRules, match=r"as the signs of the convention 'odd'; got \('X', 'XO'\)"):
        Rules(convention="odd")


def test_another_convention(monkeypatch, tmp_path):
    """One line adds a convention: here X wins by a line of either side, and O by a full board."""
    monkeypatch.setitem(CONVENTIONS, "any", Convention(line="X", full="O"))
    rules = Rules.parse("2x3x2-any")

    @cache
    def wins(position):
        if position.over:
            return position.winner == position.to_move
        return any(not wins(position.play(cell)) for cell in position.legal_cells)

    generate_book(rules, tmp_path / "book")
    with Book.open(tmp_path / "book") as book:
        assert {entry.value == WIN for entry in book} == {True, False}
        assert all((entry.value == WIN) == wins(entry.position) for entry in book)
    with pytest.raises(BookError, match=r"the verifier knows the conventions maker, .*; the book is of 2x3x2-any"):
        verify_book(tmp_path / "book")
