"""Addresses of books: which are taken, and that no password in one is ever shown."""

import re

import pytest

from oxobook.book import Book
from oxobook.book.errors import MissingBook, MissingExtra, masked
from tests.system.test_servers import refused


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("data/a:b@c.sqlite", "data/a:b@c.sqlite"),
        ("postgresql://u:s3cret@h:5432/db?a=1", "postgresql://u:***@h:5432/db?a=1"),
        ("postgresql://u:s3@cr/e:t?@h/db", "postgresql://u:***@h/db"),
        ("postgresql://u:s3c\nret@h/db", "postgresql://u:***@h/db"),
        ("postgresql://u@h:5432/db", "postgresql://u@h:5432/db"),
        ("postgresql://u@[::1]:5432/db", "postgresql://u@[::1]:5432/db"),
        ("postgresql://h/db?password=s3c&sslPassword=ret&x=y", "postgresql://h/db?password=***&sslPassword=***&x=y"),
        ("sqlite:///data/x.sqlite", "sqlite:///data/x.sqlite"),
        ("postgresql:/u:s3cret@h/db", "postgresql:/u:***@h/db"),
        ("C:/data/book.sqlite", "C:/data/book.sqlite"),
    ],
)
def test_how_an_address_is_shown(address, shown):
    """A password is hidden wherever a URL has one; nothing else is."""
    assert masked(address) == shown


@pytest.mark.parametrize(
    "url", [f"{kind}://u:s3cret@h/db" for kind in ("nosuch", "postgresql+nosuch", "", "oracle", "mssql+pyodbc")]
)
def test_a_url_of_something_else(url, run):
    """A URL of a database that holds no books is refused in one line, to read and to write: it names those that do."""
    for command in (("info", "-b", url), ("generate", "--out", url), ("verify", "-b", url)):
        told = refused(run(*command))
        assert re.search("an SQLAlchemy URL such as postgresql.* or mysql.pymysql:// of MariaDB", told)
        assert "s3cret" not in told and "pip install" not in told


def test_a_driver_that_is_not_there():
    """The library that a URL needs is named, with the command that installs the one that is used."""
    said = r"mysql:// need the library MySQLdb: pip install pymysql, and begin the URL with mysql\+pymysql://"
    with pytest.raises(MissingExtra, match=said):
        Book.open("mysql://u:s3cret@h/db")


def test_a_url_may_name_a_file(run, tmp_path):
    """The SQLAlchemy URL of an SQLite file is as good as its path, and makes no file where there is none."""
    url = f"sqlite:///{tmp_path}/book.sqlite"
    with pytest.raises(MissingBook):
        Book.open(url)
    assert not [*tmp_path.iterdir()]
    assert run("generate", "3x3x3", "--out", url).exit_code == 0
    assert "exists already" in refused(run("generate", "3x3x3", "--out", url))
    assert run("strategy", "-b", url, "--kind", "pick").exit_code == 0
    with Book.open(url) as opened:
        assert len(opened) == 765
