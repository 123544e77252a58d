"""Middleware: headers of every response, and measurements in the form that Prometheus reads."""

from collections.abc import Mapping
from time import monotonic

from prometheus_client import Histogram
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_REQUESTS = Histogram("oxobook_request_seconds", "Time until an answer begins.", ["route", "status"])


class Headers:
    """Middleware that adds headers, and answers HEAD, which FastAPI does not for its routes, like GET."""

    def __init__(self, app: ASGIApp, headers: Mapping[str, str]) -> None:
        self.app, self._headers = app, {"cache-control": "no-cache", **headers}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # Uvicorn sends no body
        await self.app(scope, receive, send_on)


class Measured:
    """Middleware that measures the requests of each route, by the status of their answers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, inner = monotonic(), {**scope}

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = getattr(inner.get("route"), "path", "file")
                _REQUESTS.labels(route, message["status"]).observe(monotonic() - began)
            await send(message)

        await self.app(inner, receive, send_on)
