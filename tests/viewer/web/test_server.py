"""The command and the real server: start and end, hostile bytes, and more connections than it holds."""

import json
import os
import re
import resource
import select
import signal
import socket
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import psutil
import pytest

from tests.viewer.web.conftest import SERVE, Server
from viewer.web.client_connection import most_connections
from viewer.web.limits import TARGET_BYTES


def exchange(port, *pieces, timeout=10.0):
    """Everything that the server says to raw bytes, until it closes or is silent after a whole answer."""
    said = b""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
        for piece in pieces:
            try:
                connection.sendall(piece)
            except (BrokenPipeError, ConnectionResetError):
                break
        while not complete(said):
            try:
                more = connection.recv(65536)
            except (ConnectionResetError, TimeoutError):
                break
            if not more:
                break
            said += more
    return said


def complete(said):
    """Whether these bytes are a whole response."""
    head, end, body = said.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head)
    return bool(end and length and len(body) >= int(length[1]))


def problem(said):
    """The status and the sentence of a raw response."""
    head, _, body = said.partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head
    return int(head.split()[1]), json.loads(body)["detail"]


def alive(server):
    """Whether the server answers a lookup."""
    asked = f"{server.url}api/3x3x3/lookup?position=X../.O./..."
    return httpx.get(asked, timeout=30).json()["best"][0] == "b3"


def test_serve_says_where_and_ends_politely(library, book):
    """One line with the address, answers there, and after Ctrl-C exit code 0 and nothing on stderr."""
    server = Server(library)
    assert re.fullmatch(r"Serving the books of .* at http://127\.0\.0\.1:\d+/ \(Ctrl-C ends\)\n", server.line)
    assert alive(server)
    assert httpx.get(f"{server.url}api/3x3x3/map.svg?depth=1", timeout=30).status_code == 200
    assert server.stop() == "" and server.process.returncode == 0


@pytest.mark.parametrize("pause", [0.0, 0.04, 0.06, 0.1])
def test_ctrl_c_while_a_picture_is_begun(library, book, pause):
    """Ctrl-C that comes while the drawing processes are starting ends them without a word, too."""
    server = Server(library)
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(b"GET /api/3x3x3/map.svg HTTP/1.1\r\nHost: x\r\n\r\n")
        process, deadline = psutil.Process(server.process.pid), time.monotonic() + 30
        while len(process.children()) < 3 and time.monotonic() < deadline:  # two and the tracker of their resources
            time.sleep(0.01)
        time.sleep(pause)
    assert server.stop() == "" and server.process.returncode == 0


def test_ctrl_c_while_a_picture_takes_long(library, book):
    """Who waits for a picture that takes too long is told that the server ends; it does so soon and without a word."""
    server = Server(
        library,
        before="import time; from viewer.web.studio import Studio; draw = Studio.draw\n"
        "Studio.draw = lambda self, *picture: draw(self, time.sleep, 60)",
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(b"GET /api/3x3x3/map.svg HTTP/1.1\r\nHost: x\r\n\r\n")
        assert alive(server)
        began = time.monotonic()
        os.killpg(server.process.pid, signal.SIGINT)
        said = b""
        while not complete(said):
            said += connection.recv(65536) or pytest.fail(f"the server hung up after {said!r}")
        status, detail = problem(said)
    assert status == 503 and detail == "expected a server that goes on; this one is ending: try again in a while"
    assert server.process.communicate(timeout=30)[1] == "" and server.process.returncode == 0
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--port", "{busy}"), "expected a free port; {busy} of 127.0.0.1 is in use: choose another with --port"),
        (("--host", "192.0.2.77", "--port", "0"), "cannot listen on '192.0.2.77'"),
        (("--host", "no.such.host.invalid", "--port", "0"), "cannot listen on 'no.such.host.invalid'"),
        (("--library", "/no/such/folder"), "expected a folder of books; there is none at '/no/such/folder'"),
        (("--cors", "example.org"), "expected an origin such as https://example.org, or *; got 'example.org'"),
        (("--port", "70000"), "70000 is not in the range 0<=x<=65535"),
        (("--rate", "0"), "0 is not in the range x>=1"),
    ],
)
def test_what_cannot_be_served(run, arguments, message):
    """One line on stderr, and exit code 2."""
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        done = run("serve", *(argument.replace("{busy}", port) for argument in arguments))
    assert done.exit_code == 2 and done.stderr.count("\n") == 1 and done.stdout == ""
    assert message.replace("{busy}", port) in done.stderr


@pytest.mark.parametrize("missing", ["cachetools", "fastapi", "httptools", "uvicorn"])
def test_without_the_extra(run, monkeypatch, missing):
    """Without one of the libraries, serve says which extra to install; its help needs none."""
    monkeypatch.setitem(sys.modules, missing, None)
    done = run("serve", "--port", "0")
    assert done.exit_code == 2 and "pip install 'oxobook[web]'" in done.stderr
    assert "Example: oxobook serve" in run("serve", "--help").stdout


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
    status, detail = problem(exchange(server.port, f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode()))
    assert status in (400, 404) and detail.startswith("expected")


@pytest.mark.parametrize(
    ("pieces", "status"),
    [
        ([b"GET /api/3x3x3/lookup?position=" + b"X" * 1_000_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n"], 414),
        ([b"GET /?" + b"x" * (TARGET_BYTES + 1) + b" HTTP/1.1\r\nHost: x\r\n\r\n"], 414),
        ([b"GET / HTTP/1.1\r\n" + b"X-Header: value\r\n" * 100_000], 431),
        ([b"GET / HTTP/1.1\r\nX-Header: ", *[b"x" * 50_000] * 20], 431),
        ([b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256))], 400),
        ([b"GET /api/\xff\xfe/lookup HTTP/1.1\r\nHost: x\r\n\r\n"], 400),
        ([b"no request at all\r\n\r\n"], 400),
        ([b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n"], 413),
        ([b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"ffff\r\n"], 413),
    ],
    ids=["1 MB position", "long query", "many headers", "long header", "TLS", "raw bytes", "words", "body", "chunks"],
)
def test_hostile_bytes(server, pieces, status):
    """What is no request, or too large a one, gets a sentence; the server goes on."""
    said = problem(exchange(server.port, *pieces))
    assert said[0] == status and said[1].startswith("expected")
    assert alive(server)


def test_requests_on_one_connection(server):
    """Requests that are sent together, or byte by byte, are answered in their order."""
    asked = [f"GET /api/3x3x3/line?position={cell} HTTP/1.1\r\nHost: x\r\n\r\n" for cell in ("a1", "b2", "c3")]
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        for pieces in (["".join(asked)], list("".join(asked))):
            said = b""
            for piece in pieces:
                connection.sendall(piece.encode())
            while said.count(b"200 OK") < 3 or not said.endswith(b"}"):
                said += connection.recv(65536) or pytest.fail(f"closed after {said!r}")
            boards = re.findall(rb'"position":"(.{11})","to_move"', said)
            assert boards == [b".../.../X..", b".../.X./...", b"..X/.../..."]


def open_files(wanted):
    """How many files this process may open, raised as far as it goes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, allowed), hard))
    return max(soft, allowed)


def test_thousands_of_connections(library, book):
    """More connections than the server holds: the surplus is told so, those within go on, and all is well after."""
    number = min(3_000, open_files(4_000) - 200)
    server, most = Server(library), most_connections()
    with ExitStack() as stack:
        connections = []
        for _ in range(number):
            connections.append(stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=30)))
        if number > most:
            status, detail = problem(connections[-1].recv(65536))
            assert status == 503 and detail.startswith(f"expected at most {most:,} connections")
        first = connections[0]
        first.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert first.recv(65536).startswith(b"HTTP/1.1 200 ")
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if b" 200 " in exchange(server.port, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")[:20]:
            break
    assert alive(server)
    assert server.stop() == "" and server.process.returncode == 0


def test_a_head_that_never_ends(library, book):
    """A client that sends its request drop by drop, or nothing at all, is let go after a time."""
    server = Server(library, before="import viewer.web.client_connection as connection; connection.HEAD_SECONDS = 1.0")
    with ExitStack() as stack:
        slow, silent = (
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=30)) for _ in range(2)
        )
        slow.sendall(b"GET / HTTP/1.1\r\n")
        said = b""
        for _ in range(60):
            if select.select([slow], [], [], 0.5)[0]:
                said += slow.recv(65536)
                break
            slow.sendall(b"X-Drop: 1\r\n")
        assert problem(said)[0] == problem(silent.recv(65536))[0] == 408
    assert alive(server)
    server.stop()


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


def test_the_command_needs_no_main_module():
    """The program that the tests start is the one that the benchmark starts."""
    assert SERVE in (Path(__file__).parents[3] / "benchmarks" / "serving.py").read_text()
