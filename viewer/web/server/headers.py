"""Headers of every response, and HEAD, which FastAPI does not answer for its routes, as GET without the body."""

from collections.abc import Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send


def security_headers(scripts: str, style: str) -> dict[str, str]:
    """Return the headers of a page with these digests: no other site, type guessing, referrer or framing."""
    return {
        "content-security-policy": (
            f"default-src 'self'; script-src 'self' {scripts}; style-src 'self' {style}; img-src 'self' data:; "
            "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
    }


class Headers:
    """Middleware that adds headers to every response, and answers HEAD."""

    def __init__(self, app: ASGIApp, headers: Mapping[str, str]) -> None:
        self.app = app
        self._raw = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        head = scope["method"] == "HEAD"

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._raw]
            elif head:
                message["body"] = b""
            await send(message)

        await self.app({**scope, "method": "GET"} if head else scope, receive, send_on)
