"""Wrong books that look right: none of those that are built passes verify while any of its answers is wrong."""

from collections import Counter

import pytest

import tests.campaigns.forgery.forger as forgery
from tests.campaigns.forgery.forger import HARMLESS, PASSED, UNBUILT, WIDE, Forger

BOARDS = [("2x3x2", "frontier"), ("2x2x2", "dense")]


def fates(rules, engine, books):
    """Outcomes of a number of books, and those that passed wrongly."""
    with Forger(rules, engine) as forger:
        built = list(forger.forgeries(range(books)))
    return Counter(one.fate for one in built), [one for one in built if one.fate == PASSED]


@pytest.mark.parametrize(("rules", "engine"), BOARDS)
def test_no_wrong_book_passes(compiled, rules, engine):
    """Some books of each layout: verify finds the wrong ones; ``make campaign`` builds a hundred thousand."""
    counts, passed = fates(rules, engine, 30)
    assert not passed and counts.total() - counts[HARMLESS] - counts[UNBUILT] > 15, counts


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["11x3x2-gravity", "16x2x2-misere-gravity"])
def test_no_wrong_wide_book_passes(rules):
    """The same of books of first plies of boards with more than 31 cells, whose last ply is sampled by searches."""
    counts, passed = fates(rules, WIDE, 60)
    assert not passed and counts.total() - counts[HARMLESS] - counts[UNBUILT] > 20, counts


@pytest.mark.parametrize(("rules", "engine"), BOARDS)
def test_the_judge_sees_what_is_wrong(compiled, monkeypatch, rules, engine):
    """If verify were blind, most of the same books would pass wrongly; the right one never does."""
    monkeypatch.setattr(forgery, "checks_of", lambda path: [])
    with Forger(rules, engine) as forger:
        assert forger.judge() == HARMLESS
        seen = Counter(_fate(forger, number) for number in range(30))
    assert seen[PASSED] > 10, seen


def _fate(forger, number):
    forger.build(f"{number}")
    try:
        return forger.judge()
    except forgery.OxobookError:
        return "refused"
