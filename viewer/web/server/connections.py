"""Connection limits and deadlines, which Uvicorn leaves to a proxy: a server without one stays up with these.

Uvicorn reads requests with h11, one at a time for each connection, stops reading from clients that send ahead, and
stops making answers that a slow client does not read. But it limits neither the connections of an address, nor the time
that a client takes to send a request or to read an answer; the listening socket and the protocol below do. Under all
attacks of ``benchmarks.attacks`` at once, for fifteen seconds on two cores, the server then grows by 29 MB, not 112,
and 99 of 100 honest requests take at most 383 ms, not 1,925. Without deadlines, twenty silent addresses would hold all
connections for good.
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

from oxobook.viewer.web.server.limits import HEAD_BYTES, TOO_MANY_HEADERS, client_of

OF_AN_ADDRESS = 100
"""Largest number of connections of an address, unless it is a trusted proxy, which has those of many clients."""
BACKLOG = 4_096
"""Number of connections that may wait to be accepted."""
UNREAD_BYTES = HEAD_BYTES
"""Bytes of requests that the system buffers for a connection: as many as are read at once."""
UNSENT_BYTES = 1 << 18
"""Bytes of answers that the system buffers for a connection; its default is megabytes for a slow reader."""
REFUSED_AT_ONCE = 64
"""Number of connections refused before the others are served again."""
REQUEST_SECONDS = 10.0
"""Seconds from connecting, or from the last answer, within which the next request must arrive."""
ANSWER_SECONDS = 60.0
"""Seconds that a client may take to read an answer."""
WRITTEN_AHEAD = 16_384
"""Bytes of an answer that are made ahead for a slow reader."""
LINGER_SECONDS = 1.0
"""Seconds between a refusal and closing: closed at once, a client that is still sending would not read it."""


def most_connections(wanted: int = 2_000) -> int:
    """Return the number of connections that the process may hold, given its limit of open files."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if allowed == resource.RLIM_INFINITY else max(10, min(wanted, allowed - 100))


class LimitedSocket(socket.socket):
    """Listening socket that refuses connections beyond the limits, before asyncio makes transports; not on Windows."""

    def __init__(self, listening: socket.socket, trusted: Callable[[str], bool]) -> None:
        """Take over a listening socket; ``trusted`` returns whether an address is that of a trusted proxy."""
        # with the protocol, asyncio sets TCP_NODELAY, so that small answers are sent at once
        super().__init__(listening.family, listening.type, socket.IPPROTO_TCP, listening.detach())
        self._trusted = trusted
        self._most = most_connections()
        self._held: Counter[str] = Counter()
        """Open connections by client."""
        self.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD_BYTES)  # connections inherit it

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
                accepted.recv(UNREAD_BYTES)  # unread input would make closing a reset, which loses the refusal
        raise BlockingIOError

    def _excess(self, address: str) -> str:
        """Return the refusal of one more connection of an address, or an empty text."""
        if self._held.total() >= self._most:
            return f"the server has its {self._most:,} connections: try again in a moment"
        if self._held[client_of(address)] >= OF_AN_ADDRESS and not self._trusted(address):
            return f"only {OF_AN_ADDRESS} connections of an address are allowed: close some"
        return ""

    def _release(self, client: str) -> None:
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
    """Uvicorn's protocol with deadlines; a client that misses one, or does not speak HTTP, is told so."""

    _deadline: asyncio.TimerHandle | None = None
    _refused = False
    _answering = False

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: asyncio.AbstractEventLoop
    ) -> None:
        super().__init__(config, server_state, app_state | {"connection": self}, _loop)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Give the client its first deadline."""
        transport.set_write_buffer_limits(high=WRITTEN_AHEAD)
        super().connection_made(transport)
        self._set_deadline(REQUEST_SECONDS, self._time_out)

    def connection_lost(self, exc: Exception | None) -> None:
        self._clear_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass data on, unless the client has been refused."""
        if not self._refused:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Refuse input that is not a request; Uvicorn calls it while handling h11's error, which holds the reason."""
        if self._answering:
            self.transport.abort()
        elif getattr(sys.exception(), "error_status_hint", 400) == 431:
            self._refuse(431, TOO_MANY_HEADERS)
        else:
            self._refuse(400, "this is not a request of HTTP/1.1")

    async def answer(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer a request; there is no deadline meanwhile, but one for reading the answer."""

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._set_deadline(ANSWER_SECONDS, self.transport.abort)
            if self.transport.is_closing():
                await asyncio.sleep(0)  # lets Uvicorn notice: asyncio would log each piece that it cannot send
            await send(message)

        self._clear_deadline()
        self._answering = True
        try:
            await app(scope, receive, send_on)
        finally:
            self._answering = False
            if not self.transport.is_closing():
                self._set_deadline(REQUEST_SECONDS, self._time_out)

    def _time_out(self) -> None:
        """Refuse a connection without a request in time; if it is closing, let its last answer be read first."""
        if self.transport.is_closing():
            self._set_deadline(ANSWER_SECONDS, self.transport.abort)
        else:
            self._refuse(408, f"the request must be complete within {REQUEST_SECONDS:g} seconds")

    def _refuse(self, status: int, detail: str) -> None:
        """Send the reason, read nothing more, and close a moment later."""
        self._refused = True
        self.transport.write(refusal(status, detail))
        self.loop.call_later(LINGER_SECONDS, self.transport.close)
        self._set_deadline(ANSWER_SECONDS, self.transport.abort)

    def _set_deadline(self, seconds: float, otherwise: Callable[[], None]) -> None:
        """Set the deadline of the client's next action, and what happens if it is missed."""
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, otherwise)

    def _clear_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()


def with_deadlines(app: ASGIApp) -> ASGIApp:
    """Return an application that answers each request through its Connection, which sets the deadlines."""

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
