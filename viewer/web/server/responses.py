"""A ready response: made once, sent many times.

It carries a tag of its content, so a client that has it already is told so (304); and it is held packed where that
saves much, and unpacked only for a client that does not take gzip. This is our own because Starlette's middleware packs
a response anew each time it is sent, and tags files only.
"""

import json
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from oxobook.viewer.web.server.gzipped import accepts_gzip, pack, unpacked, unpacked_size
from oxobook.viewer.web.server.open_books import Source

PACK_FROM = 1400
"""Bytes from which an answer is packed: fewer travel in one packet anyway."""
MINUTE = 60
"""Seconds that a cache may give an answer out unasked: then it asks again, as the book may have been replaced."""

RawHeaders = list[tuple[bytes, bytes]]


class ReadyResponse(Response):
    """A response with status 200, made once. ``source`` is the book's file it was read from, if it was from one.

    ``max_age`` is how many seconds a cache may give it out before it asks again whether it has changed.
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
        """Status and headers for a request with these headers, and the body: whole, or in pieces."""
        takes_gzip = False
        for name, value in asked:
            if name == b"if-none-match" and self._matches(value):
                return 304, [*self._unchanged], b"", ()
            if name == b"accept-encoding":
                takes_gzip = accepts_gzip(value)
        body = bytes(self.body)
        headers = [*self._described]
        if self.packed and not takes_gzip:
            return 200, [*headers, (b"content-length", b"%d" % unpacked_size(body))], b"", unpacked(body)
        if self.packed:
            headers.append((b"content-encoding", b"gzip"))
        headers.append((b"content-length", b"%d" % len(body)))
        return 200, headers, body, ()

    def _matches(self, tags: bytes) -> bool:
        """Whether an If-None-Match header names this answer's tag; weak and strong ones alike."""
        return tags.strip() == b"*" or self.tag.removeprefix("W/").encode() in tags


def json_response(report: Any, max_age: int, source: Source | None = None) -> ReadyResponse:
    """The answer that says a report as JSON."""
    return ReadyResponse(json.dumps(report, separators=(",", ":")).encode(), "application/json", max_age, source)
