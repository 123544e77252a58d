"""The tables as SQLAlchemy's, and the statements for SQLite that are kept beside them."""

from pathlib import Path

import pytest
from sqlalchemy import create_mock_engine
from sqlalchemy.dialects import mysql, postgresql

from oxobook.book.store import tables
from oxobook.book.store.sqlite_file import statements


def test_the_kept_statements_are_the_compiled_ones():
    """``sqlite.sql`` holds just what SQLAlchemy compiles from the tables, each statement under its name."""
    kept = Path(tables.__file__).with_name("sqlite.sql").read_text(encoding="utf-8")
    assert kept == tables.sqlite_text()
    dialect = create_mock_engine("sqlite://", lambda *_: None).dialect
    assert statements() == tables.statements(dialect)


def test_all_tables_are_strict_in_sqlite():
    """SQLite refuses a value of another type in every table, and its INTEGER takes 64 bits."""
    made = [text for name, text in statements().items() if name.startswith("create")]
    assert len(made) == 8 and all(text.endswith("STRICT") and "BIGINT" not in text for text in made)


@pytest.mark.parametrize(("dialect", "text", "data"), [(postgresql, "TEXT", "BYTEA"), (mysql, "VARCHAR(100)", "BLOB(")])
def test_other_databases(dialect, text, data):
    """Keys have 64 bits in other databases, names in a key are short where they must be, and blocks fit."""
    texts = tables.statements(dialect.dialect())
    assert f"name {text} NOT NULL" in texts["create strategy"] and f"data {data}" in texts["create block"]
    assert "best BIGINT" in texts["create position"] and "STRICT" not in texts["create position"]
