"""Fixtures: the application asked in this process, and the server as a process of its own."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from benchmarks.served import SERVE
from oxobook.viewer.web.app import create_app
from oxobook.viewer.web.books.render_pool import RenderPool


class Client:
    """Asks an application in this process, without a network."""

    def __init__(self, app, address="192.0.2.1"):
        self.app = app
        self.address = address

    def get(self, path, **extra):
        """The response to a GET."""
        return self.request("GET", path, **extra)

    def request(self, method, path, **extra):
        """The response to any method; an error of the application is a response too."""
        return self.at_once([path], method, **extra)[0]

    def at_once(self, paths, method="GET", **extra):
        """The responses to several requests that are made at the same time."""
        return asyncio.run(self.ask(method, paths, extra))

    async def ask(self, method, paths, extra):
        """The same, for what runs in an event loop already."""
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(self.address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await asyncio.gather(*(client.request(method, path, **extra) for path in paths))


@pytest.fixture(scope="session")
def render_pool():
    """The drawing processes of all applications in this process: they take a second to start."""
    render_pool = RenderPool()
    end, render_pool.close = render_pool.close, lambda: None  # an application that ends must not end those of others
    yield render_pool
    end()


class Here(RenderPool):
    """Opens books in this process: another takes a while to start."""

    async def run(self, picture, *arguments, client=""):
        """Return the result of drawing a picture."""
        return picture(*arguments)


@pytest.fixture(autouse=True)
def no_book_along(monkeypatch):
    """Leave out the books that come with oxobook: a test sees those of its own library only."""
    monkeypatch.setattr("oxobook.book.library.ALONG", ())


@pytest.fixture
def serve(tmp_path, render_pool):
    """A function from a library and create_app's options to a client of the application."""

    def make(library, **options):
        app = create_app(str(library), **{"page": tmp_path / "no page"} | options)
        app.state.render_pool, app.state.books.trials = render_pool, Here()
        return Client(app)

    return make


@pytest.fixture
def client(library, book, serve):
    """A client of this run's library."""
    return serve(library)


class Server:
    """``oxobook serve`` as a process, after the code ``before``."""

    def __init__(self, library, *options, before=""):
        command = [sys.executable, "-c", f"{before}\n{SERVE}", "--port", "0", "--library", str(library), *options]
        root = Path(__file__).parents[3]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=root, start_new_session=True
        )
        self.line = self.process.stdout.readline()
        self.url = self.line.split(" at ")[1].split()[0]
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def stop(self):
        """End it as Ctrl-C does, which reaches its children too; what it wrote on stderr."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
        return self.process.communicate(timeout=30)[1]


def connect(port, timeout=30, source="127.0.0.1", room=None):
    """A connection from an address of this machine; ``room`` is how many unread bytes the system keeps on this side."""
    connection = socket.socket()
    if room:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    connection.settimeout(timeout)
    connection.bind((source, 0))
    connection.connect(("127.0.0.1", port))
    return connection


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
    """Return whether these bytes are a whole response."""
    head, end, body = said.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head)
    return bool(end and length and len(body) >= int(length[1]))


def problem(said):
    """The status and the sentence of a raw response."""
    head, _, body = said.partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head
    return int(head.split()[1]), json.loads(body)["detail"]


def alive(server):
    """Return whether the server answers a lookup, as soon as it has seen that a test's connections are gone."""
    asked, end = f"{server.url}api/3x3x3/lookup?position=X../.O./...", time.monotonic() + 10
    while "connections of an address" in (answer := httpx.get(asked, timeout=30)).text and time.monotonic() < end:
        time.sleep(0.05)
    assert answer.status_code == 200, answer.text
    return answer.json()["best"][0] == "b3"


@pytest.fixture(scope="module")
def server(library, make_book):
    """A server of this run's library."""
    make_book("3x3x3")
    server = Server(library)
    yield server
    server.stop()
