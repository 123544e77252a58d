"""Small proofs of wins under gravity: right by the checker, of few rows, and continued where they were left."""

from functools import cache

import pytest

from oxobook.book import Position, Rules
from oxobook.book.certificate.certified_strategy import CertifiedStrategy
from oxobook.book.errors import DamagedBook
from oxobook.book.verify.check_certificate import check
from oxobook.generator.prove.fewer_rows import FewerRows
from oxobook.generator.prove.small_win import SmallWin
from tests.proofs import MEMORY, certificate, kept, proved

pytestmark = pytest.mark.slow


@cache
def small(text, owner, path=None):
    return SmallWin(Position(Rules.parse(text)), owner, MEMORY, path).certificate()


def test_a_small_board():
    """O wins four rows of six by some thirty rows; the table of its moves alone takes hundreds."""
    found = small("4x6x4-gravity", "O")
    assert check(found.content).startswith("4x6x4-gravity: O wins from")
    assert found.moves.rows + found.sheets.rows < 40


def test_the_strategy_plays_by_sheets():
    """X wins every game on three rows of four, whatever O replies, and the proof of the game is this one."""
    found = small("3x4x3-gravity", "X")
    assert found.sheets.rows == 1 and kept(CertifiedStrategy(found), found.position, [])
    assert proved("3x4x3-gravity").certificates == (found,)


def test_a_win_at_once():
    """Where the winner completes a line at once it needs no row, and the checker takes its certificate."""
    found = certificate("3x4x3-gravity", "..../XO../XO..")
    assert check(found.content) and not found.moves.rows and not found.sheets.rows


def test_an_exchange_for_nothing_changes_nothing(monkeypatch):
    """A strategy keeps the rows of its sheets where the same sheet, tried again, was found to need others."""
    win = SmallWin(Position(Rules.parse("3x4x3-gravity")), "X", MEMORY)
    win.certificate()
    fewer, finder = FewerRows(win._positions), win._finder
    monkeypatch.setattr(finder, "nearest", lambda own, their, *_, turned: None if own else (finder.kept(0), [(1, 2)]))
    monkeypatch.setattr(finder, "sheet", lambda *_: None)
    fewer._exchange(win._positions.first[0], 0)
    assert win._positions.strategy() == fewer._best


def test_a_search_goes_on(tmp_path, monkeypatch):
    """A search that was stopped goes on with the sheets that it had found, if the file can be read."""
    path = tmp_path / "kept"
    path.write_bytes(b"oxobook certificate 3\nrules 4x6x4-gravity\n")
    with pytest.raises(DamagedBook, match="damaged or of an earlier version: remove it"):
        SmallWin(Position(Rules.parse("4x6x4-gravity")), "O", MEMORY, path)
    path.unlink()
    monkeypatch.setattr("oxobook.generator.prove.small_win._INTERVAL", 0)
    whole = SmallWin(Position(Rules.parse("4x6x4-gravity")), "O", MEMORY, path).certificate()
    monkeypatch.setattr("oxobook.generator.prove.sheet_finder.SheetFinder.sheet", lambda *_: None)
    again = SmallWin(Position(Rules.parse("4x6x4-gravity")), "O", MEMORY, path).certificate()
    assert check(again.content) and again.sheets.rows <= whole.sheets.rows + 30
