"""Statements asked of a stub of a connection: what comes back, and what is said when the driver fails."""

import pytest

from oxobook.book import DamagedBook
from oxobook.book.errors import ClosedBook, NoAnswer
from oxobook.book.store.database import Database


class Refused(Exception):
    """Error of the stub's driver."""


class Stub(Database):
    """A connection that answers every statement with the same rows, or with an error."""

    def __init__(self, *rows, error=None):
        self.rows, self.failure, self.asked = rows, error, []
        super().__init__("stub", Refused)

    def run(self, sql, values):
        self.asked.append((sql, values))
        if self.failure:
            raise self.failure
        return self

    def fetchone(self):
        return next(iter(self.rows), None)

    def fetchmany(self, size):
        return self.rows[:size]

    def trouble(self, error):
        return NoAnswer("locked")

    end = lambda self: None  # noqa: E731
    strange = None


@pytest.mark.parametrize(("number", "most", "right"), [(1000, 1000, True), (1001, 1000, False), (4, 3, False)])
def test_more_rows_than_any_book_has(number, most, right):
    """A table of more rows than a statement may give is damage."""
    stub = Stub(*((row,) for row in range(number)))
    if right:
        assert stub.ask("SELECT", most, key=7) == [(row,) for row in range(number)]
        assert stub.asked == [("SELECT", {"key": 7})]
    else:
        with pytest.raises(DamagedBook, match=r"^cannot read the book 'stub': a table has more rows than any book"):
            stub.ask("SELECT", most)


@pytest.mark.parametrize("ask", [lambda stub: stub.ask("SELECT"), lambda stub: stub.first("SELECT")])
def test_errors_of_the_driver(ask):
    """The driver's exceptions become damage in one line, or another error of ours; others are not touched."""
    with pytest.raises(NoAnswer, match=r"^locked$"):
        ask(Stub(error=Refused()))
    cut = UnicodeDecodeError("utf-8", b"no \xff\ntext", 3, 4, "invalid")
    with pytest.raises(DamagedBook, match=r"'stub': no � text; make it again with: oxobook generate RULES --force$"):
        ask(Stub(error=cut))
    with pytest.raises(NoAnswer, match=r"^cannot read the book 'stub': out of memory; close other programs"):
        ask(Stub(error=MemoryError()))
    with pytest.raises(ZeroDivisionError):
        ask(Stub(error=ZeroDivisionError()))


def test_a_closed_store():
    """Once it is closed, any error of the driver says that the book is closed."""
    stub = Stub(error=Refused())
    stub.close()
    with pytest.raises(ClosedBook, match=r"^the book 'stub' is closed: open it again$"):
        stub.ask("SELECT")
