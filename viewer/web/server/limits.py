"""Limits: how many requests a client may send, how long one may be, and by which names the server may be asked.

This is our own because neither uvicorn nor Starlette bounds the length of a path or a body.
"""

from starlette.types import ASGIApp, Receive, Scope, Send

from oxobook.viewer.web.api.errors import problem
from oxobook.viewer.web.server.hosts import Hosts
from oxobook.viewer.web.server.rate_limit import Buckets
from oxobook.viewer.web.server.refusal import shortened

TARGET_BYTES = 2_048
"""The longest path with its query: the longest position takes a tenth."""
BODY_BYTES = 65_536


class Limits:
    """The middleware that refuses what is too much, too long or meant for another server, before anything is done."""

    def __init__(self, app: ASGIApp, rate: int | None, hosts: Hosts) -> None:
        self.app = app
        self.buckets = None if rate is None else Buckets(rate)
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        await (refusal or self.app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        """The response to a request that goes too far, or None."""
        if self.buckets is not None and not self.buckets.take(scope["client"][0] if scope["client"] else ""):
            detail = f"expected at most {self.buckets.rate:,} requests a second; got more: wait a second"
            return problem(429, detail, {"retry-after": "1"})
        length = len(scope["path"]) + len(scope["query_string"])
        if length > TARGET_BYTES:
            return problem(414, f"expected a path and query of at most {TARGET_BYTES:,} bytes; got {length:,}")
        host: bytes | None = None
        for name, value in scope["headers"]:
            if name == b"host":
                host = value if host in (None, value) else b""
            elif name == b"transfer-encoding" or (name == b"content-length" and _too_large(value)):
                detail = f"expected no body, or one of at most {BODY_BYTES:,} bytes with its Content-Length; got more"
                return problem(413, detail, {"connection": "close"})
        return None if host is None or self.hosts.answers_to(host) else _other_host(host)  # every browser sends one


def _other_host(host: bytes) -> ASGIApp:
    """The response to a request by another name; 421 would have a browser ask again."""
    given = shortened(host.decode("latin-1"))
    detail = f"expected a request to localhost, an address, or a name that --allow-host gives; the Host is {given}"
    return problem(400, detail)


def _too_large(length: bytes) -> bool:
    """Whether a Content-Length is more than a body may have, or no number."""
    return not length.isdigit() or len(length) > 9 or int(length) > BODY_BYTES
