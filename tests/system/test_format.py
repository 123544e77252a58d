"""FORMAT.md: what it says of the file is true, read with nothing but SQL."""

import hashlib
import re
import sqlite3
import struct
from pathlib import Path

import pytest

import oxobook.book as book_package
from oxobook.book import Position, Rules
from oxobook.book.game.notation import coordinates
from oxobook.book.library import book_path
from tests.reference import solved_game

FORMAT = (Path(book_package.__file__).parent / "FORMAT.md").read_text()
QUERY = re.search(r"```sql\n(.*?)```", FORMAT, re.DOTALL)[1]


@pytest.fixture
def tables(library, book):
    """A plain connection to the 3x3x3 file."""
    connection = sqlite3.connect(book_path(Rules(), library))
    yield connection
    connection.close()


def test_the_worked_lookup_prints_what_it_says(tables):
    """The query of the document gives the answer that the document prints."""
    (row,) = tables.execute(QUERY).fetchall()
    printed = re.search(r"It prints `(.*?)`", FORMAT)[1]
    assert "|".join(map(str, row)) == printed


@pytest.mark.slow
@pytest.mark.parametrize("step", [17, pytest.param(3, marks=pytest.mark.long)])
def test_the_worked_lookup_is_right_for_other_positions(tables, book, step):
    """The same query, asked for every third of all positions in their own orientation, agrees with probe."""
    names = coordinates(Rules())
    for board in list(solved_game().answers)[::step]:
        entry = book.probe(Position.parse(board))
        (row,) = tables.execute(QUERY.replace("..X.O....", board)).fetchall()
        best = [names.index(name) for name in entry.best]
        pick = None if entry.pick is None else names.index(entry.pick)
        assert row == (entry.value.word, entry.remoteness, " ".join(map(str, best)) or None, pick), board


def test_the_digest_is_as_documented(tables, book):
    """The digest computed from the tables by the document's recipe is the one in the file."""

    def words(row):
        return " ".join("-" if word is None else str(word) for word in row) + "\n"

    header = words(("oxobook", 1, "3x3x3"))
    header += "".join(map(words, tables.execute("SELECT * FROM layer ORDER BY ply")))
    games = "SELECT x_games, o_games, drawn_games, games_up_to_symmetry, perfect_games FROM book"
    digest = hashlib.sha256((header + words(tables.execute(games).fetchone())).encode("ascii"))
    for row in tables.execute(
        "SELECT key, value, remoteness, best, safe, coalesce(pick, -1), orbit FROM position ORDER BY key"
    ):
        digest.update(struct.pack("<qbbiibb", *row))
    assert digest.hexdigest() == book.info.digest


def test_every_column_is_documented(tables):
    """Each column of each table stands in the document."""
    for table in ("book", "bound", "layer", "position", "strategy"):
        for (column,) in tables.execute(f"SELECT name FROM pragma_table_info('{table}')"):
            assert re.search(rf"^\|[^|]*\b{column}\b", FORMAT, re.MULTILINE), f"{table}.{column}"
