"""FORMAT.md: what it says of the file is true, read with nothing but SQL."""

import hashlib
import re
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import oxobook.book as book_package
from oxobook.book import Book, Position, Rules
from oxobook.book.library import book_path

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


def rows_of(path, board):
    """Return what the query of the document finds for a board in a book."""
    with closing(sqlite3.connect(path)) as tables:
        return tables.execute(QUERY.replace("..X/.O./...", board)).fetchall()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["3x3x3", "3x3x3-misere", "3x4x3", "3x4x3-gravity"])
def test_the_worked_lookup_is_right_for_other_positions_and_books(text, made):
    """The same query, asked for each position of random games, agrees with probe."""
    names = Rules.parse(text).board.names
    with Book.open(made(text)) as book:
        for seed in range(12):
            game = Random(seed)
            position = Position(book.rules)
            while (entry := book.probe(position)).pick:
                best = " ".join(str(names.index(name)) for name in entry.best)
                expected = (entry.value.word, entry.remoteness, best, names.index(entry.pick))
                assert rows_of(made(text), str(position)) == [expected], position
                position = position.play(game.choice(book.moves(position)).move)
            assert rows_of(made(text), str(position)) == [(entry.value.word, 0, None, None)], position


@pytest.mark.parametrize("text", ["2x2x2", "2x2x2-torus", "2x2x2-wild", "2x2x3-el"])
def test_the_worked_lookup_finds_nothing_where_it_does_not_hold(text, made):
    """For a board of another size, and in a book of other symmetries, moves or lines, the query finds no row."""
    assert len(rows_of(made(text), "..../....")) == 0
    assert len(rows_of(made(text), "../..")) == (text == "2x2x2")


@pytest.mark.parametrize("text", ["3x3x3", pytest.param("4x4x4-torus", marks=pytest.mark.slow)])
def test_the_digest_is_as_documented(text, made):
    """The digest computed from the tables by the document's recipe is the one in the file, also of orbits from 128."""

    def words(row):
        return " ".join("-" if word is None else str(word) for word in row) + "\n"

    with closing(sqlite3.connect(made(text))) as tables:
        header = words(("oxobook", 1, text))
        header += "".join(map(words, tables.execute("SELECT * FROM layer ORDER BY ply")))
        games = "SELECT x_games, o_games, drawn_games, games_up_to_symmetry, perfect_games, digest FROM book"
        *counts, stated = tables.execute(games).fetchone()
        digest = hashlib.sha256((header + words(counts)).encode("ascii"))
        for row in tables.execute(
            "SELECT key, value, remoteness, best, safe, coalesce(pick, -1), orbit FROM position ORDER BY key"
        ):
            digest.update(struct.pack("<qbbiibB", *row))
    assert digest.hexdigest() == stated


def test_every_column_is_documented(tables):
    """Each column of each table stands in the document."""
    for table in ("book", "bound", "layer", "position", "strategy"):
        for (column,) in tables.execute(f"SELECT name FROM pragma_table_info('{table}')"):
            assert re.search(rf"^\|[^|]*\b{column}\b", FORMAT, re.MULTILINE), f"{table}.{column}"
