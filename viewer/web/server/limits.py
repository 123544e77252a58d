"""Limits on requests: each client's rate, the size of a request, and the host names that are answered.

Libraries do not fit: neither Uvicorn nor Starlette limits the length of a path or a body. ``limits``, the base of the
usual rate limiters, takes five times as long for each request and does not bound the number of clients it remembers.
Starlette's TrustedHostMiddleware takes names only, but every address is safe too.
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
"""Largest path with its query: the longest position takes a tenth of it."""
HEADERS = 100
"""Largest number of headers of a request: in memory, a tiny one takes thirty times its bytes."""
HEAD_BYTES = 16_384
BODY_BYTES = 65_536
TOO_MANY_HEADERS = f"a request may have at most {HEADERS} headers of {HEAD_BYTES:,} bytes in all"
_LONGEST_ADDRESS = 64  # characters, with the name of a network interface
_PORT = re.compile(r":\d*$")


class Limits:
    """Middleware that refuses requests that are too many, too large or meant for another host."""

    def __init__(self, app: ASGIApp, rate: int | None, hosts: Iterable[str]) -> None:
        self.app = app
        self.rates = None if rate is None else RateLimit(rate)
        self.hosts = frozenset(name.lower() for name in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        await (refusal or self.app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        if self.rates is not None and not self.rates.take(scope["client"][0] if scope["client"] else ""):
            detail = f"too many requests: at most {self.rates.rate:,} a second are allowed; wait a second"
            return problem(429, detail, {"retry-after": "1"})
        length = len(scope["path"]) + len(scope["query_string"])
        if length > TARGET_BYTES:
            return problem(414, f"path and query must have at most {TARGET_BYTES:,} bytes; got {length:,}")
        if len(scope["headers"]) > HEADERS or sum(len(value) for _, value in scope["headers"]) > HEAD_BYTES:
            return problem(431, TOO_MANY_HEADERS)
        host: bytes | None = None
        for name, value in scope["headers"]:
            if name == b"host":
                host = value if host in (None, value) else b""
            elif name == b"transfer-encoding" or (name == b"content-length" and _too_large(value)):
                detail = f"the body is too large: send none, or at most {BODY_BYTES:,} bytes with their Content-Length"
                return problem(413, detail, {"connection": "close"})
        if host is None or answers_to(host, self.hosts):  # browsers always send one
            return None
        given = shortened(host.decode("latin-1"))
        detail = f"the Host {given} is not allowed: use localhost, an address, or a name given with --allow-host"
        return problem(400, detail)  # at 421 a browser would try again


def _too_large(length: bytes) -> bool:
    """Return whether a Content-Length is more than a body may have, or not a number."""
    return not length.isdigit() or len(length) > 9 or int(length) > BODY_BYTES


@lru_cache(256)
def answers_to(host: bytes, allowed: frozenset[str] = frozenset()) -> bool:
    """Return whether a Host header names this server: localhost, an address, or an allowed name; ``*`` allows all.

    This stops DNS rebinding: a site can let its own name point to this machine, so that its pages may query this server
    like their own, but the Host header still shows that name. An address cannot be made to point elsewhere.

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
    """Rate limit: for each of the ``room`` clients seen last a bucket of ``rate`` tokens, refilled in a second."""

    def __init__(self, rate: int, room: int = 10_000, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._clock = clock
        self.buckets: LRUCache[str, tuple[float, float]] = LRUCache(room)  # tokens, and when they were counted

    def take(self, address: str) -> bool:
        """Take a token from a client's bucket; return False if it is empty."""
        client, now = client_of(address), self._clock()
        left, since = self.buckets.get(client, (float(self.rate), now))
        left = min(self.rate, left + (now - since) * self.rate)
        allowed = left >= 1
        self.buckets[client] = left - allowed, now
        return allowed


def client_of(address: str) -> str:
    """Return the client of an address: for IPv6 its /64 network, all addresses of which belong to one client.

    Texts longer than an address count as a single client, so that they take no memory.

    >>> client_of("192.0.2.1"), client_of("2001:db8::1"), client_of("::ffff:192.0.2.1"), client_of("x" * 10_000)
    ('192.0.2.1', '2001:db8::/64', '192.0.2.1', '')
    """
    return _client_of(address) if len(address) <= _LONGEST_ADDRESS else ""


@lru_cache(1024)
def _client_of(address: str) -> str:
    """Return the client of an address, or the text itself if it is none."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found), 64), strict=False))
