"""Ready responses: made once, sent many times, and cached up to a number of bytes.

Each has an ETag of its content. It is stored compressed if that saves much, and decompressed for clients that do not
accept gzip. Starlette's middleware does not fit: it compresses a response each time it is sent, sends gzip even to
clients that refuse it with ``q=0``, and has ETags for files only. A cached response is found before any routing, which
makes a repeated request several times as fast.
"""

import gzip
import json
import zlib
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from typing import Any

from cachetools import LRUCache
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from oxobook.viewer.web.server.refusal import Refusal

PACK_FROM = 1400
"""Bytes from which an answer is compressed: fewer fit in one packet anyway."""
PIECE = 16_384
"""Bytes that are decompressed at a time."""
MINUTE = 60
"""Seconds that caches may reuse an answer without asking: the book may have been replaced."""
_OVERHEAD = 2_000  # bytes of a cached response besides its content: headers, keys and links

RawHeaders = list[tuple[bytes, bytes]]
Question = tuple[str, bytes]
"""Path and query string of a request."""
Current = Callable[[], Awaitable[bool]]
"""Function that returns whether the file that a response was made from is unchanged; it may raise Refusal."""


class ReadyResponse(Response):
    """Response with status 200, made once.

    Args:
        content: Body, compressed by gzip if ``packed``.
        media_type: Its type.
        max_age: Seconds that caches may reuse it without asking whether it has changed.
        current: Function that tells whether it still holds; by default it always does.
        packed: True if ``content`` is compressed already.
    """

    def __init__(
        self, content: bytes, media_type: str, max_age: int, current: Current | None = None, packed: bool = False
    ) -> None:
        if not packed and len(content) >= PACK_FROM:
            smaller = pack(content)
            packed = len(smaller) < 0.9 * len(content)
            content = smaller if packed else content
        self.packed = packed
        self.current = current
        # weak, as compressed and plain bytes of the same answer share it
        self.tag = f'W/"{blake2b(content, digest_size=16).hexdigest()}"'
        headers = {"etag": self.tag, "cache-control": f"public, max-age={max_age}, must-revalidate"}
        varied = {"vary": "Accept-Encoding"} if packed else {}
        super().__init__(content, headers=headers | varied, media_type=media_type)
        self._unchanged = [pair for pair in self.raw_headers if pair[0] not in (b"content-length", b"content-type")]
        self._described = [pair for pair in self.raw_headers if pair[0] != b"content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, headers, body, rest = self._for(scope["headers"])
        await send({"type": "http.response.start", "status": status, "headers": headers})
        for piece in rest:  # for a slow reader the server then holds a piece, and not the whole
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": body})

    def _for(self, asked: Iterable[tuple[bytes, bytes]]) -> tuple[int, RawHeaders, bytes, Iterable[bytes]]:
        """Return status, headers and body for a request with these headers; the body is whole, or in pieces."""
        takes_gzip = False
        for name, value in asked:
            if name == b"if-none-match" and self._matches(value):
                return 304, [*self._unchanged], b"", ()
            if name == b"accept-encoding":
                takes_gzip = accepts_gzip(value)
        body = bytes(self.body)
        if self.packed and not takes_gzip:
            size = int.from_bytes(body[-4:], "little")  # of the content: gzip ends with it
            return 200, [*self._described, (b"content-length", b"%d" % size)], b"", _unpacked(body)
        headers = [*self._described, (b"content-length", b"%d" % len(body))]
        if self.packed:
            headers.append((b"content-encoding", b"gzip"))
        return 200, headers, body, ()

    def _matches(self, tags: bytes) -> bool:
        """Return whether an If-None-Match header names this answer's tag, weak or strong."""
        return tags.strip() == b"*" or self.tag.removeprefix("W/").encode() in tags


def json_response(report: Any, max_age: int, current: Current | None = None) -> ReadyResponse:
    """Return a response with a report as JSON."""
    return ReadyResponse(json.dumps(report, separators=(",", ":")).encode(), "application/json", max_age, current)


def pack(content: bytes) -> bytes:
    """Return the content compressed by gzip, deterministically."""
    return gzip.compress(content, 6, mtime=0)


def _unpacked(packed: bytes) -> Iterator[bytes]:
    """Yield the content in pieces, decompressing each on demand."""
    unpacking = zlib.decompressobj(wbits=31)
    while piece := unpacking.decompress(packed, PIECE):
        yield piece
        packed = unpacking.unconsumed_tail


def accepts_gzip(header: bytes) -> bool:
    """Return whether an Accept-Encoding header accepts gzip.

    >>> accepts_gzip(b"br, gzip;q=0.5"), accepts_gzip(b"gzip;q=0"), accepts_gzip(b"identity")
    (True, False, False)
    """
    for offer in header.lower().replace(b" ", b"").split(b","):
        coding, _, weight = offer.partition(b";q=")
        if coding in (b"gzip", b"*"):
            return not weight or bool(weight.strip(b"0."))
    return False


class ResponseCache:
    """Least-recently-used cache of responses by request; each is valid as long as it is current."""

    def __init__(self, room: int = 64_000_000) -> None:
        self.entries: LRUCache[Question, tuple[ReadyResponse, int]] = LRUCache(room, getsizeof=lambda kept: kept[1])
        """Responses, each with the approximate bytes that it takes."""

    def keep(self, scope: Scope, response: ReadyResponse) -> ReadyResponse:
        """Store the response to a request, and return it."""
        path, query = question = scope["path"], scope["query_string"]
        with suppress(ValueError):  # it is larger than the cache
            self.entries[question] = response, len(path) + len(query) + len(response.body) + _OVERHEAD
        return response

    async def recall(self, scope: Scope) -> ReadyResponse | None:
        """Return the stored response to a request, or None if there is none or it does not hold any more."""
        question = scope["path"], scope["query_string"]
        response, _ = self.entries.get(question, (None, 0))
        with suppress(Refusal):  # the route refuses, too
            if response is None or response.current is None or await response.current():
                return response
        self.entries.pop(question, None)
        return None


class FromCache:
    """Middleware that answers from the cache if it can."""

    def __init__(self, app: ASGIApp, cache: ResponseCache) -> None:
        self.app = app
        self.cache = cache

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kept = await self.cache.recall(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        await (kept or self.app)(scope, receive, send)
