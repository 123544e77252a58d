"""Host of static files that answers range requests, and notes what it has sent; or one of those that do not."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import sleep
from typing import NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Sent(NamedTuple):
    """Response that was sent."""

    path: str
    status: int
    size: int
    """Bytes of its body that were sent."""


class RangeHost:
    """Address of a host that is running, and what it has sent."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.sent: list[Sent] = []

    def ranges(self) -> list[Sent]:
        """Return the responses with scores, which are files that end in .bin."""
        return [one for one in self.sent if one.path.endswith(".bin")]


def ignoring(app: ASGIApp) -> ASGIApp:
    """Return a host that knows no ranges."""

    async def host(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"range"]
        await app({**scope, "headers": headers}, receive, send)

    return host


def misreading(app: ASGIApp) -> ASGIApp:
    """Return a host that sends the first two bytes, whatever range it is asked for."""

    async def host(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, b"bytes=0-1" if name == b"range" else value) for name, value in scope["headers"]]
        await app({**scope, "headers": headers}, receive, send)

    return host


def compressing(app: ASGIApp) -> ASGIApp:
    """Return a host that compresses whatever it sends, whole, though no client has asked for that."""
    packing = GZipMiddleware(ignoring(app), minimum_size=0)

    async def host(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await packing({**scope, "headers": [*headers, (b"accept-encoding", b"gzip")]}, receive, send)

    return host


def cutting_off(app: ASGIApp) -> ASGIApp:
    """Return a host that breaks off in the midst of every range."""

    async def host(scope: Scope, receive: Receive, send: Send) -> None:
        async def half(message: Message) -> None:
            if message["type"] == "http.response.body" and scope["path"].endswith(".bin"):
                await send({**message, "body": message["body"][: len(message["body"]) // 2], "more_body": True})
                raise ConnectionResetError
            await send(message)

        await app(scope, receive, half)

    return host


@contextmanager
def range_host(folder: Path, manner: Callable[[ASGIApp], ASGIApp] = lambda app: app) -> Iterator[RangeHost]:
    """Serve the files of a folder on a free port of the loopback, until the block ends."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        host = RangeHost(f"http://127.0.0.1:{listening.getsockname()[1]}/")
        files = Starlette(routes=[Mount("/", StaticFiles(directory=folder, html=True))])
        app = _noting(manner(files), host.sent)
        config = uvicorn.Config(app, log_level="critical", lifespan="off", ws="none", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        while not server.started:
            sleep(0.01)
        yield host
        server.should_exit = True
        thread.join()


def _noting(app: ASGIApp, sent: list[Sent]) -> ASGIApp:
    """Return the application with a note of each response, made before its end is sent."""

    async def host(scope: Scope, receive: Receive, send: Send) -> None:
        status, size = 0, 0

        async def note(message: Message) -> None:
            nonlocal status, size
            status = message.get("status", status)
            size += len(message.get("body", b""))
            if message["type"] == "http.response.body" and not message.get("more_body"):
                sent.append(Sent(scope["path"], status, size))
                size = -1
            await send(message)

        try:
            await app(scope, receive, note)
        finally:
            if size >= 0:  # it broke off
                sent.append(Sent(scope["path"], status, size))

    return host
