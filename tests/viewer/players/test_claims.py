"""Claims of the documents: each is settled by audits or by the book, proved or refuted."""

import json
from fractions import Fraction
from functools import cache

import pytest

from oxobook.book import Position, Rules
from oxobook.viewer.players.claims import ClaimCase, opens_strategically, searches_boards, wins_and_blocks
from oxobook.viewer.players.roster import ROSTER, never_losing, player_named, won_against_random


@pytest.mark.parametrize(
    ("settle", "player", "proved", "evidence"),
    [
        (wins_and_blocks, "levi", True, "in each of the 3,842 positions with a win or a block"),
        (wins_and_blocks, "notebook", False, "not in "),
        (wins_and_blocks, "centre", False, "not in "),
        (opens_strategically, "ralph", True, "its first stone, as X or as O, is never on an edge"),
        (opens_strategically, "random", False, "on an edge in .../.../..."),
        (opens_strategically, "notebook", False, "on an edge in .../.../..."),
    ],
)
def test_a_claim_about_a_players_moves(book, settle, player, proved, evidence):
    """Claims about the moves in some positions are refuted by the first of them where a player moves otherwise."""
    found, words, line = settle(ClaimCase({}, book, player, None))
    assert (found, line) == (proved, None) and words.startswith(evidence)


def test_a_refuted_claim_names_a_position_that_refutes_it(book):
    """The notebook's player may leave a line open in the position that the evidence names."""
    _, words, _ = wins_and_blocks(ClaimCase({}, book, "notebook", None))
    position = Position.parse(words.removeprefix("not in "))
    entry = book.probe(position)
    assert any(move not in entry.best for move in player_named("notebook", book).policy(position))


def test_the_boards_that_ralph_visits(book):
    """Ralph's recursion, as its report prints it, is called 73,450 times from the empty board."""

    def calls(own, their, depth):
        if depth > 6 or any(line & ~their == 0 for line in Rules().lines):
            return 1
        free = (cell for cell in range(9) if not (own | their) >> cell & 1)
        return 1 + sum(calls(their, own | 1 << cell, depth + 1) for cell in free)

    assert searches_boards(ClaimCase({}, book, "ralph", None))[:2] == (
        True,
        f"{calls(0, 0, 1):,} boards, 54,720 of them cut off unscored",
    )


@pytest.mark.slow
def test_players_settles_every_claim(run, book):
    """The table has every player in both seats, and each claim of the documents proved or refuted."""
    report = json.loads(run("players", "--json").stdout)
    assert [one["player"] for one in report["players"]] == list(ROSTER)
    assert all(one[seat]["seat"] == seat and "mistaken" not in one[seat] for one in report["players"] for seat in "XO")
    held = {one["player"]: [seat for seat in "XO" if one[seat]["never_loses"]] for one in report["players"]}
    assert held == {name: never_losing(name, book) for name in ROSTER}
    won = {one["player"]: {seat: one[seat]["vs_random"]["win"] for seat in "XO"} for one in report["players"]}
    assert won == {name: won_against_random(name, book) for name in ROSTER}
    verdicts = {(claim["player"], claim["seat"], claim["says"]): claim["proved"] for claim in report["claims"]}
    assert verdicts == {
        ("keypad", "O", "leaves a person some chance to win"): True,
        (None, None, "opening in a corner leaves the most ways to go wrong"): True,
        ("centre", "O", "never loses"): False,
        (None, None, "the centre is the best cell whenever it is free"): False,
        ("defender", "O", "cannot be beaten"): True,
        ("defender", "O", "lost none of 100,000 random games"): True,
        ("defender", "O", "won 84.7 % of them"): False,
        ("notebook", None, "plays optimally, by minimax"): False,
        ("levi", None, "wins or blocks whenever it can"): True,
        ("ralph", None, "wins or blocks whenever it can"): True,
        ("ralph", None, "opens strategically, in the centre or a corner"): True,
        ("ralph", "O", "is not perfect"): True,
        ("ralph", None, "searches 75 thousand moves"): True,
        (None, None, "X wins 131,184 games, O 77,904, and 46,080 are drawn"): True,
    }
    for claim in report["claims"]:
        if claim["line"]:
            assert Position.parse(" ".join(claim["line"])).over


@pytest.mark.parametrize("choose", [min, max])
def test_no_order_of_equal_choices_wins_as_often_as_claimed(book, choose):
    """However the defender breaks its ties, its wins against random moves are between 86 and 87 %, not 84.7."""
    defender = player_named("defender", book)

    @cache
    def wins(position):
        if position.over:
            return Fraction(position.winner == "O")
        if position.to_move == "O":
            return choose(wins(position.play(move)) for move in defender.policy(position))
        return sum(wins(position.play(move)) for move in position.legal_moves) / len(position.legal_moves)

    assert Fraction(86, 100) < wins(Position(Rules())) < Fraction(87, 100)


@pytest.mark.long
def test_players_on_another_board(run, make_book):
    """On other boards the table has the players that know them, and no claims, which are about 3x3x3."""
    make_book("3x3x3-misere")
    report = json.loads(run("players", "-r", "3x3x3-misere", "--json").stdout)
    assert [one["player"] for one in report["players"]] == ["perfect", "pick", "levi", "random"]
    assert report["claims"] == []
    assert "What the documents claim" not in run("players", "-r", "3x3x3-misere").stdout
