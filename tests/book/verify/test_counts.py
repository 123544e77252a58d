"""Counts that are held against the rules and against published figures, one figure at a time."""

import numpy as np
import pytest

from oxobook.book import Rules
from oxobook.book.info import BookInfo
from oxobook.book.verify import counts
from oxobook.book.verify.answers import Answers
from oxobook.book.verify.counts import check_formulas, check_published
from oxobook.book.verify.verdict import KEPT, Findings


@pytest.fixture
def info(make_book) -> BookInfo:
    """The header and counts of 3x3x3."""
    return make_book("3x3x3").info


@pytest.fixture
def known(monkeypatch):
    """The published figures, which a test may change: at first none."""
    figures = {}
    monkeypatch.setattr(counts, "published", lambda name: figures)
    return figures


def found(compare, *arguments):
    """Return the number that a check says it has compared, and its findings as name, expected and stored."""
    findings = Findings()
    compare(*arguments, findings)
    number = int(findings.checked.split()[0].replace("no", "0"))
    return number, [(one.what, one.expected, one.stored) for one in findings.first]


def published(info, value=0, left=9):
    """Return what is found if the empty board has a value and a remoteness."""
    scores = np.array([value * (10 - left)], np.int16)
    return found(check_published, info, "none", Answers(np.zeros(1, np.int64), scores, *np.zeros((4, 1))))


def changed(info, ply, **fields):
    """A book's counts with other numbers at one ply."""
    layers = [layer._replace(**fields) if layer.ply == ply else layer for layer in info.layers]
    return info._replace(layers=tuple(layers))


@pytest.mark.parametrize(
    ("field", "right"), [("x_games", 131184), ("drawn_games", 46080), ("positions", 765), ("games", 255168)]
)
def test_a_published_total(info, known, field, right):
    """A total of games, or a sum over the plies, is compared if the figure is of the book's rules."""
    known["totals"] = [
        {"rules": "3x3x3", "field": field, "value": right},
        {"rules": "2x2x2", "field": field, "value": 1},
    ]
    assert published(info) == (1, [])
    known["totals"][0]["value"] = right + 1
    assert published(info) == (1, [(f"{field}, as published", str(right + 1), str(right))])


def test_totals_that_a_book_leaves_out(info, known):
    """A total of games that the engine did not count is not compared, nor is any of a book of first plies."""
    known["totals"] = [{"rules": "3x3x3", "field": "perfect_games", "value": 1}]
    without = info._replace(games=info.games._replace(perfect_games=None))
    assert published(without) == (1, [])
    first_plies = info._replace(layers=info.layers[:4])
    known["totals"].append({"rules": "3x3x3", "field": "positions", "value": 1})
    assert published(first_plies) == (0, [])


def test_published_figures_by_ply(info, known):
    """Figures by ply count from a stated ply; of a book of first plies only its own plies are compared."""
    known["plies"] = [{"rules": "3x3x3", "field": "raw_positions", "from": 1, "values": [9, 72, 252, 756]}]
    assert published(info._replace(layers=info.layers[:5])) == (1, [])
    what = "raw_positions by ply, as published"
    (said,) = published(info)[1]
    assert said[:2] == (what, "[9, 72, 252, 756]") and said[2].startswith("[9, 72, 252, 756, 1260,")
    assert published(info._replace(layers=info.layers[:3])) == (1, [])


@pytest.mark.parametrize(
    ("start", "winner", "plies", "wrong"),
    [
        ((0, 9), None, None, []),
        ((1, 7), "X", 7, []),
        ((-1, 6), "O", 6, []),
        ((0, 9), "X", 9, ["the winner, as published"]),
        ((1, 7), None, None, ["the winner, as published"]),
        ((1, 7), "X", 5, ["the plies to the win, as published"]),
        ((-1, 6), "X", 7, ["the winner, as published", "the plies to the win, as published"]),
    ],
)
def test_a_published_result(info, known, start, winner, plies, wrong):
    """The winner from the empty board is compared, and how soon it wins."""
    known["results"] = [{"rules": "3x3x3", "winner": winner, "plies": plies}]
    number, said = published(info, *start)
    assert number == 1 and [what for what, _, _ in said] == wrong


@pytest.mark.parametrize("figures", [0, 1])
@pytest.mark.parametrize("digest", [None, "right", "other"])
def test_what_is_said_of_published_data(info, known, monkeypatch, figures, digest):
    """The check says how many figures there are, and whether the digest is the published one."""
    known["results"] = [{"rules": "3x3x3", "winner": None}] * figures
    monkeypatch.setattr(counts, "published_digest", lambda *_: info.digest if digest == "right" else digest)
    findings = Findings()
    start = Answers(np.zeros(1, np.int64), np.zeros(1, np.int16), *np.zeros((4, 1)))
    check_published(info, "rows", start, findings)
    said, wrong = findings.checked, [(one.what, one.expected, one.stored) for one in findings.first]
    begin = "1 published figure" if figures else "no figures are published"
    ends = {
        None: "no digest is published" if figures else "nor is a digest",
        "right": "the digest is the published one of 3x3x3",
        "other": "the digest is not the published one of 3x3x3",
    }
    assert said == f"{begin}; {ends[digest]}"
    assert wrong == ([("digest, as published", "other", info.digest)] if digest == "other" else [])


def test_counts_by_the_rules(info):
    """Up to the ply before a line is possible a count is exact; later there are at most as many positions."""
    assert found(check_formulas, info) == (5, [])
    for ply, number, expected in ((4, 755, "756"), (4, 757, "756"), (5, 1261, "at most 1260"), (9, 127, "at most 126")):
        what = f"raw_positions of ply {ply}" + (", by the rules" if ply < 5 else "")
        said = found(check_formulas, changed(info, ply, raw_positions=number))[1]
        assert said == [(what, expected, str(number))]
    assert found(check_formulas, changed(info, 5, raw_positions=1260))[1] == []
    assert found(check_formulas, changed(info, 4, raw_positions=1)._replace(rules=Rules(gravity=True)))[0] == 0


def test_findings_are_counted_and_some_kept():
    """The first findings are kept word for word, and all are counted."""
    findings = Findings()
    for number in range(KEPT + 1):
        findings.unless_equal("what", 0, number)
        findings.add(None, "what", 1, number)
    assert (findings.count, len(findings.first), findings.first[-1].stored) == (2 * KEPT + 1, KEPT, "5")
