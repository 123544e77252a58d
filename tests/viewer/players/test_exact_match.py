"""Exact matches: beside audits, beside plain recursion, and as a command."""

import json
from fractions import Fraction

import pytest

from oxobook.book import Position
from oxobook.book.errors import TooLarge
from oxobook.viewer.players.audit import audit
from oxobook.viewer.players.exact_match import exact_match
from oxobook.viewer.players.player import Player, Scope
from oxobook.viewer.players.roster import player_named


def results(position, x, o):
    """The probability of each winner, by recursion over all games."""
    if position.over:
        return {position.winner: Fraction(1)}
    found = {}
    for move, share in (x if position.to_move == "X" else o).policy(position).items():
        for winner, chance in results(position.play(move), x, o).items():
            found[winner] = found.get(winner, 0) + share * chance
    return found


@pytest.mark.parametrize("rules", ["3x3x3", "2x3x2", "3x3x3-gravity", "2x3x3-misere"])
@pytest.mark.parametrize(("first", "second"), [("pick", "levi"), ("levi", "perfect"), ("perfect", "pick")])
def test_the_results_are_those_of_all_games(make_book, rules, first, second):
    """Probabilities are exact: as recursion finds them, without merging positions or symmetry."""
    book = make_book(rules)
    x, o = player_named(first, book), player_named(second, book)
    found = exact_match(x, o, book.rules)
    expected = results(Position(book.rules), x, o)
    assert found.results == tuple(expected.get(winner, 0) for winner in ("X", None, "O")) and sum(found.results) == 1


@pytest.mark.parametrize("name", ["perfect", "levi", "ralph"])
@pytest.mark.slow
def test_against_random_moves_it_is_the_audit(book, name):
    """Against the random player the results are those that an audit has."""
    player, random = player_named(name, book), player_named("random", book)
    as_x, as_o = exact_match(player, random, book.rules).results, exact_match(random, player, book.rules).results
    assert as_x == audit(player, book, "X").exact.vs_random and as_o[::-1] == audit(player, book, "O").exact.vs_random


def test_records_are_told_apart(book):
    """A player that looks at the order of moves is asked after each order; others by position."""

    class ByRecord(Player):
        scope = Scope.RECORD

        def policy_after(self, record, position):
            return {position.legal_moves[-1 if record[:1] == ("a3",) else 0]: Fraction(1)}

    random, levi = player_named("random", book), player_named("levi", book)
    by_record = exact_match(random, ByRecord("one"), book.rules)
    by_position, by_orbit = exact_match(random, levi, book.rules), exact_match(random, random, book.rules)
    assert by_orbit.positions == 765 and by_position.positions > 1000 and sum(by_record.results) == 1
    assert by_record.positions == 1 + sum(len(one) for one in _records(book.rules, ByRecord("one")))
    with pytest.raises(TooLarge, match=r"^random and levi can reach more than 100 positions: --sample 1000 estimates$"):
        exact_match(random, levi, book.rules, 100)


def _records(rules, player):
    """The games of each length in which the player has O."""
    plies = [[((), Position(rules))]]
    while plies[-1]:
        plies.append([])
        for record, position in plies[-2]:
            if not position.over:
                x = position.to_move == "X"
                for move in position.legal_moves if x else player.policy_after(record, position):
                    plies[-1].append(((*record, move), position.play(move)))
    return plies[1:]


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


def test_a_forfeit_is_a_verdict(run):
    """A player that breaks the rules ends the match in one line."""
    done = run("audit", "levi", "--against", "exec:true")
    assert done.exit_code == 1 and "oxobook: exec:true ended before it answered" in done.stderr and done.stdout == ""
