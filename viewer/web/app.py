"""FastAPI application: the routes of the API and the page, with their middleware."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache, partial
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from oxobook.book import __version__
from oxobook.viewer.diagrams.chooser import Find
from oxobook.viewer.web.api import lookups, pictures, players, solving
from oxobook.viewer.web.api.errors import add_problems
from oxobook.viewer.web.api.lookups import START, start_answers
from oxobook.viewer.web.api.openapi import WORDS, add_description
from oxobook.viewer.web.books.certificates import Proofs
from oxobook.viewer.web.books.open_books import OpenBooks
from oxobook.viewer.web.books.patient import give_up, unheard
from oxobook.viewer.web.books.render_pool import RenderPool
from oxobook.viewer.web.books.rendering import kept
from oxobook.viewer.web.books.solving import Make, Solver
from oxobook.viewer.web.server.headers import Headers, security_headers
from oxobook.viewer.web.server.limits import Limits
from oxobook.viewer.web.server.responses import FromCache, ReadyResponse, ResponseCache
from oxobook.viewer.web.site.page_files import INDEX, PAGE, ServedFile, served_files, sources

ROUTERS = [lookups.router, players.router, pictures.router, solving.router]
SECURITY = security_headers(sources("script"), sources("style"))
SHARED = SECURITY | {"cross-origin-resource-policy": "cross-origin"}
"""Headers of answers that other sites' pages may use; CORS names those sites."""


def create_app(
    library: str,
    origins: Sequence[str] = (),
    rate: int | None = None,
    page: Path = PAGE,
    hosts: Sequence[str] = (),
    find: Find = kept,
    make: Make | None = None,
) -> FastAPI:
    """Return the application that serves a library's books.

    Args:
        library: Folder of the books.
        origins: Sites whose pages may query the API from a browser.
        rate: Requests per second that each client may send; None for any number.
        page: Folder of the page's files.
        hosts: Names of the server besides localhost.
        find: Function of a module that finds the strategies of papers for a class; by default those that a book keeps.
        make: Function of a module that makes the book of a small game; by default none is made.
    """
    cache = ResponseCache()
    cors = Middleware(CORSMiddleware, allow_origins=origins, expose_headers=["ETag"])
    app = FastAPI(
        title="oxobook",
        summary="A solver's answers over HTTP",
        description=WORDS,
        version=__version__,
        license_info={"name": "MIT", "identifier": "MIT"},
        openapi_url=None,  # add_description serves it, with an ETag
        docs_url=None,  # its page loads scripts from another host
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_try_and_close,
        generate_unique_id_function=lambda route: route.name,
        middleware=[
            Middleware(Headers, SHARED if origins else SECURITY),
            *([cors] if origins else []),  # without it, browsers hide the answers from pages of other sites
            Middleware(Limits, rate, hosts),
            Middleware(FromCache, cache),
        ],
    )
    app.state.books, app.state.cache, app.state.render_pool = OpenBooks(library), cache, RenderPool()
    app.state.proofs = Proofs(library)
    app.state.find, app.state.solver = find, Solver(make, app.state.books)
    app.state.close = partial(_close, app)
    for router in ROUTERS:
        app.include_router(router)
    add_problems(app, SECURITY)
    add_description(app)
    app.router.routes.extend(_page_routes(page, app.state.books))
    return app


@asynccontextmanager
async def _try_and_close(app: FastAPI) -> AsyncIterator[None]:
    """Open the books in the background when the server starts; end all other work when it stops."""
    trying = unheard(asyncio.create_task(app.state.books.listed()))
    yield
    trying.cancel()
    app.state.close()


def _close(app: FastAPI) -> None:
    give_up()
    app.state.books.trials.close()
    app.state.render_pool.close()


def _page_routes(folder: Path, books: OpenBooks) -> Iterator[Route]:
    """Yield a route for every file of the page, and ``/`` for its index."""
    for name, file in served_files(folder).items():
        if name == INDEX:
            yield from (_index_route(address, file, books) for address in (f"/{INDEX}", "/"))
        else:
            yield Route(f"/{name}", partial(_file, answer=ReadyResponse(file.content, file.kind, file.max_age)))


async def _file(request: Request, answer: ReadyResponse) -> Response:
    return answer


def _index_route(address: str, file: ServedFile, books: OpenBooks) -> Route:
    """Return the route of the page, which names the open books and brings the first answers of tic-tac-toe along."""
    text = file.content.decode()

    @lru_cache(2)
    def answer(opened: str, baked: str) -> ReadyResponse:
        told = f'data-books="{opened}"' + (f' data-baked="{START}"' if baked else "")
        page = text.replace("<html ", f"<html {told} ", 1)
        if baked:
            script = f'<script type="application/json" id="baked">{baked}</script>\n</body>'
            page = page.replace("</body>", script, 1)
        return ReadyResponse(page.encode(), file.kind, file.max_age)

    async def index(request: Request) -> Response:
        baked = await start_answers(books)  # first: whether that book is there is asked now
        return answer(" ".join(map(str, books.opened)), baked)

    return Route(address, index)
