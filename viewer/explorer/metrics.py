"""Measurements of requests in the form that Prometheus reads."""

from time import monotonic

from prometheus_client import CONTENT_TYPE_LATEST, Histogram, generate_latest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_REQUESTS = Histogram("oxobook_request_seconds", "Time until an answer begins.", ["route", "status"])


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


async def metrics(request: Request) -> Response:
    """Return the measurements."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
