"""A book in a PostgreSQL server: the same answers as the file's, one book for each reader, and no password said."""

import itertools
import json
import os
import random
import subprocess
import sys
import threading
import time
from urllib.parse import quote

import numpy as np
import psycopg
import pytest

from oxobook.book import Book, BookError, CannotWrite, MissingBook, MissingExtra, Position, Rules
from oxobook.book.errors import DamagedBook, NoAnswer
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.library import book_path
from oxobook.book.store.passwords import masked
from oxobook.book.store.postgres_target import SERVER_TYPES, writing
from oxobook.book.store.tables import POSITION_BOOK, create
from oxobook.book.strategy import stored_strategy
from oxobook.book.verify import verify_book
from oxobook.book.verify.proof import Proof
from oxobook.generator.generate import generate_book
from oxobook.generator.strategies.find import find_and_keep
from tests.postgres_server import PASSWORD, USER, NoServer, PostgresServer

pytestmark = pytest.mark.slow  # a server of one's own takes as long to start as hundreds of quick tests
REQUIRED = "OXOBOOK_REQUIRE_POSTGRES"
SECRETS = (PASSWORD, quote(PASSWORD, safe=""), "w/rd", "w%2Frd")
ODD = "ö:/?#[ %2F"
"""The password of the role that may only read."""


@pytest.fixture(scope="module")
def server():
    """A server for this module."""
    try:
        with PostgresServer() as running:
            yield running
    except NoServer as reason:
        if os.environ.get(REQUIRED) == "1":
            raise
        pytest.skip(f"{reason} ({REQUIRED}=1 makes this an error)")


_numbers = itertools.count()


@pytest.fixture
def empty(server):
    """The URL of an empty database, which is gone after the test."""
    name = f"empty{next(_numbers)}"
    yield server.create(name)
    server.execute("postgres", f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def urls(server, make_book):
    """By rules text the URL of a book: each stands in a schema of its own in one database."""
    database = server.create("several")
    found = {}
    for text in ("3x3x3", "3x3x3-misere", "3x4x3", "4x3x3-gravity"):
        server.execute("several", f'CREATE SCHEMA "{text}"')
        found[text] = f"{database}?options=-csearch_path%3D%22{text}%22"
        make_book(text)
        generate_book(Rules.parse(text), found[text])
    return found


@pytest.fixture
def changing(server, book, make_book, empty):
    """The URL of a book of 3x3x3 that a test may replace."""
    make_book("3x3x3-misere")
    generate_book(Rules(), empty)
    return empty


def database(url):
    return url.rpartition("/")[2]


def says_no_secret(text):
    """Return whether a text holds no part of a password."""
    return not any(secret in text for secret in (*SECRETS, ODD, quote(ODD, safe="")))


def refused(done):
    """The one line on stderr of a command that was refused."""
    assert done.exit_code == 2 and done.stdout == "" and done.exception.__class__ is SystemExit, done
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("oxobook: ")
    assert says_no_secret(done.stderr) and "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize("text", ["3x3x3", "3x3x3-misere", "3x4x3", "4x3x3-gravity"])
def test_a_book_in_a_server_is_the_files(text, urls, make_book):
    """Counts, digest, every entry, positions in all orientations, and arrays: all equal the file's."""
    file = make_book(text)
    group = symmetry_group(file.rules)
    with Book.open(urls[text]) as book:
        assert book.info == file.info and len(book) == len(file)
        entries = list(book)
        assert entries == list(file)
        for entry in entries if len(entries) < 1000 else random.Random(1).sample(entries, 500):
            for key in set(group.images(entry.position.x, entry.position.o)):
                turned = Position.from_key(key, file.rules)
                assert book.probe(turned) == file.probe(turned)
        keys = np.array([entry.position.key for entry in entries])
        ours, theirs = book.lookup_many(keys), file.lookup_many(keys)
        for name in ("value", "remoteness", "best", "safe", "pick"):
            assert np.array_equal(getattr(ours, name), getattr(theirs, name))


def test_verify_passes_a_right_book(urls):
    """verify finds nothing wrong in a server's book, whole or by a sample, and says no password."""
    for text, url in urls.items():
        verdict = verify_book(url)
        assert verdict.right and verdict.rules == text, verdict
        assert says_no_secret(str(verdict)) and verdict.book == masked(url)
    assert verify_book(urls["3x4x3"], 200, seed=1).right


@pytest.mark.parametrize(
    ("statement", "check", "what"),
    [
        ("UPDATE position SET remoteness = 5 WHERE key = 0", "answers", "remoteness"),
        ("UPDATE position SET pick = NULL WHERE key = 0", "answers", "pick"),
        ("UPDATE position SET best = 1 WHERE key = 0", "answers", "best"),
        ("UPDATE position SET board = 'XXX/.../...' WHERE key = 0", "boards", "board"),
        ("UPDATE position SET orbit = 3 WHERE key = 0", "boards", "orbit"),
        ("DELETE FROM position WHERE key = 1", "moves", "reached from .../.../..."),
        ("UPDATE layer SET positions = 4 WHERE ply = 1", "counts", "positions"),
        ("ALTER TABLE position DROP CONSTRAINT position_pkey", "tables", "columns of position"),
        ("ALTER TABLE position ALTER COLUMN best TYPE numeric", "tables", "columns of position"),
        ("INSERT INTO book SELECT * FROM book", "tables", "rows of the book table"),
        ("DROP TABLE bound", "tables", "columns of bound"),
        (
            "CREATE POLICY few ON position USING (key <> 1); ALTER TABLE position ENABLE ROW LEVEL SECURITY",
            *("tables", "views, triggers and indices"),
        ),
        ("ALTER TABLE position ENABLE ROW LEVEL SECURITY", "tables", "views, triggers and indices"),
        (
            'ALTER TABLE strategy ALTER COLUMN side TYPE text COLLATE "C"',
            *("tables", "tables made otherwise than documented"),
        ),
        (
            "ALTER TABLE bound RENAME TO rest; CREATE VIEW bound AS SELECT * FROM rest",
            *("tables", "tables made otherwise than documented"),
        ),
        ("CREATE TABLE more () INHERITS (position)", "tables", "views, triggers and indices"),
        (
            "ALTER TABLE position DROP COLUMN ply; "
            "ALTER TABLE position ADD COLUMN ply integer NOT NULL GENERATED ALWAYS AS (0) STORED",
            *("tables", "tables made otherwise than documented"),
        ),
    ],
)
def test_verify_finds_what_was_altered(server, changing, statement, check, what):
    """A row, a count or a table that was altered in the server is named."""
    server.execute(database(changing), statement)
    verdict = verify_book(changing)
    found = [wrong for one in verdict.checks if one.name == check for wrong in one.first]
    assert any(what in wrong.what for wrong in found), verdict


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_of_another_encoding(server, encoding):
    """A book is written to and read from a database of another encoding, or without one."""
    name = f"encoded_{encoding}"
    server.execute("postgres", f"CREATE DATABASE \"{name}\" ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0")
    generate_book(Rules(), server.url(name) + "?client_encoding=latin1")
    assert verify_book(server.url(name)).right


def test_the_commands_take_a_url(run, made, empty):
    """generate, info, lookup, line, stats, export and verify work on a URL as on a file, and say no password."""
    file = str(made("3x3x3"))  # the library's book may keep strategies
    made = run("generate", "3x3x3", "--out", empty)
    assert made.exit_code == 0 and f"{masked(empty)}: 765 positions up to symmetry" in made.stdout
    assert says_no_secret(made.output)
    for command in (
        ("info", "--json"),
        ("lookup", "X../.O./...", "--json"),
        ("lookup", "X../.O./..."),
        ("line", "a3", "c1"),
        ("stats",),
        ("export", "csv"),
        ("export", "c"),
    ):
        asked, expected = run(*command, "-b", empty), run(*command, "-b", file)
        assert asked.exit_code == 0 and asked.stdout.replace(masked(empty), "data") == expected.stdout, asked.output
    proved = run("verify", "-b", empty, "--json")
    assert proved.exit_code == 0 and json.loads(proved.stdout)["book"] == masked(empty)
    proved = run("verify", "-b", empty)
    assert proved.exit_code == 0 and says_no_secret(proved.output)


def test_strategies_are_kept_in_a_server(run, changing, tmp_path):
    """A strategy that was found is kept beside the book, replaced by --force, and shown to who opens the book anew; so
    is one that a sheet has to make for itself."""
    for options in ((), ("--force",), ()):
        found = run("strategy", "-b", changing, "--side", "X", "--kind", "reflexes", "--json", *options)
        assert found.exit_code == 0 and json.loads(found.stdout)["remembered"] == 3, found.output
    with Book.open(changing) as opened:
        stored = stored_strategy(opened, "X", "reflexes")
        assert stored is not None and stored.proved and stored.positions == 25
    assert verify_book(changing).right
    assert run("sheet", str(tmp_path / "x.svg"), "--side", "O", "-b", changing).exit_code == 0
    with Book.open(changing) as opened:
        assert [one.side for one in opened.strategies()] == ["O", "X"]


def test_a_strategy_is_not_kept_in_another_book(changing):
    """A strategy of a book that was replaced while it was sought is not written into the new one."""
    with Book.open(changing) as opened:
        generate_book(Rules.parse("3x3x3-misere"), changing, replace=True)
        with pytest.raises(CannotWrite, match="holds another book by now"):
            find_and_keep(opened, "X", "pick", False, 60)
    with Book.open(changing) as opened:
        assert opened.strategies() == []


def test_a_book_is_replaced_only_by_force(run, changing):
    """Without --force a book that is there is left as it is."""
    again = run("generate", "3x3x3-misere", "--out", changing)
    assert "holds a book already and is left as it is; --force replaces it" in refused(again)
    assert run("generate", "3x3x3-misere", "--out", changing, "--force").exit_code == 0
    with Book.open(changing) as opened:
        assert str(opened.rules) == "3x3x3-misere"


def test_an_open_book_keeps_its_book(changing, book):
    """A book that is open answers from what it opened, however often another takes its place; threads may share it."""
    entries = list(book)
    with Book.open(changing) as opened:
        wrong = []

        def ask(part):
            wrong.extend(entry for entry in part if opened.probe(entry.position) != entry)

        for text in ("3x3x3-misere", "3x4x3", "3x3x3-misere"):
            generate_book(Rules.parse(text), changing, replace=True)
            threads = [threading.Thread(target=ask, args=(entries[start::4],)) for start in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert not wrong and list(opened) == entries and opened.strategies() == []
    with Book.open(changing) as opened:
        assert str(opened.rules) == "3x3x3-misere" and verify_book(changing).right


READER = """
import os, random, sys
from pathlib import Path
from oxobook.book import Book

url, stop, *files = sys.argv[1:]
right = {}
for file in files:
    with Book.open(file) as book:
        right[book.info] = {entry.position: entry for entry in book}
seen, rounds = set(), 0
while not Path(stop).exists():
    with Book.open(url) as book:
        expected = right[book.info]
        seen.add(str(book.rules))
        for position in random.sample(sorted(expected, key=lambda position: position.key), 30):
            assert book.probe(position) == expected[position], position
        if rounds % 4 == 3:
            assert list(book) == list(expected.values())
        rounds += 1
    if rounds == 4:
        Path(f"{stop}.{os.getpid()}").touch()
print(*sorted(seen))
"""


@pytest.mark.slow
def test_readers_while_the_book_is_replaced(changing, library, tmp_path, make_book):
    """Four processes that open and ask a book while it is replaced get right answers, all of one book: twenty times,
    and on until each has opened it four times."""
    books = [Rules.parse(text) for text in ("3x3x3", "3x3x3-misere")]
    files = [str(book_path(rules, library)) for rules in books]
    stop = tmp_path / "stop"
    command = [sys.executable, "-c", READER, changing, str(stop), *files]
    readers = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    try:
        for turn in range(1000):
            generate_book(books[(turn + 1) % 2], changing, replace=True)
            if turn >= 20 and len(list(tmp_path.glob("stop.*"))) == 4:
                break
    finally:
        stop.touch()
        ended = [reader.communicate(timeout=60) for reader in readers]
    assert [(reader.returncode, errors) for (_, errors), reader in zip(ended, readers, strict=True)] == [(0, "")] * 4
    assert {rules for out, _ in ended for rules in out.split()} == set(map(str, books))


WRITER = """
import sys
from oxobook.book.store.stores import open_store, target_at

file, url = sys.argv[1:]
store = open_store(file)

def rows():
    for number, row in enumerate(store.select("SELECT * FROM position ORDER BY key")):
        if number == 600:
            print("half", flush=True)
            sys.stdin.readline()
        yield [(value,) for value in row]

with target_at(url).rows(replace=True) as write:
    write(store.info, rows())
"""


@pytest.fixture
def half_written(changing, library):
    """A process that has written a part of the misère book into the place of the other, and waits."""
    file = book_path(Rules.parse("3x3x3-misere"), library)
    command = [sys.executable, "-c", WRITER, str(file), changing]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "half\n"
        yield process
        process.kill()


def test_two_writers_at_once(run, changing, half_written):
    """While one process writes a book another is told so at once, and readers have the old book until all is there."""
    second = run("generate", "3x4x3", "--out", changing, "--force")
    assert "another process is writing the book" in refused(second)
    with Book.open(changing) as opened:
        assert str(opened.rules) == "3x3x3" and len(list(opened)) == 765
    half_written.communicate("go on\n", timeout=60)
    assert half_written.returncode == 0
    verdict = verify_book(changing)
    assert verdict.right and verdict.rules == "3x3x3-misere"


def test_a_writer_killed_half_way(changing, half_written):
    """A writer that is killed leaves the old book whole, and no lock behind."""
    half_written.kill()
    half_written.wait(timeout=60)
    verdict = verify_book(changing)
    assert verdict.right and verdict.rules == "3x3x3"
    _soon(lambda: generate_book(Rules.parse("3x3x3-misere"), changing, replace=True))
    assert verify_book(changing).rules == "3x3x3-misere"


def _soon(action):
    """Do it, waiting until the server has noticed that the writer before is dead."""
    for _ in range(100):
        try:
            return action()
        except CannotWrite as error:
            assert "another process" in str(error)
            time.sleep(0.1)
    return action()


@pytest.mark.slow
def test_generate_killed_at_random_moments(changing):
    """generate, killed at any moment, leaves one whole book or the other."""
    moments = random.Random(7)
    for turn in range(12):
        text = ("3x3x3-misere", "3x3x3")[turn % 2]
        command = [sys.executable, "-m", "oxobook", "generate", text, "--out", changing, "--force"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(moments.uniform(0.3, 1.2))
            process.kill()
        verdict = verify_book(changing)
        assert verdict.right and verdict.rules in ("3x3x3", "3x3x3-misere")
    _soon(lambda: generate_book(Rules(), changing, replace=True))


def test_a_role_that_may_only_read(run, server, changing):
    """A role with SELECT alone reads the book with a password of any characters, and is told that it cannot write."""
    server.execute("postgres", "CREATE ROLE reader LOGIN PASSWORD '" + ODD + "'")
    url = server.url(database(changing), "reader", ODD)
    assert "its owner can GRANT SELECT on its tables" in refused(run("info", "-b", url))
    server.execute(database(changing), "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    assert run("info", "-b", url, "--json").exit_code == 0
    assert verify_book(url).right
    assert "permission denied" in refused(run("generate", "--out", url, "--force"))
    generate_book(Rules.parse("3x3x3-misere"), changing, replace=True)  # which takes no rights away
    with Book.open(url) as opened:
        assert str(opened.rules) == "3x3x3-misere"


def test_a_reader_cannot_write(changing):
    """The server refuses an open book's connection whatever would change anything."""
    with Book.open(changing) as opened, pytest.raises(BookError, match="read-only transaction"):
        list(opened.store.select("DELETE FROM position"))


def test_what_cannot_be_reached_is_one_line(run, server, empty):
    """A refused connection, a wrong password, an unknown host or database: one line each, without the password."""
    cases = {
        "onnection refused": server.url("postgres", port=1),
        "password authentication failed": server.url("postgres", password="w/rd wrong"),
        "does not exist": server.url("nowhere"),
        "no.such.host.invalid": server.url("postgres").replace("127.0.0.1", "no.such.host.invalid"),
        "invalid connection option": server.url("postgres") + "?nonsense=1",
        "write an @": empty.replace("%40", "@"),
        "expected a path or an SQLAlchemy URL": f"postgresql://{USER}:{quote(PASSWORD)}/x",
    }
    for said, url in cases.items():
        assert said in refused(run("lookup", "a3", "-b", url))
        assert said in refused(run("generate", "--out", url))
        assert said in refused(run("verify", "-b", url))


def test_a_database_without_a_book(run, empty):
    """A database without a book says which command makes one."""
    told = refused(run("info", "-b", empty, "-r", "3x4x3"))
    assert "there is none: make it with: oxobook generate 3x4x3 --out" in told and masked(empty) in told
    with pytest.raises(MissingBook, match="expected a book in"):
        Book.open(empty)
    assert "there is none" in refused(run("verify", "-b", empty))


def test_another_table_of_that_name_is_left_alone(run, server, empty):
    """A table that has the name of a book's table, but is not one, is neither read as a book nor replaced."""
    server.execute(database(empty), "CREATE TABLE book (title text)", "INSERT INTO book VALUES ('Moby-Dick')")
    assert "is not one" in refused(run("info", "-b", empty))
    assert "has a table 'book' that does not belong to a book; it is left as it is" in refused(
        run("generate", "--out", empty, "--force")
    )


def test_a_schema_that_is_not_there(run, empty):
    """A URL whose search path leads nowhere is refused before the work."""
    url = f"{empty}?options=-csearch_path%3Dnowhere"
    assert "names a schema that does not exist: make it with CREATE SCHEMA" in refused(run("generate", "--out", url))


def test_books_of_blocks_are_files(run, empty):
    """A book of blocks is refused before the work when it is to go into a server."""
    told = refused(run("generate", "3x3x3", "--engine", "dense", "--out", empty))
    assert "is to be a book of blocks, and such books are files: expected a path to write it to" in told


def test_without_the_driver(run, changing, monkeypatch):
    """Without psycopg the extra that brings it is named."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for command in (("info", "-b", changing), ("generate", "--out", changing)):
        assert "need the library psycopg: pip install 'oxobook[postgres]'" in refused(run(*command))
    with pytest.raises(MissingExtra):
        Book.open(changing)


def test_a_connection_that_is_lost(server, changing):
    """If the server ends the connection an open book says so in one line, in every thread; a new one works."""
    told = []
    with Book.open(changing) as opened:
        opened.probe("X../.O./...")
        server.execute(
            "postgres", f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database(changing)}'"
        )

        def ask():
            with pytest.raises(NoAnswer, match=r"lost the connection to the book .*open it again") as caught:
                opened.probe("X../.O./...")
            told.append(str(caught.value))

        ask()
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
        with pytest.raises(NoAnswer):
            list(opened)
    assert len(told) == 2 and all(says_no_secret(one) and "\n" not in one for one in told)
    with Book.open(changing) as opened:
        assert opened.probe("X../.O./...").pick == "b3"


def test_a_connection_whose_end_the_driver_sees_first(changing):
    """An error of the driver's own, without a code of the server's, means that the connection is lost."""
    errors = pytest.importorskip("psycopg").errors
    with Book.open(changing) as opened:
        trouble = opened.store.connection.trouble
        assert "lost the connection" in str(trouble(errors.OperationalError("connection socket closed")))
        assert "cannot read the book" in str(trouble(errors.QueryCanceled("canceling statement due to timeout")))


def test_a_connection_lost_while_verifying_is_no_verdict(server, changing, monkeypatch):
    """A server that goes away says nothing about the book: verify raises, and finds nothing wrong."""

    def end(*_):
        server.execute(
            "postgres", f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database(changing)}'"
        )
        return "ended"

    monkeypatch.setattr(Proof, "file", end)
    with pytest.raises(NoAnswer):
        verify_book(changing)


def test_what_follows_an_error_names_the_first(server, changing):
    """After a failed query the server refuses the others; what is said then is why the first one failed."""
    server.execute(database(changing), "DROP TABLE bound")
    with Book.open(changing) as opened:
        with pytest.raises(DamagedBook, match='relation "bound" does not exist; make it again'):
            opened.strategies()
        with pytest.raises(NoAnswer, match='relation "bound" does not exist; open it again'):
            opened.probe("X../.O./...")


def test_a_row_that_is_none(server, changing):
    """A row that cannot be right is refused, as in a file."""
    server.execute(database(changing), "UPDATE position SET remoteness = 1000 WHERE key = 0")
    with Book.open(changing) as opened:
        with pytest.raises(DamagedBook, match="the row of key 0 cannot be right"):
            opened.probe(".../.../...")
        with pytest.raises(DamagedBook, match="the row of key 0 cannot be right"):
            list(opened)


def test_the_url_may_leave_the_password_out(run, server, changing, monkeypatch):
    """libpq's own ways to a password work, so that none need stand on a command line."""
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    url = f"postgresql://{USER}@127.0.0.1:{server.port}/{database(changing)}"
    assert run("info", "-b", url, "--json").exit_code == 0


def test_the_right_to_write_is_given_back_at_once(empty):
    """A writer can write again at once, however long the server takes to notice a closed connection."""
    for _ in range(100):
        with writing(empty, replace=True):
            pass


@pytest.fixture
def mallory(server, empty):
    """A role that may create in the database, and a function that runs statements as it there."""
    name = database(empty)
    server.execute("postgres", "CREATE ROLE mallory LOGIN PASSWORD 'm'")
    server.execute(name, "GRANT CREATE, USAGE ON SCHEMA public TO mallory")

    def run_as_mallory(*statements):
        with psycopg.connect(server.url(name, "mallory", "m").replace("+psycopg", ""), autocommit=True) as connection:
            return [connection.execute(statement) for statement in statements][-1]

    yield run_as_mallory
    server.execute(name, "DROP OWNED BY mallory CASCADE")
    server.execute("postgres", "DROP ROLE mallory")


TAKES_OVER = """LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN EXECUTE 'ALTER ROLE mallory SUPERUSER'; END IF;
    RETURN {}; END $$"""


@pytest.mark.parametrize("name", ["quote_ident", "hashtext", "to_regclass", "unnest"])
def test_a_function_that_others_have_planted_is_not_called(mallory, empty, name):
    """A function that fits a call better than PostgreSQL's own is not found, by writers or by readers."""
    kinds = {"quote_ident": "name", "hashtext": "name", "to_regclass": "text", "unnest": "text[]"}
    returned = {"quote_ident": "text", "hashtext": "integer", "to_regclass": "regclass", "unnest": "text"}[name]
    body = TAKES_OVER.format(f"pg_catalog.{name}($1)" if name in ("to_regclass", "hashtext") else "NULL")
    mallory(f"CREATE FUNCTION public.{name}({kinds[name]}) RETURNS {returned} {body.replace('($1)', '($1::text)')}")
    generate_book(Rules(), empty)
    assert verify_book(empty).right
    assert mallory("SELECT rolsuper FROM pg_roles WHERE rolname = 'mallory'").fetchone() == (False,)


@pytest.mark.parametrize("with_trigger", [True, False])
def test_tables_of_another_role_are_not_filled(run, mallory, empty, with_trigger):
    """Tables that others made, with a trigger or without, are left as they are, and nothing in them runs."""
    mallory(*(create(table, SERVER_TYPES) for table in POSITION_BOOK))
    if with_trigger:
        mallory(f"CREATE FUNCTION f() RETURNS trigger {TAKES_OVER.format('NEW')}")
        mallory("CREATE TRIGGER t BEFORE INSERT ON book FOR EACH ROW EXECUTE FUNCTION f()")
    done = run("generate", "3x3x3", "--force", "--out", empty)
    assert done.exit_code == 2 and "of another role" in done.stderr and done.stderr.count("\n") == 1
    assert mallory("SELECT count(*) FROM book").fetchone() == (0,)
    assert mallory("SELECT rolsuper FROM pg_roles WHERE rolname = 'mallory'").fetchone() == (False,)


def test_an_operator_of_others_does_not_answer(server, changing, book):
    """An operator in a schema that comes before PostgreSQL's own compares no keys of a lookup."""
    lie = "CREATE FUNCTION evil.lie(bigint, {0}) RETURNS boolean LANGUAGE sql AS 'SELECT false'"
    kinds = ("smallint", "integer", "bigint")
    server.execute(
        database(changing),
        "CREATE SCHEMA evil",
        *(lie.format(kind) for kind in kinds),
        *(f"CREATE OPERATOR evil.= (LEFTARG = bigint, RIGHTARG = {kind}, FUNCTION = evil.lie)" for kind in kinds),
        f"ALTER DATABASE {database(changing)} SET search_path = evil, pg_catalog, public",
    )
    with Book.open(changing) as opened:
        assert opened.probe("X../.O./...") == book.probe("X../.O./...")
    assert verify_book(changing).right
