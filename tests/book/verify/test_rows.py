"""verify: it passes right books, and names what is wrong with others, whoever made them so."""

import ast
import json
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

import oxobook.book as book_package
from oxobook.book import Book, BookError, MissingBook, Rules
from oxobook.book.game.board import Board
from oxobook.book.layout.records import content_digest, records_of
from oxobook.book.library import book_path
from oxobook.book.store.reader import Store
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from tests.book.test_book import alter


@pytest.fixture
def copy(library, book, tmp_path):
    """A copy of the 3x3x3 book that a test may spoil."""
    return Path(shutil.copy(book_path(Rules(), library), tmp_path / "copy.sqlite"))


def findings(path, **options):
    """All findings that the verdict names, by check."""
    verdict = verify_book(path, **options)
    return {check.name: list(check.first) for check in verdict.checks if check.wrong}


def said(path, name):
    """Return what a check says that it has looked at."""
    return next(check.checked for check in verify_book(path).checks if check.name == name)


def digest_of(path):
    """The digest that a book states."""
    with Book.open(path) as opened:
        return opened.info.digest


def renew_digest(path):
    """Give a book the digest of what it now holds, as one who made it wrong in good faith would have done."""
    store = Store(path)
    digest = content_digest(store.info.rules, store.info.layers, store.info.games, records_of(store.rows()))
    store.close()
    alter(path, f"UPDATE book SET digest = '{digest}'")


AT = "WHERE board = 'X../.O./...'"
END = "OOX/OOX/XXX"
COUNT = "count of games: a number in the digits 0 to 9, without zeros before it"
KEY = "key: that of a canonical position that a game can reach"
ALTERATIONS = {
    "answers": [
        (f"UPDATE position SET value = 1 {AT}", "X../.O./... value: draw, not win"),
        (f"UPDATE position SET remoteness = 5 {AT}", "X../.O./... remoteness: 7, not 5"),
        ("UPDATE position SET best = 2 WHERE key = 0", ".../.../... best: ALL, not b3"),
        ("UPDATE position SET safe = 3 WHERE key = 0", ".../.../... safe: ALL, not a3 b3"),
        ("UPDATE position SET pick = 1 WHERE key = 0", ".../.../... pick: a3, not b3"),
        ("UPDATE position SET pick = NULL WHERE key = 0", ".../.../... pick: a3, not none"),
        ("UPDATE position SET pick = -1 WHERE key = 0", ".../.../... pick: a3, not cell -1"),
        (f"UPDATE position SET pick = {-1 << 63} WHERE board = '{END}'", f"{END} pick: none, not cell {-1 << 63}"),
    ],
    "boards": [
        (f"UPDATE position SET orbit = 8 {AT}", "X../.O./... orbit: 4, not 8"),
        (f"UPDATE position SET ply = 3 {AT}", "X../.O./... ply: 2, not 3"),
        (f"UPDATE position SET board = 'O' {AT}", "X../.O./... board: the text of its key, not 'O'"),
    ],
    "moves": [
        ("UPDATE position SET key = 4 WHERE key = 1", "X../.../... position: in the book, not missing"),
        ("INSERT INTO position VALUES (135, 'XXX/.../...', 3, -1, 0, 0, 0, NULL, 4)", f"- {KEY}, not 135"),
        ("INSERT INTO position VALUES (229831, 'XXX/OOO/XXX', 9, -1, 0, 0, 0, NULL, 2)", f"- {KEY}, not 229831"),
        ("INSERT INTO position VALUES (-1, 'XXX/OOO/XXX', 9, -1, 0, 0, 0, NULL, 2)", f"- {KEY}, not -1"),
        (f"DELETE FROM position {AT}", "X../.O./... position: in the book, not missing"),
        ("DELETE FROM position WHERE key = 0", ".../.../... position: in the book, not missing"),
    ],
    "counts": [
        ("UPDATE layer SET raw_positions = 71 WHERE ply = 2", "- raw_positions of ply 2: 72, not 71"),
        ("UPDATE layer SET x_winning = 8 WHERE ply = 4", "- x_winning of ply 4: 85, not 8"),
        ("UPDATE layer SET sequences = '71' WHERE ply = 2", "- sequences of ply 2: 72, not 71"),
        ("UPDATE book SET x_games = '1'", "- x_games: 131184, not 1"),
        ("UPDATE book SET games_up_to_symmetry = '1'", "- games_up_to_symmetry: 26830, not 1"),
        ("UPDATE book SET perfect_games = '1'", "- perfect_games: 3584, not 1"),
        ("UPDATE book SET positions = 1", "- positions of the book: 765, not 1"),
    ],
    "published": [("UPDATE layer SET terminals = 0 WHERE ply = 9", "- terminals, as published: 138, not 123")],
    "digest": [("UPDATE book SET digest = 'a'", "- digest: DIGEST, not a")],
    "tables": [
        ("UPDATE book SET generator_version = ''", "- generator_version: a version such as 0.1.0, not ''"),
        ("INSERT INTO book SELECT * FROM book", "- rows of the book table: 1, not 2"),
        ("CREATE VIEW v AS SELECT 1", "- tables: TABLES, not view v"),
        ("CREATE INDEX i ON position (ply)", "- tables: TABLES, not index i"),
        ("UPDATE layer SET games = '01440' WHERE ply = 5", f"- {COUNT}, not '01440'"),
        ("UPDATE layer SET games = '\uff14' WHERE ply = 5", f"- {COUNT}, not '\uff14'"),
    ],
}
"""Statements that make the book wrong, each with what is found, by the check that finds it."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("check", "statement", "finding"), [(check, *one) for check, some in ALTERATIONS.items() for one in some]
)
def test_alterations_are_named(copy, check, statement, finding):
    """Whatever is altered is found by the check that it concerns, with the position, what is right, and what stands."""
    for word, text in {
        "ALL": "a3 b3 c3 a2 b2 c2 a1 b1 c1",
        "DIGEST": digest_of(copy),
        "TABLES": "just book, layer, position, as documented",
    }.items():
        finding = finding.replace(word, text)
    alter(copy, statement)
    found = findings(copy)[check]
    assert finding in {f"{one.position or '-'} {one.what}: {one.expected}, not {one.stored}" for one in found}


@pytest.mark.parametrize("column", ["value", "remoteness", "best", "safe", "pick"])
def test_a_wrong_answer_is_named_alone(copy, column):
    """A wrong answer in one row is one finding besides the digest: the rows that lead to it are not blamed."""
    alter(copy, f"UPDATE position SET {column} = {column} + 1 {AT}")
    assert {name: len(found) for name, found in findings(copy).items()} == {"digest": 1, "answers": 1}


def test_a_number_that_the_digest_would_wrap_is_found(copy):
    """Numbers that agree in the digest's bytes but not in the table are told apart."""
    start = ".../.../..."
    alter(copy, "UPDATE position SET remoteness = remoteness + 256 WHERE key = 0")
    assert findings(copy) == {"answers": [(start, "remoteness", "9", "265")]}
    alter(copy, "UPDATE position SET remoteness = remoteness - 256, orbit = orbit + 256 WHERE key = 0")
    assert findings(copy)["boards"] == [(start, "orbit", "1", "257")]


def losing_in_haste(monkeypatch):
    """A solver whose loser hurries."""
    import oxobook.generator.frontier.backward as solve

    right = solve.terminal_scores
    monkeypatch.setattr(solve, "terminal_scores", lambda *a: np.where((s := right(*a)) < 0, -10 - s, s).astype(np.int8))


def three_directions(monkeypatch):
    """Rules that forget one diagonal, in everything that builds on ``oxobook.book.game.board``."""
    monkeypatch.setattr("oxobook.book.game.board.Board.directions", Board.directions[:3])
    monkeypatch.setattr("oxobook.book.game.rules.made_board", lambda kind, *size: kind(*size))  # no board of before


def highest_pick(monkeypatch):
    """Picks that are the highest cell of those as good."""
    import oxobook.generator.frontier.forward as frontier

    right = frontier.PlyPositions.moves
    monkeypatch.setattr(frontier.PlyPositions, "moves", lambda self: reversed(list(right(self))))


@pytest.mark.slow
@pytest.mark.parametrize("mistake", [losing_in_haste, three_directions, highest_pick])
def test_a_generator_that_errs_is_found_out(tmp_path, monkeypatch, mistake):
    """A book that a faulty generator has made, sound in itself and with a right digest, is found wrong."""
    with monkeypatch.context() as patched:
        mistake(patched)
        patched.setattr("oxobook.generator.frontier.writer.require_published", lambda *_: None)
        generate_book(Rules(), tmp_path / "book.sqlite")
    found = findings(tmp_path / "book.sqlite")
    assert found and not {"file", "tables", "digest"} & set(found)


def test_some_positions_of_a_large_book_are_looked_up(copy, monkeypatch):
    """Of a larger book some positions are looked up, at random."""
    monkeypatch.setattr("oxobook.book.verify.lookups.MOST_ASKED", 10)
    assert 5 < int(said(copy, "lookups").split()[0]) <= 10


def test_another_digest_than_the_published_one_is_found(copy):
    """A book that leaves out what others count has another digest, right for what it holds: it is not the published."""
    right = digest_of(copy)
    alter(copy, "UPDATE book SET perfect_games = NULL")
    renew_digest(copy)
    assert findings(copy) == {"published": [(None, "digest, as published", right, digest_of(copy))]}


COLUMN = "ply INTEGER NOT NULL"


@pytest.mark.parametrize(
    ("words", "others"),
    [
        *((" STRICT", ""), ("STRICT", "STRICT, WITHOUT ROWID"), (COLUMN, "ply ANY NOT NULL")),
        *((COLUMN, f"{COLUMN} {more}") for more in ("DEFAULT 1", "CHECK (ply < 99)", "COLLATE NOCASE")),
    ],
)
def test_a_table_made_otherwise_is_found(copy, words, others):
    """A table is made by the very statement that oxobook makes it by; where one is not, no later check is asked."""
    with closing(sqlite3.connect(copy)) as book:
        (sql,) = book.execute("SELECT sql FROM sqlite_master WHERE name = 'layer'").fetchone()
        assert words in sql
        book.execute("ALTER TABLE layer RENAME TO old")
        book.execute(sql.replace(words, others))
        book.execute("INSERT INTO layer SELECT * FROM old")
        book.execute("DROP TABLE old")
        book.commit()
    assert findings(copy).keys() in ({"tables"}, {"file"})
    assert len(verify_book(copy).checks) == 1


def test_rows_are_checked_whole(copy):
    """A sample is of blocks: reading all rows takes no longer than looking some up."""
    verdict = verify_book(copy, sample=3)
    assert verdict.sample is None and "of 765 positions" in str([check.checked for check in verdict.checks])


def turned_pick(monkeypatch):
    """A reader that maps the pick back by the symmetry itself, and not by its inverse."""
    from oxobook.book.game.symmetry import SymmetryGroup

    monkeypatch.setattr(
        SymmetryGroup, "cell_back", lambda self, cell, number: self.images(1 << cell, 0)[number].bit_length() - 1
    )


def missed_symmetry(monkeypatch):
    """A reader that does not look for the least key."""
    monkeypatch.setattr(
        "oxobook.book.game.symmetry.SymmetryGroup.canonical", lambda self, x, o: (self.images(x, o)[0], 0)
    )


@pytest.mark.parametrize("mistake", [turned_pick, missed_symmetry])
def test_a_reader_that_errs_is_found_out(copy, monkeypatch, mistake):
    """A book whose every row is right is not called right where a lookup answers otherwise."""
    with monkeypatch.context() as patched:
        mistake(patched)
        assert findings(copy).keys() == {"lookups"}
    assert findings(copy) == {}


def test_whoever_waits_is_told(copy):
    """Each check tells when it begins, and those that take long how far they have come."""
    told = []
    verdict = verify_book(copy, tell=lambda stage, done, total=None: told.append((stage, done, total)))
    assert list(dict.fromkeys(stage for stage, _, _ in told)) == [check.name for check in verdict.checks]
    far = {stage for stage, done, total in told if total == 765}
    assert far == {"digest", "boards", "moves", "answers", "lookups"}


def test_verify_shares_little_with_the_generator():
    """The proof of books imports of book only what verify names: no lines, moves, symmetries or digests from there.

    For books of blocks the reader of blocks unpacks them; what ``Book`` answers is held against verify's own answers.
    """
    shared, modules = set(), (Path(book_package.__file__).parent / "verify").glob("*.py")
    for path in (one for one in modules if "certificate" not in one.stem):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("oxobook.book"):
                shared.add(node.module)
    outside = {module for module in shared if not module.startswith("oxobook.book.verify")}
    names = ("book", "errors", "info", "progress", "published", "game.notation", "game.rules", "game.score")
    names += ("layout", "layout.block_reader", "layout.layouts", "store.reader", "store.tables")
    assert outside == {f"oxobook.book.{name}" for name in names}


def test_what_is_no_book(tmp_path):
    """A missing file or a folder raises; a file that is no book is a wrong book."""
    with pytest.raises(MissingBook):
        verify_book(tmp_path / "none.sqlite")
    with pytest.raises(BookError, match="is a folder"):
        verify_book(tmp_path)
    (tmp_path / "text.sqlite").write_text("no book at all\n" * 100)
    verdict = verify_book(tmp_path / "text.sqlite")
    assert not verdict.right and verdict.rules is None and "is not one" in verdict.checks[0].first[0].stored


def test_the_json_contract(run, copy):
    """The fields of --json, in their order."""
    alter(copy, "UPDATE position SET value = 1 WHERE board = 'X../.O./...'")
    done = run("verify", "-b", str(copy), "--json")
    assert done.exit_code == 1
    report = json.loads(done.stdout)
    assert list(report) == ["book", "rules", "sample", "right", "wrong", "seconds", "checks"]
    assert (report["rules"], report["sample"], report["right"]) == ("3x3x3", None, False)
    answers = next(check for check in report["checks"] if check["check"] == "answers")
    assert list(answers) == ["check", "checked", "wrong", "first", "seconds"]
    assert {"position": "X../.O./...", "what": "value", "expected": "draw", "stored": "win"} in answers["first"]


@pytest.mark.long
def test_the_time_it_takes(make_book, library):
    """4x4x4 takes at most four times as long as reading its rows does, and so ten seconds where that takes 2.5."""
    make_book("4x4x4")
    path = book_path(Rules(4, 4, 4), library)
    began = time.process_time()
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT * FROM position").fetchall()
    read = time.process_time()
    assert verify_book(path).right
    assert time.process_time() - read <= 4 * (read - began) and len(rows) == 1_217_977
