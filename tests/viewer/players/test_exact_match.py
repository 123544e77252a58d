"""Exact matches: beside plain recursion, and as a command."""

import json
from fractions import Fraction

import pytest

from oxobook.book.errors import TooLarge
from oxobook.viewer.players.exact_match import exact_match
from oxobook.viewer.players.player import Player, Scope
from oxobook.viewer.players.roster import player_named
from tests.viewer.players.plain_games import all_games


class ByRecord(Player):
    """A player that looks at the order of moves."""

    scope = Scope.RECORD

    def policy_after(self, record, position):
        return {position.legal_moves[-1 if record[:2] < record[-2:] else 0]: Fraction(1)}


@pytest.mark.parametrize("rules", ["3x3x3", "2x3x2", "3x3x3-gravity", "2x3x3-misere"])
@pytest.mark.parametrize(
    ("first", "second"),
    [("pick", "levi"), ("levi", "perfect"), ("perfect", "pick"), ("random", None), (None, "random")],
)
def test_the_results_are_those_of_all_games(make_book, rules, first, second):
    """Probabilities are exact: as recursion finds them, without merging positions, orders of moves or symmetry."""
    book = make_book(rules)
    players = {
        side: player_named(name, book) if name else ByRecord("one")
        for side, name in zip("XO", (first, second), strict=True)
    }
    found = exact_match(*players.values(), book.rules)
    assert [*found.results] == all_games(players, book.rules, "X").chances and sum(found.results) == 1


def test_what_is_alike_is_met_once(book):
    """Positions are counted up to symmetry if neither player tells them apart; too many of them are refused."""
    random, levi = player_named("random", book), player_named("levi", book)
    assert exact_match(random, random, book.rules).positions == 765
    with pytest.raises(TooLarge, match=r"^random and levi can reach more than 100 positions: --sample 1000 estimates$"):
        exact_match(random, levi, book.rules, 100)


def test_as_a_command(run):
    """Both ways of starting are shown, or the one that is asked for; in JSON as fractions."""
    text = " ".join(run("audit", "ralph", "--against", "levi").stdout.split())
    assert "ralph levi 1/2 = 0.5000 1/2 = 0.5000 0 levi ralph 62/315 = 0.1968 128/315 = 0.4063 25/63 = 0.3968" in text
    assert "The results are those of ralph, as probabilities on 3x3x3." in text
    report = json.loads(run("audit", "ralph", "--against", "levi", "--side", "O", "--json").stdout)
    assert report == {
        "rules": "3x3x3",
        "first": "ralph",
        "matches": [{"x": "levi", "o": "ralph", "win": "62/315", "draw": "128/315", "loss": "25/63", "positions": 723}],
        "assumes": [],
        "unlike": [],
    }


def test_foreign_players_are_asked_again(run, tmp_path, monkeypatch):
    """What is assumed stands beside; of a player that follows no rule nothing is said but its two answers."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pair.py").write_text(
        "import random\ndef first(position):\n    return 0 if position.ply == 0 else position.legal_cells[0]\n"
        "def chance(position):\n    return random.choice(position.legal_moves)\n"
    )
    report = json.loads(run("audit", "pair:first", "--against", "perfect", "--json").stdout)
    assert [one.partition(",")[0] for one in report["assumes"]] == [
        "pair:first: it answers a position always alike: asked 16 times"
    ]
    report = json.loads(run("audit", "random", "--against", "pair:chance", "--json").stdout)
    assert {row[name] for row in report["matches"] for name in ("win", "draw", "loss")} == {None}
    assert [one["player"] for one in report["unlike"]] == ["pair:chance"] * 2 and report["assumes"] == []
    text = " ".join(run("audit", "random", "--against", "pair:chance", "--labels", "keypad").stdout.split())
    assert "random pair:chance ? ? ?" in text and "pair:chance follows no rule: in " in text
