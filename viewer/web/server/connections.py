"""One client's connection: whatever it can make the server keep is bounded, in number, in bytes and in time.

This is our own because uvicorn bounds none of it where httptools reads the requests, and a connection can be cut only
here: a client may send requests ahead without end, and take as long as it likes to send one or to read an answer. What
a client sends is read, and what it asks is answered, in turn with the other clients, one request at a time.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from math import inf
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from oxobook.viewer.web.server.limits import TARGET_BYTES
from oxobook.viewer.web.server.turns import Turns

HEAD_BYTES = 16_384
HEADERS = 100
"""The most headers of a request: a tiny one takes thirty times its bytes. Both bounds are exact to two pieces."""
PIECE = 256
"""Bytes that are read at a time, before it is seen whether they are too much: a dozen of the shortest requests."""
REQUEST_SECONDS = 10.0
"""From when the connection was made, or the last answer given, until the next request must be there."""
ANSWER_SECONDS = 60.0
"""How long a client may take to read what it asked for."""
LINGER_SECONDS = 1.0
WRITTEN_AHEAD = 16_384
"""Bytes of an answer that wait for a slow reader; the rest is not made yet."""


class Connection(HttpToolsProtocol):
    """Uvicorn's protocol with the bounds; a client that breaks one is told so in a sentence, and let go."""

    _rest = b""
    """What has come and is not read yet: of two packets at most."""
    _next: tuple[RequestResponseCycle, Any] | None = None
    """The request that is to be answered in the next turn, and by what."""
    _in_turn = False
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

    def __init__(self, owner: str, turns: Turns, ended: Callable[[], None], *arguments: Any, **options: Any) -> None:
        """It goes on when it is its owner's turn, and says when it has ended; the rest is uvicorn's."""
        super().__init__(*arguments, **options)
        self._owner = owner
        self._turns = turns
        self._ended = ended
        self._unanswered: deque[RequestResponseCycle] = deque()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=WRITTEN_AHEAD)
        self._awaited_since = self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        self._give_up()
        self._turns.leave(self._owner, self)
        self._ended()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._dismissed:
            return
        if self._rest:  # and is not read: the client is to wait with more
            self.flow.pause_reading()
        self._rest += data
        self._wait_to_read()

    def _wait_to_read(self) -> None:
        """Read on in a turn, unless a request is to be answered first."""
        if not self._unanswered:
            self._turns.wait(self._owner, self)

    def take_turn(self) -> None:
        """Have the next request answered that has been read, or read on until there is one, and have that answered."""
        if self.transport.is_closing():
            return
        self._in_turn = True
        if self._next is not None:
            cycle_and_app, self._next = self._next, None
            self._start_asgi_task(*cycle_and_app)
        else:
            self._read()
        self._in_turn = False

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Have a request answered, in a turn; uvicorn would have one answered as soon as the one before it is."""
        if self._in_turn:
            super()._start_asgi_task(cycle, app)
        else:
            self._next = cycle, app
            self._turns.wait(self._owner, self)

    def _read(self) -> None:
        """Read what has come, as far as there is no request in it."""
        rest, start = self._rest, 0
        while start < len(rest) and not self._unanswered and not self._dismissed:
            self._read_piece(rest[start : start + PIECE])
            start += PIECE
        self._rest = b"" if self._dismissed else rest[start:]
        if not self._rest:
            self.flow.resume_reading()

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
            self.flow.pause_reading()
            self._wait_to_read()
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

    def _dismiss(self, status: int, detail: str) -> None:
        """Say why, and close a moment later: closed at once, a client that is still sending would not read it.

        Where the client waits for answers, say nothing, and close when the last is given.
        """
        self._dismissed = True
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False
            return
        self.transport.write(farewell(status, detail))
        self.loop.call_later(LINGER_SECONDS, self.transport.close)


def farewell(status: int, detail: str) -> bytes:
    """A whole response to whom the server hangs up on."""
    body = json.dumps({"detail": detail}).encode()
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nconnection: close\r\ncache-control: no-store\r\n"
    head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    return head.encode() + body
