"""Published data in data/known: digests of books, and costs of the cheapest strategies."""

import pytest

from oxobook.book import Rules
from oxobook.book.deadline import Deadline
from oxobook.book.published import published, published_least
from oxobook.generator.strategies.smallest import smallest_strategy

BOOKS = published("digests")["books"]
LEAST = published("strategies")["least"]
QUICK, LONG = ("2x3x3", "3x3x3", "3x3x3-gravity"), ("3x3x3-misere", "2x4x3")


def duration(rules):
    """The mark of a search that takes seconds, or up to half a minute."""
    return [] if rules in QUICK else [pytest.mark.long if rules in LONG else pytest.mark.slow]


def test_each_digest_stands_once():
    """Each book has one digest, of 64 digits, and names the engines that agree on its answers."""
    assert len({(one["rules"], one["layout"], one.get("plies"), one.get("games")) for one in BOOKS}) == len(BOOKS) > 200
    for one in BOOKS:
        assert str(Rules.parse(one["rules"])) == one["rules"] and one["layout"] in ("rows", "blocks")
        assert len(one["digest"]) == 64 and int(one["digest"], 16) and one["made_by"]


def test_two_engines_have_made_the_books_of_small_boards():
    """The answers of each game up to 4x4, or under gravity up to twelve cells, are those of both engines for it."""
    for one in BOOKS:
        rules = Rules.parse(one["rules"])
        if rules.cells <= (12 if rules.stacked else 16):
            other = "gravity" if rules.stacked else "dense"
            assert [name.split()[0] for name in one["made_by"]] == ["frontier", other]


@pytest.mark.parametrize(
    "one", [pytest.param(one, id=str(number), marks=duration(one["rules"])) for number, one in enumerate(LEAST)]
)
def test_the_least_cost_of_a_strategy(make_book, one):
    """The integer program proves each published least cost again."""
    rules, side, kind, fast, cost = one.values()
    found = smallest_strategy(make_book(rules), side, kind, fast, Deadline(250))
    assert found.proved and found.cost == cost == published_least(found.rules, side, kind, fast)
