"""The plan: exact placements, fair estimates, and refusals."""

import json
import subprocess
import sys
from collections import namedtuple
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from oxobook.book import IllegalRules, Rules, TooLarge
from oxobook.book.game.board import ANIMALS, KINDS
from oxobook.book.game.conventions import CONVENTIONS
from oxobook.generator.generate import generate_book
from oxobook.generator.plan import plan_book, require_able, what_is_lacking
from oxobook.generator.position_counts import placements
from tests.reference import Reference


def counted(text):
    """The placements up to symmetry by ply, counted one by one."""
    rules = Rules.parse(text)
    reference = Reference(*rules[:5])
    classes = set()
    for cells in product(".XO", repeat=rules.cells):
        board = "".join(cells)
        below = board[rules.columns :]
        stacked = not rules.gravity or all(a == "." or b != "." for a, b in zip(board, below, strict=False))
        if board.count("X") - board.count("O") in (0, 1) and stacked:
            classes.add(frozenset(reference.images(board)))
    plies = [rules.cells - next(iter(images)).count(".") for images in classes]
    return tuple(plies.count(ply) for ply in range(rules.cells + 1))


@pytest.mark.parametrize(
    "rules", ["3x3x3", "2x4x2", "1x5x3", "3x3x3-gravity", "2x4x2-gravity", "4x2x2-gravity", "4x1x2"]
)
def test_placements_are_exact(rules):
    """Burnside's count is the number of classes found by listing every board."""
    assert placements(Rules.parse(rules)) == counted(rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["3x3x3", "3x4x3", "4x4x3", "4x4x4", "2x3x2", "3x3x4"])
def test_estimates_are_fair(dense_book, rules):
    """Without gravity the estimated positions are within 2 percent of the true number."""
    book = dense_book(rules)
    assert plan_book(book.rules).positions == pytest.approx(len(book), rel=0.02, abs=8)


@pytest.mark.parametrize(
    "rules", ["3x3x3-gravity", "4x4x4-gravity", pytest.param("4x5x4-gravity", marks=pytest.mark.slow)]
)
def test_gravity_is_bounded(make_book, rules):
    """Under gravity the plan is an upper bound, ply by ply."""
    book = make_book(rules)
    planned = plan_book(book.rules).layers
    assert all(layer.positions <= planned[layer.ply] for layer in book.info.layers)


@pytest.mark.parametrize(
    "rules",
    ["3x3x3", "3x3x3-wild", "3x3x3-maker", "3x3x3-notakto", "3x3x2-order", "3x4x3-gravity", "3x3x3-torus", "2x4x2-hex"],
)
def test_small_games_are_counted(make_book, rules):
    """The positions of each ply of a small game are those of its book, whatever the convention."""
    layers = make_book(rules).info.layers
    found = plan_book(Rules.parse(rules)).layers
    assert [count for count in found if count] == [layer.positions for layer in layers if layer.positions]


@pytest.mark.parametrize(
    ("text", "positions"),
    [("31x1x2-gravity", 32), ("5x5x1-torus", 2), ("5x5x2-gravity", 1904), ("4x4x3-notakto", 4471), ("3x3x3", 765)],
)
def test_what_can_be_counted_is_counted(text, positions):
    """However many placements there are, the plan knows the positions of a small book."""
    plan = plan_book(Rules.parse(text))
    assert (plan.positions, plan.engine.name) == (positions, "frontier") and plan.memory < 70_000_000


def test_too_large_for_memory(tmp_path):
    """5x5x4 is refused with what it needs, what there is, and where to read more."""
    with pytest.raises(
        TooLarge, match=r"5x5x4 needs about [\d.]+ TB of memory, and .* are free; see: oxobook generate 5x5x4 --plan"
    ):
        require_able(plan_book(Rules(5, 5, 4), "frontier"), tmp_path)


def test_too_large_for_disk(monkeypatch, tmp_path):
    """A disk without room is told before the work starts."""
    usage = namedtuple("usage", "total used free")(10, 9, 1_000_000)
    monkeypatch.setattr("oxobook.generator.plan.disk_usage", lambda folder: usage)
    with pytest.raises(TooLarge, match=r"4x4x4 needs about [\d.]+ MB of disk, and 1 MB are free"):
        require_able(plan_book(Rules(4, 4, 4)), tmp_path)


@pytest.mark.parametrize(
    ("rules", "engine"),
    [
        ("3x3x3", "frontier"),
        ("4x4x4", "frontier"),
        ("4x5x4", "dense"),
        ("5x5x4-misere", "dense"),
        ("5x4x4-gravity", "frontier"),
        ("5x5x4-gravity", "gravity"),
    ],
)
def test_the_engine_is_picked_by_size(rules, engine):
    """Large boards are for the dense engine, or under gravity for its own; all else is for the frontier engine."""
    assert plan_book(Rules.parse(rules)).engine.name == engine


def legal(word):
    """The rules of a small board with a word, in the first size that the word allows."""
    for size in ("3x4x4", "3x4x3", "3x4x2", "2x6x2"):
        with suppress(IllegalRules):
            return Rules.parse(f"{size}-{word}".strip("-"))
    raise AssertionError(f"no size for {word}")


OWN = {"name": "free", "board": ["..........."], "lines": [["a1", "b1"], ["c1", "d1", "e1"]]}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux, which says how much memory was used")
@pytest.mark.parametrize(
    "rules",
    [
        *map(
            legal, [*(word for word in KINDS if word not in ANIMALS), *filter(None, CONVENTIONS), "misere", "gravity"]
        ),
        *map(Rules.parse, ["4x4x1-torus", "4x4x4", "31x1x2-gravity", "3x4x4-knobby"]),
        *(pytest.param(legal(text), marks=pytest.mark.long) for text in ANIMALS),
        *(pytest.param(Rules.parse(text), marks=pytest.mark.long) for text in ("4x4x4-torus", "4x4x4-torus-misere")),
        Rules.own(json.dumps(OWN)),
    ],
    ids=str,
)
def test_memory_is_estimated(rules, tmp_path):
    """On every kind of board, the peak memory is at most what the plan says, and more than 60 percent of it."""
    code = (
        "from oxobook.book import Rules; from oxobook.generator.generate import generate_book; "
        f"generate_book(Rules.parse({rules.header!r}), {str(tmp_path / 'book')!r}, engine='frontier'); "
        "print(open('/proc/self/status').read())"
    )
    status = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    peak = 1024 * int(status.split("VmHWM:")[1].split()[0])
    assert 0.6 * plan_book(rules, "frontier").memory < peak <= plan_book(rules, "frontier").memory


@pytest.mark.parametrize(
    ("rules", "cells", "digits", "lacking"),
    [
        ("8x8x4-gravity", 64, 21, "the tables of the gravity engine are for 36"),
        ("6x7x4-gravity", 42, 14, "the tables of the gravity engine are for 36"),
        pytest.param("6x6x4", 36, 15, "the key of a position holds 31", marks=pytest.mark.slow),
        pytest.param("8x8x4", 64, 27, "the key of a position holds 31", marks=pytest.mark.long),
    ],
)
def test_boards_on_paper(rules, cells, digits, lacking):
    """Boards of 36 and of 64 cells are planned, but cannot be made."""
    plan = plan_book(Rules.parse(rules))
    assert 10 ** (digits - 1) < plan.positions < 3**cells
    assert what_is_lacking(plan, Path()) == f"has {cells} cells, and {lacking}"


def test_a_board_beyond_a_key_is_not_made(tmp_path):
    """However few its positions are, a board of 32 cells is refused before anything is solved."""
    with pytest.raises(TooLarge, match=r"at most 31 cells.*4x8x1 has 32"):
        generate_book(Rules(4, 8, 1), tmp_path / "book.sqlite")
    assert not list(tmp_path.iterdir())


def test_a_limit_on_memory_holds_for_small_boards_too(tmp_path):
    """A stated limit is kept to, though a board that takes so little is not refused for what is free just now."""
    plan = plan_book(Rules(4, 5, 4))
    assert what_is_lacking(plan, tmp_path) is None
    assert "of memory, and 210 MB may be taken" in what_is_lacking(plan, tmp_path, 210_000_000)
