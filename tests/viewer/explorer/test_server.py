"""The command and the real server: start and end, and paths that try to climb."""

import re
import socket
from contextlib import closing
from http.client import HTTPConnection

import pytest

from tests.viewer.explorer.conftest import Server, alive


@pytest.fixture(scope="module")
def server(library, make_book):
    """A server of this run's library."""
    make_book("3x3x3")
    server = Server(library)
    yield server
    server.stop()


@pytest.mark.slow
def test_serve_says_where_and_ends_politely(library, book):
    """One line with the address, answers there, a line for each, and after Ctrl-C exit code 0 and no error."""
    server = Server(library)
    assert re.fullmatch(r"Serving the books of .* at http://127\.0\.0\.1:\d+/ \(Ctrl-C ends\)\n", server.line)
    assert alive(server)
    assert server.stop() == "" and server.process.returncode == 0
    lookup = r'^\d{4}-\d\d-\d\d .* 127\.0\.0\.1:\d+ - "GET /api/3x3x3/lookup.*" 200'
    assert re.search(lookup, server.printed(), re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--port", "{busy}"), "port {busy} of 127.0.0.1 is in use: choose another with --port"),
        (("--host", "192.0.2.77", "--port", "0"), "cannot listen on '192.0.2.77'"),
        (("--host", "no.such.host.invalid", "--port", "0"), "cannot listen on 'no.such.host.invalid'"),
        (
            ("--host", "X../.O./...", "--port", "0"),
            "cannot listen on 'X../.O./...', port 0: no host can have this name",
        ),
        (("--library", "/no/such/folder"), "make a book with: oxobook generate --library /no/such/folder, or name"),
        (("--port", "70000"), "70000 is not in the range 0<=x<=65535"),
    ],
)
def test_what_cannot_be_served(run, arguments, message):
    """One line on stderr, and exit code 2."""
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        done = run("serve", *(argument.replace("{busy}", port) for argument in arguments))
    assert done.exit_code == 2 and done.stderr.count("\n") == 1 and done.stdout == ""
    assert message.replace("{busy}", port) in done.stderr


@pytest.mark.parametrize(
    "target",
    [
        "/../../../../etc/passwd",
        "/api/../../etc/passwd/lookup",
        "/api/..%2f..%2f..%2fetc%2fpasswd/lookup",
        "/api/%2e%2e%2f3x3x3/lookup",
        "/api/3x3x3%00.sqlite/lookup",
        "/api/%c0%ae%c0%ae/lookup",
        "/..%5c..%5cpyproject.toml",
        "//etc/passwd",
        "http://example.org/api/none/lookup",
    ],
)
def test_paths_that_try_to_climb(server, target):
    """No path leads out of the library or the page: 400 or 404 with a sentence."""
    with closing(HTTPConnection("127.0.0.1", server.port)) as connection:
        connection.request("GET", target, headers={"Host": "localhost"})
        answer = connection.getresponse()
        assert answer.status in (400, 404) and re.search(b"no such path: |expected rules as ", answer.read())
