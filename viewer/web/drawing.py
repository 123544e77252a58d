"""The routes that draw: graph.svg and map.svg, as the commands do, within bounds."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from viewer.web.answer_fields import IF_NONE_MATCH, responses
from viewer.web.examples import SVG
from viewer.web.parameters import AskedBook, GraphQuery, MapQuery, position_of_text
from viewer.web.pictures import graph_picture, map_picture
from viewer.web.ready_response import MINUTE, ReadyResponse
from viewer.web.response_cache import remember
from viewer.web.studio import Studio

_RESPONSES = responses(400, 404, 503, content={"image/svg+xml": {"example": SVG}})

router = APIRouter(tags=["pictures"])


class Svg(Response):
    """A picture, for the description of the API."""

    media_type = "image/svg+xml"


@router.get("/api/{rules}/graph.svg", response_class=Svg, responses=_RESPONSES, openapi_extra=IF_NONE_MATCH)
async def graph(request: Request, lent: AskedBook, asked: Annotated[GraphQuery, Query()]) -> Response:
    """A strategy, or every position, as a graph of positions up to symmetry, a row a ply."""
    start = position_of_text(asked.start, lent.book.rules)
    strategy = asked.side, asked.kind, asked.fast
    style = asked.palette, asked.orientation
    drawn = await _studio(request).draw(
        graph_picture, lent.source.path, *strategy, asked.whole, start, asked.depth, *style
    )
    return remember(request, ReadyResponse(drawn, Svg.media_type, MINUTE, lent.source, packed=True))


@router.get("/api/{rules}/map.svg", response_class=Svg, responses=_RESPONSES, openapi_extra=IF_NONE_MATCH)
async def nested_map(request: Request, lent: AskedBook, asked: Annotated[MapQuery, Query()]) -> Response:
    """A side's whole strategy as one nested board: your move, and inside each reply the next board."""
    strategy = asked.side, asked.kind, asked.fast
    drawn = await _studio(request).draw(map_picture, lent.source.path, *strategy, asked.depth, asked.palette)
    return remember(request, ReadyResponse(drawn, Svg.media_type, MINUTE, lent.source, packed=True))


def _studio(request: Request) -> Studio:
    studio: Studio = request.app.state.studio
    return studio
