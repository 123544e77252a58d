"""One client's connection: bounded in number, in the bytes of a request's head, and in the time it may take to send it.

Uvicorn bounds none of these itself when httptools reads the requests.
"""

import asyncio
import json
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from viewer.web.limits import TARGET_BYTES

HEAD_BYTES = 16_384
HEAD_SECONDS = 10.0
LINGER_SECONDS = 1.0


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
    _head = 0
    """Bytes of an unfinished head, those of the packet that began it left out: the reader's buffer bounds them."""
    _in_head = False
    _begun = False
    """Whether the packet at hand began a head."""
    _dismissed = False
    _timer: asyncio.TimerHandle | None = None
    """Runs while a head is awaited."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most:
            self._dismiss(503, f"expected at most {self.most:,} connections; there are more: try again in a moment")
            transport.close()
        else:
            self._timer = self.loop.call_later(HEAD_SECONDS, self._late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._dismissed:
            return
        self._begun = False
        super().data_received(data)
        if not self._in_head:
            return
        self._head = 0 if self._begun else self._head + len(data)
        if self._head > HEAD_BYTES:
            self._too_long()
        elif self._timer is None:
            self._timer = self.loop.call_later(HEAD_SECONDS, self._late)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = self._begun = True

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop_timer()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        self._dismiss(400, "expected a request of HTTP/1.1; got something else")

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self) -> None:
        self._dismiss(408, f"expected a whole request within {HEAD_SECONDS:g} seconds")

    def _too_long(self) -> None:
        if len(self.url) > TARGET_BYTES:
            self._dismiss(414, f"expected a path and query of at most {TARGET_BYTES:,} bytes; got more")
        else:
            self._dismiss(431, f"expected headers of at most {HEAD_BYTES:,} bytes; got more")

    def _dismiss(self, status: int, detail: str) -> None:
        """Say why, and close a moment later: closed at once, a client that is still sending would not read it."""
        self._dismissed = True
        self._stop_timer()
        if self.cycle is None or self.cycle.response_complete:
            body = json.dumps({"detail": detail}).encode()
            head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nconnection: close\r\ncache-control: no-store\r\n"
            head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
            self.transport.write(head.encode() + body)
        self.loop.call_later(LINGER_SECONDS, self.transport.close)
