"""Reader of books in a PostgreSQL server, shared by many readers; only here is psycopg imported.

All queries of an open book are one read-only transaction of the level REPEATABLE READ. So it answers from the book that
it opened, as with a file, even after another has replaced it.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from oxobook.book.errors import BookError, CannotWrite, MissingBook, MissingExtra, NoAnswer
from oxobook.book.game.rules import Key
from oxobook.book.store.address import expected, parsed_url
from oxobook.book.store.passwords import masked
from oxobook.book.store.queries import DatabaseConnection, SqlStore
from oxobook.book.store.tables import POSITION_BOOK, Schema

if TYPE_CHECKING:
    import psycopg


COLUMNS = """
    SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, coalesce(a.attnum = ANY(i.indkey), false)
    FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
    WHERE a.attrelid = to_regclass(concat(%(schema)s::text, '.', %(table)s::text))
      AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY a.attnum
"""
"""Query for the columns of a table."""
_OTHERS = """
    WITH held AS (
        SELECT c.oid AS id, name, relrowsecurity OR relforcerowsecurity AS secured
        FROM unnest(%(tables)s::text[]) AS name
        JOIN pg_class c ON c.oid = to_regclass(concat(%(schema)s::text, '.', name))
    )
    SELECT 'row policy ' || polname || ' on ' || name FROM pg_policy JOIN held ON polrelid = id
    UNION ALL SELECT 'row-level security on ' || name FROM held WHERE secured
    UNION ALL SELECT 'rule ' || rulename || ' on ' || name FROM pg_rewrite JOIN held ON ev_class = id
    UNION ALL SELECT 'table ' || inhrelid::regclass || ' in ' || name FROM pg_inherits JOIN held ON inhparent = id
    UNION ALL SELECT 'a parent of ' || name FROM pg_inherits JOIN held ON inhrelid = id
    ORDER BY 1
"""
"""Query for objects that make tables answer otherwise than by their own rows."""
_ALTERED = """
    SELECT name FROM unnest(%(tables)s::text[]) AS name
    JOIN pg_class c ON c.oid = to_regclass(concat(%(schema)s::text, '.', name))
    WHERE c.relkind <> 'r'
       OR EXISTS (
           SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
           AND (a.attgenerated <> '' OR a.attcollation NOT IN (0, 'pg_catalog."default"'::regcollation))
       )
    ORDER BY 1
"""
"""Query for tables that are views, compute a column, or compare text otherwise than the database does."""
_TABLES = """
    SELECT name FROM unnest(%(tables)s::text[]) AS name
    WHERE to_regclass(concat(%(schema)s::text, '.', name)) IS NOT NULL
"""
_DEFAULTS = {"application_name": "oxobook", "connect_timeout": "10"}
"""Options that a URL may set otherwise; the time is in seconds."""
_FIXED = {"client_encoding": "UTF8"}
"""Options that nothing sets otherwise: text of a database without an encoding would come as bytes."""
_BELOW_ALL_KEYS = -1 << 63
_AT_ONCE = 1_000  # number of rows in one answer of the server


class PostgresStore(SqlStore):
    """Tables of a book in a server, as they were committed when it was opened.

    Raises MissingBook if there is no book, NoAnswer if the server cannot be reached, MissingExtra without psycopg.
    """

    def __init__(self, address: str) -> None:
        super().__init__(ServerConnection(address), address)

    def all_positions(self, columns: str) -> Iterator[Any]:
        """Yield these columns of every position by ascending key, fetched a limited number at a time."""
        sql = f"SELECT {columns} FROM position WHERE key > ? ORDER BY key LIMIT {_AT_ONCE}"
        last: Key | None = _BELOW_ALL_KEYS
        while last is not None:
            key = None
            for key, *others in self.select(sql, (last,)):
                yield key, *others
            last = key


class ServerConnection(DatabaseConnection):
    """Read-only connection. Threads may share it, each with its own cursor: psycopg runs one at a time."""

    placeholder = "%s"

    def __init__(self, url: str) -> None:
        super().__init__(masked(url))
        self._connection = connect(url, NoAnswer)
        self.error = driver().Error
        self._first: str | None = None
        try:
            self._connection.isolation_level = driver().IsolationLevel.REPEATABLE_READ
            self._connection.read_only = True
            self.tables = frozenset[str]()
            for schema in schemas_of(self._connection):  # the first that holds a book
                if "book" not in self.tables:
                    self._schema = schema
                    found = self._connection.execute(_TABLES, {"schema": schema, "tables": list(POSITION_BOOK)})
                    self.tables = frozenset(name for (name,) in found.fetchall())
            if self.tables:
                self._look_in(f"pg_catalog, {self._schema}")
        except self.error as error:
            raise self.refused(error) from error
        if "book" not in self.tables:
            self.close()
            raise MissingBook(
                f"expected a book in {self.name!r}; there is none: make one with oxobook generate RULES --out URL"
            )

    def cursor(self) -> Any:
        """Return a new cursor; numbers come in PostgreSQL's binary form, which saves 15 % of a lookup's time."""
        return self._connection.cursor(binary=True)

    def trouble(self, error: Exception) -> BookError | str:
        reason, kinds = reason_of(error), driver().errors
        # an error without the server's code is the driver's, about the connection; the driver may notice its end first
        if self._connection.closed or (isinstance(error, kinds.OperationalError) and error.sqlstate is None):
            return NoAnswer(f"lost the connection to the book {self.name!r}: {reason}; open it again")
        if self._first is None:  # after one error the server refuses every query, and gives no other reason
            self._first = reason
        if isinstance(error, kinds.InsufficientPrivilege):
            return NoAnswer(f"cannot read the book {self.name!r}: {reason}; its owner can GRANT SELECT on its tables")
        if isinstance(error, (kinds.OperationalError, kinds.InFailedSqlTransaction)):
            return NoAnswer(f"cannot read the book {self.name!r}: {self._first}; open it again")
        return reason

    def schema(self) -> Schema:
        """Return the book's tables as they are; others may stand beside them."""
        ask, schema, tables = self._connection.execute, self._schema, sorted(self.tables)
        self._look_in("pg_catalog")
        columns = {
            table: [
                f"{name} {_kind(kind)}{'*' if key else '' if required else '?'}"
                for name, kind, required, key in ask(COLUMNS, {"schema": schema, "table": table})
            ]
            for table in tables
        }
        others, altered = (
            [found for (found,) in ask(sql, {"schema": schema, "tables": tables})] for sql in (_OTHERS, _ALTERED)
        )
        self._look_in(f"pg_catalog, {schema}")
        return Schema(columns, others, altered)

    def _look_in(self, schemas: str) -> None:
        """Look names up in these schemas alone, so that no function or operator of another schema is called."""
        self._connection.execute("SELECT pg_catalog.set_config('search_path', %s, false)", (f"{schemas}, pg_temp",))


def _kind(name: str) -> str:
    """Return a type as ``Schema`` has it; the server's capitals depend on its language: Turkish has another I."""
    return name.replace("bigint", "integer").upper()


def schemas_of(connection: "psycopg.Connection[Any]") -> list[str]:
    """Return the schemas that the connection would look in, quoted; from now on it looks in none but PostgreSQL's own.

    Anyone who may create objects in a schema can plant functions there that match a call better than PostgreSQL's own.
    """
    found = connection.execute("SELECT pg_catalog.current_schemas(false)::pg_catalog.text[]").fetchone()
    connection.execute("SELECT pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', false)")
    names = [name for name in (found[0] if found else []) if name != "pg_catalog"]
    return [str(quoted) for (quoted,) in connection.execute("SELECT quote_ident(unnest(%s::text[]))", (names,))]


def connect(url: str, kind: type[NoAnswer] | type[CannotWrite]) -> "psycopg.Connection[Any]":
    """Return a connection; raises an error of that kind in one line."""
    arguments, library = arguments_of(url), driver()
    try:
        connection: psycopg.Connection[Any] = library.connect(**_DEFAULTS | arguments | _FIXED)
    except (library.Error, ValueError) as error:
        reason, password = reason_of(error), arguments.get("password")
        if password and password in reason:  # no known message quotes it
            reason = type(error).__name__
        raise kind(f"cannot reach {masked(url)!r}: {reason}; check the URL, and that the server runs") from None
    return connection


def arguments_of(url: str) -> dict[str, Any]:
    """Return psycopg's arguments for a URL; raises BookError for the URL of another driver."""
    from sqlalchemy.exc import SQLAlchemyError

    parsed = parsed_url(url)
    try:
        dialect = parsed.get_dialect()
    except SQLAlchemyError:
        raise BookError(f"{expected(url)}: as postgresql+psycopg://user:password@host/database") from None
    if dialect.driver != "psycopg":
        raise BookError(f"{expected(url)}: books are kept in SQLite files, and in PostgreSQL by postgresql+psycopg://")
    _, arguments = dialect().create_connect_args(parsed)
    return dict(arguments)


def driver() -> Any:
    """Return the driver; raises MissingExtra if it is not installed."""
    try:
        import psycopg
    except ImportError as error:
        raise MissingExtra("books in PostgreSQL need the library psycopg: pip install 'oxobook[postgres]'") from error
    return psycopg


def reason_of(error: Any) -> str:
    """Return the server's message, in one line."""
    diagnosis = getattr(error, "diag", None)
    message = diagnosis and diagnosis.message_primary
    return " ".join(str(message or error).split()) or type(error).__name__
