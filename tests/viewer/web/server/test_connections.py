"""Connections of the real server: what a client makes it keep is bounded in number, bytes and time."""

import re
import resource
import select
import socket
import struct
import time
from contextlib import ExitStack, suppress

import psutil
import pytest

from oxobook.viewer.web.server.connections import OF_AN_ADDRESS, most_connections
from oxobook.viewer.web.server.limits import HEAD_BYTES, HEADERS, TARGET_BYTES, TOO_MANY_HEADERS
from tests.viewer.web.conftest import Server, alive, connect, exchange, problem

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
LARGE = b"GET /api/3x3x3/graph.svg?all=true HTTP/1.1\r\nHost: localhost\r\n\r\n"
"""A request for some three megabytes, unpacked."""


IMPATIENCE = (
    "import oxobook.viewer.web.server.connections as connection\n"
    "connection.REQUEST_SECONDS = connection.ANSWER_SECONDS = 1.0"
)


@pytest.fixture(scope="module")
def impatient(library, make_book):
    """A server that waits a second for a request, and for an answer to be read."""
    make_book("3x3x3")
    server = Server(library, before=IMPATIENCE)
    yield server
    server.stop()


def all_of(connection):
    """Everything that the server says before it closes."""
    said = b""
    while more := connection.recv(65536):
        said += more
    return said


def cut_off(server, connection):
    """Return whether the server closes a connection on which it waits for its client."""
    port, process, end = connection.getsockname()[1], psutil.Process(server.process.pid), time.monotonic() + 20
    seen = False  # at first the server may not have accepted it yet
    while time.monotonic() < end:
        here = any(one.raddr and one.raddr.port == port for one in process.net_connections("tcp"))
        if seen and not here:
            return True
        seen = seen or here
        time.sleep(0.05)
    return False


END = b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
"""End of the head of a request."""


@pytest.mark.parametrize(
    ("pieces", "status", "detail"),
    [
        (
            [b"GET /api/3x3x3/lookup?position=" + b"X" * 1_000_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"],
            431,
            TOO_MANY_HEADERS,
        ),
        (
            [b"GET /?" + b"x" * (TARGET_BYTES + 1) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"],
            414,
            "path and query must have",
        ),
        ([b"GET / HTTP/1.1\r\n" + b"X-Header: value\r\n" * 100_000], 431, TOO_MANY_HEADERS),
        ([b"GET / HTTP/1.1\r\nX-Header: ", *[b"x" * 50_000] * 20], 431, TOO_MANY_HEADERS),
        ([b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256))], 400, "this is not a request"),
        ([b"GET /api/\xff\xfe/lookup HTTP/1.1\r\nHost: localhost\r\n\r\n"], 400, "this is not a request"),
        ([b"no request at all\r\n\r\n"], 400, "this is not a request"),
        ([b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n"], 413, "the body is too large"),
        (
            [b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", b"ffff\r\n"],
            413,
            "the body is too large",
        ),
    ],
    ids=["1 MB position", "long query", "many headers", "long header", "TLS", "raw bytes", "words", "body", "chunks"],
)
def test_hostile_bytes(server, pieces, status, detail):
    """A request that is none, or too large, gets a sentence; the server goes on."""
    said = problem(exchange(server.port, *pieces))
    assert said[0] == status and said[1].startswith(detail)
    assert alive(server)


def test_requests_on_one_connection(server):
    """Requests that are sent together, or byte by byte, are answered in their order."""
    asked = [f"GET /api/3x3x3/line?position={cell} HTTP/1.1\r\nHost: localhost\r\n\r\n" for cell in ("a1", "b2", "c3")]
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        for pieces in (["".join(asked)], list("".join(asked))):
            said = b""
            for piece in pieces:
                connection.sendall(piece.encode())
            while said.count(b"200 OK") < 3 or not said.endswith(b"}"):
                said += connection.recv(65536) or pytest.fail(f"closed after {said!r}")
            boards = re.findall(rb'"position":"(.{11})","to_move"', said)
            assert boards == [b".../.../X..", b".../.X./...", b"..X/.../..."]


def test_many_requests_ahead(server):
    """A thousand requests sent at once are all answered, in order, though few of them are read at a time."""
    asked = [b"GET /api/3x3x3/line?position=%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % cell for cell in (b"a1", b"b2")]
    with connect(server.port) as connection:
        connection.sendall(b"".join(asked) * 500 + HEALTH[:-2] + b"Connection: close\r\n\r\n")
        said = all_of(connection)
    assert re.findall(rb'"position":"(.{11})","to_move"', said) == [b".../.../X..", b".../.X./..."] * 500
    assert said.count(b"HTTP/1.1 200 OK") == 1001


@pytest.mark.slow
def test_unread_answers_take_no_memory(server):
    """A client that sends megabytes of requests and reads nothing does not make the server grow."""
    assert alive(server)
    process = psutil.Process(server.process.pid)
    before, most, end = process.memory_info().rss, 0, time.monotonic() + 1
    while time.monotonic() < end:
        with suppress(ConnectionError), connect(server.port, room=4096) as connection:
            for _ in range(20):
                connection.sendall(HEALTH * 2000)
                most = max(most, process.memory_info().rss)
    assert most - before < 20_000_000
    assert alive(server)


def test_headers_are_bounded(server):
    """More headers than a request has are refused, however short they are and whether or not they end."""
    for lines in (b"a:b\r\n" * HEADERS + b"\r\n", b"a:b\r\n" * 50_000):
        status, detail = problem(exchange(server.port, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + lines))
        assert status == 431 and detail == TOO_MANY_HEADERS
    assert exchange(server.port, HEALTH[:-2] + b"a:b\r\n" * (HEADERS - 1) + b"\r\n").startswith(b"HTTP/1.1 200 ")


def test_a_long_head_in_one_packet(server):
    """A head is too long whether it comes at once or in pieces."""
    head = HEALTH[:-2] + b"X-Header: " + b"x" * HEAD_BYTES + b"\r\n\r\n"
    assert problem(exchange(server.port, head))[0] == 431


def test_a_head_that_never_ends(impatient):
    """A client that sends its request drop by drop, or nothing at all, is let go after a time."""
    with ExitStack() as stack:
        slow, silent = (stack.enter_context(connect(impatient.port)) for _ in range(2))
        slow.sendall(b"GET / HTTP/1.1\r\n")
        said = b""
        for _ in range(60):
            if select.select([slow], [], [], 0.5)[0]:
                said += slow.recv(65536)
                break
            slow.sendall(b"X-Drop: 1\r\n")
        assert problem(said)[0] == problem(silent.recv(65536))[0] == 408
    assert alive(impatient)


def test_a_body_that_never_ends(impatient):
    """A client that sends its body drop by drop has its answer, and is let go after a time."""
    with connect(impatient.port) as connection:
        connection.sendall(HEALTH[:-2] + b"Content-Length: 60000\r\n\r\n")
        said, began = b"", time.monotonic()
        while b" 408 " not in said:
            if select.select([connection], [], [], 0.3)[0]:
                said += connection.recv(65536)
            else:
                connection.sendall(b"x")
            assert time.monotonic() - began < 20
        assert b" 200 OK" in said


@pytest.mark.slow
def test_who_is_cut_off_is_no_failure(library, book):
    """A client that sends requests ahead and does not read is cut off, and the server's log says nothing."""
    server = Server(library, before=IMPATIENCE)
    with connect(server.port, room=4096) as connection:
        connection.sendall(HEALTH.replace(b"healthz", b"openapi.json") * 150)
        assert cut_off(server, connection) and alive(server)
    assert server.stop() == ""


@pytest.mark.slow
def test_a_client_that_hangs_up_is_no_failure(library, book):
    """A client that goes away in the middle of a long answer leaves nothing in the server's log."""
    server = Server(library)
    for _ in range(3):
        with connect(server.port, timeout=60, room=4096) as connection:
            connection.sendall(LARGE.replace(b"\r\n\r\n", b"\r\nAccept-Encoding: identity\r\n\r\n"))
            assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset it
    assert alive(server)
    assert server.stop() == ""


@pytest.mark.slow
def test_an_answer_that_is_not_read(impatient):
    """A client that does not read a long answer is let go after a time, in the middle of it."""
    with connect(impatient.port, timeout=60, room=4096) as connection:
        connection.sendall(LARGE)
        assert cut_off(impatient, connection)
        read = b""
        with suppress(ConnectionResetError):
            while more := connection.recv(65536):
                read += more
        assert read.startswith(b"HTTP/1.1 200 ") and len(read) < 3_000_000
    assert alive(impatient)


def open_files(wanted):
    """Return the number of files that this process may open, raised as far as it goes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, allowed), hard))
    return max(soft, allowed)


@pytest.mark.slow
def test_thousands_of_connections(library, book):
    """More connections than the server holds: the surplus is told so, those within go on, and all is well after."""
    number = min(3_000, open_files(4_000) - 200)
    server, most = Server(library), most_connections()
    with ExitStack() as stack:
        connections = []
        for place in range(number):
            source = f"127.0.1.{1 + place // OF_AN_ADDRESS}"
            connections.append(stack.enter_context(connect(server.port, source=source)))
        if number > most:
            status, detail = problem(connections[-1].recv(65536))
            assert status == 503 and detail.startswith(f"the server has its {most:,} connections")
        first = connections[0]
        first.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert first.recv(65536).startswith(b"HTTP/1.1 200 ")
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if b" 200 " in exchange(server.port, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")[:20]:
            break
    assert alive(server)
    assert server.stop() == "" and server.process.returncode == 0


@pytest.mark.slow
def test_connections_of_an_address(server):
    """An address has a limited number of connections; another address has its own."""
    with ExitStack() as stack:
        connections = [stack.enter_context(connect(server.port)) for _ in range(OF_AN_ADDRESS + 5)]
        status, detail = problem(connections[-1].recv(65536))
        assert status == 503 and detail.startswith(f"only {OF_AN_ADDRESS} connections of an address")
        for connection in (connections[0], stack.enter_context(connect(server.port, source="127.0.0.2"))):
            connection.sendall(HEALTH)
            assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
    assert alive(server)  # the connections that have ended count no longer


@pytest.mark.slow
@pytest.mark.parametrize(("options", "statuses"), [((), {200, 429}), (("--proxy", "127.0.0.0/8"), {200})])
def test_forwarded_addresses(library, book, options, statuses):
    """The client's address is read from X-Forwarded-For only if the proxy is trusted, not even from the loopback."""
    server = Server(library, "--rate", "2", *options)
    answers = set()
    for number in range(6):
        asked = HEALTH[:-2] + b"X-Forwarded-For: 192.0.2.%d\r\n\r\n" % number
        answers.add(int(exchange(server.port, asked).split()[1]))
    assert answers == statuses
    assert server.stop() == ""


@pytest.mark.slow
def test_a_proxy_has_the_connections_of_many(library, book):
    """The bound for an address does not hold for a trusted proxy."""
    server = Server(library, "--proxy", "127.0.0.2")
    with ExitStack() as stack:
        for source, answered in (("127.0.0.1", False), ("127.0.0.2", True)):
            connections = [stack.enter_context(connect(server.port, source=source)) for _ in range(OF_AN_ADDRESS + 1)]
            connections[-1].sendall(HEALTH)
            assert connections[-1].recv(65536).startswith(b"HTTP/1.1 200 " if answered else b"HTTP/1.1 503 ")
    server.stop()
