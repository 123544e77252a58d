"""PostgreSQL without a server: what the target and the store say to the driver, answered by SQLite in its place."""

import re
import sqlite3
from contextlib import closing, contextmanager
from itertools import islice

import pytest

from oxobook.book import Book, CannotWrite, MissingBook, Rules
from oxobook.book.errors import DamagedBook, NoAnswer, TooLarge
from oxobook.book.store import postgres_reader
from oxobook.book.store.stores import open_store, target_at
from oxobook.book.store.tables import POSITION_BOOK, TABLES
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book

psycopg = pytest.importorskip("psycopg")

URL = "postgresql+psycopg://u:secret@h/db"
KINDS = {"text": (str,), "int4": (int,), "int8": (int,)}
BITS = {"int4": 31, "int8": 63}


class Server:
    """A stand-in for a server: its connections ask one SQLite file, and answer for its catalogue."""

    def __init__(self, path):
        self.path = path
        self.schema = "public"
        self.locks = set()
        self.said = []
        self.options = {}

    def connect(self, **options):
        self.options = options
        return Connection(self)


class Connection:
    """A stand-in for psycopg's connection."""

    closed = False

    def __init__(self, server):
        self.server = server
        self.path = server.schema
        self.database = sqlite3.connect(server.path, isolation_level=None, check_same_thread=False)

    def cursor(self, binary=False):
        return Cursor(self)

    def execute(self, sql, parameters=()):
        return Cursor(self).execute(sql, parameters)

    @contextmanager
    def transaction(self, force_rollback=False):
        self.database.execute("BEGIN")
        try:
            yield
        except BaseException:
            self.database.execute("ROLLBACK")
            raise
        self.database.execute("ROLLBACK" if force_rollback else "COMMIT")

    def close(self):
        self.database.close()
        self.closed = True


class Cursor:
    """A stand-in for psycopg's cursor, and for its COPY."""

    def __init__(self, connection):
        self.connection = connection
        self.server = connection.server

    def execute(self, sql, parameters=()):
        text = sql.decode() if isinstance(sql, bytes) else sql
        is_qualified = f"{self.server.schema}." in text
        text = text.replace(f"{self.server.schema}.", "")
        if re.search(r"FROM (book|layer|position)\b", text) and not is_qualified:
            assert self.server.schema in self.connection.path, "a table is looked for outside of its schema"
        self.server.said.append(text)
        self.rows = iter(self.answer(text, parameters))
        return self

    def answer(self, sql, parameters):
        ask = self.connection.database.execute
        held = {name for (name,) in ask("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "FROM pg_attribute a LEFT JOIN" in sql:
            kinds = ask('SELECT name, type, "notnull", pk FROM pragma_table_info(?)', (parameters["table"],))
            return [(name, kind.replace("BIGINT", "INTEGER"), bool(must), bool(key)) for name, kind, must, key in kinds]
        if sql.strip().startswith("SELECT name FROM unnest") and "IS NOT NULL" in sql:
            return [(name,) for name in parameters["tables"] if name in held]
        if "current_schemas" in sql:
            return [([self.server.schema] if self.server.schema else [],)]
        if "quote_ident" in sql:
            return [(name,) for name in parameters[0]]
        if "unnest" in sql or sql.startswith(("LOCK TABLE", "ANALYZE")):
            return []
        if "set_config" in sql:
            self.connection.path = parameters[0] if parameters else "pg_catalog"
            return [(self.server.schema,)]
        if "pg_try_advisory_lock" in sql:
            return [(not self.server.locks,)] if not self.server.locks else [(False,)]
        if "pg_advisory_unlock_all" in sql:
            return [(None,)]
        if "to_regclass" in sql:
            name = parameters[0].removeprefix(f"{self.server.schema}.")
            return [(name if name in held else None,)]
        try:
            return ask(sql.replace("%s", "?").replace("(SELECT FROM", "(SELECT 1 FROM"), parameters)
        except sqlite3.Error as error:
            raise psycopg.errors.UndefinedTable(str(error)) from error

    def fetchone(self):
        return next(self.rows, None)

    def fetchall(self):
        return list(self.rows)

    def fetchmany(self, count):
        return list(islice(self.rows, count))

    def __iter__(self):
        return self.rows

    @contextmanager
    def copy(self, sql):
        self.into = sql.decode().split(" FROM STDIN (FORMAT BINARY)")[0].removeprefix(f"COPY {self.server.schema}.")
        yield self

    def set_types(self, kinds):
        self.kinds = kinds

    def write_row(self, row):
        for kind, value in zip(self.kinds, row, strict=True):
            assert value is None or isinstance(value, KINDS[kind])
            assert not isinstance(value, int) or -(1 << BITS[kind]) <= value < 1 << BITS[kind], "too wide for its type"
        marks = ", ".join("?" * len(row))
        self.connection.database.execute(f"INSERT INTO {self.into} VALUES ({marks})", list(row))


@pytest.fixture
def server(tmp_path, monkeypatch):
    """A server in which there is no book, the only one that psycopg reaches."""
    stand_in = Server(tmp_path / "server")
    monkeypatch.setattr(psycopg, "connect", stand_in.connect)
    return stand_in


@pytest.mark.parametrize("rules", ["3x3x3", "3x3x3-misere-gravity", "2x4x2", "3x4x3"])
def test_a_book_in_a_server_is_the_files(server, made, rules):
    """Header, rows and tables that are written to a server come back as they are in the file, page by page."""
    game = Rules.parse(rules)
    info = generate_book(game, URL)
    with closing(open_store(made(rules))) as file, closing(open_store(URL)) as store:
        assert store.info == info == file.info
        assert list(store.rows()) == list(file.rows())
        assert next(store.all_positions("key")) == (0,)
        schema = store.schema()
        assert store.check() == ("left to the database", [])
    assert {*schema.columns} == {*POSITION_BOOK} and schema.others == schema.altered == []
    for table, columns in schema.columns.items():
        kinds = [f"{one.name} {one.kind.replace('WIDE', 'INTEGER')}" for one in TABLES[table]]
        assert [column.rstrip("*?") for column in columns] == kinds
    assert verify_book(URL).right
    for table in POSITION_BOOK:
        assert f"ANALYZE {table}" in server.said and f"DELETE FROM {table}" in server.said


def test_a_book_is_replaced_only_when_asked(server):
    """Without --force a book in the server is left alone; with it another game's takes its place."""
    generate_book(Rules(), URL)
    with pytest.raises(CannotWrite, match="holds a book already and is left as it is; --force replaces it"):
        target_at(URL).require_new(Rules(), False)
    target_at(URL).require_new(Rules(), True)
    generate_book(Rules(2, 3, 2), URL, replace=True)
    with Book.open(URL) as book:
        assert book.rules == Rules(2, 3, 2) and len(book) == len(list(book)) == book.info.positions


def test_strategies_in_a_server(server):
    """A strategy takes the place of one of its name and side alone, and is refused for another book."""
    digest = generate_book(Rules(), URL).digest
    target = target_at(URL)
    target.require_writable()
    target.keep(digest, "pick", "X", {0: 4, 8208: 2}, None)
    target.keep(digest, "pick", "O", {1: 4}, 7)
    target.keep(digest, "reflexes", "X", {0: 1}, 1)
    target.keep(digest, "pick", "X", {8208: 3}, 1)
    store = open_store(URL)
    kept = [(one.name, one.side, one.positions, one.bound) for one in store.strategies()]
    assert kept == [("pick", "O", 1, 7), ("pick", "X", 1, 1), ("reflexes", "X", 1, 1)]
    assert store.strategy_moves("X", "pick") == {8208: 3} and store.strategy_moves("O", "pick") == {1: 4}
    assert store.strategies_with_moves() == {("pick", "O"), ("pick", "X"), ("reflexes", "X")}
    with pytest.raises(CannotWrite, match="holds another book by now: find the strategy again"):
        target.keep("another", "pick", "X", {0: 4}, None)
    assert store.strategy_moves("X", "pick") == {8208: 3}


def test_where_no_book_can_go(server, tmp_path):
    """A schema that is missing, another writer, and tables of somebody else's are each told beforehand."""
    target = target_at(URL)
    assert target.folder is None and target.sweep() == [] and target.name == "postgresql+psycopg://u:***@h/db"
    with pytest.raises(TooLarge, match="at most 31 cells"):
        target.require_new(Rules(4, 8, 4), False)
    with pytest.raises(CannotWrite, match="such books are files: expected a path to write it to; got"):
        target.blocks(Rules(), False)
    server.schema = None
    with pytest.raises(CannotWrite, match="names a schema that does not exist: make it with CREATE SCHEMA"):
        target.require_new(Rules(), False)
    server.schema, server.locks = "public", {"another's"}
    with pytest.raises(CannotWrite, match="another process is writing the book"):
        target.require_new(Rules(), False)
    server.locks = set()
    target.require_new(Rules(), False)
    with pytest.raises(MissingBook, match="there is none: make one with oxobook generate RULES --out URL"):
        open_store(URL)
    database = sqlite3.connect(server.path)
    database.execute("CREATE TABLE layer (name TEXT)")
    with pytest.raises(CannotWrite, match="has a table 'layer' that does not belong to a book; it is left as it is"):
        target.require_new(Rules(), True)
    assert server.said[-1] == "SELECT pg_advisory_unlock_all()"


def test_an_error_of_the_server_while_writing(server):
    """An error of the driver's becomes one line, and what was there is unchanged."""
    generate_book(Rules(2, 3, 2), URL)
    database = sqlite3.connect(server.path)
    with pytest.raises(CannotWrite, match=r"cannot write the book .*; what was there is unchanged"):
        database.execute("DROP TABLE position")
        database.execute("CREATE TABLE position (key, board, ply, value, remoteness, best, safe, pick, orbit)")
        database.execute("CREATE TRIGGER t BEFORE DELETE ON book BEGIN SELECT raise(FAIL, 'disk full'); END")
        generate_book(Rules(), URL, replace=True)
    assert database.execute("SELECT rules FROM book").fetchall() == [("2x3x2",)]


def test_what_is_said_to_the_driver(server):
    """A connection names the program and waits ten seconds, unless the URL says otherwise."""
    generate_book(Rules(2, 2, 2), URL)
    assert server.options["application_name"] == "oxobook" and server.options["connect_timeout"] == "10"
    assert (server.options["host"], server.options["dbname"], server.options["password"]) == ("h", "db", "secret")
    open_store(f"{URL}?connect_timeout=3")
    assert server.options["connect_timeout"] == "3" and server.options["application_name"] == "oxobook"


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (psycopg.OperationalError("socket\nclosed"), NoAnswer, "lost the connection to the book .*: socket closed; op"),
        (psycopg.errors.InsufficientPrivilege("no"), NoAnswer, "no; its owner can GRANT SELECT on its tables"),
        (psycopg.errors.QueryCanceled("timeout"), NoAnswer, "cannot read the book .*: timeout; open it again"),
        (psycopg.errors.InFailedSqlTransaction(""), NoAnswer, "cannot read .*InFailedSqlTransaction; open it again"),
        (psycopg.errors.UndefinedColumn("no column"), DamagedBook, "no column; make it again with: oxobook generate"),
    ],
)
def test_errors_while_a_book_is_read(server, monkeypatch, error, kind, said):
    """Each kind of error that the driver raises has its sentence, and only damage advises to make the book again."""
    generate_book(Rules(2, 2, 2), URL)

    def fail(cursor, sql, parameters=()):
        raise error

    with Book.open(URL) as book:
        monkeypatch.setattr(Cursor, "execute", fail)
        with pytest.raises(kind, match=said):
            book.probe("../..")


def test_the_first_error_is_the_one_told(server):
    """After one error the server refuses everything, so the book goes on to tell the first one."""
    generate_book(Rules(2, 2, 2), URL)
    with closing(open_store(URL)) as store:
        trouble = store.connection.trouble
        assert "timeout" in str(trouble(psycopg.errors.QueryCanceled("timeout")))
        refused = psycopg.errors.InFailedSqlTransaction("current transaction is aborted")
        assert "timeout" in str(trouble(refused)) and "aborted" not in str(trouble(refused))
        store.connection.close()
        assert "lost the connection" in str(trouble(refused))


def test_a_server_that_is_no_books(server, monkeypatch):
    """An error while a book is opened says that it is no book, or why it cannot be read; the connection is closed."""
    opened = []
    monkeypatch.setattr(psycopg, "connect", lambda **options: opened.append(server.connect(**options)) or opened[-1])

    def fail(connection, sql, parameters=()):
        raise error

    monkeypatch.setattr(Connection, "execute", fail)
    error = psycopg.errors.UndefinedFunction("no unnest")
    with pytest.raises(DamagedBook, match=r"expected a book made by oxobook; .*\(no unnest\)"):
        postgres_reader.ServerConnection(URL)
    error = psycopg.errors.InsufficientPrivilege("no")
    with pytest.raises(NoAnswer, match="can GRANT SELECT"):
        postgres_reader.ServerConnection(URL)
    assert [one.closed for one in opened] == [True, True]
