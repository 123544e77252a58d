"""Route of the papers for a class."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from oxobook.viewer.classroom.lessons.class_kit import PARTS
from oxobook.viewer.diagrams.phrases import LANGUAGES
from oxobook.viewer.drawing.paper import PAPERS
from oxobook.viewer.web.api.parameters import AskedBook, Parameters
from oxobook.viewer.web.api.schema import IF_NONE_MATCH, responses
from oxobook.viewer.web.books.render_pool import RenderPool
from oxobook.viewer.web.books.rendering import class_paper
from oxobook.viewer.web.server.limits import client_of
from oxobook.viewer.web.server.responses import MINUTE, ReadyResponse, recalled, remember

router = APIRouter(tags=["pictures"])


class Pdf(Response):
    """PDF response, for the description of the API."""

    media_type = "application/pdf"


class PaperQuery(Parameters):
    """Query for a paper."""

    paper: Literal[tuple(PAPERS)] = Field("a4", description="Size of the pages.")  # type: ignore[valid-type]
    language: Literal[tuple(LANGUAGES)] = Field("en", description="Language.")  # type: ignore[valid-type]


Name = Annotated[Literal["kit", *PARTS], Path(description="The paper, or the kit of all.", examples=["worksheet"])]  # type: ignore[valid-type]


@router.get(
    "/api/{rules}/papers/{name}.pdf",
    response_class=Pdf,
    responses=responses(400, 404, 503, content={Pdf.media_type: {"example": "%PDF-1.4"}}),
    openapi_extra=IF_NONE_MATCH,
)
async def papers(request: Request, opened: AskedBook, name: Name, asked: Annotated[PaperQuery, Query()]) -> Response:
    """Return a paper for a class as PDF: lesson plans, a worksheet, cheat sheets, posters, MENACE, or a kit of all."""
    if kept := await recalled(request):  # drawn for others while this request waited for the book
        return kept
    client = client_of(request.client.host) if request.client else ""
    pool: RenderPool = request.app.state.render_pool
    names = PARTS if name == "kit" else (name,)
    wanted = opened.files, request.app.state.find, names, asked.paper, asked.language
    drawn = await pool.run(class_paper, *wanted, client=client)
    return remember(request, ReadyResponse(drawn, Pdf.media_type, MINUTE, opened.current, packed=True))
