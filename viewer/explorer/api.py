"""Routes of the API: questions to a book, with the fields of the commands' ``--json``."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.responses import JSONResponse

from oxobook.book import __version__
from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition
from oxobook.book.game.position import positions_read
from oxobook.book.game.reading.reading import Reading, stated
from oxobook.book.game.rules import Rules
from oxobook.viewer.ask.json_fields import game_report, info_report, line_report, lookup_report
from oxobook.viewer.explorer.answers import Books, Health, PositionValue, Problem
from oxobook.viewer.explorer.files import book_summary
from oxobook.viewer.explorer.listing import Listing
from oxobook.viewer.explorer.open_books import OpenBook, OpenBooks
from oxobook.viewer.explorer.parameters import (
    AskedRules,
    GameQuery,
    Parameters,
    PositionQuery,
    PositionsAsked,
    require_single,
)
from oxobook.viewer.explorer.responses import MINUTE, json_bytes, tagged
from oxobook.viewer.reports import Game, Info, Line, Lookup, Report

_AT_ONCE = 250
"""Number of positions that are looked up before other questions about the book have their turn."""


class JSONLines(JSONResponse):
    """Response with a line of JSON for each of many answers."""

    media_type = "application/x-ndjson"


router = APIRouter(
    dependencies=[Depends(require_single)],
    generate_unique_id_function=lambda route: route.name,
    responses={status: {"model": Problem} for status in (400, 404, "4XX", 503)},
)


async def _answered(request: Request, rules: Rules, question: Callable[[Book], Report]) -> Response:
    """Return the response with the answer to a question about a book."""
    books: OpenBooks = request.app.state.books
    asked = f"{request.url.path}?{request.url.query}"
    content = await books.answer(rules, asked, lambda book: json_bytes(question(book)))
    return tagged(request, content, "application/json", MINUTE)


@router.get("/api/books", response_model=Books)
async def books(request: Request, asked: Annotated[Parameters, Query()]) -> Response:
    """Return the books of the library, each with its game, its size and its result under perfect play."""
    listing: Listing = request.app.state.listing
    found, opening = await listing.books(lambda opened: book_summary(opened.book, size=opened.file.stamp[1]))
    proofs = await listing.certificates()
    listed = {"books": [*found.values()], "proofs": [one.summary for one in proofs], "opening": [*map(str, opening)]}
    return tagged(request, json_bytes(listed), "application/json", 0 if opening else 10)


@router.get("/api/{rules}/lookup", response_model=Lookup)
async def lookup(request: Request, rules: AskedRules, asked: Annotated[PositionQuery, Query()]) -> Response:
    """Return a position's value, its best moves, and why they are best."""
    position = asked.asked(rules)
    return await _answered(request, rules, lambda book: lookup_report(book.probe(position), book.moves(position)))


@router.get("/api/{rules}/game", response_model=Game)
async def game(request: Request, rules: AskedRules, asked: Annotated[GameQuery, Query()]) -> Response:
    """Return a lookup of every position of a game, from the empty board on."""
    positions = positions_read(asked.moves, rules, stated(asked.reading, asked.labels), games=True, inferring=False)
    return await _answered(request, rules, lambda book: game_report(book, positions))


@router.get("/api/{rules}/line", response_model=Line)
async def line(request: Request, rules: AskedRules, asked: Annotated[PositionQuery, Query()]) -> Response:
    """Return perfect play from a position to the end: each side's pick."""
    position = asked.asked(rules)
    return await _answered(request, rules, lambda book: line_report(book, position))


@router.get("/api/{rules}/info", response_model=Info)
async def info(request: Request, rules: AskedRules, asked: Annotated[Parameters, Query()]) -> Response:
    """Return a book's header and counts."""
    return await _answered(request, rules, info_report)


@router.post("/api/{rules}/values", response_model=PositionValue, response_class=JSONLines)
async def values(
    request: Request, rules: AskedRules, asked: PositionsAsked, query: Annotated[Parameters, Query()]
) -> Response:
    """Return the values alone of up to 10,000 positions: a line of JSON each, in their order.

    A position that cannot be read has a `detail` instead.
    """
    books: OpenBooks = request.app.state.books
    lines, reading = list[bytes](), stated(asked.reading, asked.labels)
    for start in range(0, len(asked.positions), _AT_ONCE):
        some = asked.positions[start : start + _AT_ONCE]

        def answer(opened: OpenBook, some: list[str] = some) -> list[bytes]:
            return [json_bytes(_value(opened.book, text, reading)) + b"\n" for text in some]

        lines += await books.ask(rules, answer)
    return Response(b"".join(lines), media_type=JSONLines.media_type, headers={"cache-control": "no-store"})


def _value(book: Book, text: str, reading: Reading) -> PositionValue:
    try:
        position = positions_read(text, book.rules, reading, inferring=False)[-1]
        value, remoteness = book.outcome(position)
    except IllegalPosition as error:
        return {"position": text, "detail": str(error)}
    return {"position": position.text, "value": value.word, "remoteness": remoteness}


@router.get("/healthz", response_model=Health)
async def healthz(request: Request, asked: Annotated[Parameters, Query()]) -> Response:
    """Report that the server answers, and that the disk with its books does."""
    await request.app.state.books.at_hand()
    return JSONResponse({"status": "ok", "version": __version__}, headers={"cache-control": "no-store"})
