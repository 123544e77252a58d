"""Judgements of games agree with a solver that shares nothing with the book."""

import random
from collections import Counter

import pytest

from oxobook.book.errors import Unreadable
from oxobook.book.game.reading.reader import Reader
from oxobook.book.game.reading.reading import Reading
from oxobook.viewer.files.judging import GameJudge, Tally, game_report
from tests.reference import solved_game

NAMES = [f"{column}{row}" for row in "321" for column in "abc"]
WORDS = {1: "win", 0: "draw", -1: "loss"}
SIDES = {"X": "X", "O": "O"}


def reader(book, labels=""):
    """Return a reader of games by labels."""
    return Reader(book.rules, Reading(labels or "coordinates"), games=True)


@pytest.mark.slow
def test_random_games(book):
    """Every move's value, best moves, regret and lost plies, and all sums, are those of the reference."""
    reference, chosen, judge, tally, expected = (
        solved_game(),
        random.Random(3),
        GameJudge(book, reader(book)),
        Tally(),
        Counter(),
    )
    for _ in range(300):
        board, cells = "." * 9, []
        while free := reference.moves(board):
            cells.append(chosen.choice(free))
            board = reference.play(board, cells[-1])
        game = judge.judge(" ".join(NAMES[cell] for cell in cells), SIDES)
        assert (game.finished, game.winner, game.illegal) == (True, reference.line_owner(board), ())
        board = "." * 9
        for cell, move in zip(cells, game.moves, strict=True):
            (value, left), (before, best_left) = reference.move_answer(board, cell), reference.answers[board]
            assert (move.before, move.after, move.regret) == (WORDS[before], WORDS[value], before - value)
            assert move.best == tuple(NAMES[one] for one in sorted(reference.best(board)))
            assert (move.good, move.perfect) == (cell in reference.safe(board), cell in reference.best(board))
            assert move.remoteness == left
            assert move.lost_plies == (abs(left - best_left) if value == before else None)
            expected.update({(move.by, "moves"): 1, (move.by, "good"): move.good, (move.by, "perfect"): move.perfect})
            expected[move.by, "blunders"] += value == -1 and before > -1
            board = reference.play(board, cell)
        tally.add(game)
    report = tally.report(book.rules)
    assert report["games"] == 300 == report["x_won"] + report["o_won"] + report["drawn"]
    for player in report["players"]:
        for name in ("moves", "good", "perfect", "blunders"):
            assert player[name] == expected[player["player"], name] == sum(one[name] for one in player["plies"])
        assert player["good_move_rate"] == player["good"] / player["moves"]
        assert player["mistakes"] == player["moves"] - player["good"]


@pytest.mark.parametrize(
    ("game", "labels", "retries", "moves", "illegal"),
    [
        ("a3 b2 a3", "", False, 2, ["a3"]),
        ("a3 b2 a3 c1", "", True, 3, ["a3"]),
        ("a3 a3 a3 b2", "", True, 2, ["a3", "a3"]),
        ("7 5 7", "keypad", False, 2, ["7"]),
        ("7 5 7", "keypad", True, 2, ["7"]),
        ("519", "keypad", False, 3, []),
        ("a3 b3 a2 b2 a1 b1", "", False, 5, ["b1"]),
        ("a3 b3 a2 b2 a1 b1", "", True, 5, ["b1"]),
    ],
)
def test_illegal_moves(book, game, labels, retries, moves, illegal):
    """What was legal is judged; an illegal move counts against its player and ends the game, or is given back."""
    judged, tally = GameJudge(book, reader(book, labels), retries).judge(game, {"X": "Ann", "O": "Bob"}), Tally()
    tally.add(judged)
    report = tally.report(book.rules)
    assert (len(judged.moves), [name for _, name in judged.illegal]) == (moves, illegal)
    ended = bool(illegal) and (not retries or moves == 5)
    assert (report["illegal"], report["unfinished"]) == (int(ended), int(not ended))
    counts = {one["player"]: one["illegal"] for one in report["players"]}
    assert sum(counts.values()) == len(illegal) == counts[("Ann", "Bob")[len(judged.moves) % 2]] or retries


def test_reports(book):
    """An unfinished game, move by move, as JSON prints it."""
    game = GameJudge(book, reader(book)).judge("a3 b3", SIDES)
    report = game_report("line 1", game)
    assert (report["finished"], report["winner"], report["first_mistake"], report["illegal"]) == (False, None, 2, None)
    assert report["moves"][1] == {
        "ply": 2, "by": "O", "move": "b3", "before": "draw", "after": "loss", "remoteness": 6, "best": ("b2",),
        "good": False, "perfect": False, "regret": 1, "lost_plies": None,
    }  # fmt: skip


@pytest.mark.parametrize("value", ["hello", "X../.O./...", "a3 b2 resign", ["a3", "d4"], None])
def test_what_is_no_game(book, value):
    """A board, a word that names no cell, and anything else are unreadable."""
    with pytest.raises(Unreadable):
        GameJudge(book, reader(book)).judge(value, SIDES)
