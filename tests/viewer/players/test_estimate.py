"""Estimates of a player from games, beside its exact results."""

import json
from random import Random

import pytest

from oxobook.viewer.players.audit import audit
from oxobook.viewer.players.estimate import estimate, rate
from oxobook.viewer.players.roster import player_named


@pytest.mark.parametrize(
    ("count", "games", "low", "high"), [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1)]
)
def test_intervals_are_wilsons(count, games, low, high):
    """The bounds are those that tables of Wilson's interval give; they stay within 0 and 1."""
    assert rate(count, games) == pytest.approx((count, count / games, low, high), abs=1e-4)


@pytest.mark.parametrize("seat", ["X", "O"])
def test_an_estimate_holds_the_exact_results(book, seat):
    """In most series of games the intervals hold the exact chances; a player with mistakes is seen to make them."""
    levi, held = player_named("levi", book), 0
    exact = audit(levi, book, seat).exact
    for seed in range(20):
        found = estimate(levi, book, seat, 100, Random(seed)).rates
        held += all(found[name].low <= share <= found[name].high for name, share in exact.vs_random._asdict().items())
        assert sum(found[name].games for name in ("win", "draw", "loss")) == 100 and found["mistaken"].games
    assert held >= 14


def test_an_estimate_as_a_command(run):
    """--samples gives rates with intervals in text and JSON, and does not call them proved."""
    text = run("audit", "pick", "--side", "O", "--samples", "50").stdout
    assert "pick as O on 3x3x3 is estimated, not proved" in text and "0.00 % to 7.13 %" in text
    one, other = json.loads(run("audit", "random", "--samples", "9", "--json").stdout)
    assert (one["player"], one["rules"], one["seat"], other["seat"]) == ("random", "3x3x3", "X", "O")
    assert list(one["estimate"]) == ["games", "confidence", "win", "draw", "loss", "mistaken"]
    assert list(one["estimate"]["win"]) == ["games", "share", "low", "high"]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("pick", "--samples", "5", "--expect", "never-loses"), 2, "--samples estimates and proves nothing"),
        (("exec:true", "--samples", "5"), 1, "oxobook: exec:true ended"),
        (("random", "--samples", "5", "-r", "connect-four"), 2, "holds the first 8 plies"),
    ],
)
def test_what_cannot_be_estimated_is_said(run, arguments, code, words):
    """A proof by games is refused; a forfeit and a book of first plies are told as in an audit."""
    done = run("audit", *arguments)
    assert done.exit_code == code and words in done.stderr and done.stdout == ""
