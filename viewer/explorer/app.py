"""FastAPI application: the routes of the API and of the page's files, with their middleware."""

import asyncio
import os
import re
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from pydantic import ValidationError
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.staticfiles import StaticFiles

from oxobook.book import __version__
from oxobook.book.game.rules import Rules
from oxobook.book.layout import search
from oxobook.viewer.explorer import api
from oxobook.viewer.explorer.book_data import BoardOf
from oxobook.viewer.explorer.files import BUILT, KNOWN, PAPERS, PLAYERS, PROOF
from oxobook.viewer.explorer.jobs import Jobs, Make
from oxobook.viewer.explorer.listing import Listing
from oxobook.viewer.explorer.middleware import Headers, Measured
from oxobook.viewer.explorer.open_books import OpenBooks, warm_up
from oxobook.viewer.explorer.openapi import WORDS, add_description
from oxobook.viewer.explorer.parameters import AskedRules, PaperName, PaperQuery, RulesText
from oxobook.viewer.explorer.pictures import kept, players_file
from oxobook.viewer.explorer.refusal import Refusal
from oxobook.viewer.explorer.responses import YEAR, add_problems, tagged
from oxobook.viewer.pictures.chooser import Find

_PACKED_FROM = 1_400
"""Bytes from which an answer is compressed: fewer fit in one packet anyway."""
_SCRIPT = "text/javascript; charset=utf-8"


def create_app(
    library: str,
    others: Sequence[str] = (),
    origins: Sequence[str] = (),
    hosts: Sequence[str] = ("*",),
    find: Find = kept,
    make: Make | None = None,
    board_of: BoardOf | None = None,
) -> FastAPI:
    """Return the application that serves a library's books.

    Args:
        library: Folder of the books.
        others: Paths and URLs of other books.
        origins: Sites whose pages may query the API from a browser.
        hosts: Names by which requests may call the server; ``*`` for any.
        find: Function of a module that finds the strategies of papers for a class; by default those that a book keeps.
        make: Function of a module that makes the book of a small game; by default none is made.
        board_of: Function that describes a board to the page's search; without it the page asks the server instead.
    """
    headers = security_headers(BUILT / "index.html", bool(origins))
    cors = Middleware(CORSMiddleware, allow_origins=origins, expose_headers=["ETag"])
    app = FastAPI(
        title="oxobook",
        summary="A solver's answers over HTTP",
        description=WORDS,
        version=__version__,
        license_info={"name": "MIT", "identifier": "MIT"},
        routes=api.router.routes,
        openapi_url=None,  # add_description serves it, with an ETag
        docs_url=None,  # its page loads scripts from another host
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_warm_up_and_close,
        middleware=[
            Middleware(Measured),
            Middleware(Headers, headers),
            Middleware(TrustedHostMiddleware, allowed_hosts=[*hosts], www_redirect=False),
            *([cors] if origins else []),  # without it, browsers hide the answers from pages of other sites
            Middleware(GZipMiddleware, minimum_size=_PACKED_FROM, compresslevel=6),
        ],
    )
    state, books = app.state, OpenBooks(library, others)
    state.books, state.listing, state.jobs = books, Listing(books, board_of), Jobs()
    state.find, state.make = find, make
    _add_files(app)
    add_problems(app, headers)
    add_description(app)
    app.add_route("/metrics", _metrics)
    app.router.default = StaticFiles(directory=BUILT, html=True)
    return app


@asynccontextmanager
async def _warm_up_and_close(app: FastAPI) -> AsyncIterator[None]:
    """Prepare what the first visit asks for when the server starts; end all jobs when it stops."""
    warming = asyncio.create_task(_warm_up(app))
    yield
    warming.cancel()
    app.state.jobs.close()


async def _warm_up(app: FastAPI) -> None:
    with suppress(Refusal):
        books, _ = await app.state.listing.books()
        if any(book.entry["held"] == "search" for book in books):
            app.state.jobs.begin(warm_up, app.state.books.library, search.search_for)
        await app.state.listing.script(Rules())


def _add_files(app: FastAPI) -> None:
    """Add the routes of the files that a site has, made from the library as it is now."""

    def route(name: str) -> Callable[..., object]:
        return app.get(f"/{name}", include_in_schema=False)

    @route(KNOWN)
    async def known(request: Request) -> Response:
        script = await app.state.listing.known(app.state.make is not None)
        return tagged(request, script.encode(), _SCRIPT)

    @route(f"books/{{rules}}{PROOF}.js")
    async def proof(request: Request, rules: RulesText) -> Response:
        script = await app.state.listing.certificate_script(Rules.written(rules))
        if script is None:
            raise Refusal(404, f"there is no certificate of {rules}: make it with: oxobook prove {rules}")
        return _sent(request, script.encode())

    @route(f"books/{{rules}}{PLAYERS}.js")
    async def players(request: Request, rules: AskedRules) -> Response:
        file = await app.state.books.ask(rules, lambda opened: opened.file)
        return _sent(request, await app.state.jobs.run(players_file, file))

    @route("books/{rules}.js")
    async def book(request: Request, rules: AskedRules) -> Response:
        return _sent(request, await app.state.listing.script(rules))

    @route(PAPERS + "/{rules}-{name}-{size}-{language}.pdf")
    async def paper(request: Request, rules: AskedRules, name: PaperName, size: str, language: str) -> Response:
        try:
            asked = PaperQuery(paper=size, language=language)
        except ValidationError as error:
            raise Refusal(404, f"there is no such paper: see /{KNOWN}") from error
        return await api.papers(request, rules, name, asked)


async def _metrics(request: Request) -> Response:
    registry: CollectorRegistry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry := CollectorRegistry())  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


def _sent(request: Request, script: bytes) -> Response:
    """Return the response with a script, which browsers may keep if its address has a version."""
    return tagged(request, script, _SCRIPT, YEAR if "v" in request.query_params else 0)


def security_headers(page: Path, shared: bool) -> dict[str, str]:
    """Return the headers of every response: no other site, type guessing, referrer or framing.

    Args:
        page: File of the page, whose inline scripts and styles are allowed by their digests.
        shared: True if pages of other sites may use the answers; CORS names those sites.
    """
    text = page.read_text(encoding="utf-8")

    def digests(kind: str) -> str:
        inline = re.findall(rf"<{kind}>(.*?)</{kind}>", text, re.DOTALL)
        return " ".join(f"'sha256-{b64encode(sha256(one.encode()).digest()).decode()}'" for one in inline)

    return {
        "content-security-policy": (
            f"default-src 'self'; script-src 'self' {digests('script')} 'wasm-unsafe-eval'; worker-src 'self' blob:; "
            f"style-src 'self' {digests('style')}; "
            "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "cross-origin" if shared else "same-origin",
        "cross-origin-opener-policy": "same-origin",
    }
