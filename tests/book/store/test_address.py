"""Addresses of books: which are taken, and that no password in one is ever shown."""

import pytest

from oxobook.book import Book
from oxobook.book.errors import BookError, NoAnswer
from oxobook.book.store.passwords import masked
from tests.system.test_postgres import refused, says_no_secret


def test_a_password_in_an_error_of_the_driver(monkeypatch):
    """The driver's message is left out if it quotes the password."""
    psycopg = pytest.importorskip("psycopg")

    def fail(**arguments):
        raise psycopg.OperationalError(f"the password {arguments['password']} is no good")

    monkeypatch.setattr(psycopg, "connect", fail)
    with pytest.raises(NoAnswer, match=r"cannot reach 'postgresql://u:\*\*\*@h/d': OperationalError; check") as caught:
        Book.open("postgresql://u:w%2Frd@h/d")
    assert says_no_secret(str(caught.value))


def test_an_error_of_the_driver_without_the_password(monkeypatch):
    """The driver's message is shown if it does not quote the password."""
    psycopg = pytest.importorskip("psycopg")

    def fail(**arguments):
        raise psycopg.OperationalError("no such host")

    monkeypatch.setattr(psycopg, "connect", fail)
    with pytest.raises(NoAnswer, match=r"cannot reach 'postgresql://u:\*\*\*@h/d': no such host; check"):
        Book.open("postgresql://u:w%2Frd@h/d")


@pytest.mark.parametrize("end", ["%00", "\0"])
def test_an_address_has_no_end_within(end):
    """A URL is refused if the driver would stop to read within it."""
    with pytest.raises(BookError, match="without %00"):
        Book.open(f"postgresql://u@h/d{end}x")


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("data/a:b@c.sqlite", "data/a:b@c.sqlite"),
        ("postgresql://u:s3cret@h:5432/db?a=1", "postgresql://u:***@h:5432/db?a=1"),
        ("postgresql://u:s3@cr/e:t?@h/db", "postgresql://u:***@h/db"),
        ("postgresql://:s3cret@/db", "postgresql://:***@/db"),
        ("postgresql://u:s3cret/db", "postgresql://u:***"),
        ("postgresql://u:s3cret", "postgresql://u:***"),
        ("postgresql://u:s3c\nret@h/db", "postgresql://u:***@h/db"),
        ("postgresql://u@h:5432/db", "postgresql://u@h:5432/db"),
        ("postgresql://u@[::1]:5432/db", "postgresql://u@[::1]:5432/db"),
        ("postgresql://h/db?password=s3c&sslPassword=ret&x=y", "postgresql://h/db?password=***&sslPassword=***&x=y"),
        ("sqlite:///data/x.sqlite", "sqlite:///data/x.sqlite"),
        ("postgresql:/u:s3cret@h/db", "postgresql:/u:***@h/db"),
        ("postgresql//u:s3cret@h/db", "postgresql//u:***@h/db"),
        ("u:s3cret@h/db", "u:***@h/db"),
        ("host=h password=s3cret dbname=db", "host=h password=*** dbname=db"),
        ("data/a=b.sqlite", "data/a=b.sqlite"),
        ("C:/data/book.sqlite", "C:/data/book.sqlite"),
        ("postgresql://u:a@b@h/db?token=x", "postgresql://u:***@h/db?token=***"),
    ],
)
def test_how_an_address_is_shown(address, shown):
    """A password is hidden wherever it may stand in a URL, also in one that is wrong; nothing else is."""
    assert masked(address) == shown


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://u:s3cret@h/db", "books are kept in SQLite files, and in PostgreSQL"),
        ("postgresql+psycopg2://u:s3cret@h/db", "books are kept in SQLite files, and in PostgreSQL"),
        ("postgresql://u:s3cret@s3cret@h/db", "write an @ in a user's name or a password as %40"),
        ("postgresql+nosuch://u:s3cret@h/db", "expected a path or an SQLAlchemy URL"),
        ("postgresql://u:s3cret/db", "expected a path or an SQLAlchemy URL"),
    ],
)
def test_a_url_of_something_else(url, said, run):
    """A URL of another database or driver is refused by name, to read and to write."""
    for command in (("info", "-b", url), ("generate", "--out", url), ("verify", "-b", url)):
        told = refused(run(*command))
        assert said in told and "s3cret" not in told


def test_a_url_may_name_a_file(run, tmp_path):
    """generate and strategy take the SQLAlchemy URL of an SQLite file too."""
    url = f"sqlite:///{tmp_path}/book.sqlite"
    assert run("generate", "3x3x3", "--out", url).exit_code == 0
    assert "exists already" in refused(run("generate", "3x3x3", "--out", url))
    assert run("strategy", "-b", url, "--kind", "pick").exit_code == 0
    with Book.open(url) as opened:
        assert len(opened) == 765 and len(opened.strategies()) == 1
