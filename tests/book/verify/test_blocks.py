"""verify on books of blocks: right ones pass whole, and whatever is wrong in one is named."""

import shutil
import sqlite3
from contextlib import closing

import pytest
import zstandard

from oxobook.book.errors import BookError
from oxobook.book.verify import verify_book
from tests.book.test_book import alter


@pytest.fixture(scope="module")
def path(made):
    """The book of 3x4x3, of blocks."""
    return made("3x4x3", "dense")


@pytest.fixture
def changed(path, tmp_path):
    """A function that gives the path of a copy on which a statement was run."""

    def change(sql, *parameters, path=path):
        copy = tmp_path / "copy"
        if path != copy:
            shutil.copy(path, copy)
        alter(copy, (sql, parameters))
        return copy

    return change


def wrong(verdict):
    """The names of the checks that found something."""
    return {check.name for check in verdict.checks if check.wrong}


def packed(scores, **options):
    """Scores as a block."""
    return zstandard.ZstdCompressor(**({"write_checksum": True} | options)).compress(scores)


def unpacked(path, ply):
    """The scores of a ply's first block."""
    with closing(sqlite3.connect(path)) as connection:
        (data,) = connection.execute("SELECT data FROM block WHERE ply = ? AND number = 0", (ply,)).fetchone()
    return zstandard.ZstdDecompressor().decompress(data)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "engine"),
    [("3x4x3", "dense"), ("3x3x3-gravity", "gravity"), pytest.param("4x4x4", "dense", marks=pytest.mark.long)],
)
@pytest.mark.usefixtures("gravity_compiled")
def test_right_books_pass(made, text, engine):
    """Every check of a book that a fast engine has made finds nothing, and says what it has looked at."""
    path = made(text, engine)
    verdict = verify_book(path)
    assert verdict.right, verdict
    checked = {check.name: check.checked for check in verdict.checks}
    assert list(checked) == [*("tables", "file", "masks", "digest", "answers", "lookups", "counts", "published")]
    with closing(sqlite3.connect(path)) as connection:
        (blocks,) = connection.execute("SELECT count(*) FROM block").fetchone()
    assert checked["digest"] == f"SHA-256 of the counts and {blocks:,} blocks"


@pytest.mark.slow
@pytest.mark.parametrize(("text", "positions"), [("3x3x3", 12), pytest.param("3x4x3", 36, marks=pytest.mark.long)])
def test_every_wrong_score_is_found(made, changed, text, positions):
    """One too high at the slot of any of the positions of ply 2 is found; other slots belong to no position."""
    path = made(text, "dense")
    scores, refuted = unpacked(path, 2), 0
    for place in range(len(scores)):
        block = bytearray(scores)
        block[place] = (block[place] + 1) % 256
        sql = "UPDATE block SET data = ? WHERE ply = 2"
        found = wrong(verify_book(changed(sql, packed(bytes(block)), path=path)))
        assert "digest" in found
        refuted += "answers" in found
    assert refuted == positions


def test_a_wrong_score_names_its_position(path, changed):
    """The verdict gives the board, what was expected and what is stored."""
    verdict = verify_book(changed("UPDATE block SET data = ? WHERE ply = 0", packed(b"\x09")))
    answers = next(check for check in verdict.checks if check.name == "answers")
    assert answers.first == (("..../..../....", "score", "6", "9"),)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sql", "check"),
    [
        ("DELETE FROM block WHERE ply = 5", "answers"),
        ("UPDATE block SET data = x'00' WHERE ply = 5", "answers"),
        ("UPDATE x_masks SET masks = substr(masks, 1, 4) WHERE stones = 2", "masks"),
        ("DELETE FROM x_masks WHERE stones > 0", "masks"),
        ("UPDATE layer SET raw_positions = raw_positions + 1 WHERE ply = 9", "counts"),
        ("UPDATE layer SET sequences = '1' WHERE ply = 9", "counts"),
        ("UPDATE book SET x_games = '1'", "counts"),
        ("UPDATE book SET digest = 'no'", "digest"),
        ("INSERT INTO block VALUES (3, 7, x'00')", "digest"),
        ("CREATE TABLE more (a)", "tables"),
        # every score reads as before, but a run before all others moves the rows of a single lookup
        ("INSERT INTO x_masks VALUES (1, -1, x'')", "masks"),
        ("INSERT INTO x_masks VALUES (9, 0, x'')", "masks"),
        ("INSERT INTO x_masks SELECT stones, 97, substr(masks, 21) FROM x_masks WHERE stones = 3", "masks"),
        ("INSERT INTO block SELECT ply, 1, data FROM block WHERE ply = 4", "digest"),
        ("INSERT INTO block SELECT ply, -1, data FROM block WHERE ply = 4", "digest"),
        ("INSERT INTO block SELECT 13, number, data FROM block WHERE ply = 4", "digest"),
        ("UPDATE block SET number = 1 WHERE ply = 4", "digest"),
    ],
)
def test_whatever_is_wrong_is_found(changed, sql, check):
    """Runs and blocks that are missing, cut short, added or miscounted are found by the check that looks at them."""
    assert check in wrong(verify_book(changed(sql)))


SKIPPED = bytes.fromhex("502a4d1800000000")
"""A frame that holds nothing, and that a reader of Zstandard passes over."""


@pytest.mark.parametrize(
    "pack",
    [
        lambda scores: packed(scores) + b"\0",
        lambda scores: 2 * packed(scores),
        lambda scores: packed(scores) + SKIPPED,
        lambda scores: SKIPPED + packed(scores),
        lambda scores: packed(scores, write_checksum=False),
        lambda scores: packed(scores, write_content_size=False),
        lambda scores: packed(scores[:-1]),
        lambda scores: packed(scores + b"\0"),
    ],
)
def test_a_block_is_one_frame(path, changed, pack):
    """A frame with its size, a checksum and just its scores is right; bytes around it, or one without, are found."""
    scores = unpacked(path, 4)
    assert wrong(verify_book(changed("UPDATE block SET data = ? WHERE ply = 4", packed(scores)))) == set()
    verdict = verify_book(changed("UPDATE block SET data = ? WHERE ply = 4", pack(scores)))
    digest = next(check for check in verdict.checks if check.name == "digest")
    assert wrong(verdict) >= {"digest", "answers"}
    assert digest.first[0][1:3] == ("block 0 of ply 4", f"{len(scores):,} scores")


def test_runs_that_are_wrong_are_named(changed):
    """The verdict gives the number of stones and the first mask of the run that the rules give, and of the stored."""
    verdict = verify_book(changed("UPDATE x_masks SET first = first - 1 WHERE stones = 3"))
    masks = next(check for check in verdict.checks if check.name == "masks")
    assert masks.first == ((None, "runs of X-masks, by stones and first mask", "(3, 11)", "(3, 10)"),)


@pytest.mark.slow
def test_slots_of_full_boards_may_hold_anything(path, changed):
    """Neither a lookup nor the verifier reads them, as FORMAT.md says; only the digest is then another."""
    block = packed(b"\x05" * len(unpacked(path, 12)))
    assert wrong(verify_book(changed("UPDATE block SET data = ? WHERE ply = 12", block))) == {"digest"}


def test_a_sample_is_checked(path, changed):
    """Random positions of a right book are right, and a wrong start is found among enough of them."""
    assert verify_book(path, sample=500, seed=1).right
    changed_book = changed("UPDATE block SET data = ? WHERE ply = 0", packed(b"\x09"))
    assert "answers" in wrong(verify_book(changed_book, 500, 1))


def test_a_board_too_large_to_list(path, monkeypatch):
    """A book without gravity of too many scores is refused at once, and checked by a sample."""
    monkeypatch.setattr("oxobook.book.verify.blocks.LISTED", 5_000)
    with pytest.raises(BookError, match=r"too many positions to check all of them: .* --sample 1000$"):
        verify_book(path)
    assert verify_book(path, sample=100, seed=1).right


@pytest.mark.parametrize(
    ("size", "gravity", "check"), [((2, 31), 1, "masks"), ((5, 6), 0, "masks"), ((5, 6), 1, "masks")]
)
def test_a_header_of_a_huge_game(made, changed, size, gravity, check):
    """A small file that claims to be of a large board is found wrong at once, whole or by a sample."""
    text = f"{size[0]}x{size[1]}x3{'-gravity' * gravity}"
    sql = f"UPDATE book SET rules = '{text}', (rows, columns, gravity) = ({size[0]}, {size[1]}, {gravity})"
    path = changed(sql, path=made("3x3x3", "dense"))
    assert wrong(verify_book(path, 200, 1)) & {check, "answers"}
    assert size == (2, 31) or check in wrong(verify_book(path))


@pytest.mark.parametrize(("rules", "engine"), [("3x3x3", "dense"), ("3x3x3", "frontier")])
def test_tables_of_earlier_versions_are_passed_over(made, changed, rules, engine):
    """What an earlier oxobook kept beside the rest is not read, and is named; any other table is found."""
    copy = changed("CREATE TABLE searched (anything)", path=made(rules, engine))
    verdict = verify_book(copy)
    assert verdict.right and "searched" in verdict.checks[0].checked.partition("passed over: ")[2]
    assert wrong(verify_book(changed("CREATE TABLE more (anything)", path=copy))) == {"tables"}
