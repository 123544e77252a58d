"""The application: routes, kept responses and middleware put together."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware

from oxobook.book import __version__
from oxobook.viewer.web.api import diagrams as drawing
from oxobook.viewer.web.api import lookups as asking
from oxobook.viewer.web.api import players as playing
from oxobook.viewer.web.api.errors import add_problems
from oxobook.viewer.web.api.openapi import WORDS, add_description
from oxobook.viewer.web.server.headers import Headers
from oxobook.viewer.web.server.hosts import Hosts
from oxobook.viewer.web.server.limits import Limits
from oxobook.viewer.web.server.open_books import Shelf
from oxobook.viewer.web.server.render_pool import Studio
from oxobook.viewer.web.server.response_cache import Recall, ResponseCache
from oxobook.viewer.web.site.inline import PAGE
from oxobook.viewer.web.site.page_files import page_routes

ROUTERS = [asking.router, playing.router, drawing.router]


def create_app(
    library: str,
    origins: Sequence[str] = (),
    rate: int | None = None,
    page: Path = PAGE,
    hosts: Sequence[str] = (),
) -> FastAPI:
    """The application that serves a library's books.

    ``origins`` are the sites whose pages may ask it from a browser, ``rate`` the most requests a second and client,
    ``hosts`` the names it has besides localhost.
    """
    cache = ResponseCache()
    app = FastAPI(
        title="oxobook",
        summary="A solver's answers over HTTP",
        description=WORDS,
        version=__version__,
        license_info={"name": "MIT", "identifier": "MIT"},
        openapi_url=None,  # served below, as an answer
        docs_url=None,  # its scripts would come from another host
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_try_and_close,
        generate_unique_id_function=lambda route: route.name,
        middleware=[
            Middleware(Headers, shared=bool(origins)),
            *_cors(origins),
            Middleware(Limits, rate, Hosts(hosts)),
            Middleware(Recall, cache),
        ],
    )
    app.state.shelf, app.state.cache, app.state.studio = Shelf(library), cache, Studio()
    app.state.close = partial(_close, app)
    for router in ROUTERS:
        app.include_router(router)
    add_problems(app)
    add_description(app)
    app.router.routes.extend(page_routes(page))
    return app


@asynccontextmanager
async def _try_and_close(app: FastAPI) -> AsyncIterator[None]:
    """Try the books, so that they are there when they are asked for; close the application in the end."""
    trying = asyncio.create_task(app.state.shelf.summaries())
    yield
    trying.cancel()
    app.state.close()


def _close(app: FastAPI) -> None:
    """End the other processes of an application, and give up what they do."""
    app.state.shelf.close()
    app.state.studio.close()


def _cors(origins: Sequence[str]) -> list[Middleware]:
    """Let pages of these origins read the answers; without any, browsers let none."""
    return [Middleware(CORSMiddleware, allow_origins=origins, expose_headers=["ETag"])] if origins else []
