"""info and stats: the fields, the sums, and the tables."""

import json
import shutil

import pytest

from oxobook.book.info import GameCounts, LayerCounts
from tests.book.test_book import alter


@pytest.mark.parametrize(
    ("rules", "result", "by"),
    [
        ("4x9x4", "X wins", ["certificate"]),
        ("4x6x4", "draw", ["certificate", "strategy stealing"]),
        ("4x5x4-gravity", "draw", ["certificate", "certificate"]),
        ("7x7x4-skinny", "X wins", ["certificate"]),
        ("8x8x5", "X does not lose", ["strategy stealing"]),
        ("7x8x4-gravity", None, []),
    ],
)
def test_who_wins_without_a_book(run, rules, result, by):
    """info says who wins a game without a book, as far as that is known, and by which evidence."""
    report = json.loads(run("info", rules, "--library", "data/atlas", "--json").stdout)
    assert (report["result"], [one["by"] for one in report["evidence"]]) == (result, by)
    shown = run("info", rules, "--library", "data/atlas").stdout
    assert (result or "not known") in shown
    assert (f"oxobook generate {rules}" in shown) != (": no book of it can be made, as it has " in shown)


def test_info_json(run, book):
    """Return what a book holds, by name."""
    report = json.loads(run("info", "3x3x3", "--json").stdout)
    assert (report["rules"], report["positions"], report["raw_positions"]) == ("3x3x3", 765, 5478)
    assert (report["value"], report["winner"], report["remoteness"]) == ("draw", None, 9)
    assert [ply["positions"] for ply in report["plies"]] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert report["digest"] == book.info.digest and report["format_version"] == 1


def test_stats_json(run, book):
    """Each ply has the layer's fields; the totals are their sums and the counts of games."""
    report = json.loads(run("stats", "--json").stdout)
    assert list(report) == ["rules", "plies", "totals", "lengths", "first_moves"]
    assert report["plies"] == [layer._asdict() for layer in book.info.layers]
    names = [name for name in LayerCounts._fields if name != "ply"]
    assert list(report["totals"]) == [*names, *GameCounts._fields, "raw_x_won", "raw_o_won", "raw_drawn"]
    for name in names:
        assert report["totals"][name] == sum(ply[name] for ply in report["plies"])
    assert report["totals"]["games_up_to_symmetry"] == 26830


def test_counts_that_are_not_known_are_null(run, library, book, tmp_path):
    """If an engine did not count games, JSON has null, and the table a dash and a sentence."""
    path = shutil.copy(library / "3x3x3.sqlite", tmp_path)
    alter(path, "UPDATE layer SET sequences = NULL, games = NULL")
    alter(path, "UPDATE book SET x_games = NULL, perfect_games = NULL")
    totals = json.loads(run("stats", "-b", path, "--json").stdout)["totals"]
    assert (totals["sequences"], totals["games"], totals["x_games"], totals["o_games"]) == (None, None, None, 77904)
    assert " The games are not counted: " in run("stats", "-b", path).stdout


def test_a_time_limit(run, tmp_path, search_compiled):
    """A search that is not finished in time ends in a line with what it has proved; the book's own plies take none."""
    book = str(tmp_path / "book")
    assert run("generate", "4x4x4-gravity", "--plies", "3", "--out", book).exit_code == 0
    assert run("lookup", "a1", "-b", book, "--time-limit", "0.000001").exit_code == 0
    done = run("lookup", "a1 b1 c1 d1", "-b", book, "--time-limit", "0.000001")
    assert done.exit_code == 2 and done.stderr.count("\n") == 1
    assert "was not finished in time; proved for the side to move: nothing yet" in done.stderr
    done = run("lookup", "a1 b1 c1 d1", "-b", book, "--time-limit", "60")
    assert "Searched, not in the book: " in done.stdout
