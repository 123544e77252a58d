"""One client's connection: whatever it can make the server keep is bounded, in number, in bytes and in time.

This is our own because uvicorn bounds none of it where httptools reads the requests, and a connection can be cut only
here: a client may send requests ahead without end, and take as long as it likes to send one or to read an answer.
"""

import asyncio
import json
from collections import Counter, deque
from http import HTTPStatus
from math import inf
from typing import Any, ClassVar

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from viewer.web.buckets import owner
from viewer.web.limits import TARGET_BYTES

HEAD_BYTES = 16_384
HEADERS = 100
"""The most headers of a request: a tiny one takes thirty times its bytes. Both bounds are exact to two pieces."""
REQUESTS_AHEAD = 8
"""Requests of a connection that wait while one is answered; more are not read until then."""
PIECE = 256
"""Bytes that are read at a time, before it is seen whether they are too much: a dozen of the shortest requests."""
OF_AN_ADDRESS = 100
"""Connections of an address. One that is trusted as a proxy has those of many clients."""
REQUEST_SECONDS = 10.0
"""From when the connection was made, or the last answer given, until the next request must be there."""
ANSWER_SECONDS = 60.0
"""How long a client may take to read what it asked for."""
LINGER_SECONDS = 1.0
WRITTEN_AHEAD = 16_384
"""Bytes of an answer that wait for a slow reader; the rest is not made yet."""


def most_connections(wanted: int = 2_000) -> int:
    """How many connections the process may hold: fewer where the system allows it few open files."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if allowed == resource.RLIM_INFINITY else max(10, min(wanted, allowed - 100))


class Connection(HttpToolsProtocol):
    """Uvicorn's protocol with the bounds; a client that breaks one is told so in a sentence, and let go."""

    most = most_connections()
    _held: ClassVar[Counter[str]] = Counter()
    """The connections by owner."""
    _owner = ""
    _rest = b""
    """What has come and is not read yet: of one packet."""
    _head = 0
    """Bytes of an unfinished head, those of the piece that began it left out."""
    _in_head = False
    _begun = False
    """Whether the piece at hand began a head."""
    _dismissed = False
    _awaited_since = inf
    """When the client's turn to send began; never while it is ours to answer."""
    _unread_since = inf
    """Since when there has been something that the client has not read; never where there is nothing."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._unanswered: deque[RequestResponseCycle] = deque()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=WRITTEN_AHEAD)
        self._awaited_since = self.loop.time()
        address = self.client[0] if self.client else ""
        self._owner = owner(address)
        self._held[self._owner] += 1
        trusted = isinstance(self.app, ProxyHeadersMiddleware) and address in self.app.trusted_hosts
        if len(self.connections) > self.most:
            self._turn_away(f"expected at most {self.most:,} connections; there are more: try again in a moment")
        elif self._held[self._owner] > OF_AN_ADDRESS and not trusted:
            self._turn_away(f"expected at most {OF_AN_ADDRESS} connections of an address; there are more: close some")

    def connection_lost(self, exc: Exception | None) -> None:
        self._give_up()
        self._held[self._owner] -= 1
        if not self._held[self._owner]:
            del self._held[self._owner]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        self._read()

    def _read(self) -> None:
        """Read what has come, as far as there is room for the requests in it; the client is to wait with more."""
        rest, start = self._rest, 0
        while start < len(rest) and len(self.pipeline) < REQUESTS_AHEAD and not self._dismissed:
            self._read_piece(rest[start : start + PIECE])
            start += PIECE
        self._rest = b"" if self._dismissed else rest[start:]
        if self._rest:
            self.flow.pause_reading()

    def _read_piece(self, piece: bytes) -> None:
        self._begun = False
        super().data_received(piece)
        if self._in_head:
            self._head = 0 if self._begun else self._head + len(piece)
            if self._head > HEAD_BYTES or len(self.headers) > HEADERS:
                self._too_long()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = self._begun = True

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()
        self._unanswered.append(self.cycle)
        self._awaited_since = inf

    def on_body(self, body: bytes) -> None:
        """Keep nothing of it: no route takes a body."""

    def on_response_complete(self) -> None:
        self._unanswered.popleft()
        super().on_response_complete()
        if self._rest and not self.transport.is_closing():
            self._read()
        if self.cycle.response_complete:  # none waits behind it
            self._awaited_since = self.loop.time()

    def send_400_response(self, msg: str) -> None:
        if not self._dismissed:
            self._dismiss(400, "expected a request of HTTP/1.1; got something else")

    def keep_time(self) -> None:
        """Let a client go that takes too long; called every second."""
        now = self.loop.time()
        if now - self._awaited_since > REQUEST_SECONDS and not self._dismissed:
            self._dismiss(408, f"expected a whole request within {REQUEST_SECONDS:g} seconds")
        self._unread_since = min(self._unread_since, now) if self.transport.get_write_buffer_size() else inf
        if now - self._unread_since > ANSWER_SECONDS:
            self.cut()

    def cut(self) -> None:
        """Close the connection at once, whatever is still to be said."""
        self._give_up()
        self.transport.abort()

    def _give_up(self) -> None:
        """Have no request answered any more; uvicorn would go on with those that others were sent behind, and fail."""
        for cycle in self._unanswered:
            cycle.disconnected = True

    def _too_long(self) -> None:
        if len(self.url) > TARGET_BYTES:
            self._dismiss(414, f"expected a path and query of at most {TARGET_BYTES:,} bytes; got more")
        else:
            self._dismiss(431, f"expected at most {HEADERS} headers, of {HEAD_BYTES:,} bytes; got more")

    def _turn_away(self, detail: str) -> None:
        """Say why there is no place for this connection, and close it at once."""
        self._dismiss(503, detail)
        self.transport.close()

    def _dismiss(self, status: int, detail: str) -> None:
        """Say why, and close a moment later: closed at once, a client that is still sending would not read it.

        Where the client waits for answers, say nothing, and close when the last is given.
        """
        self._dismissed = True
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False
            return
        body = json.dumps({"detail": detail}).encode()
        head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nconnection: close\r\ncache-control: no-store\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        self.transport.write(head.encode() + body)
        self.loop.call_later(LINGER_SECONDS, self.transport.close)
