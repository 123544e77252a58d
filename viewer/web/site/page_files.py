"""The page: the files of a folder, each with a route of its own.

They are read when the server starts. So no path of a URL ever reaches the file system, and nothing is served that was
not there. Starlette's ``StaticFiles`` would go to the file system for each request, serve hidden files too, and pack
none.
"""

from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from oxobook.viewer.web.server.open_books import Shelf
from oxobook.viewer.web.server.responses import ReadyResponse
from oxobook.viewer.web.site.inline import MORE, PAGE, SCRIPT, inlined, more, script

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
"""The types by ending; other files are not served."""


def page_routes(folder: Path = PAGE) -> list[Route]:
    """A route for every file below a folder, and ``/`` for its index.html; none when there is no such folder."""
    routes = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and path.suffix in TYPES and not any(part.startswith(".") for part in name.split("/")):
            if name == "index.html":
                scripts = {SCRIPT: script(folder), MORE: more(folder)}
                routes += [_route(f"/{file}", text.encode(), TYPES[".js"]) for file, text in scripts.items()]
                routes += [_page_route(address, inlined(folder)) for address in ("/index.html", "/")]
            else:
                routes.append(_route(f"/{name}", path.read_bytes(), TYPES[path.suffix]))
    return routes


def _page_route(address: str, text: str) -> Route:
    """The route of the page, which is told the books that it may ask at once."""

    @lru_cache(2)
    def answer(books: str) -> ReadyResponse:
        return ReadyResponse(text.replace("<html ", f'<html data-books="{books}" ', 1).encode(), TYPES[".html"], 0)

    async def page(request: Request) -> Response:
        shelf: Shelf = request.app.state.shelf
        return answer(" ".join(map(str, shelf.opened)))

    return Route(address, page, include_in_schema=False)


def _route(address: str, content: bytes, kind: str) -> Route:
    """The route of a file; caches ask each time whether it has changed."""
    answer = ReadyResponse(content, kind, max_age=0)

    async def file(request: Request) -> Response:
        return answer

    return Route(address, file, include_in_schema=False)
