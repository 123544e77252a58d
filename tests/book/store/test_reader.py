"""Rows that a lookup answers with: their numbers are in their ranges, and their moves can be played."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from oxobook.book import DamagedBook
from oxobook.book.store.reader import Store
from tests.book.test_book import alter

SOUND = {"value": 0, "remoteness": 9, "best": 1, "safe": 511, "pick": 0, "orbit": 1}


@pytest.fixture(scope="module")
def path(made, tmp_path_factory):
    """A book of 3x3x3 whose columns take values of any type."""
    path = shutil.copy(made("3x3x3"), tmp_path_factory.mktemp("loose") / "book.sqlite")
    with closing(sqlite3.connect(path)) as connection:
        (columns,) = connection.execute("SELECT group_concat(name) FROM pragma_table_info('position')").fetchone()
        connection.execute("ALTER TABLE position RENAME TO strict")
        connection.execute(f"CREATE TABLE position ({columns})")
        connection.execute("INSERT INTO position SELECT * FROM strict ORDER BY key LIMIT 1")
        connection.commit()
    return path


@pytest.mark.parametrize(
    ("column", "wrong"),
    [
        *[(column, wrong) for column in SOUND for wrong in ("1", 1.0, b"1", -1 << 60)],
        *[("value", 2), ("value", None), ("remoteness", 10), ("best", 2), ("best", 0), ("best", 1 << 9), ("safe", 1)],
        *[("safe", 1 << 9 | 511), ("pick", 1), ("pick", None), ("pick", 1 << 62), ("orbit", 0), ("orbit", 256)],
    ],
)
def test_a_row_that_is_no_answer_is_damage(path, column, wrong):
    """A number of another type or out of its range, a move that cannot be played and a pick that is not best."""
    row = SOUND | {"best": 3 if column == "safe" else 1} | {column: wrong}
    alter(path, (f"UPDATE position SET {', '.join(f'{name} = ?' for name in row)}", [*row.values()]))
    with closing(Store(path)) as store:
        for ask in (lambda: store.fetch(0), lambda: list(store.rows())):
            with pytest.raises(DamagedBook, match="the row of key 0 cannot be right"):
                ask()


@pytest.mark.parametrize("key", [-1, 1 << 18, "0", 0.5])
def test_a_key_that_is_none_is_damage(path, key):
    """A key is the number of stones on the board."""
    names = ", ".join(f"{name} = ?" for name in SOUND)
    alter(path, (f"UPDATE position SET {names}, key = ?", [*SOUND.values(), key]))
    with closing(Store(path)) as store, pytest.raises(DamagedBook, match="cannot be right"):
        list(store.rows())
    alter(path, "UPDATE position SET key = 0")
