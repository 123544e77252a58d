"""FastAPI application: the routes of the API and of the page's files, with their middleware."""

import asyncio
import re
from base64 import b64encode
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oxobook.book import __version__
from oxobook.book.errors import quoted
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import BoardOf
from oxobook.viewer.explorer import api
from oxobook.viewer.explorer.files import BUILT, KNOWN, PROOF
from oxobook.viewer.explorer.listing import Listing
from oxobook.viewer.explorer.open_books import OpenBooks
from oxobook.viewer.explorer.parameters import AskedRules
from oxobook.viewer.explorer.responses import YEAR, Refusal, add_problems, problem, tagged

WORDS = """Perfect play in tic-tac-toe and its whole family, looked up.

Rules are written `ROWSxCOLUMNSxK`, with `-misere` and/or `-gravity` after them, or by a name such as `connect-four`.
Errors are JSON, `{"detail": SENTENCE}`. Answers carry an ETag, and are compressed for clients that accept gzip."""
_PACKED_FROM = 1_400
"""Bytes from which an answer is compressed: fewer fit in one packet anyway."""
_SCRIPT = "text/javascript; charset=utf-8"


def create_app(
    library: str,
    others: Sequence[str] = (),
    hosts: Sequence[str] = (),
    board_of: BoardOf | None = None,
) -> FastAPI:
    """Return the application that serves a library's books.

    Args:
        library: Folder of the books.
        others: Paths and URLs of other books.
        hosts: Names by which requests may call the server; none for any.
        board_of: Function that describes a board to the page's search; without it the page asks the server instead.
    """
    headers = security_headers(BUILT / "index.html")
    app = FastAPI(
        title="oxobook",
        summary="A solver's answers over HTTP",
        description=WORDS,
        version=__version__,
        license_info={"name": "MIT", "identifier": "MIT"},
        routes=api.router.routes,
        docs_url=None,  # its page loads scripts from another host
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_warm_up,
        middleware=[
            Middleware(Headers, headers, hosts),
            Middleware(GZipMiddleware, minimum_size=_PACKED_FROM, compresslevel=6),
        ],
    )
    books = OpenBooks(library, others)
    app.state.books, app.state.listing = books, Listing(books, library, board_of)
    _add_files(app)
    add_problems(app, headers)
    app.router.default = StaticFiles(directory=BUILT, html=True)
    return app


@asynccontextmanager
async def _warm_up(app: FastAPI) -> AsyncIterator[None]:
    """Prepare what the first visit asks for when the server starts."""

    async def prepare() -> None:
        with suppress(Refusal):
            await app.state.listing.known()
            await app.state.listing.script(Rules())

    warming = asyncio.create_task(prepare())
    yield
    warming.cancel()


def _add_files(app: FastAPI) -> None:
    """Add the routes of the files that a site has, made from the library as it is now."""

    @app.get(f"/{KNOWN}", include_in_schema=False)
    async def known(request: Request) -> Response:
        return tagged(request, (await app.state.listing.known()).encode(), _SCRIPT)

    @app.get(f"/books/{{rules}}{PROOF}.js", include_in_schema=False)
    async def proof(request: Request, rules: AskedRules) -> Response:
        script = await app.state.listing.certificate_script(rules)
        if script is None:
            raise Refusal(404, f"there is no certificate of {rules}: make it with: oxobook prove {rules}")
        return _sent(request, script.encode())

    @app.get("/books/{rules}.js", include_in_schema=False)
    async def book(request: Request, rules: AskedRules) -> Response:
        return _sent(request, await app.state.listing.script(rules))


def _sent(request: Request, script: bytes) -> Response:
    """Return the response with a script, which browsers may keep if its address has a version."""
    return tagged(request, script, _SCRIPT, YEAR if "v" in request.query_params else 0)


class Headers:
    """Middleware that adds headers, refuses other ``hosts``, and answers HEAD, as no route does, like GET."""

    def __init__(self, app: ASGIApp, headers: Mapping[str, str], hosts: Sequence[str]) -> None:
        self.app, self._headers, self._hosts = app, {"cache-control": "no-cache", **headers}, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        app = self.app
        if scope["type"] == "http":
            scope = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope  # Uvicorn sends no body
            host = re.sub(r":\d+$", "", dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower())
            if self._hosts and host.strip("[]") not in self._hosts:
                wanted = f"expected a request for {' or '.join(self._hosts)}; got one for {quoted(host)}"
                app = problem(400, f"{wanted}: with another --host, oxobook serve answers to any name")
        await app(scope, receive, send_on)


def security_headers(page: Path) -> dict[str, str]:
    """Return the headers of every response: no other site, type guessing, referrer or framing.

    The styles inside the file of the page are allowed by their digests.
    """
    inline = re.findall(r"<style>(.*?)</style>", page.read_text(encoding="utf-8"), re.DOTALL)
    digests = " ".join(f"'sha256-{b64encode(sha256(one.encode()).digest()).decode()}'" for one in inline)
    return {
        "content-security-policy": (
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; "
            f"style-src 'self' {digests}; "
            "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
    }
