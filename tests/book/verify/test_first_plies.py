"""Proofs of books of first plies."""

import sqlite3
from contextlib import closing

import numpy as np
import pytest
import zstandard

from oxobook import handed_down
from oxobook.book import Book, BookError, Position, Rules
from oxobook.book.errors import TooLarge
from oxobook.book.layout import search
from oxobook.book.layout.gravity_rank import stack_slot_of
from oxobook.book.verify import Findings, verify_book
from oxobook.book.verify.blocks import check_open
from oxobook.book.verify.geometry import geometry_of
from oxobook.book.verify.walk import last_layer
from oxobook.generator.generate import generate_book

pytestmark = pytest.mark.usefixtures("search_compiled")

RULES = Rules.parse("4x3x3-gravity")
PLIES = 4


@pytest.fixture
def first_plies(tmp_path):
    """The path of a book of first plies."""
    path = tmp_path / "book"
    generate_book(RULES, path, plies=PLIES)
    return path


def change(path, position, by, rules=RULES):
    """Add to the score of a position."""
    with closing(sqlite3.connect(path)) as file, file:
        (data,) = file.execute("SELECT data FROM block WHERE ply = ?", (position.ply,)).fetchone()
        scores = bytearray(zstandard.decompress(data))
        slot = stack_slot_of(rules, position.x, position.o)
        scores[slot] = (scores[slot] + by) % 256
        packed = zstandard.ZstdCompressor(write_checksum=True).compress(bytes(scores))
        file.execute("UPDATE block SET data = ? WHERE ply = ?", (packed, position.ply))


def wrong_in(path, sample=None):
    """The positions that each check finds wrong, by the check's name."""
    checks = verify_book(path, sample, 1).checks
    return {check.name: {wrong.position for wrong in check.first} for check in checks if check.wrong}


@pytest.mark.parametrize("rules", [str(RULES), "5x3x2-misere-gravity", "12x3x2-misere-gravity"])
def test_a_right_book(tmp_path, rules):
    """It is found right as a whole, and by a sample, with more cells than keys have room for and misère as well."""
    generate_book(Rules.parse(rules), tmp_path / "book", plies=3)
    assert not wrong_in(tmp_path / "book") and not wrong_in(tmp_path / "book", 30)


@pytest.mark.parametrize("rules", [RULES, Rules.parse("11x3x2-gravity")])
def test_a_sample_is_searched(tmp_path, rules):
    """On boards with more cells than keys have room for, too, a sample of the last ply is searched."""
    path = tmp_path / "book"
    generate_book(rules, path, plies=2)
    assert [check.name for check in verify_book(path, 30, 1).checks][:3] == ["tables", "masks", "searches"]
    change(path, Position.parse("b1 b2", rules), 2, rules)
    assert set(wrong_in(path, 30)) == {"searches"}


@pytest.mark.parametrize("plies", [5, 6])
def test_games_that_are_over_are_not_searched(tmp_path, plies):
    """Whichever side may have a line at the last ply, a sample of a right book is found right."""
    generate_book(RULES, tmp_path / "book", plies=plies)
    assert not wrong_in(tmp_path / "book", 100)


def test_a_book_of_too_few_plies(first_plies):
    """A book that says that it holds one ply is wrong in its header, for no answer follows from two scores."""
    with closing(sqlite3.connect(first_plies)) as file, file:
        file.execute("DELETE FROM layer WHERE ply > 1")
    assert set(wrong_in(first_plies)) == set(wrong_in(first_plies, 3)) == {"tables"}
    with pytest.raises(TooLarge, match="needs at least 2 plies for an answer; got 1"):
        generate_book(RULES, first_plies, plies=1, replace=True)


def test_a_wrong_score_above_the_last_ply(first_plies):
    """A changed score is found at its position, and at the one before it."""
    position = Position.parse("a1 b1 c1", RULES)
    change(first_plies, position, 2)
    assert position.text in wrong_in(first_plies)["answers"] | {Position.parse("c1 b1 a1", RULES).text}


def test_a_wrong_score_of_the_last_ply(first_plies):
    """A changed score of the last ply changes the digest, and another search refutes it."""
    position = Position.parse("a1 a2 a3 b1", RULES)
    change(first_plies, position, 2)
    assert "digest" in wrong_in(first_plies)
    assert "searches" in wrong_in(first_plies, 1000)


@pytest.mark.parametrize("misere", [False, True])
def test_scores_that_no_game_ends_with(misere):
    """Scores are found by which the game would be over already, or would end with the other side's stone."""
    ply, cells, geometry, found = 4, RULES.cells, geometry_of(Rules(4, 3, 3, misere, gravity=True)), Findings()
    scores = np.arange(-cells - 1, cells + 2, dtype=np.int16)
    layer = last_layer(geometry, ply, np.full(len(scores), 0b11 | 0b1100 << cells))
    check_open(geometry, layer, scores, found)
    ends = {score: cells + 1 - abs(score) for score in scores.tolist() if score}
    wrong = [score for score, end in ends.items() if end <= ply or ((end - ply) % 2 == 1) != ((score > 0) != misere)]
    assert found.count == len(wrong) and [int(one.stored) for one in found.first] == wrong[: len(found.first)]
    check_open(geometry, layer._replace(over=~layer.over), scores, found := Findings())
    assert not found.count


def test_without_a_search(first_plies, monkeypatch):
    """A program without a search can check the whole book, and says that it cannot search."""
    monkeypatch.setattr(search, "search_for", None)
    assert handed_down.search_for
    assert not wrong_in(first_plies)
    assert "searched scores" in str(verify_book(first_plies, 5).checks[2].first)
    with pytest.raises(BookError, match="import oxobook"), Book.open(first_plies) as book:
        book.probe("a1 b1 c1 a2 a3")
