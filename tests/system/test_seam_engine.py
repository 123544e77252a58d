"""The engine's seam: one more engine, in this file and registered in a line, plans, makes books and shows progress."""

import json
import sys
from functools import cache

import numpy as np
import pytest

from oxobook.book import Book, IllegalRules, Position, Rules, TooLarge, __version__
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.info import FORMAT_VERSION, BookInfo, GameCounts, LayerCounts
from oxobook.book.layout.records import content_digest, records_of
from oxobook.generator.engine import Plan
from oxobook.generator.engines import ENGINES
from oxobook.generator.generate import generate_book
from oxobook.generator.plan import plan_book, what_is_lacking


class Recursion:
    """An engine that searches by recursion, one position at a time, for tic-tac-toe and smaller boards."""

    name = "recursion"
    summary = "rows found by recursion, for boards of up to nine cells"
    libraries = ()
    extra = ""

    solves = "games in which a line wins"
    chosen_from = float("inf")

    def can_solve(self, rules):
        return not rules.misere

    def shortage(self, rules):
        return f"has {rules.cells} cells, and recursion is for 9" if rules.cells > 9 else None

    def plan(self, rules, layers):
        size = sum(layers)
        return Plan(rules, self, layers, memory=1000 * size, disk=100 * size)

    def make(self, rules, place, replace, tell, workers):
        found = {}
        group = symmetry_group(rules)

        @cache
        def answer(key):
            """Score, best and safe moves, share of safe moves, and pick of a canonical position."""
            position = Position(rules, key & rules.full, key >> rules.cells)
            children = {}
            for cell in position.legal_cells:
                child = position.play(cell)
                children[cell] = answer(group.canonical(child.x, child.o)[0])
            tell("search", len(found), note=f"ply {position.ply}")
            scores = {cell: -child[0] for cell, child in children.items()}
            lost = 0 if position.winner is None else position.ply - rules.cells - 1
            score = max(scores.values(), default=lost)
            best = [cell for cell in scores if scores[cell] == score]
            safe = [cell for cell in scores if np.sign(scores[cell]) == np.sign(score)]
            pick = min(best, key=lambda cell: (children[cell][3], cell), default=None)
            found[key] = (score, mask(best), mask(safe), len(safe) / max(len(scores), 1), pick)
            return found[key]

        answer(0)
        rows = [row(rules, key, found[key]) for key in sorted(found)]
        layers = tuple(counted(rules, ply, rows) for ply in range(max(row[2] for row in rows) + 1))
        games = GameCounts(None, None, None, None, None)
        records = records_of((key, tuple(rest)) for key, _, _, *rest in rows)
        digest = content_digest(rules, layers, games, records)
        info = BookInfo(rules, layers, games, FORMAT_VERSION, __version__, len(rows), digest)
        place.rows(replace)(info, [[*zip(*rows, strict=True)]])
        tell("write", len(rows), len(rows))
        return info


def mask(cells):
    return sum(1 << cell for cell in cells)


def row(rules, key, answer):
    """A row of the position table."""
    position = Position(rules, key & rules.full, key >> rules.cells)
    score, best, safe, _, pick = answer
    end = rules.cells + 1 - abs(score) if score else rules.cells
    orbit = len(set(symmetry_group(rules).images(position.x, position.o)))
    return (key, position.text, position.ply, int(np.sign(score)), end - position.ply, best, safe, pick, orbit)


def counted(rules, ply, rows):
    """The counts of a ply."""
    here = [(Position.parse(one[1], rules), one[3], one[8]) for one in rows if one[2] == ply]
    over = [(position, orbit) for position, _, orbit in here if position.over]
    x_value = [value if ply % 2 == 0 else -value for _, value, _ in here]
    winners = [position.winner for position, _ in over]
    return LayerCounts(
        ply,
        len(here),
        sum(orbit for _, _, orbit in here),
        len(over),
        sum(orbit for _, orbit in over),
        *(winners.count(winner) for winner in ("X", "O", None)),
        *(x_value.count(value) for value in (1, -1, 0)),
        None,
        None,
    )


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """The one line by which an engine is there for everybody."""
    monkeypatch.setitem(ENGINES, "recursion", Recursion())


@pytest.mark.parametrize("text", ["3x3x3", "2x3x2", "3x3x3-gravity"])
def test_its_book_is_the_other_engines(make_book, tmp_path, text):
    """Every answer of its book is that of the book that another engine has made."""
    generate_book(Rules.parse(text), tmp_path / "book", engine="recursion")
    with Book.open(tmp_path / "book") as book:
        assert list(book) == list(make_book(text))
        assert book.info.positions == make_book(text).info.positions


def test_it_is_planned(tmp_path):
    """Its plan is its own, and so are its reasons."""
    plan = plan_book(Rules(), "recursion")
    assert plan.engine.name == "recursion" and plan.memory == 1000 * plan.positions
    assert what_is_lacking(plan_book(Rules(3, 4, 3), "recursion"), tmp_path) == "has 12 cells, and recursion is for 9"
    with pytest.raises(TooLarge, match="3x4x3 has 12 cells, and recursion is for 9"):
        generate_book(Rules(3, 4, 3), tmp_path / "book", engine="recursion")
    with pytest.raises(IllegalRules, match="recursion engine solves games in which a line wins; got 3x3x3-misere: use"):
        plan_book(Rules(misere=True), "recursion")


def test_the_command_plans_by_it(run, monkeypatch):
    """The command, loaded again, offers it and plans by it, with no line of its own."""
    monkeypatch.delitem(sys.modules, "oxobook.commands.generate", raising=False)
    plan = json.loads(run("generate", "--plan", "3x3x3", "--engine", "recursion", "--json").stdout)
    assert plan["engine"] == "recursion" and plan["fits"] is True
    assert "recursion: rows found by recursion" in " ".join(run("generate", "--help").stdout.split())
