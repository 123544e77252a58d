"""The routes that draw: one for each kind of diagram, as its command does, within bounds."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from viewer.draw.diagram import Diagram
from viewer.draw.registry import DIAGRAMS, diagram_named
from viewer.web.answer_fields import IF_NONE_MATCH, responses
from viewer.web.buckets import owner
from viewer.web.examples import SVG
from viewer.web.parameters import AskedBook, asked_by_query
from viewer.web.pictures import diagram_picture
from viewer.web.ready_response import MINUTE, ReadyResponse
from viewer.web.response_cache import remember
from viewer.web.studio import Studio

_RESPONSES = responses(400, 404, 503, content={"image/svg+xml": {"example": SVG}})

router = APIRouter(tags=["pictures"])


class Svg(Response):
    """A picture, for the description of the API."""

    media_type = "image/svg+xml"


def _add_diagram(name: str, diagram: Diagram[Any]) -> None:
    """The route of a diagram: its picture, with the options of its command as parameters."""

    async def drawn(request: Request, lent: AskedBook, asked: Any) -> Response:
        client = owner(request.client.host) if request.client else ""
        picture = await _studio(request).draw(diagram_picture, lent.source.path, name, asked, client=client)
        return remember(request, ReadyResponse(picture, Svg.media_type, MINUTE, lent.source, packed=True))

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


def _studio(request: Request) -> Studio:
    studio: Studio = request.app.state.studio
    return studio
