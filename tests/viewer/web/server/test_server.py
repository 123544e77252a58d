"""The command and the real server: start and end, and paths that try to climb."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from functools import partial

import httpx
import psutil
import pytest

from tests.viewer.web.conftest import Server, alive, complete, connect, exchange, problem

ENDLESS = (
    "from tests.viewer.web.hostile_work import endless_picture; import oxobook.viewer.web.api.pictures as drawing\n"
    "drawing.diagram_picture = endless_picture"
)
"""Makes every picture one that takes too long."""


@pytest.mark.slow
def test_serve_says_where_and_ends_politely(library, book):
    """One line with the address, answers there, and after Ctrl-C exit code 0 and nothing on stderr."""
    server = Server(library)
    assert re.fullmatch(r"Serving the books of .* at http://127\.0\.0\.1:\d+/ \(Ctrl-C ends\)\n", server.line)
    assert alive(server)
    assert httpx.get(f"{server.url}api/3x3x3/map.svg?depth=1", timeout=30).status_code == 200
    assert server.stop() == "" and server.process.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("pause", [0.0, 0.04, 0.06, 0.1])
def test_ctrl_c_while_a_picture_is_begun(library, book, pause):
    """Ctrl-C that comes while the drawing processes are starting ends them without a word, too."""
    server = Server(library)
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(b"GET /api/3x3x3/map.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        process, deadline = psutil.Process(server.process.pid), time.monotonic() + 30
        while len(process.children()) < 2 and time.monotonic() < deadline:  # one and the tracker of its resources
            time.sleep(0.01)
        time.sleep(pause)
    assert server.stop() == "" and server.process.returncode == 0


@pytest.mark.slow
def test_ctrl_c_while_a_picture_takes_long(library, book):
    """A client that waits for a slow picture is told that the server ends; it ends soon and quietly."""
    server = Server(library, before=ENDLESS)
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(b"GET /api/3x3x3/map.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert alive(server)
        began = time.monotonic()
        os.killpg(server.process.pid, signal.SIGINT)
        said = b""
        while not complete(said):
            said += connection.recv(65536) or pytest.fail(f"the server hung up after {said!r}")
        status, detail = problem(said)
    assert status == 503 and detail == "the server is shutting down: try again in a while"
    assert server.process.communicate(timeout=30)[1] == "" and server.process.returncode == 0
    assert time.monotonic() - began < 20


@pytest.mark.slow
def test_ctrl_c_while_pictures_wait_behind_others(library, book):
    """A client that has asked for one picture after another without an answer does not keep the server from ending."""
    server = Server(library, before=ENDLESS)
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        for depth in range(10):
            connection.sendall(b"GET /api/3x3x3/map.svg?depth=%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % depth)
        assert alive(server)
        began = time.monotonic()
        assert server.stop() == "" and server.process.returncode == 0
    assert time.monotonic() - began < 10


@pytest.mark.slow
def test_ctrl_c_while_a_book_hangs(library, book):
    """A book that does not open holds up neither other requests nor the end of the server."""
    server = Server(
        library,
        before="from tests.viewer.web.hostile_work import endless_summary\n"
        "import oxobook.viewer.web.books.open_books as open_books\n"
        "open_books.library_summary = endless_summary",
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(b"GET /api/3x3x3/lookup HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5)
        assert b" 200 OK" in exchange(server.port, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        began = time.monotonic()
        assert server.stop() == "" and server.process.returncode == 0
    assert time.monotonic() - began < 10


HANGING = """
import os, threading
from pathlib import Path
real = os.stat
def stat(file, **how):
    if "3x3x3.sqlite" in str(file) and os.path.lexists("{flag}"):
        threading.Event().wait()
    return real(file, **how)
os.stat = stat
Path.stat = lambda path, **how: os.stat(path, **how)
"""
"""Makes every stat of the book of 3x3x3 wait for ever, from when a file is there."""


@pytest.mark.slow
def test_sigterm_while_a_stat_hangs(library, book, tmp_path):
    """A disk that answers no stat holds up neither other requests nor the end of the server."""
    server = Server(library, before=HANGING.replace("{flag}", str(tmp_path / "hang")))
    assert alive(server)
    (tmp_path / "hang").touch()
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(b"GET /api/3x3x3/lookup?position=X../.O./... HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
        assert b" 200 OK" in exchange(server.port, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", timeout=2)
        began = time.monotonic()
        server.process.terminate()
        assert server.process.communicate(timeout=30)[1] == "" and server.process.returncode == 0
    assert time.monotonic() - began < 10


@pytest.mark.slow
def test_ctrl_c_while_answers_are_unread(library, book):
    """Clients that read nothing do not keep the server from ending, and it says nothing of them."""
    server = Server(library)
    asked = b"GET /api/3x3x3/graph.svg?all=true HTTP/1.1\r\nHost: localhost\r\n\r\n"
    exchange(server.port, asked, timeout=60)
    with ExitStack() as stack:
        for _ in range(5):
            connection = stack.enter_context(connect(server.port, room=4096))
            connection.sendall(asked * 3)
        assert alive(server)
        began = time.monotonic()
        assert server.stop() == "" and server.process.returncode == 0
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--port", "{busy}"), "port {busy} of 127.0.0.1 is in use: choose another with --port"),
        (("--host", "192.0.2.77", "--port", "0"), "cannot listen on '192.0.2.77'"),
        (("--host", "no.such.host.invalid", "--port", "0"), "cannot listen on 'no.such.host.invalid'"),
        (("--library", "/no/such/folder"), "there is no folder '/no/such/folder': make a book with: oxobook generate"),
        (("--cors", "example.org"), "expected an origin such as https://example.org, or *; got 'example.org'"),
        (("--port", "70000"), "70000 is not in the range 0<=x<=65535"),
        (("--rate", "0"), "0 is not in the range x>=1"),
        (("--proxy", "example.org"), "expected a proxy's address or network such as 127.0.0.1 or 10.0.0.0/8; got 'exa"),
        (("--allow-host", "http://x"), "expected a name such as books.example.org, or *; got 'http://x'"),
    ],
)
def test_what_cannot_be_served(run, arguments, message):
    """One line on stderr, and exit code 2."""
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        done = run("serve", *(argument.replace("{busy}", port) for argument in arguments))
    assert done.exit_code == 2 and done.stderr.count("\n") == 1 and done.stdout == ""
    assert message.replace("{busy}", port) in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["cachetools", "fastapi", "uvicorn"])
def test_without_the_extra(library, book, missing):
    """Without one of the libraries, serve says which extra to install; its help needs none."""
    program = f"import sys; sys.modules[{missing!r}] = None; from oxobook.commands.root import main; main(sys.argv[1:])"
    serve = partial(subprocess.run, capture_output=True, text=True, timeout=60, check=False)
    done = serve([sys.executable, "-c", program, "serve", "--port", "0", "--library", str(library)])
    assert done.returncode == 2 and "pip install 'oxobook[web]'" in done.stderr
    assert "Example: oxobook serve" in serve([sys.executable, "-c", program, "serve", "--help"]).stdout


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
    status, detail = problem(exchange(server.port, f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()))
    assert status in (400, 404) and detail.startswith(("no such path: ", "expected rules as "))


@pytest.mark.slow
def test_a_killed_server_leaves_no_process_behind(library, book):
    """The processes that draw end with the server, however it ends."""
    server = Server(library)
    assert httpx.get(f"{server.url}api/3x3x3/map.svg?depth=1", timeout=30).status_code == 200
    children = psutil.Process(server.process.pid).children(recursive=True)
    assert len(children) >= 2
    server.process.kill()
    server.process.communicate()
    _, left = psutil.wait_procs(children, timeout=20)
    assert not left
