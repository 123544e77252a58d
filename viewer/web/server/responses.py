"""Finished responses: made once, sent many times, those used last cached, up to a number of bytes.

One carries a tag of its content, so a client that has it already is told so (304); and it is held packed if that saves
much, and unpacked only for a client that does not take gzip. This is our own because Starlette's middleware packs a
response anew each time it is sent, sends gzip to a client that refuses it with ``q=0``, and tags files only.

A cached response is found before any routing or reading, which makes a repeated request several times as fast.
``cachetools`` keeps the order and the count of bytes.
"""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Protocol

from cachetools import LRUCache
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

PACK_FROM = 1400
"""Bytes from which an answer is packed: fewer fit in one packet anyway."""
PIECE = 16_384
"""Bytes that are unpacked at a time."""
MINUTE = 60
"""Seconds that a cache may reuse an answer without asking, as the book may have been replaced."""
_OVERHEAD = 2_000  # bytes that a kept response takes besides its content: headers, keys and links

RawHeaders = list[tuple[bytes, bytes]]
Question = tuple[str, bytes]
"""Path and query string, as they came."""


class Source(Protocol):
    """Source from which a response was read."""

    def current(self) -> bool:
        """Return whether it is unchanged."""


class ReadyResponse(Response):
    """Response with status 200, made once. ``source``: where it was read from, if that may change.

    ``max_age`` is how many seconds a cache may reuse it before it asks whether it has changed.
    """

    def __init__(
        self, content: bytes, media_type: str, max_age: int, source: Source | None = None, packed: bool = False
    ) -> None:
        if not packed and len(content) >= PACK_FROM:
            smaller = pack(content)
            packed = len(smaller) < 0.9 * len(content)
            content = smaller if packed else content
        self.packed = packed
        self.source = source
        # weak, for the packed bytes and the plain ones are different bytes of the same answer
        self.tag = f'W/"{blake2b(content, digest_size=16).hexdigest()}"'
        headers = {"etag": self.tag, "cache-control": f"public, max-age={max_age}, must-revalidate"}
        varied = {"vary": "Accept-Encoding"} if packed else {}
        super().__init__(content, headers=headers | varied, media_type=media_type)
        self._unchanged = [pair for pair in self.raw_headers if pair[0] not in (b"content-length", b"content-type")]
        self._described = [pair for pair in self.raw_headers if pair[0] != b"content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, headers, body, rest = self._for(scope["headers"])
        await send({"type": "http.response.start", "status": status, "headers": headers})
        for piece in rest:  # a client that reads slowly has the server keep a piece, and not all of it
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": body})

    def _for(self, asked: Iterable[tuple[bytes, bytes]]) -> tuple[int, RawHeaders, bytes, Iterable[bytes]]:
        """Return status and headers for a request with these headers, and the body: whole, or in pieces."""
        takes_gzip = False
        for name, value in asked:
            if name == b"if-none-match" and self._matches(value):
                return 304, [*self._unchanged], b"", ()
            if name == b"accept-encoding":
                takes_gzip = accepts_gzip(value)
        body = bytes(self.body)
        if self.packed and not takes_gzip:
            size = int.from_bytes(body[-4:], "little")  # of the content: the last word of the format
            return 200, [*self._described, (b"content-length", b"%d" % size)], b"", _unpacked(body)
        headers = [*self._described, (b"content-length", b"%d" % len(body))]
        if self.packed:
            headers.append((b"content-encoding", b"gzip"))
        return 200, headers, body, ()

    def _matches(self, tags: bytes) -> bool:
        """Return whether an If-None-Match header names this answer's tag, weak or strong."""
        return tags.strip() == b"*" or self.tag.removeprefix("W/").encode() in tags


def json_response(report: Any, max_age: int, source: Source | None = None) -> ReadyResponse:
    """Return a response with a report as JSON."""
    return ReadyResponse(json.dumps(report, separators=(",", ":")).encode(), "application/json", max_age, source)


def pack(content: bytes) -> bytes:
    """Return the content packed by gzip; the same bytes each time."""
    return gzip.compress(content, 6, mtime=0)


def _unpacked(packed: bytes) -> Iterator[bytes]:
    """Yield the content in pieces, each unpacked when the one before has been taken."""
    unpacking = zlib.decompressobj(wbits=31)
    while piece := unpacking.decompress(packed, PIECE):
        yield piece
        packed = unpacking.unconsumed_tail


def accepts_gzip(header: bytes) -> bool:
    """Return whether an Accept-Encoding header takes gzip.

    >>> accepts_gzip(b"br, gzip;q=0.5"), accepts_gzip(b"gzip;q=0"), accepts_gzip(b"identity")
    (True, False, False)
    """
    for offer in header.lower().replace(b" ", b"").split(b","):
        coding, _, weight = offer.partition(b";q=")
        if coding in (b"gzip", b"*"):
            return not weight or bool(weight.strip(b"0."))
    return False


class ResponseCache:
    """Cache of responses by question; each is valid as long as its source."""

    def __init__(self, room: int = 64_000_000) -> None:
        self._kept: LRUCache[Question, tuple[ReadyResponse, int]] = LRUCache(room, getsizeof=lambda kept: kept[1])
        """Responses with the approximate bytes that each takes, its question included."""

    def keep(self, scope: Scope, response: ReadyResponse) -> ReadyResponse:
        """Store the response to a request; those unused for longest make room for it."""
        path, query = question = scope["path"], scope["query_string"]
        with suppress(ValueError):  # one that takes more than all the room is not kept
            self._kept[question] = response, len(path) + len(query) + len(response.body) + _OVERHEAD
        return response

    def recall(self, scope: Scope) -> ReadyResponse | None:
        """Return the response to the same request, if it is stored and its source has not changed."""
        question = scope["path"], scope["query_string"]
        response, _ = self._kept.get(question, (None, 0))
        if response and response.source and not response.source.current():
            del self._kept[question]
            return None
        return response


def remember(request: Request, response: ReadyResponse) -> ReadyResponse:
    """Store a response in the cache of its application."""
    cache: ResponseCache = request.app.state.cache
    return cache.keep(request.scope, response)


class FromCache:
    """Middleware that answers from the cache, and passes everything else on."""

    def __init__(self, app: ASGIApp, cache: ResponseCache) -> None:
        self.app = app
        self.cache = cache

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kept = self.cache.recall(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        await (kept or self.app)(scope, receive, send)
