"""The atlas of who wins: every result has its reason, and the certificates that come along are right."""

import json
import re
from itertools import combinations, groupby, product
from pathlib import Path

import pytest

from benchmarks.atlas import PAGE, TABLES, written
from benchmarks.solved_boards import solved_entry
from oxobook.book import Book, Rules
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.published import published_digest
from oxobook.book.verify.check_certificate import check
from oxobook.generator.generate import generate_book

FOLDER = Path(__file__).parents[2] / "data" / "atlas"
BOARDS = {entry["rules"]: entry for entry in json.loads((FOLDER / "atlas.json").read_text())["boards"]}
FILES = sorted(FOLDER.glob("*.proof"))
QUICK = 60_000
"""Bytes of the largest certificate that is checked in a second or so; those of sheets take longer."""


def board(path):
    """Return the rules of a certificate's file; the second one of a draw where stones fall has its owner's name."""
    return path.name.partition(".")[0]


def agree(path):
    """Fail unless a certificate is right, of an empty board, and what the atlas says."""
    certificate, rules = Certificate.open(path), board(path)
    entry = BOARDS[rules]
    assert check(path.read_bytes()).startswith(f"{rules}: {certificate.claim} from .")
    assert certificate.position.ply == 0 and entry["by"] == "certificate"
    assert entry["result"] == (certificate.claim if certificate.wins else "draw")
    assert entry["bytes"] == sum(one.stat().st_size for one in FILES if board(one) == rules)
    assert certificate.wins or certificate.owner == (path.suffixes[0][1:] if len(path.suffixes) > 1 else "O")


def test_every_result_has_a_reason():
    """A result is settled by a certificate; else the board is open."""
    for entry in BOARDS.values():
        won = {"X wins", "O wins", "draw"} - {"draw" if entry["rules"].endswith("maker") else "O wins"}
        assert entry["result"] in {*won, "O wins" if entry["rules"].endswith("gravity") else None, None}
        assert entry.get("by") == ("certificate" if entry["result"] else None)
    assert {*map(board, FILES)} == {text for text, one in BOARDS.items() if one.get("by") == "certificate"}


def test_draws_where_stones_fall():
    """A draw where stones fall has a certificate of each side, as no strategy can be stolen there."""
    draws = {text for text, one in BOARDS.items() if text.endswith("gravity") and one["result"] == "draw"}
    for text in draws & {*map(board, FILES)}:
        assert {Certificate.open(path).owner for path in FILES if board(path) == text} == {"X", "O"}


def test_the_page_has_the_atlas():
    """The page's tables are those of the atlas."""
    page = (FOLDER.parents[1] / PAGE).read_text()
    assert all(f"<!-- table {name} -->\n{written(table, BOARDS)}\n" in page for name, table in TABLES.items())


def test_chaos_by_pairs():
    """By the page's pairs no line of order and chaos on 6x6 has five equal signs in a row and no sixth."""
    text = re.search(r"<!-- pairs -->\n```text\n(.*?)```", (FOLDER.parents[1] / PAGE).read_text(), re.DOTALL)[1]
    cells = dict(zip(product(range(6), repeat=2), text.split(), strict=True))
    assert sorted(map([*cells.values()].count, {*cells.values()})) == [2] * 18
    for by in (
        lambda row, _: row,
        lambda _, column: column,
        lambda row, column: row - column,
        lambda *place: sum(place),
    ):
        for number in {by(*place) for place in cells}:
            letters = [letter for place, letter in cells.items() if by(*place) == number]
            for signs in product("XO", repeat=len(letters)):
                if 5 in [len([*run]) for _, run in groupby(signs)]:
                    assert not all(
                        (signs[one] == signs[two]) == letters[one].isupper()
                        for one, two in combinations(range(len(letters)), 2)
                        if letters[one] == letters[two]
                    )


@pytest.mark.slow
def test_small_certificates():
    """The small ones among the certificates are right, 4x9x4 among them."""
    small = [path for path in FILES if path.stat().st_size < QUICK]
    assert FOLDER / "4x9x4.proof" in small
    for path in small[::10]:
        agree(path)
    agree(FOLDER / "4x9x4.proof")


@pytest.mark.long
def test_all_certificates():
    """All certificates are right."""
    for path in FILES:
        agree(path)


SOLVED = {one["rules"]: one for one in json.loads((FOLDER / "solved.json").read_text())["boards"]}


@pytest.mark.slow
def test_solved_boards_agree_with_proofs():
    """A board without words has the result of its certificate, and a digest that is published is this one."""
    for text, one in SOLVED.items():
        rules = Rules.parse(text)
        assert BOARDS.get(text, one)["result"] == one["result"], text
        assert published_digest(rules, "rows") in (None, one["digest"]), text
        assert len(one["positions"]) <= rules.cells + 1 and one["positions"][0] == 1


@pytest.mark.slow
def test_a_sample_of_solved_boards(tmp_path):
    """A board in a hundred and fifty, solved again, has its entry."""
    for rules in [*SOLVED][::150]:
        generate_book(Rules.parse(rules), tmp_path / f"{rules}.sqlite")
        with Book.open(tmp_path / f"{rules}.sqlite") as book:
            assert solved_entry(book) == SOLVED[rules]
