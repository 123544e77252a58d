"""Asking again: what follows a rule is proved as before, and of what does not nothing is proved."""

import json
import random
import shlex
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from oxobook.book import Position
from oxobook.book.game.cell_labels import cell_labels
from oxobook.viewer.players.audit import audit
from oxobook.viewer.players.player import Player
from oxobook.viewer.players.roster import player_named

RANDOM = """
import os, random, secrets, sys
from oxobook import Book
if __name__ != "__main__":
    print("imported")
book, own, count = Book.open({path!r}), random.Random(), 0

def pick_but(choice):
    return lambda position: choice(["b3", "c3"]) if position.text == "X../.O./..X" else book.probe(position).pick

half, secret = pick_but(random.choice), pick_but(secrets.choice)

def odds(position):
    return {{"b3": 0.5, "c3": 0.5}} if position.text == "X../.O./..X" else book.probe(position).pick

def any_cell(position):
    return random.choice(position.legal_moves)

def any_best(position):
    return own.choice(book.probe(position).best)

def counting(position):
    global count
    count += 1
    return position.legal_moves[count % len(position.legal_moves)]

def other_odds(position):
    first, last = position.legal_moves[0], position.legal_moves[-1]
    share = random.random() if position.ply < 7 else 1
    return {{first: share, last: 1 - share}} if share < 1 else first

def once(position):
    global count
    count += position.text == "X../.O./..X"
    return "c3" if count == 1 and position.text == "X../.O./..X" else book.probe(position).pick

def loud(position):
    if position.ply == 1:
        print("thinking")
    return book.probe(position).pick

if __name__ == "__main__":
    for line in sys.stdin:
        print(half(Position.parse(line.split()[0])), flush=True)"""


@pytest.fixture
def bots(library, book, tmp_path, monkeypatch):
    """Players that choose by chance, in a module of the current directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "bots", raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "bots.py").write_text(RANDOM.format(path=str(library / "3x3x3.sqlite")))
    yield
    sys.modules.pop("bots", None)


@pytest.mark.parametrize("name", ["half", "any_cell", "any_best", "secret", "counting", "other_odds", "once"])
@pytest.mark.slow
def test_chance_is_never_proved(run, bots, name):
    """Of a player without a rule nothing is proved; two answers are shown, and only a game that it has lost."""
    done = run("audit", f"bots:{name}", "--side", "O", "--expect", "never-loses", "--json")
    report = json.loads(done.stdout)
    assert done.exit_code == 1 and report["unlike"]["answers"][0] != report["unlike"]["answers"][1]
    assert report["lines"] is report["assumes"] is report["mistaken"] is None and report["finished"] is False
    assert report["never_loses"] is (None if report["line"] is None else False)
    assert (report["line"] is None) == (name in ("any_best", "once")) or name == "other_odds"
    assert report["line"] is None or Position.parse(" ".join(report["line"])).winner == "X"


KEPT = """
import random
from functools import cache
shuffled = random.sample(range(9), 9)
coin = random.random() < 0.5
with open("imports", "a") as log:
    print("imported", file=log)

@cache
def kept(text, moves):
    return random.choice(moves)

def cached(position):
    return kept(position.text, position.legal_moves)

def shuffled_first(position):
    return min(position.legal_cells, key=shuffled.index)

def tossed(position):
    return position.legal_moves[-coin]

def hashed(position):
    return min(position.legal_moves, key=hash)

def first(position):
    return position.legal_moves[0]
"""


@pytest.mark.parametrize("name", ["cached", "shuffled_first", "tossed", "hashed", "first"])
def test_chance_that_is_kept_is_never_proved(bots, make_book, name):
    """What a function drew once, at its import or by its seed of hashes, a new process shows; a rule stays one."""
    Path("kept.py").write_text(KEPT)
    found = audit(f"kept:{name}", make_book("2x3x2"), "X")
    sys.modules.pop("kept")
    assert (found.unlike is None) == (name == "first") == bool(found.exact)
    if name == "first":
        assert "asked 16 times, stated odds twice, in other orders, processes, and seeds" in found.assumes
        assert Path("imports").read_text().count("imported") == 15


def test_a_function_without_a_name_is_proved_of_the_moves_it_gave(make_book):
    """No other process can ask a function that has no name: the audit says what that leaves."""
    found = audit(lambda position: position.legal_moves[0], make_book("2x3x2"), "X")
    assert found.exact and found.assumes.endswith("in one process: it is proved of the moves it gave there")


def test_a_verdict_on_chance_says_what_to_do(run, bots):
    """The text has the position, both moves and a lost game, the honest ways, and the word proved nowhere."""
    shown = " ".join(run("audit", "bots:half", "--side", "O").stdout.split())
    assert "bots:half as O on 3x3x3 can lose, but follows no rule" in shown and "proved" not in shown
    assert "in X../.O./..X it played" in shown and "when it was asked again" in shown
    assert "a game it lost a3 b2 c1 c3" in shown and "--sample 1000" in shown
    assert "is not proved: it follows no rule" in run("audit", "bots:any_best", "--side", "O").stdout


@pytest.mark.slow
def test_stated_odds_are_exact(run, bots):
    """The same player is proved to lose once it states its odds, and what that assumes stands beside."""
    shown = " ".join(run("audit", "bots:odds", "--side", "O").stdout.split())
    assert "can lose: proved by a game" in shown and "376 won, 125 drawn, 2 lost" in shown and "loss 1/945" in shown
    assert "assumes that it answers a position always alike: asked 16 times, stated odds twice" in shown


def test_stated_odds_are_asked_again_in_some_positions(make_book):
    """All odds are asked again, or those of as many positions as the player says."""
    asked = []

    class Odds(Player):
        def policy(self, position):
            asked.append(position)
            return dict.fromkeys(position.legal_moves, Fraction(1, len(position.legal_cells)))

    counts = {}
    for restated in (None, 3, 0):
        player, asked[:] = Odds("one"), []
        player.restated = restated
        assert audit(player, make_book("2x3x3"), "X").unlike is None
        counts[restated] = len(asked)
    open_ = {position for position in asked if len(position.legal_cells) > 1}
    assert counts[3] == counts[0] + 3 and counts[None] == counts[0] + len(open_) and len(open_) > 100


@pytest.mark.slow
@pytest.mark.parametrize(("turn", "proved"), [(0, True), (9, None)])
def test_a_program_is_asked_in_other_processes(make_book, tmp_path, turn, proved):
    """A program is started anew for each asking; one that plays otherwise at its ninth start follows no rule."""
    log, script, book = tmp_path / "log", tmp_path / "one.sh", make_book("1x3x3")
    script.write_text(
        f"""echo start >> {shlex.quote(str(log))}
        test $(wc -l < {shlex.quote(str(log))}) = {turn} && first=c1 || first=a1
        while read -r b r; do case $b in ...) echo $first;; .*) echo a1;; ?.*) echo b1;; *) echo c1;; esac; done"""
    )
    with player_named(f"exec:sh {shlex.quote(str(script))}", book) as one:
        found = audit(one, book, "X")
    assert found.never_loses is proved and (found.unlike is None) == bool(proved)
    assert log.read_text().count("start") == 16 or not proved
    said = found.unlike and found.unlike.told(cell_labels("index", book.rules))
    assert said == (None if proved else "in ... it played 0, and 2 when it was asked again")


def test_the_generators_are_left_as_they_were(book, bots):
    """An audit seeds the generators of Python and NumPy, and puts their states back."""
    numpy = pytest.importorskip("numpy")
    before = random.getstate(), numpy.random.get_state()[1].tolist()
    with player_named("bots:half", book) as one:
        for seed in (1, 1, 2):
            with one.afresh(seed):
                pass
    assert (random.getstate(), numpy.random.get_state()[1].tolist()) == before
    with one.afresh(1):
        drawn = random.random(), numpy.random.random()
    with one.afresh(1):
        assert (random.random(), numpy.random.random()) == drawn


def test_what_a_player_prints_goes_to_standard_error(run, bots, capfd):
    """The output of --json is JSON alone, whatever a player or its import prints."""
    assert json.loads(run("audit", "bots:loud", "--side", "O", "--json").stdout)["never_loses"] is True
    assert capfd.readouterr().out == ""
