"""Counts that are held against the rules and against published figures, one figure at a time."""

import pytest

from oxobook.book import Rules
from oxobook.book.info import BookInfo, GameCounts, LayerCounts
from oxobook.book.verify import counts
from oxobook.book.verify.counts import (
    Tally,
    check_published,
    compare_counts,
    compare_with_published,
    compare_with_rules,
    game_counts,
    layer_counts,
)
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
    """Return the result of a comparison, and its findings as name, expected and stored."""
    findings = Findings()
    return compare(*arguments, findings), [(one.what, one.expected, one.stored) for one in findings.first]


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
    assert found(compare_with_published, info, (0, 9)) == (1, [])
    known["totals"][0]["value"] = right + 1
    assert found(compare_with_published, info, (0, 9)) == (1, [(f"{field}, as published", str(right + 1), str(right))])


def test_totals_that_a_book_leaves_out(info, known):
    """A total of games that the engine did not count is not compared, nor is any of a book of first plies."""
    known["totals"] = [{"rules": "3x3x3", "field": "perfect_games", "value": 1}]
    without = info._replace(games=info.games._replace(perfect_games=None))
    assert found(compare_with_published, without, (0, 9)) == (1, [])
    first_plies = info._replace(layers=info.layers[:4])
    known["totals"].append({"rules": "3x3x3", "field": "positions", "value": 1})
    assert found(compare_with_published, first_plies, (0, 9)) == (0, [])


def test_published_figures_by_ply(info, known):
    """Figures by ply count from a stated ply; of a book of first plies only its own plies are compared."""
    known["plies"] = [{"rules": "3x3x3", "field": "raw_positions", "from": 1, "values": [9, 72, 252, 756]}]
    assert found(compare_with_published, info._replace(layers=info.layers[:5]), (0, 9)) == (1, [])
    what = "raw_positions by ply, as published"
    (said,) = found(compare_with_published, info, (0, 9))[1]
    assert said[:2] == (what, "[9, 72, 252, 756]") and said[2].startswith("[9, 72, 252, 756, 1260,")
    assert found(compare_with_published, info._replace(layers=info.layers[:3]), (0, 9)) == (1, [])


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
    number, said = found(compare_with_published, info, start)
    assert number == 1 and [what for what, _, _ in said] == wrong


@pytest.mark.parametrize("figures", [0, 1])
@pytest.mark.parametrize("digest", [None, "right", "other"])
def test_what_is_said_of_published_data(info, known, monkeypatch, figures, digest):
    """The check says how many figures there are, and whether the digest is the published one."""
    known["results"] = [{"rules": "3x3x3", "winner": None}] * figures
    monkeypatch.setattr(counts, "published_digest", lambda *_: info.digest if digest == "right" else digest)
    said, wrong = found(check_published, info, "rows", (0, 9))
    begin = "1 published figures" if figures else "no figures are published"
    ends = {
        None: "no digest is published" if figures else "nor is a digest",
        "right": "the digest is the published one of 3x3x3",
        "other": "the digest is not the published one of 3x3x3",
    }
    assert said == f"{begin}; {ends[digest]}"
    assert wrong == ([("digest, as published", "other", info.digest)] if digest == "other" else [])


def test_counts_by_the_rules(info):
    """Up to the ply before a line is possible a count is exact; later there are at most as many positions."""
    assert found(compare_with_rules, info.rules, info) == (5, [])
    for ply, number, expected in ((4, 755, "756"), (4, 757, "756"), (5, 1261, "at most 1260"), (9, 127, "at most 126")):
        what = f"raw_positions of ply {ply}" + (", by the rules" if ply < 5 else "")
        said = found(compare_with_rules, info.rules, changed(info, ply, raw_positions=number))[1]
        assert said == [(what, expected, str(number))]
    assert found(compare_with_rules, info.rules, changed(info, 5, raw_positions=1260))[1] == []
    assert found(compare_with_rules, Rules(gravity=True), changed(info, 4, raw_positions=1))[0] == 0


def test_counts_that_are_compared(info):
    """Each count of each ply and of whole games is compared, but not those that an engine leaves out."""
    layers = list(info.layers)
    assert found(compare_counts, info, layers, info.games) == (None, [])
    for field in LayerCounts._fields[1:]:
        other = getattr(layers[5], field) + 1
        said = found(compare_counts, changed(info, 5, **{field: other}), layers, info.games)[1]
        assert said == [(f"{field} of ply 5", str(other - 1), str(other))]
    for field in GameCounts._fields:
        other = info._replace(games=info.games._replace(**{field: 7}))
        assert found(compare_counts, other, layers, info.games)[1] == [(field, str(getattr(info.games, field)), "7")]
        left_out = info._replace(games=info.games._replace(**{field: None}))
        assert found(compare_counts, left_out, layers, info.games)[1] == []
    left_out = changed(info, 5, sequences=None, games=None)
    assert found(compare_counts, left_out, layers, info.games)[1] == []
    said = found(compare_counts, info._replace(layers=info.layers[:9], positions=764), layers, info.games)[1]
    assert [what for what, _, _ in said] == ["positions of the book", "plies of the layer table"]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("ply", [5, 6, 8, 9])
def test_the_counts_of_a_ply(misere, ply):
    """The last mover has the lines, and loses by them under misère; what the side to move wins is X's or O's."""
    tally = Tally(positions=20, raw_positions=100, lines=6, raw_lines=30, won=4, lost=9)
    one = layer_counts(Rules(misere=misere), ply, tally, 1000, 70)
    x_moved_last, full = ply % 2 == 1, ply == 9
    x_won, o_won = (6, 0) if x_moved_last != misere else (0, 6)
    x_winning, o_winning = (9, 4) if x_moved_last else (4, 9)
    terminals = (20, 100, x_won, o_won, 14) if full else (6, 30, x_won, o_won, 0)
    assert one == LayerCounts(ply, 20, 100, *terminals, x_winning, o_winning, 7, 1000, 70)


@pytest.mark.parametrize("misere", [False, True])
def test_the_counts_of_whole_games(info, misere):
    """Games of a ply are those of the last mover's lines, but for those that fill the board."""
    layers = [
        layer._replace(games=games) for layer, games in zip(info.layers, [0] * 5 + [None, 10, 20, 40, 100], strict=True)
    ]
    won = (20 + 100 - 30, 10 + 40)
    expected = GameCounts(*(won[::-1] if misere else won), 30, None, None)
    assert game_counts(Rules(misere=misere), layers, 30) == expected
    assert game_counts(Rules(misere=misere), layers, 30, 8, 9) == expected._replace(
        games_up_to_symmetry=8, perfect_games=9
    )


def test_findings_are_counted_and_some_kept():
    """The first findings are kept word for word, all are counted, also those taken from another check."""
    one, other = Findings(), Findings()
    for number in range(KEPT - 1):
        one.add(None, "what", 0, number)
        other.add(None, "what", 1, number)
    one.unless_equal("same", 1, 1)
    one.take(other)
    assert one.count == 2 * (KEPT - 1) and len(one.first) == KEPT and one.first[-1].expected == "1"
    one.add(None, "what", 2, 2)
    assert (one.count, len(one.first)) == (2 * KEPT - 1, KEPT)
