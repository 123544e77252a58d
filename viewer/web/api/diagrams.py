"""Routes of diagrams: one for each kind, with the options of its command and a limit on its size."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from oxobook.viewer.diagrams.diagram import DIAGRAMS, Diagram, diagram_named
from oxobook.viewer.web.api.parameters import AskedBook, asked_by_query
from oxobook.viewer.web.api.schema import IF_NONE_MATCH, responses
from oxobook.viewer.web.books.render_pool import RenderPool
from oxobook.viewer.web.books.rendering import diagram_picture
from oxobook.viewer.web.server.limits import client_of
from oxobook.viewer.web.server.responses import MINUTE, ReadyResponse, recalled, remember

_EXAMPLE = '<svg xmlns="http://www.w3.org/2000/svg" role="img"><title>X\'s strategy on 3x3x3</title></svg>'
_RESPONSES = responses(400, 404, 503, content={"image/svg+xml": {"example": _EXAMPLE}})

router = APIRouter(tags=["pictures"])


class Svg(Response):
    """SVG response, for the description of the API."""

    media_type = "image/svg+xml"


def _add_diagram(name: str, diagram: Diagram) -> None:
    """Add the route of a diagram, with the options of its command as parameters."""

    async def drawn(request: Request, opened: AskedBook, asked: Any) -> Response:
        if kept := await recalled(request):  # drawn for others while this request waited for the book
            return kept
        client = client_of(request.client.host) if request.client else ""
        pool: RenderPool = request.app.state.render_pool
        picture = await pool.run(diagram_picture, opened.files, name, asked, client=client)
        return remember(request, ReadyResponse(picture, Svg.media_type, MINUTE, opened.current, packed=True))

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
