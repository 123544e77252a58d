"""Routes of pictures: diagrams, each with the options of its command and a limit on its size; papers for a class."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import Field

from oxobook.viewer.classroom.lessons.class_kit import PARTS
from oxobook.viewer.diagrams.diagram import DIAGRAMS, Diagram, diagram_named
from oxobook.viewer.diagrams.phrases import LANGUAGES
from oxobook.viewer.drawing.paper import PAPERS
from oxobook.viewer.web.api.parameters import AskedBook, Parameters, asked_by_query
from oxobook.viewer.web.api.schema import IF_NONE_MATCH, responses
from oxobook.viewer.web.books.open_books import OpenBook
from oxobook.viewer.web.books.render_pool import RenderPool
from oxobook.viewer.web.books.rendering import class_paper, diagram_picture
from oxobook.viewer.web.server.limits import client_of
from oxobook.viewer.web.server.responses import MINUTE, ReadyResponse, ResponseCache

_EXAMPLE = '<svg xmlns="http://www.w3.org/2000/svg" role="img"><title>X\'s strategy on 3x3x3</title></svg>'
_RESPONSES = responses(400, 404, 503, content={"image/svg+xml": {"example": _EXAMPLE}})

router = APIRouter(tags=["pictures"])


class Svg(Response):
    """SVG response, for the description of the API."""

    media_type = "image/svg+xml"


class Pdf(Response):
    """PDF response, for the description of the API."""

    media_type = "application/pdf"


class PaperQuery(Parameters):
    """Query for a paper."""

    paper: Literal[tuple(PAPERS)] = Field("a4", description="Size of the pages.")  # type: ignore[valid-type]
    language: Literal[tuple(LANGUAGES)] = Field("en", description="Language.")  # type: ignore[valid-type]


Name = Annotated[Literal["kit", *PARTS], Path(description="The paper, or the kit of all.", examples=["worksheet"])]  # type: ignore[valid-type]


async def _drawn(
    request: Request, opened: OpenBook, kind: type[Response], picture: Callable[..., bytes], *arguments: object
) -> Response:
    """Return a picture of a book, drawn by a process of the pool, and cache it."""
    pool: RenderPool = request.app.state.render_pool
    cache: ResponseCache = request.app.state.cache
    client = client_of(request.client.host) if request.client else ""
    drawn = await pool.run(picture, opened.files, *arguments, client=client)
    return cache.keep(request.scope, ReadyResponse(drawn, kind.media_type or "", MINUTE, opened.current, packed=True))


def _add_diagram(name: str, diagram: Diagram) -> None:
    """Add the route of a diagram, with the options of its command as parameters."""

    async def drawn(request: Request, opened: AskedBook, asked: Any) -> Response:
        return await _drawn(request, opened, Svg, diagram_picture, name, asked)

    drawn.__annotations__["asked"] = Annotated[diagram.request, Depends(asked_by_query(diagram.request))]
    router.add_api_route(
        f"/api/{{rules}}/{name}.svg",
        drawn,
        name=name,
        description=diagram.does,
        response_class=Svg,
        responses=_RESPONSES,
        openapi_extra=IF_NONE_MATCH,
    )


for _name in DIAGRAMS:
    _diagram = diagram_named(_name)
    if "svg" in _diagram.forms:
        _add_diagram(_name, _diagram)


@router.get(
    "/api/{rules}/papers/{name}.pdf",
    response_class=Pdf,
    responses=responses(400, 404, 503, content={Pdf.media_type: {"example": "%PDF-1.4"}}),
    openapi_extra=IF_NONE_MATCH,
)
async def papers(request: Request, opened: AskedBook, name: Name, asked: Annotated[PaperQuery, Query()]) -> Response:
    """Return a paper for a class as PDF: lesson plans, a worksheet, cheat sheets, posters, MENACE, or a kit of all."""
    names = PARTS if name == "kit" else (name,)
    find = request.app.state.find
    return await _drawn(request, opened, Pdf, class_paper, find, names, asked.paper, asked.language)
