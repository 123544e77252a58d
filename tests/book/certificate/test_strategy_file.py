"""Strategies that were found: their certificates say the same, and are right in the checker's eyes and the book's."""

import json
import shutil
from pathlib import Path

import pytest

from oxobook.book import Book, Rules
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.strategy_file import (
    certificate_of,
    has_certificate,
    stored_strategies,
    stored_strategy,
    strategy_in,
    strategy_path,
)
from oxobook.book.certificate.table import Table
from oxobook.book.errors import BookError, CannotWrite, DamagedBook
from oxobook.book.strategy import Strategy, follow
from oxobook.book.verify.certificates import verify_certificate
from oxobook.book.verify.check_certificate import Unproved, check
from oxobook.generator.generate import generate_book
from oxobook.generator.strategies.find import find_and_keep
from tests.proofs import sealed

BENT = '{"board":["...","...","..."],"name":"bent","shape":["##.",".##"]}'


@pytest.fixture
def book(made, tmp_path):
    """A book of 3x3x3 in a folder of its own."""
    with Book.open(shutil.copy(made("3x3x3"), tmp_path / "3x3x3.sqlite")) as opened:
        yield opened


def findings(path):
    """The findings of verify in a certificate, by its checks."""
    return {check.name: [str(one.stored) for one in check.first] for check in verify_certificate(path).checks}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "side", "rows"),
    [
        *(("3x3x3-misere", "X", 25), ("3x3x3-torus", "X", 51), ("3x3x3-hex", "O", 106), ("3x3x3-maker", "X", 20)),
        *(("3x4x3-gravity", "X", 27), (f"bent {BENT}", "X", 201), (f"bent-gravity {BENT}", "O", 41)),
    ],
)
def test_strategies_come_back(tmp_path, text, side, rows):
    """A strategy is read as it was found, also where its book knows more symmetries than certificates use."""
    rules = Rules.written(text)
    generate_book(rules, tmp_path / f"{rules}.sqlite")
    with Book.open(tmp_path / f"{rules}.sqlite") as book:
        found = find_and_keep(book, side, "smallest", False, 60)
        assert dict(stored_strategy(book, side, "smallest").moves) == dict(found.moves)
        path = strategy_path(book, side, "smallest")
    assert Certificate.open(path).moves.rows == rows and findings(path) == {"claim": [], "kind": [], "bound": []}


def test_kinds_beside_the_book(book):
    """Each side and kind has a file; the picks have none, and the book stays as it was."""
    before = Path(book.address).read_bytes()
    kept = find_and_keep(book, "O", "smallest", False, 60)
    find_and_keep(book, "X", "reflexes", True, 60)
    assert find_and_keep(book, "X", "pick", False, 60).name == "pick"
    said = [(one.name, one.side, one.positions, one.bound) for one in stored_strategies(book)]
    assert said == [("reflexes-fast", "X", 25, 3), ("smallest", "O", 72, 72)]
    assert strategy_in(book, "O", "smallest") == kept and kept.positions == 72
    assert "in 72 positions" in check(strategy_path(book, "O", "smallest").read_bytes())
    assert Path(book.address).read_bytes() == before


def test_a_side_that_loses_proves_nothing(made):
    """Its strategy, and those of games that the checker does not know, have no certificate; a winner's has.

    Nor have strategies of a cylinder whose lines, other than its book, look the same if rows and columns are swapped.
    """
    for text, has in (("3x4x3", "X"), ("3x3x3", "XO"), ("3x3x3-wild", ""), ("3x3x3-cylinder", "")):
        with Book.open(made(text)) as book:
            assert [side for side in "XO" if has_certificate(book, side, "smallest")] == [*has]


def changed(path, change):
    """Write a certificate with its rows changed, sealed anew, and return its path."""
    found = Certificate.open(path)
    path.write_bytes(found._replace(moves=Table.of(change(dict(found.moves.items(4))))).content)
    return path


def test_each_row_is_needed(book):
    """A strategy that lacks a row is wrong, even where the owner could win at once; so is one with a row too many."""
    find_and_keep(book, "X", "smallest", False, 60)
    path = strategy_path(book, "X", "smallest")
    content, rows = path.read_bytes(), dict(Certificate.open(path).moves.items(4))
    for key in rows:
        changed(path, lambda rows, key=key: {one: cell for one, cell in rows.items() if one != key})
        with pytest.raises(Unproved, match=r"the table has no move|rows that no game needs"):
            check(path.read_bytes())
        path.write_bytes(content)
    with pytest.raises(Unproved, match="rows that no game needs"):
        check(changed(path, lambda rows: {**rows, b"\x01\xff\x01\xff": b"\0"}).read_bytes())


@pytest.mark.parametrize(("fast", "wanted"), [(False, "a safe move"), (True, "a best move")])
def test_a_kind_that_is_none(book, fast, wanted):
    """A strategy that throws wins away, or a fast one that wins late, proves its claim; by its book it has no kind."""

    def lazy(position):
        last = [one.move for one in book.moves(position) if (one.safe if fast else one.value >= 0)][-1]
        return position.move(last)

    strategy = Strategy(Rules(), "X", "smallest", fast, follow(Rules(), "X", lazy))
    path = strategy_path(book, "X", strategy.name)
    path.write_bytes(certificate_of(book, strategy).content)
    (verdict,) = [check for check in verify_certificate(path).checks if check.wrong]
    assert verdict.name == "kind" and {one.expected for one in verdict.first} == {wanted}


@pytest.mark.parametrize(("bound", "what"), [(26, "26"), (4, "4")])
def test_a_bound_that_cannot_be(book, bound, what):
    """A bound above the cost, or above the published least, is found wrong."""
    find_and_keep(book, "X", "reflexes", False, 60)
    path = strategy_path(book, "X", "reflexes")
    path.write_bytes(Certificate.open(path)._replace(bound=bound).content)
    assert findings(path) == {"claim": [], "kind": [], "bound": [what]}


def test_what_the_bound_rests_on(tmp_path, run):
    """Where no least cost is published, the bound is said to be the integer program's, and nothing to be proved."""
    path = tmp_path / "3x4x3-gravity.sqlite"
    generate_book(Rules.parse("3x4x3-gravity"), path)
    done = run("strategy", "--side", "X", "--kind", "smallest-fast", "-b", str(path)).stdout
    assert "proved minimal" in done
    again = run("strategy", "--side", "X", "--kind", "smallest-fast", "-b", str(path)).stdout
    assert "minimal by an integer program; --force proves it again" in again and "proved minimal" not in again
    shown = run("verify", str(tmp_path / "3x4x3-gravity.X.smallest-fast.proof")).stdout
    assert "is the integer program's word" in shown
    report = json.loads(run("info", "-b", str(path), "--json").stdout)["strategies"]
    assert [(one["name"], one["side"]) for one in report] == [("smallest-fast", "X")]


def test_files_that_are_no_such_strategy(book):
    """A file of another side or kind, a proof, and moves that cannot be played are refused in one line."""
    find_and_keep(book, "X", "smallest", False, 60)
    path = strategy_path(book, "X", "smallest")
    content = path.read_bytes()
    shutil.copy(path, strategy_path(book, "O", "smallest"))
    with pytest.raises(BookError, match="expected O's strategy 'smallest' of 3x3x3 in"):
        stored_strategy(book, "O", "smallest")
    for cell in (b"\x09", b"\xff"):
        changed(path, lambda rows, cell=cell: dict.fromkeys(rows, cell))
        with pytest.raises(DamagedBook, match="lists a move that cannot be played"):
            stored_strategy(book, "X", "smallest")
        path.write_bytes(content)
    path.write_bytes(sealed(content.replace(b"kind smallest\nbound 22\n", b"")))
    with pytest.raises(BookError, match="got 3x3x3: X does not lose"):
        stored_strategy(book, "X", "smallest")
    assert [*stored_strategies(book)] == []


def test_a_folder_that_is_not_ones_own(book, monkeypatch):
    """It is told before any work that the certificate cannot be written."""
    monkeypatch.setattr("oxobook.generator.strategies.find.os.access", lambda *_: False)
    monkeypatch.setattr("oxobook.generator.strategies.find.find", None)
    with pytest.raises(CannotWrite, match="choose a folder that you may write to"):
        find_and_keep(book, "X", "smallest", False, 60)
