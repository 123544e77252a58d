"""Estimates of a player from sampled games, beside its exact results and beside the book."""

import json
from fractions import Fraction
from functools import partial
from random import Random

import pytest

from oxobook import Position, Rules
from oxobook.book.errors import OutOfTime
from oxobook.book.layout.search import searching_for
from oxobook.book.no_book import SearchedBook
from oxobook.viewer.players.audit import audit
from oxobook.viewer.players.estimate import estimate, rate
from oxobook.viewer.players.player import Forfeit
from oxobook.viewer.players.roster import player_named


@pytest.mark.parametrize(
    ("count", "games", "low", "high"), [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1)]
)
def test_intervals_are_wilsons(count, games, low, high):
    """The bounds are those that tables of Wilson's interval give; they stay within 0 and 1."""
    assert rate(count, games) == pytest.approx((count, count / games, low, high), abs=1e-4)


@pytest.mark.parametrize("seat", ["X", "O"])
@pytest.mark.slow
def test_an_estimate_holds_the_exact_results(book, seat):
    """In most series of games the intervals hold the exact chances."""
    levi, held = player_named("levi", book), 0
    exact = audit(levi, book, seat).exact
    for seed in range(20):
        found = estimate(levi, book, seat, 100, Random(seed))
        shares = exact.vs_random._asdict().items()
        held += all(found.rates[name].low <= share <= found.rates[name].high for name, share in shares)
        assert found.results.total() == 100 == found.moves["moves"] and 0 < found.moves["good"] < 100
    assert held >= 14


def test_stated_odds_count_by_their_shares(make_book):
    """In its only kind of position a random player's shares of good and of best moves are those of the book."""
    book = make_book("2x3x2")
    found = estimate(player_named("random", book), book, "X", 50, Random(1))
    start = book.probe(Position(book.rules))
    shares = [Fraction(len(kept), len(start.position.legal_moves)) for kept in (start.safe, start.best)]
    first = found.plies[1]
    assert [first[kind] / first["moves"] for kind in ("good", "perfect")] == shares


def test_the_best_never_errs_and_a_search_measures_as_a_book(make_book, search_compiled):
    """All moves of perfect are perfect; where every answer is searched, the same games have the same rates."""
    book = make_book("3x4x3-gravity")
    best = estimate(player_named("perfect", book), book, "X", 30, Random(2)).moves
    assert best["perfect"] == best["good"] == best["moves"] == 30
    one, other = (
        estimate(player_named("levi", asked), asked, "O", 30, Random(3)) for asked in (book, SearchedBook(book.rules))
    )
    assert one == other


def test_an_opponent_may_be_a_player(book):
    """Against a player that always wins nothing is won, and its forfeit is an error."""
    levi, perfect = player_named("levi", book), player_named("perfect", book)
    found = estimate(levi, book, "O", 50, Random(1), perfect)
    assert found.against == "perfect" and not found.results["win"] and found.results["loss"]
    with pytest.raises(Forfeit, match="exec:true ended"), player_named("exec:true", book) as broken:
        estimate(levi, book, "O", 5, Random(1), broken)


def test_time_runs_out(search_compiled):
    """Moves that are not judged in time are counted; if none is, that is an error."""
    large = SearchedBook(Rules.parse("6x7x4-gravity"))
    with pytest.raises(OutOfTime, match=r"^no move was judged in time: allow"):
        estimate(player_named("levi", large), large, "X", 2, Random(1), limited=partial(searching_for, 0.001))


def test_an_estimate_as_a_command(run):
    """--sample gives rates with intervals in text and JSON, unproved; a program that fails is an error."""
    text = run("audit", "pick", "--side", "O", "--sample", "50").stdout
    assert "pick as O on 3x3x3 is estimated, not proved" in text and "0.0 % to 7.1 %" in text
    one, other = json.loads(run("audit", "random", "--sample", "9", "--json").stdout)
    assert (one["player"], one["rules"], one["seat"], other["seat"]) == ("random", "3x3x3", "X", "O")
    assert list(one["estimate"]) == [
        *("against", "seed", "games", "confidence", "win", "draw", "loss", "good", "perfect", "plies"),
        *("forfeits", "first_forfeit", "unsolved"),
    ]
    assert list(one["estimate"]["win"]) == ["games", "share", "low", "high"]
    lost = json.loads(run("audit", "exec:yes a3", "--sample", "1", "--side", "X", "--json").stdout or "{}")
    failed = run("audit", "exec:true", "--sample", "5", "--side", "X", "--json")
    assert (lost, failed.exit_code, failed.stdout) == ({}, 1, "") and "true ended before it answered" in failed.stderr


def test_connect_four_is_sampled(run, search_compiled):
    """Where no book holds all positions, a player is measured by samples, and nothing can be expected."""
    done = run("audit", "levi", "connect-four", "--sample", "3", "--time-limit", "60", "--json")
    assert [one["estimate"]["games"] for one in json.loads(done.stdout)] == [3, 3]
    refused = run("audit", "levi", "connect-four", "--expect", "never-loses")
    assert refused.exit_code == 2 and "does not hold all" in refused.stderr
