"""Routes that query a book: books, lookup, game, line and stats, with the fields of the commands' ``--json``."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import JSONResponse

from oxobook.book import __version__
from oxobook.book.game.position import position_of_text, positions_of_record
from oxobook.viewer.ask.json_fields import game_report, line_report, lookup_report, stats_report
from oxobook.viewer.web.api.parameters import AskedBook, GameQuery, Parameters, PositionQuery
from oxobook.viewer.web.api.schema import IF_NONE_MATCH, Books, Game, Health, Line, Lookup, Stats, book_route, responses
from oxobook.viewer.web.books.open_books import OpenBooks
from oxobook.viewer.web.server.responses import MINUTE, json_response, remember

_BOOKS_AGE = 10

router = APIRouter(tags=["answers"])


@router.get("/api/books", response_model=Books, responses=responses(400), openapi_extra=IF_NONE_MATCH)
async def books(request: Request, asked: Annotated[Parameters, Query()]) -> Response:
    """Return the books of the library, each with its game, its size and its result under perfect play."""
    open_books: OpenBooks = request.app.state.books
    summaries, opening = await open_books.listed()
    return json_response({"books": summaries, "opening": [*map(str, opening)]}, 0 if opening else _BOOKS_AGE)


@book_route(router, "lookup", Lookup)
async def lookup(request: Request, opened: AskedBook, asked: Annotated[PositionQuery, Query()]) -> Response:
    """Return a position's value, its best moves, and why they are best."""
    position, book = position_of_text(asked.position, opened.book.rules), opened.book
    report = await opened.ask(lambda: lookup_report(book.probe(position), book.moves(position)), request)
    return remember(request, json_response(report, MINUTE, opened.current))


@book_route(router, "game", Game)
async def game(request: Request, opened: AskedBook, asked: Annotated[GameQuery, Query()]) -> Response:
    """Return a lookup of every position of a game, from the empty board on."""
    positions = positions_of_record(asked.moves, opened.book.rules)
    report = await opened.ask(lambda: game_report(opened.book, positions), request)
    return remember(request, json_response(report, MINUTE, opened.current))


@book_route(router, "line", Line)
async def line(request: Request, opened: AskedBook, asked: Annotated[PositionQuery, Query()]) -> Response:
    """Return perfect play from a position to the end: each side's pick."""
    position = position_of_text(asked.position, opened.book.rules)
    report = await opened.ask(lambda: line_report(opened.book, position), request)
    return remember(request, json_response(report, MINUTE, opened.current))


@book_route(router, "stats", Stats)
async def stats(request: Request, opened: AskedBook, asked: Annotated[Parameters, Query()]) -> Response:
    """Return the counts of positions and games, by ply."""
    report = await opened.ask(lambda: stats_report(opened.book))
    return remember(request, json_response(report, MINUTE, opened.current))


@router.get("/healthz", tags=["server"], response_model=Health, responses=responses(400, tagged=False))
async def healthz(asked: Annotated[Parameters, Query()]) -> Response:
    """Report that the server is up."""
    return JSONResponse({"status": "ok", "version": __version__}, headers={"cache-control": "no-store"})
