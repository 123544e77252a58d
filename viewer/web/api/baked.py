"""Answers that the page brings along: those of tic-tac-toe's empty board, so that a first visit asks nothing."""

import json
from typing import NamedTuple

from oxobook.book.errors import BookError
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.viewer.ask.json_fields import lookup_report
from oxobook.viewer.players.roster import player_reports
from oxobook.viewer.web.books.open_books import BookFiles, OpenBooks
from oxobook.viewer.web.books.summary import book_summary
from oxobook.viewer.web.server.refusal import Refusal

RULES = Rules()
UNREAD = {"definition", "digest", "positions", "reasons", "won_against_random"}
"""Fields of the answers that the page does not read: they are left out of it."""


class Baked(NamedTuple):
    """Answers by path, as JSON, and the book's files that they were read from."""

    text: str
    files: BookFiles


async def baked_answers(books: OpenBooks) -> Baked | None:
    """Return the answers for the empty board, or None while there is no open book of it."""
    if RULES not in books.opened:
        return None
    try:
        opened = await books.get(RULES)
    except (Refusal, BookError):  # it is gone, or damaged by now
        return None
    book, start = opened.book, Position(RULES)
    answers = {
        "api/books": {"books": [await opened.ask(lambda: book_summary(book))], "opening": []},
        f"api/{RULES}/players": {"players": await opened.ask(lambda: player_reports(book))},
        f"api/{RULES}/lookup?position={start.text}": await opened.ask(
            lambda: lookup_report(book.probe(start), book.moves(start))
        ),
    }
    read = json.loads(json.dumps(answers), object_hook=_read)
    return Baked(json.dumps(read, separators=(",", ":")).replace("<", "\\u003c"), opened.files)


def _read(told: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in told.items() if name not in UNREAD}
