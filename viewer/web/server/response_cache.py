"""The response cache: finished responses by what was asked, the last used of them, up to a number of bytes.

A response stands as long as its book's file does. It is found before any routing or reading, which makes a question
that was asked before several times as fast. ``cachetools`` keeps the order and the count of bytes.
"""

from contextlib import suppress

from cachetools import LRUCache
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from oxobook.viewer.web.server.responses import ReadyResponse

_OVERHEAD = 2_000  # bytes that an entry takes besides its content: headers, keys and links

Question = tuple[str, bytes]
"""A path and a query string, as they came."""
Kept = tuple[ReadyResponse, int]
"""A response, and the bytes that it takes together with its question, roughly."""


class ResponseCache:
    """Responses by question."""

    def __init__(self, room: int = 64_000_000) -> None:
        self._kept: LRUCache[Question, Kept] = LRUCache(room, getsizeof=lambda kept: kept[1])

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def bytes(self) -> int:
        """The bytes that all of it takes, roughly."""
        return int(self._kept.currsize)

    def keep(self, scope: Scope, response: ReadyResponse) -> ReadyResponse:
        """Keep the response to a request; the ones that were not used for longest make room for it."""
        path, query = question = scope["path"], scope["query_string"]
        with suppress(ValueError):  # one that takes more than all the room is not kept
            self._kept[question] = response, len(path) + len(query) + len(response.body) + _OVERHEAD
        return response

    def recall(self, scope: Scope) -> ReadyResponse | None:
        """The response to the same request, if it is kept and its book has not changed since."""
        question = scope["path"], scope["query_string"]
        kept = self._kept.get(question)
        if kept is None:
            return None
        response, _ = kept
        if response.source and not response.source.current():
            del self._kept[question]
            return None
        return response


def remember(request: Request, response: ReadyResponse) -> ReadyResponse:
    """Keep a response in the cache of the application that was asked."""
    cache: ResponseCache = request.app.state.cache
    return cache.keep(request.scope, response)


class Recall:
    """The middleware that answers from the cache, and passes everything else on."""

    def __init__(self, app: ASGIApp, cache: ResponseCache) -> None:
        self.app = app
        self.cache = cache

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kept = self.cache.recall(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        await (kept or self.app)(scope, receive, send)
