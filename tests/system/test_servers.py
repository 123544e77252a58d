"""A book in a server, PostgreSQL or MariaDB: it answers as the file does, one book a reader, and says no password."""

import itertools
import json
import os
import shutil
import subprocess
import sys
from urllib.parse import quote

import numpy as np
import pytest

from oxobook.book import Book, MissingBook, Rules
from oxobook.book.errors import NoAnswer, masked
from oxobook.book.library import book_path
from oxobook.book.verify import rows, verify_book
from oxobook.generator.generate import generate_book
from oxobook.viewer.explorer.app import create_app
from tests.database_servers import PASSWORD, USER, MariaDBServer, NoServer, PostgresServer
from tests.listening import At, Interrupted
from tests.viewer.explorer.conftest import Client

pytestmark = pytest.mark.slow  # a server of one's own takes as long to start as hundreds of quick tests
REQUIRED = "OXOBOOK_REQUIRE_SERVERS"
SECRETS = (PASSWORD, quote(PASSWORD, safe=""), "w/rd", "w%2Frd")
_numbers = itertools.count()


@pytest.fixture(scope="module", params=[PostgresServer, MariaDBServer])
def server(request):
    """A server of each kind for this module."""
    try:
        with request.param() as running:
            yield running
    except NoServer as reason:
        if os.environ.get(REQUIRED) == "1":
            raise
        pytest.skip(f"{reason} ({REQUIRED}=1 makes this an error)")


@pytest.fixture
def postgres(server):
    """The server, for what only PostgreSQL has."""
    if not isinstance(server, PostgresServer):
        pytest.skip("this is about PostgreSQL")
    return server


@pytest.fixture
def empty(server, tmp_path, monkeypatch):
    """The URL of an empty database; what grows before it goes there is in a folder of the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return server.create(f"empty{next(_numbers)}")


@pytest.fixture
def changing(empty, make_book):
    """The URL of a book of 3x3x3 that a test may replace."""
    make_book("3x3x3-misere")
    generate_book(Rules(), empty)
    return empty


def database(url):
    return url.rpartition("/")[2]


def end_sessions(postgres, url):
    """End all connections to a database."""
    sessions = f"FROM pg_stat_activity WHERE datname = '{database(url)}'"
    postgres.execute("postgres", f"SELECT pg_terminate_backend(pid) {sessions}")


def says_no_secret(text):
    """Return whether a text holds no part of a password."""
    return not any(secret in text for secret in SECRETS)


def refused(done):
    """The one line on stderr of a command that was refused."""
    assert done.exit_code == 2 and done.stdout == "" and done.exception.__class__ is SystemExit, done
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("oxobook: ")
    assert says_no_secret(done.stderr) and "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize(("text", "engine"), [("2x5x3", "auto"), ("3x3x3-misere", "dense")])
def test_a_book_in_a_server_is_the_files(empty, compiled, made, text, engine):
    """Counts, digest, entries and arrays equal the file's, in either layout; verify passes it, and says no password."""
    generate_book(Rules.parse(text), empty, engine=engine)
    with Book.open(made(text, engine)) as file, Book.open(empty) as book:
        assert book.info == file.info and len(book) == len(file) and book.layout.name == file.layout.name
        entries = list(book)
        assert entries == list(file)
        assert [book.probe(entry.position) for entry in entries[::7]] == entries[::7]
        keys = np.array([entry.position.key for entry in entries])
        for ours, theirs in zip(book.lookup_many(keys), file.lookup_many(keys), strict=True):
            assert np.array_equal(ours, theirs)
    verdict = verify_book(empty)
    assert verdict.right and says_no_secret(str(verdict)) and verdict.book == masked(empty)
    assert verify_book(empty, 100, seed=1).right


def test_verify_finds_what_was_altered(server, changing):
    """Rows and a count that were altered in the server are named."""
    altered = {
        "remoteness": "UPDATE position SET remoteness = 5 WHERE ply = 0",
        "board": "UPDATE position SET board = 'XXX/.../...' WHERE ply = 0",
        "positions of ply 1": "UPDATE layer SET positions = 4 WHERE ply = 1",
    }
    server.execute(database(changing), *altered.values())
    named = {wrong.what for one in verify_book(changing).checks for wrong in one.first}
    assert altered.keys() <= named


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_of_another_encoding(postgres, encoding):
    """A book is written to and read from a database of another encoding, or without one."""
    name = f"encoded_{encoding}"
    postgres.execute("postgres", f"CREATE DATABASE \"{name}\" ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0")
    generate_book(Rules(), postgres.url(name))
    assert verify_book(postgres.url(name)).right


def test_the_commands_take_a_url(run, made, empty, tmp_path):
    """generate, info, lookup, line, stats, export and verify work on a URL as on a file, and say no password."""
    file = shutil.copy(made("3x3x3"), tmp_path)
    done = run("generate", "3x3x3", "--out", empty)
    assert done.exit_code == 0 and f"{masked(empty)}: 765 positions up to symmetry" in done.stdout
    assert says_no_secret(done.output)
    for command in (
        ("info", "--json"),
        ("lookup", "X../.O./...", "--json"),
        ("lookup", "X../.O./..."),
        ("lookup", "--line", "a3", "c1"),
        ("stats",),
        ("export", "csv"),
    ):
        asked, expected = run(*command, "-b", empty), run(*command, "-b", file)
        assert asked.exit_code == 0 and asked.stdout.replace(masked(empty), "data") == expected.stdout, asked.output
    proved = run("verify", "-b", empty, "--json")
    assert proved.exit_code == 0 and json.loads(proved.stdout)["book"] == masked(empty)


WRITER = """
import sys
from contextlib import closing
from oxobook.book.store.reader import Store

from oxobook.book.store.writer import target_at
import sqlite3

file, url = sys.argv[1:]
with closing(Store(file)) as store, closing(sqlite3.connect(file)) as rows:
    def columns():
        for number, row in enumerate(rows.execute("SELECT * FROM position ORDER BY key")):
            if number == 600:
                print("half", flush=True)
                sys.stdin.readline()
            yield [[value] for value in row]

    target = target_at(url)
    target.require_new(store.info.rules, True)
    target.write_rows(True, store.info, columns())
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


def test_readers_have_the_old_book_until_all_is_there(changing, half_written):
    """While one process writes a book readers have the old one, and then the new one."""
    with Book.open(changing) as opened:
        assert str(opened.rules) == "3x3x3" and len(list(opened)) == 765
    half_written.communicate("go on\n", timeout=60)
    verdict = verify_book(changing)
    assert half_written.returncode == 0 and verdict.right and verdict.rules == "3x3x3-misere"


def test_a_writer_killed_half_way(changing, half_written):
    """A writer that is killed leaves the old book whole, and the next one goes on."""
    half_written.kill()
    half_written.wait(timeout=60)
    verdict = verify_book(changing)
    assert verdict.right and verdict.rules == "3x3x3"
    generate_book(Rules.parse("3x3x3-misere"), changing, replace=True)
    assert verify_book(changing).rules == "3x3x3-misere"


def test_a_role_that_may_only_read(run, postgres, changing):
    """A role with SELECT alone reads the book, and is told that it cannot write."""
    postgres.execute("postgres", "CREATE ROLE reader LOGIN PASSWORD 'secret'")
    url = postgres.url(database(changing), "reader", "secret")
    assert "permission denied for table" in refused(run("info", "-b", url))
    postgres.execute(database(changing), "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    assert run("info", "-b", url, "--json").exit_code == 0 and verify_book(url).right
    assert "permission denied" in refused(run("generate", "--out", url, "--force"))


def test_what_cannot_be_reached_is_one_line(run, server, postgres, empty):
    """A refused connection, a wrong password, an unknown host or database: one line each, without the password."""
    cases = {
        "onnection refused": server.url("postgres", port=1),
        "password authentication failed": server.url("postgres", password="w/rd wrong"),
        "does not exist": server.url("nowhere"),
        "no.such.host.invalid": server.url("postgres").replace("127.0.0.1", "no.such.host.invalid"),
        "invalid connection option": server.url("postgres") + "?nonsense=1",
        "an SQLAlchemy URL such as": f"postgresql://{USER}:{quote(PASSWORD)}/x",
        "no schema has been selected to create in": f"{empty}?options=-csearch_path%3Dnowhere",
    }
    for said, url in cases.items():
        if "nowhere" not in url or "options" not in url:
            assert said in refused(run("lookup", "a3", "-b", url))
            assert said in refused(run("verify", "-b", url))
        assert said in refused(run("generate", "--out", url))


def test_a_book_of_blocks_is_continued(empty, compiled, tmp_path, said):
    """A solve for a server that was stopped goes on from the last whole layer, and leaves nothing here in the end."""
    with pytest.raises(Interrupted):
        generate_book(Rules(), empty, engine="dense", tell=At("solve", 5))
    with pytest.raises(MissingBook):
        Book.open(empty)
    generate_book(Rules(), empty, engine="dense")
    assert any("Going on from ply 6" in one for one in said.messages) and verify_book(empty).right
    assert not list((tmp_path / "cache" / "oxobook").iterdir())


def test_a_connection_that_is_lost(postgres, changing, monkeypatch):
    """If the server ends the connection a book says so in one line, and verify has no verdict; a new one works."""

    with Book.open(changing) as opened:
        opened.probe("X../.O./...")
        end_sessions(postgres, changing)
        for _ in range(2):
            with pytest.raises(NoAnswer, match=r"cannot read the book .*open it again") as caught:
                opened.probe("X../.O./...")
            assert says_no_secret(str(caught.value)) and "\n" not in str(caught.value)
    monkeypatch.setattr(rows, "check_file", lambda *_: end_sessions(postgres, changing))
    with pytest.raises(NoAnswer):
        verify_book(changing)
    with Book.open(changing) as opened:
        assert opened.probe("X../.O./...").pick == "b3"


def test_a_served_book_is_opened_again(postgres, changing, tmp_path):
    """When the database has ended the connection, one question is refused, and the next one answered."""
    client = Client(create_app(str(tmp_path), [changing]))
    assert client.get("/api/3x3x3/lookup").status_code == 200
    end_sessions(postgres, changing)
    answers = [client.get(f"/api/3x3x3/lookup?position={cell}") for cell in ("a1", "a2")]
    assert [answer.status_code for answer in answers] == [503, 200]
    assert says_no_secret(answers[0].text)
