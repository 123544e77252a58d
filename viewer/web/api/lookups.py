"""Routes that query a book: books, lookup, game, line and stats, with the fields of the commands' ``--json``."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import JSONResponse

from oxobook.book import __version__
from oxobook.book.errors import BookError
from oxobook.book.game.position import Position, position_of_text, positions_of_record
from oxobook.book.game.rules import Rules
from oxobook.viewer.ask.json_fields import game_report, line_report, lookup_report, stats_report
from oxobook.viewer.players.roster import player_reports
from oxobook.viewer.web.api.parameters import AskedBook, GameQuery, Parameters, PositionQuery, RulesText
from oxobook.viewer.web.api.schema import IF_NONE_MATCH, Books, Game, Health, Line, Lookup, Stats, book_route, responses
from oxobook.viewer.web.books.open_books import OpenBook, OpenBooks
from oxobook.viewer.web.books.summary import book_summary
from oxobook.viewer.web.server.refusal import Refusal
from oxobook.viewer.web.server.responses import MINUTE, ReadyResponse, ResponseCache, json_response

_BOOKS_AGE = 10
START = Rules()
"""Game of a first visit."""
_COUNTED = 1_000
"""Largest number of positions of a book whose games are counted by result while a client waits."""
UNREAD = {"definition", "digest", "positions", "reasons", "won_against_random"}
"""Fields of the answers that the page does not read: they are left out of it."""

router = APIRouter(tags=["answers"])


@router.get("/api/books", response_model=Books, responses=responses(400), openapi_extra=IF_NONE_MATCH)
async def books(request: Request, asked: Annotated[Parameters, Query()]) -> Response:
    """Return the books of the library, each with its game, its size and its result under perfect play."""
    open_books: OpenBooks = request.app.state.books
    summaries, opening = await open_books.listed()
    proofs = []
    with suppress(Refusal):  # books are listed even if the disk does not answer for certificates
        proofs = await request.app.state.proofs.summaries.fresh()
    listed = {"books": summaries, "proofs": proofs, "opening": [*map(str, opening)]}
    return json_response(listed, 0 if opening else _BOOKS_AGE)


@router.get("/books/{rules}.proof.js", include_in_schema=False)
async def proof_script(request: Request, rules: RulesText) -> Response:
    """Return the script of a game's certificate, which a site has as a file."""
    script = await request.app.state.proofs.script(Rules.written(rules))
    if script is None:
        raise Refusal(404, f"there is no certificate of {rules}: make it with: oxobook prove {rules}")
    return ReadyResponse(script.encode(), "text/javascript; charset=utf-8", 0)


async def answered(request: Request, opened: OpenBook, question: Callable[[], object]) -> Response:
    """Return the response with the answer to a question about a book, and cache it."""
    cache: ResponseCache = request.app.state.cache
    return cache.keep(request.scope, json_response(await opened.ask(question, request), MINUTE, opened.current))


@book_route(router, "lookup", Lookup)
async def lookup(request: Request, opened: AskedBook, asked: Annotated[PositionQuery, Query()]) -> Response:
    """Return a position's value, its best moves, and why they are best."""
    position, book = position_of_text(asked.position, opened.book.rules, asked.labels), opened.book
    return await answered(request, opened, lambda: lookup_report(book.probe(position), book.moves(position)))


@book_route(router, "game", Game)
async def game(request: Request, opened: AskedBook, asked: Annotated[GameQuery, Query()]) -> Response:
    """Return a lookup of every position of a game, from the empty board on."""
    positions = positions_of_record(asked.moves, opened.book.rules, asked.labels)
    return await answered(request, opened, lambda: game_report(opened.book, positions))


@book_route(router, "line", Line)
async def line(request: Request, opened: AskedBook, asked: Annotated[PositionQuery, Query()]) -> Response:
    """Return perfect play from a position to the end: each side's pick."""
    position = position_of_text(asked.position, opened.book.rules, asked.labels)
    return await answered(request, opened, lambda: line_report(opened.book, position))


@book_route(router, "stats", Stats)
async def stats(request: Request, opened: AskedBook, asked: Annotated[Parameters, Query()]) -> Response:
    """Return the counts of positions and games, by ply."""
    return await answered(request, opened, lambda: stats_report(opened.book, _COUNTED))


@router.get("/healthz", tags=["server"], response_model=Health, responses=responses(400, 503, tagged=False))
async def healthz(request: Request, asked: Annotated[Parameters, Query()]) -> Response:
    """Report that the server is up, and can start the processes that open books and draw pictures."""
    for pool in (request.app.state.books.trials, request.app.state.render_pool):
        if pool.trouble:
            raise pool.trouble
    return JSONResponse({"status": "ok", "version": __version__}, headers={"cache-control": "no-store"})


async def start_answers(books: OpenBooks) -> str:
    """Return what a first visit asks of ``START``, as JSON by path for the page to bring along, or an empty text."""
    if START not in books.opened:
        return ""

    def answers() -> dict[str, object]:
        book, start = opened.book, Position(START)
        return {
            "api/books": {"books": [book_summary(book)], "opening": []},
            f"api/{START}/players": {"players": player_reports(book)},
            f"api/{START}/lookup?position={start.text}": lookup_report(book.probe(start), book.moves(start)),
        }

    try:
        opened = await books.get(START)
    except (Refusal, BookError):  # it is gone, or damaged by now
        return ""
    read = json.loads(json.dumps(await opened.ask(answers)), object_hook=_read)
    return json.dumps(read, separators=(",", ":")).replace("<", "\\u003c")


def _read(told: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in told.items() if name not in UNREAD}
