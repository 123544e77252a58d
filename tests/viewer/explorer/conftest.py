"""Fixtures: the application asked in this process, and the server as a process of its own."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import pytest

from benchmarks.served import SERVE
from oxobook import handed_down as handed_down  # the search below books of first plies
from oxobook.viewer.explorer import open_books
from oxobook.viewer.explorer.app import create_app

ROOT = Path(__file__).parents[3]
LOOP = asyncio.Runner()
"""Runner of the one event loop that an application lives in."""


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
        return LOOP.run(self.ask(method, paths, extra))

    async def ask(self, method, paths, extra):
        """The same, for what runs in an event loop already."""
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(self.address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await asyncio.gather(*(client.request(method, path, **extra) for path in paths))


@pytest.fixture(autouse=True)
def no_book_along(monkeypatch):
    """Leave out the books that come with oxobook, or are made at a start: a test sees those of its own library only."""
    monkeypatch.setattr("oxobook.book.library.ALONG", ())
    monkeypatch.setattr("oxobook.commands.web.OFFERED", ())


@pytest.fixture
def serve(monkeypatch):
    """A function from a library and create_app's options to a client of the application; a busy machine has time."""
    monkeypatch.setattr(open_books, "ANSWER_SECONDS", 100)

    def make(library, **options):
        return Client(create_app(str(library), **options))

    return make


@pytest.fixture
def client(library, book, serve):
    """A client of this run's library."""
    return serve(library)


ALONE = "from oxobook.book import library; library.ALONG = ()\nfrom oxobook.commands import web; web.OFFERED = ()"
"""Leaves out the books that come along, and those of the games that are offered."""


class Server:
    """``oxobook serve`` as a process; what it prints goes to a file."""

    def __init__(self, library):
        code = f"{ALONE}\n{SERVE}"
        command = [sys.executable, "-c", code, "--port", "0", "--library", str(library)]
        descriptor, name = tempfile.mkstemp()
        self.said = Path(name)
        self.process = subprocess.Popen(
            command, stdout=descriptor, stderr=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True
        )
        os.close(descriptor)
        while not (found := re.search(r".* at (http://\S+:(\d+)/) .*\n", self.printed())):
            assert self.process.poll() is None, self.process.stderr.read()
            time.sleep(0.02)
        self.line, self.url, self.port = found[0], found[1], int(found[2])

    def printed(self):
        """Return the text that it has printed so far."""
        return self.said.read_text()

    def stop(self):
        """End it as Ctrl-C does, which reaches its children too; what it wrote on stderr."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
        return self.process.communicate(timeout=30)[1]


def alive(server):
    """Return whether the server answers a lookup."""
    answer = httpx.get(f"{server.url}api/3x3x3/lookup?position=X../.O./...", timeout=30)
    assert answer.status_code == 200, answer.text
    return answer.json()["best"][0] == "b3"
