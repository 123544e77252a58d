"""Ratings: the rates beside counts from the book, and as a command."""

import json
from collections import Counter
from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from random import Random

import pytest

from oxobook import Position, Rules
from oxobook.book.errors import IllegalPosition, OutOfTime
from oxobook.book.layout.search import searching_for
from oxobook.book.no_book import SearchedBook
from oxobook.book.progress import tell_nobody
from oxobook.viewer.files.rating import rated, sampled
from oxobook.viewer.players.player import Player, Scope, UnfitPlayer
from oxobook.viewer.players.roster import player_named


def test_rates_are_the_shares_of_safe_and_best_moves(make_book):
    """Over all positions, the sums of each ply for random play, for the book's and for a function are counted here."""
    book = make_book("2x4x3")
    positions = [entry.position for entry in book if entry.position.ply < 6]
    for name in ("random", "perfect", "first"):
        function = (lambda position: position.legal_cells[0]) if name == "first" else name
        found = rated(player_named(function, book), book, (((), one) for one in positions), nullcontext, tell_nobody)
        plies: dict[int, list[tuple[Fraction, Fraction]]] = {}
        for one in positions:
            entry = book.probe(one)
            chosen = {"random": one.legal_moves, "perfect": entry.best, "first": one.legal_moves[:1]}[name]
            if not one.over:
                good, perfect = (Fraction(len({*chosen} & {*kept}), len(chosen)) for kept in (entry.safe, entry.best))
                plies.setdefault(one.ply + 1, []).append((good, perfect))
        assert found.plies == {
            ply: {"moves": len(some), "good": sum(good for good, _ in some), "perfect": sum(one for _, one in some)}
            for ply, some in plies.items()
        }
        assert found.left_out["finished"] == sum(one.over for one in positions) > 0 and not found.forfeits
        assert (found.whole["good"] == found.whole["moves"]) == (name == "perfect")


def test_a_search_rates_as_a_book(make_book, search_compiled):
    """Where every answer is searched the rates are those of the book."""
    book = make_book("3x4x3-gravity")
    asked = list(sampled(book.rules, 60, Random(1)))
    ratings = [
        rated(player_named("levi", one), one, asked, nullcontext, tell_nobody)
        for one in (book, SearchedBook(book.rules))
    ]
    assert ratings[0] == ratings[1]


def test_samples_are_of_random_games():
    """A sample is the seed's; its positions are open, their moves lead to them, and plies come alike."""
    rules = Rules(2, 2, 2)
    asked = list(sampled(rules, 4000, Random(7)))
    assert asked == list(sampled(rules, 4000, Random(7))) != list(sampled(rules, 4000, Random(8)))
    assert all(Position.parse(" ".join(record), rules) == one and not one.over for record, one in asked if record)
    counts = Counter(one.ply for _, one in asked)  # all games of 2x2x2 have three moves
    assert set(counts) == {0, 1, 2} and all(1200 < count < 1470 for count in counts.values())


def test_what_cannot_be_rated(book):
    """Nothing solved in time, nothing to move in, and moves that are not known are each said."""

    class ByRecord(Player):
        scope = Scope.RECORD

    finished, opened = ((), Position.parse("XXX/OO./...")), ((), Position.parse("X../.../..."))
    with pytest.raises(IllegalPosition, match=r"^expected positions with a move to make"):
        rated(player_named("random", book), book, [finished], nullcontext, tell_nobody)
    with pytest.raises(UnfitPlayer, match=r"^the player one looks at the moves before a position too: take --sample"):
        rated(ByRecord("one"), book, [opened], nullcontext, tell_nobody)


def test_time_runs_out(search_compiled):
    """Positions that are not solved in time are left out; if none is, that is an error."""
    large = SearchedBook(Rules.parse("6x7x4-gravity"))
    late = ((), Position.parse("......./......./OOOXXXO/XXOOOXX/OOXXXOO/XOXOXOX", large.rules))
    empty, levi = ((), Position(large.rules)), player_named("levi", large)
    large.probe(late[1])  # loads the search
    found = rated(levi, large, [late, empty], partial(searching_for, 0.3), tell_nobody)
    assert found.whole["moves"] == 1 and found.left_out == {"unsolved": 1}
    with pytest.raises(OutOfTime, match=r"^no position was solved in time: allow"):
        rated(levi, large, [empty], partial(searching_for, 0.05), tell_nobody)


def test_a_file_of_positions(run, tmp_path):
    """Positions of a file are rated, in text and in JSON; a forfeit counts as neither good nor perfect."""
    file = tmp_path / "some.csv"
    file.write_text("id,board\n1,X../.O./..X\n2,xbbbobbbx\n3,XXX/OO./...\n4,X../.../...\n")
    script = tmp_path / "c3.sh"
    script.write_text("while read -r b r; do case $b in X../.../*) echo a3;; *) echo c3;; esac; done")
    command = ("rate", f"exec:sh {script}", "--positions", str(file))
    report = json.loads(run(*command, "--json").stdout)
    first = report.pop("first_forfeit")
    assert "answered X../.../... with an illegal move: a3 is taken in X../.../...; play one of b3, c3" in first
    assert report == {
        "player": f"exec:sh {script}", "rules": "3x3x3", "seed": None, "moves": 3, "good": 0, "perfect": 0,
        "good_move_rate": 0, "perfect_move_rate": 0, "confidence": 0.95,
        "good_interval": [0, pytest.approx(0.5615, abs=1e-4)],
        "perfect_interval": report["good_interval"], "forfeits": 1, "unsolved": 0, "finished": 1,
        "plies": [{"ply": ply, "moves": moves, "good": 0, "perfect": 0, "good_move_rate": 0, "perfect_move_rate": 0}
                  for ply, moves in ((2, 1), (4, 2))],
    }  # fmt: skip
    text = " ".join(run(*command).stdout.split())
    assert "4 2 0.0 % 0.0 % all 3 0.0 % 0.0 % 0.0 to 56.1 %" in text
    assert "1 forfeits count as neither; the first: " in text and "without a move to make: 1 positions." in text


def test_a_sample_as_a_command(run, search_compiled):
    """A sample is named with its seed; the book of Connect Four's first plies serves."""
    done = run("rate", "perfect", "--sample", "5", "--seed", "4", "-r", "connect-four", "--time-limit", "60")
    assert "perfect on 6x7x4-gravity, in positions of 5 games of random moves, with seed 4" in done.stdout
    assert "all 5 100.0 % 100.0 % 56.6 to 100.0 %" in " ".join(done.stdout.split())
    report = json.loads(run("rate", "perfect", "--sample", "9", "--json").stdout)
    assert (report["seed"], report["moves"], report["good_move_rate"], report["perfect_move_rate"]) == (0, 9, 1, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "expected the positions to rate it in: --positions FILE, or --sample N. See: oxobook rate --help"),
        (("--sample", "5", "--positions", "{file}"), "expected the positions to rate it in"),
        (("--positions", "{file}"), "line 2: X must have "),
        (("--positions", "{file}.csv"), "cannot read"),
    ],
)
def test_what_is_refused(run, tmp_path, arguments, message):
    """Positions from nowhere or from two places, and rows that cannot be read, are refused in one line."""
    file = tmp_path / "some.txt"
    file.write_text("X../.O./...\nXX./.../...\n")
    done = run("rate", "levi", *(word.format(file=file) for word in arguments))
    assert done.exit_code == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert message in done.stderr
