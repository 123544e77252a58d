"""Routes of the API: questions to a book, with the fields of the commands' ``--json``; games to solve; pictures."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.responses import JSONResponse, StreamingResponse

from oxobook.book import __version__
from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition, OxobookError
from oxobook.book.game.position import position_of_text, positions_of_record
from oxobook.book.game.rules import NAMES, Rules
from oxobook.viewer.ask.json_fields import game_report, line_report, lookup_report, stats_report
from oxobook.viewer.classroom.class_kit import PARTS
from oxobook.viewer.explorer.answers import Books, Games, Health, Players, PolicyAnswer, PositionValue, Step
from oxobook.viewer.explorer.files import with_strategies
from oxobook.viewer.explorer.listing import Listing
from oxobook.viewer.explorer.open_books import OpenBook, OpenBooks
from oxobook.viewer.explorer.openapi import IF_NONE_MATCH, SVG_EXAMPLE, Pdf, Svg, book_route, responses
from oxobook.viewer.explorer.parameters import (
    AskedRules,
    GameQuery,
    PaperName,
    PaperQuery,
    Parameters,
    PolicyQuery,
    PositionQuery,
    PositionsAsked,
    RulesText,
    asked_by_query,
)
from oxobook.viewer.explorer.pictures import class_paper, served_picture
from oxobook.viewer.explorer.refusal import Refusal, refusal_of, shortened
from oxobook.viewer.explorer.responses import MINUTE, json_bytes, report, tagged
from oxobook.viewer.explorer.summary import game_summary
from oxobook.viewer.pictures.registry import PICTURES, Picture, picture_named
from oxobook.viewer.players.roster import fitting, player_named, player_reports
from oxobook.viewer.reports import Game, Line, Lookup, Report, Stats

_BOOKS_AGE = 10
_COUNTED = 1_000
"""Largest number of positions of a book whose games are counted by result while a client waits."""
OFFERED = ("3x3x3-misere", "3x3x3-order", "3x3x3-hex", "3x3x4-tippy", "4x4x3-gravity")
"""Small games that are offered besides those with a name."""
MOST_OFFERED = 16
"""Number of cells of the largest board that is offered: larger ones have too many positions."""
_AT_ONCE = 250
"""Number of positions of a stream that are looked up before other questions about the book have their turn."""
MOST_BOOKS = 100
"""Number of books in a library from which on no more are made on request: each takes room on the disk."""

router = APIRouter(generate_unique_id_function=lambda route: route.name)


async def _answered(request: Request, rules: Rules, question: Callable[[Book], Report]) -> Response:
    """Return the response with the answer to a question about a book; the same question is answered once."""
    books: OpenBooks = request.app.state.books
    client = request.client.host if request.client else ""
    asked = f"{request.url.path}?{request.url.query}"

    def answer(opened: OpenBook) -> bytes:
        if asked not in opened.answers:
            opened.answers[asked] = json_bytes(question(opened.book))
        return opened.answers[asked]

    content = await books.ask(rules, answer, client, request.is_disconnected)
    return tagged(request, content, "application/json", MINUTE)


@router.get(
    "/api/books", response_model=Books, responses=responses(400, 503), openapi_extra=IF_NONE_MATCH, tags=["answers"]
)
async def books(request: Request, asked: Annotated[Parameters, Query()]) -> Response:
    """Return the books of the library, each with its game, its size and its result under perfect play."""
    listing: Listing = request.app.state.listing
    (found, opening), proofs = await listing.books(), await listing.certificates()
    listed = {"books": [one.summary for one in found], "proofs": [one.summary for one in proofs]}
    return report(request, listed | {"opening": [*map(str, opening)]}, 0 if opening else _BOOKS_AGE)


@book_route(router, "lookup", Lookup)
async def lookup(request: Request, rules: AskedRules, asked: Annotated[PositionQuery, Query()]) -> Response:
    """Return a position's value, its best moves, and why they are best."""
    position = asked.asked(rules)
    return await _answered(request, rules, lambda book: lookup_report(book.probe(position), book.moves(position)))


@book_route(router, "game", Game)
async def game(request: Request, rules: AskedRules, asked: Annotated[GameQuery, Query()]) -> Response:
    """Return a lookup of every position of a game, from the empty board on."""
    positions = positions_of_record(asked.moves, rules, asked.labels)
    return await _answered(request, rules, lambda book: game_report(book, positions))


@book_route(router, "line", Line)
async def line(request: Request, rules: AskedRules, asked: Annotated[PositionQuery, Query()]) -> Response:
    """Return perfect play from a position to the end: each side's pick."""
    position = asked.asked(rules)
    return await _answered(request, rules, lambda book: line_report(book, position))


@router.post(
    "/api/{rules}/values",
    response_model=PositionValue,
    responses=responses(400, 404, 503, tagged=False),
    tags=["answers"],
)
async def values(request: Request, rules: AskedRules, asked: PositionsAsked) -> Response:
    """Stream the values alone of up to 10,000 positions: a line of JSON each, in their order.

    A position that cannot be read has a `detail` instead. What fails after the first lines is in the last one, with the
    status that it would have had.
    """
    books: OpenBooks = request.app.state.books
    client = request.client.host if request.client else ""

    async def lines() -> AsyncIterator[bytes]:
        for start in range(0, len(asked.positions), _AT_ONCE):
            some = asked.positions[start : start + _AT_ONCE]

            def answer(opened: OpenBook, some: list[str] = some) -> bytes:
                return b"".join(_line(_value(opened.book, text, asked.labels)) for text in some)

            yield await books.ask(rules, answer, client, request.is_disconnected)

    return await _streamed(lines(), rules)


def _line(content: Any) -> bytes:
    return json_bytes(content) + b"\n"


async def _streamed(lines: AsyncIterator[bytes], rules: Rules) -> Response:
    """Return a response of lines of JSON, each sent when it is there; raises what fails before the first.

    What fails later is the last line.
    """
    first = await anext(lines, b"")

    async def sent() -> AsyncIterator[bytes]:
        yield first
        try:
            async for line in lines:
                yield line
        except OxobookError as error:
            refusal = refusal_of(error, rules)
            yield _line({"status": refusal.status, "detail": refusal.detail})

    return StreamingResponse(sent(), media_type="application/x-ndjson", headers={"cache-control": "no-store"})


def _value(book: Book, text: str, labels: str | None) -> PositionValue:
    try:
        position = position_of_text(text, book.rules, labels)
        value, remoteness = book.outcome(position)
    except IllegalPosition as error:
        return {"position": text, "detail": str(error)}
    return {"position": position.text, "value": value.word, "remoteness": remoteness}


@book_route(router, "stats", Stats)
async def stats(request: Request, rules: AskedRules, asked: Annotated[Parameters, Query()]) -> Response:
    """Return the counts of positions and games, by ply."""
    return await _answered(request, rules, lambda book: stats_report(book, _COUNTED))


@book_route(router, "players", Players, "players")
async def players(request: Request, rules: AskedRules, asked: Annotated[Parameters, Query()]) -> Response:
    """Return the built-in players that can play a game."""

    def known(book: Book) -> Players:
        return {"rules": str(rules), "players": player_reports(book)}

    return await _answered(request, rules, known)


@book_route(router, "policy", PolicyAnswer, "players")
async def policy(request: Request, rules: AskedRules, asked: Annotated[PolicyQuery, Query()]) -> Response:
    """Return the moves that a built-in player may make in a position, each with its probability."""
    known = fitting(rules)
    if asked.player not in known:  # a name from outside must never start a program or import a module
        raise Refusal(400, f"no such player of {rules}: {shortened(asked.player)}; choose one of {', '.join(known)}")
    position = asked.asked(rules)
    if position.over:
        raise Refusal(400, f"the game is over in {position.text}: choose a position with moves left")

    def moves(book: Book) -> PolicyAnswer:
        policy = player_named(asked.player, book).policy(position)
        shares = {move: str(share) for move, share in policy.items()}
        return {"rules": str(rules), "player": asked.player, "position": position.text, "policy": shares}

    return await _answered(request, rules, moves)


def _add_picture(name: str, picture: Picture) -> None:
    """Add the route of a picture, with the options of its command as parameters."""

    async def drawn(request: Request, rules: AskedRules, asked: Any) -> Response:
        jobs, file = request.app.state.jobs, with_strategies(await _file(request, rules))
        return tagged(request, await jobs.run(served_picture, file, name, asked), str(Svg.media_type), MINUTE)

    drawn.__annotations__["asked"] = Annotated[picture.request, Depends(asked_by_query(picture.request))]
    router.add_api_route(
        f"/api/{{rules}}/{name}.svg",
        drawn,
        name=name,
        description=picture.does,
        response_class=Svg,
        responses=responses(400, 404, 503, content={str(Svg.media_type): {"example": SVG_EXAMPLE}}),
        openapi_extra=IF_NONE_MATCH,
        tags=["pictures"],
    )


async def _file(request: Request, rules: Rules) -> Any:
    return await request.app.state.books.ask(rules, lambda opened: opened.file)


for _name in PICTURES:
    _picture = picture_named(_name)
    if _picture.served:
        _add_picture(_name, _picture)


@router.get(
    "/api/{rules}/papers/{name}.pdf",
    response_class=Pdf,
    responses=responses(400, 404, 503, content={str(Pdf.media_type): {"example": "%PDF-1.4"}}),
    openapi_extra=IF_NONE_MATCH,
    tags=["pictures"],
)
async def papers(
    request: Request, rules: AskedRules, name: PaperName, asked: Annotated[PaperQuery, Query()]
) -> Response:
    """Return a paper for a class as PDF: lesson plans, a worksheet, cheat sheets, posters, MENACE, or a kit of all."""
    state, file = request.app.state, with_strategies(await _file(request, rules))
    names = PARTS if name == "kit" else (name,)
    drawn = await state.jobs.run(class_paper, file, state.find, names, asked.paper, asked.language)
    return tagged(request, drawn, str(Pdf.media_type), MINUTE)


@router.get(
    "/api/games", response_model=Games, responses=responses(400, 503), openapi_extra=IF_NONE_MATCH, tags=["solving"]
)
async def games(request: Request, asked: Annotated[Parameters, Query()]) -> Response:
    """Return well-known games that are solved on request; none if the server solves none."""
    known = {*await request.app.state.books.at_hand()}
    named = dict.fromkeys(map(Rules.written, [*NAMES.values(), *OFFERED] if request.app.state.make else []))
    offered = [rules for rules in named if rules not in known and rules.cells <= MOST_OFFERED]
    return report(request, {"games": [*map(game_summary, offered)]}, 0)


@router.post(
    "/api/{rules}/solve", response_model=Step, responses=responses(400, 403, 404, 503, tagged=False), tags=["solving"]
)
async def solve(request: Request, rules: RulesText, asked: Annotated[Parameters, Query()]) -> Response:
    """Solve a small game, and keep its book in the library; the answer is a line of JSON for each step.

    The first line is sent once the solve goes on: what is in the way before has a status of its own. What comes later
    is in the last line, with the status that it would have had. The solve ends when the client hangs up.
    """
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refusal(403, "pages of other sites may not have games solved")
    wanted, jobs = Rules.written(rules), request.app.state.jobs
    make, books = request.app.state.make, request.app.state.books
    if make is None or wanted.definition:
        raise Refusal(404, f"there is no book of {wanted}: make it with: oxobook generate {wanted}")
    if len(await books.at_hand()) >= MOST_BOOKS:
        raise Refusal(503, f"the library has {MOST_BOOKS} books: make others with: oxobook generate {wanted}")
    steps = jobs.solve(make, wanted, books.library, request.is_disconnected)
    return await _streamed((_line({"share": share}) async for share in steps), wanted)


@router.get("/healthz", tags=["server"], response_model=Health, responses=responses(400, 503, tagged=False))
async def healthz(request: Request, asked: Annotated[Parameters, Query()]) -> Response:
    """Report that the server answers, and that the disk with its books does."""
    await request.app.state.books.at_hand()
    return JSONResponse({"status": "ok", "version": __version__}, headers={"cache-control": "no-store"})
