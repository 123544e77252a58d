"""Limits on requests: how many a client may send, how long one may be, and by which names the server is known.

This is our own because neither uvicorn nor Starlette bounds the length of a path or a body; because ``limits``, on
which the known rate limiter stands, takes five times as long for each request and bounds no number of clients; and
because Starlette's TrustedHostMiddleware knows names only, and not that every address is safe.
"""

import ipaddress
import re
import time
from collections.abc import Callable, Iterable
from functools import lru_cache

from cachetools import LRUCache
from starlette.types import ASGIApp, Receive, Scope, Send

from oxobook.viewer.web.server.refusal import problem, shortened

TARGET_BYTES = 2_048
"""Longest path with its query: the longest position takes a tenth."""
HEADERS = 100
"""Largest number of headers of a request: a tiny one takes thirty times its bytes."""
HEAD_BYTES = 16_384
BODY_BYTES = 65_536
_LONGEST_ADDRESS = 64  # characters, with the name of a network interface
_PORT = re.compile(r":\d*$")


class Limits:
    """Middleware that refuses requests that are too many, too long or meant for another server."""

    def __init__(self, app: ASGIApp, rate: int | None, hosts: Iterable[str]) -> None:
        self.app = app
        self.rates = None if rate is None else RateLimit(rate)
        self.hosts = frozenset(name.lower() for name in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        await (refusal or self.app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        """Return the response to a request that goes too far, or None."""
        if self.rates is not None and not self.rates.take(scope["client"][0] if scope["client"] else ""):
            detail = f"expected at most {self.rates.rate:,} requests a second; got more: wait a second"
            return problem(429, detail, {"retry-after": "1"})
        length = len(scope["path"]) + len(scope["query_string"])
        if length > TARGET_BYTES:
            return problem(414, f"expected a path and query of at most {TARGET_BYTES:,} bytes; got {length:,}")
        if len(scope["headers"]) > HEADERS or sum(len(value) for _, value in scope["headers"]) > HEAD_BYTES:
            return problem(431, f"expected at most {HEADERS} headers, of {HEAD_BYTES:,} bytes; got more")
        host: bytes | None = None
        for name, value in scope["headers"]:
            if name == b"host":
                host = value if host in (None, value) else b""
            elif name == b"transfer-encoding" or (name == b"content-length" and _too_large(value)):
                detail = f"expected no body, or one of at most {BODY_BYTES:,} bytes with its Content-Length; got more"
                return problem(413, detail, {"connection": "close"})
        if host is None or answers_to(host, self.hosts):  # every browser sends one
            return None
        given = shortened(host.decode("latin-1"))
        detail = f"expected a request to localhost, an address, or a name that --allow-host gives; the Host is {given}"
        return problem(400, detail)  # 421 would have a browser ask again


def _too_large(length: bytes) -> bool:
    """Return whether a Content-Length is more than a body may have, or not a number."""
    return not length.isdigit() or len(length) > 9 or int(length) > BODY_BYTES


@lru_cache(256)
def answers_to(host: bytes, allowed: frozenset[str] = frozenset()) -> bool:
    """Return whether a Host header names this server.

    It does as localhost, by an address, or by an allowed name; ``*`` allows all. A page of another site can have its
    own name point to this machine, and so query this server as if it were its own (DNS rebinding); but the name is
    still in the Host header, and no one can have an address point elsewhere.
    >>> [answers_to(host) for host in (b"localhost:8000", b"[::1]:8000", b"192.0.2.1")]
    [True, True, True]
    >>> [answers_to(host) for host in (b"example.org", b"localhost.example.org", b"127.0.0.1.example.org")]
    [False, False, False]
    >>> answers_to(b"Books.example.org", frozenset(["books.example.org"]))
    True
    """
    name = _PORT.sub("", host.decode("latin-1").lower()).removesuffix(".")
    if name == "localhost" or name.endswith(".localhost") or allowed & {name, "*"}:
        return True
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


class RateLimit:
    """Rate limit: how many requests each of the clients seen last may still send.

    Each has a token bucket: a request takes one out, time fills it up again to as many as a client may send a second,
    and a client whose bucket is empty is told to wait.
    """

    def __init__(self, rate: int, room: int = 10_000, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._clock = clock
        self._buckets: LRUCache[str, tuple[float, float]] = LRUCache(room)  # what is left, and when it was

    def take(self, address: str) -> bool:
        """Take one request out of a client's bucket; return False if it is empty."""
        client, now = client_of(address), self._clock()
        left, since = self._buckets.get(client, (float(self.rate), now))
        left = min(self.rate, left + (now - since) * self.rate)
        allowed = left >= 1
        self._buckets[client] = left - allowed, now
        return allowed


def client_of(address: str) -> str:
    """Return the client that an address belongs to: for IPv6 its network, whose addresses a client all has.

    Texts longer than an address count as one client together, so that little is stored for each.
    >>> client_of("192.0.2.1"), client_of("2001:db8::1"), client_of("::ffff:192.0.2.1"), client_of("x" * 10_000)
    ('192.0.2.1', '2001:db8::/64', '192.0.2.1', '')
    """
    return _client_of(address) if len(address) <= _LONGEST_ADDRESS else ""


@lru_cache(1024)
def _client_of(address: str) -> str:
    """Return the client of a text that may be an address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found), 64), strict=False))
