"""What ``book.store.queries`` needs of a database: a read-only connection, its words for errors, and its schema."""

from typing import Any, NamedTuple, Protocol

from oxobook.book.errors import BookError


class Schema(NamedTuple):
    """The tables that a database really has."""

    columns: dict[str, list[str]]
    """By table its columns in their order, each a name and a type, such as ``INTEGER``, with * where it is part of the
    primary key, or else ? where it may be NULL."""
    others: list[str]
    """What stands beside the tables and should not: views, triggers, indices, rules, row policies."""
    altered: list[str]
    """The tables that are made in another way than oxobook makes them, though their columns may be the same."""


class Connection(Protocol):
    """A read-only connection, to be shared among threads."""

    name: str
    """The book's path or URL, without a password."""
    tables: frozenset[str]
    """The names of the tables it has, as far as a book may have them."""
    placeholder: str
    """What stands for a value in a query."""
    looks: int
    """How often the question that is being answered was looked at; set to 0 by who asks the next one."""

    @property
    def error(self) -> type[Exception]:
        """The base of the driver's errors."""

    def cursor(self) -> Any:
        """A new cursor."""

    def close(self) -> None:
        """Close it."""

    def expect_all(self) -> None:
        """From now on a question may read all that is there; before, it may read a header."""

    def trouble(self, error: Any) -> BookError | str:
        """The error for what the driver has raised, or, where it means that the book is damaged, how, in one line."""

    def check(self) -> tuple[str, list[str]]:
        """What the database's own check of its files has looked at, in words, and what it has found wrong."""

    def schema(self) -> Schema:
        """The tables as they are."""
