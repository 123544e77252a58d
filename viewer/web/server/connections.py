"""Connection limits that uvicorn leaves to a proxy, so that a server without one keeps standing.

Uvicorn reads requests with h11, one at a time for each connection, holds back who sends ahead, and does not make what
a slow client does not read. It bounds neither how many connections an address has, nor how long a client takes to send
a request or to read an answer: a listening socket and a protocol around its own do. ``benchmarks.attacks``, all at once
for fifteen seconds on two cores, with nobody refused, says what each is for:

========================  ===========  ======  ================
..                        server grew  median  99 of 100 within
========================  ===========  ======  ================
uvicorn alone                  112 MB  121 ms          1,925 ms
with deadlines                 136 MB  250 ms          4,328 ms
with limited connections        23 MB  100 ms            487 ms
with both                       29 MB   69 ms            383 ms
========================  ===========  ======  ================

The attackers have eleven addresses: without deadlines, twenty that say nothing would hold all connections for good.
"""

import asyncio
import json
import socket
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from oxobook.viewer.web.server.limits import HEAD_BYTES, HEADERS, client_of

OF_AN_ADDRESS = 100
"""Largest number of connections of an address; a trusted proxy may have as many as many clients."""
BACKLOG = 4_096
"""Number of connections that may wait to be accepted."""
UNREAD_BYTES = HEAD_BYTES
"""Bytes of requests that the system buffers for a connection: as many as one read brings."""
UNSENT_BYTES = 1 << 18
"""Bytes of answers that the system buffers for a connection; its default is megabytes a slow reader."""
REFUSED_AT_ONCE = 64
"""Number of connections refused between two looks at the others."""
REQUEST_SECONDS = 10.0
"""Seconds from the connection, or the last answer, until the next request must be there."""
ANSWER_SECONDS = 60.0
"""Seconds that a client may take to read an answer."""
WRITTEN_AHEAD = 16_384
"""Bytes of an answer that wait for a slow reader; the rest is made later."""
LINGER_SECONDS = 1.0
"""Seconds from a refusal to closing: closed at once, a client that is still sending would not read it."""


def most_connections(wanted: int = 2_000) -> int:
    """Return the number of connections that the process may hold, by its limit of open files."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if allowed == resource.RLIM_INFINITY else max(10, min(wanted, allowed - 100))


class LimitedSocket(socket.socket):
    """Listening socket that refuses connections beyond the limits before a transport is made for them.

    On Windows connections are accepted elsewhere, and so without these limits.
    """

    def __init__(self, listening: socket.socket, trusted: Callable[[str], bool]) -> None:
        """Wrap a listening socket; ``trusted`` says which addresses stand for many clients."""
        # of a socket whose protocol it is not told, asyncio would not have small answers sent at once
        super().__init__(listening.family, listening.type, socket.IPPROTO_TCP, listening.detach())
        self._trusted = trusted
        self._most = most_connections()
        self._held: Counter[str] = Counter()
        """Open connections by client."""
        self.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD_BYTES)  # each connection takes it over

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection within the limits; raises BlockingIOError if none is there."""
        for _ in range(REFUSED_AT_ONCE):
            accepted, address = super().accept()
            detail = self._excess(address[0])
            if not detail:
                accepted.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT_BYTES)
                client = client_of(address[0])
                self._held[client] += 1
                return _Accepted(accepted, partial(self._release, client)), address
            with accepted, suppress(OSError):
                accepted.setblocking(False)
                accepted.send(refusal(503, detail))
                accepted.recv(UNREAD_BYTES)  # what is left unread would have the system take the refusal back
        raise BlockingIOError

    def _excess(self, address: str) -> str:
        """Return the limit that one more connection of an address would break, or an empty text."""
        if self._held.total() >= self._most:
            return f"expected at most {self._most:,} connections; there are more: try again in a moment"
        if self._held[client_of(address)] >= OF_AN_ADDRESS and not self._trusted(address):
            return f"expected at most {OF_AN_ADDRESS} connections of an address; there are more: close some"
        return ""

    def _release(self, client: str) -> None:
        """Stop counting a connection."""
        self._held[client] -= 1
        if not self._held[client]:
            del self._held[client]


class _Accepted(socket.socket):
    """Accepted connection, counted until it is closed."""

    def __init__(self, accepted: socket.socket, release: Callable[[], None]) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self._release = release

    def close(self) -> None:
        if self.fileno() >= 0:
            self._release()
        super().close()


class Connection(H11Protocol):
    """Protocol of uvicorn with deadlines; a client that misses one, or sends no request, is told so."""

    _deadline: asyncio.TimerHandle | None = None
    _refused = False
    _answering = False

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: asyncio.AbstractEventLoop
    ) -> None:
        super().__init__(config, server_state, app_state | {"connection": self}, _loop)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.set_write_buffer_limits(high=WRITTEN_AHEAD)
        super().connection_made(transport)
        self._within(REQUEST_SECONDS, self._late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._never()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._refused:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Refuse input that is not a request; uvicorn calls it after h11's error, which says what is wrong."""
        if self._answering:
            self.transport.abort()
        elif getattr(sys.exception(), "error_status_hint", 400) == 431:
            self._refuse(431, f"expected at most {HEADERS} headers, of {HEAD_BYTES:,} bytes; got more")
        else:
            self._refuse(400, "expected a request of HTTP/1.1; got something else")

    async def answer(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request: the application sets its own limits, and reading the answer has one here."""

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._within(ANSWER_SECONDS, self.transport.abort)
            if self.transport.is_closing():
                await asyncio.sleep(0)  # until uvicorn knows: asyncio would log each piece that it cannot send
            await send(message)

        self._never()
        self._answering = True
        try:
            await app(scope, receive, send_on)
        finally:
            self._answering = False
            if not self.transport.is_closing():
                self._within(REQUEST_SECONDS, self._late)

    def _late(self) -> None:
        """Close a connection without a request in time; if its last answer is on its way, let it be read."""
        if self.transport.is_closing():
            self._within(ANSWER_SECONDS, self.transport.abort)
        else:
            self._refuse(408, f"expected a whole request within {REQUEST_SECONDS:g} seconds")

    def _refuse(self, status: int, detail: str) -> None:
        """Send the reason, read nothing more, and close a moment later, whether it was read or not."""
        self._refused = True
        self.transport.write(refusal(status, detail))
        self.loop.call_later(LINGER_SECONDS, self.transport.close)
        self._within(ANSWER_SECONDS, self.transport.abort)

    def _within(self, seconds: float, otherwise: Callable[[], None]) -> None:
        """Set the deadline for the client's next action."""
        self._never()
        self._deadline = self.loop.call_later(seconds, otherwise)

    def _never(self) -> None:
        """Remove the deadline."""
        if self._deadline:
            self._deadline.cancel()


def with_deadlines(app: ASGIApp) -> ASGIApp:
    """Return an application in which the connection of each request answers it."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await scope["state"]["connection"].answer(app, scope, receive, send)
        else:
            await app(scope, receive, send)

    return answer


def refusal(status: int, detail: str) -> bytes:
    """Return a complete HTTP response sent before closing a connection."""
    body = json.dumps({"detail": detail}).encode()
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nconnection: close\r\ncache-control: no-store\r\n"
    head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    return head.encode() + body
