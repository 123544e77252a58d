"""The published figures in data/known, each with its source."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from oxobook.book import Book, Position, Rules, Value
from oxobook.book.game.notation import cells_of
from oxobook.book.strategy import reflexes
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book

KNOWN = json.loads((Path(__file__).parents[2] / "data" / "known" / "figures.json").read_text())


LARGE = {"4x4x3", "4x4x3-misere", "4x4x4", "4x5x4-gravity", "5x4x4-gravity", "6x4x4-gravity", "5x5x4-gravity"}
LARGE |= {"4x4x4-fatty"}
"""Boards of more than half a million positions up to symmetry: each takes seconds to be made."""
HUGE = {"4x6x4-gravity", "7x4x4-gravity", "6x5x4-gravity", "5x6x4-gravity", "4x7x4-gravity"}
HUGE |= {f"4x4x{animal}" for animal in ("3-tic", "4-elly", "4-knobby", "4-skinny")}
"""Boards that take up to minutes."""
BEYOND = {"6x6x4-gravity"}
"""Boards that take hours: ``make campaign`` makes its book, and ``verify`` compares it with the figures."""


def params(figures):
    """The figures as parameters, named by rules and field; those of large boards are slow."""
    return [
        pytest.param(
            figure,
            id=f"{figure['rules']}-{figure.get('field', 'result')}",
            marks=[pytest.mark.slow] * (figure["rules"] in LARGE) + [pytest.mark.long] * (figure["rules"] in HUGE),
        )
        for figure in figures
        if figure["rules"] not in BEYOND
    ]


def test_every_figure_names_its_source():
    """No figure stands in the file without a source that the file spells out."""
    figures = [figure for kind in ("totals", "plies", "results", "values") for figure in KNOWN[kind]]
    assert {figure["source"] for figure in figures} == set(KNOWN["sources"])


@pytest.mark.parametrize("figure", params(KNOWN["totals"]))
def test_total(make_book, figure):
    """A published total, up to symmetry or of all positions or games."""
    info = make_book(figure["rules"]).info
    if figure["field"] == "games" and not info.counts_games:
        pytest.skip("the gravity engine counts no games")
    if hasattr(info.games, figure["field"]):
        assert getattr(info.games, figure["field"]) == figure["value"]
    else:
        assert sum(getattr(layer, figure["field"]) for layer in info.layers) == figure["value"]


@pytest.mark.parametrize("figure", params(KNOWN["plies"]))
def test_by_ply(make_book, figure):
    """Published counts by ply."""
    layers = make_book(figure["rules"]).info.layers[figure["from"] :]
    assert [getattr(layer, figure["field"]) for layer in layers] == figure["values"]


@pytest.mark.parametrize("figure", params(KNOWN["results"]))
def test_result(make_book, figure):
    """The winner of a published board under perfect play, and the number of plies, are as published."""
    book = make_book(figure["rules"])
    entry = book.probe(Position(book.rules))
    assert {Value.WIN: "X", Value.DRAW: None, Value.LOSS: "O"}[entry.value] == figure["winner"]
    if "plies" in figure:
        assert entry.remoteness == figure["plies"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    ["4x4x4-gravity", *(pytest.param(f"{board}x4-gravity", marks=pytest.mark.long) for board in ("4x5", "5x4"))],
)
def test_values_by_ply(make_book, rules):
    """By ply the numbers of positions that X wins, that are drawn and that O wins are those of a decision diagram."""
    (figure,) = (one for one in KNOWN["values"] if one["rules"] == rules)
    counts = Counter()
    for entry in make_book(rules):
        for_x = entry.value if entry.position.ply % 2 == 0 else -entry.value
        counts[entry.position.ply, for_x] += entry.orbit
    for name, value in (("x_winning", Value.WIN), ("drawing", Value.DRAW), ("o_winning", Value.LOSS)):
        assert [counts[ply, value] for ply in range(len(figure[name]))] == figure[name]


@pytest.mark.parametrize(("rules", "safe"), [("misere", ("b2",)), ("notakto", ("b2",)), ("wild", ("Xb2", "Ob2"))])
def test_only_the_centre_holds(make_book, rules, safe):
    """Published: in tic-tac-toe the centre alone keeps misère drawn, and notakto and wild won."""
    book = make_book(rules)
    assert book.probe(Position(book.rules)).safe == safe


def test_optimal_games():
    """1,728 games on the torus are optimal as published: complete a line, else block one, else move freely."""
    rules = Rules.parse("torus")

    @cache
    def games(position):
        moves = reflexes(position) or sum(1 << cell for cell in position.legal_cells)
        return 1 if position.over else sum(games(position.play(cell)) for cell in cells_of(moves))

    assert games(Position(rules)) == 1728


@pytest.mark.long
def test_the_cube_of_three(tmp_path):
    """X wins 3x3x3 with the fourth stone, from the centre only, and no board is full without a line."""
    rules = Rules.parse("tic-tac-toe-3d")
    info = generate_book(rules, tmp_path / "book")
    assert info.positions == 6_325_449_982 and info.layers[-1].ply == 26
    with Book.open(tmp_path / "book") as book:
        entry = book.probe(Position(rules))
        assert (entry.value.word, entry.remoteness, entry.best) == ("win", 7, ("e2",))
    assert verify_book(tmp_path / "book", 1000).right
