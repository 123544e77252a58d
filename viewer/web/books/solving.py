"""Small games solved on request, each in a process of its own, which ends when the client is gone."""

import asyncio
import multiprocessing
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from starlette.requests import Request

from oxobook.book.errors import OxobookError
from oxobook.book.game.rules import NAMES, Rules
from oxobook.book.progress import Tell
from oxobook.viewer.web.books.open_books import OpenBooks
from oxobook.viewer.web.books.render_pool import prepare_process, starting_process
from oxobook.viewer.web.server.limits import client_of
from oxobook.viewer.web.server.refusal import Refusal

AT_ONCE = 2
SECONDS = 60.0
OFFERED = ("3x3x3-misere", "3x3x3-order", "3x3x3-hex", "3x3x4-tippy", "4x4x3-gravity")
"""Small games that are offered besides those with a name."""
MOST_OFFERED = 16
"""Number of cells of the largest board that is offered: larger ones have too many positions."""
MOST_BOOKS = 100
"""Number of books in a library from which on no more are made on request: each takes room on the disk."""
LOOK_SECONDS = 0.1
"""Seconds between two looks at the process and the client."""

Make = Callable[[Rules, str, Tell], None]
"""Function of a module that makes the book of some rules in a library, and tells the progress; raises OxobookError."""


class Solver:
    """Makes the books of small games in a library, one at a time for each client; none without ``make``."""

    def __init__(self, make: Make | None, books: OpenBooks) -> None:
        self._make, self._books = make, books
        self._clients: set[str] = set()

    async def offers(self) -> list[Rules]:
        """Return games with a name of their own that are not at hand, but may be solved."""
        if self._make is None:
            return []
        known = {*await self._books.rules.fresh()}
        games = dict.fromkeys(map(Rules.written, [*NAMES.values(), *OFFERED]))
        return [rules for rules in games if rules not in known and rules.cells <= MOST_OFFERED]

    async def solve(self, rules: Rules, request: Request) -> AsyncIterator[dict[str, Any]]:
        """Yield how far the book of some rules is; raises Refusal if it is not to be made."""
        client = client_of(request.client.host) if request.client else ""
        await self._require(rules, client)
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_solve, args=(self._make, rules, self._books.library, theirs), daemon=True)
        with starting_process():
            process.start()
        self._clients.add(client)
        try:
            theirs.close()
            end = monotonic() + SECONDS
            while not await request.is_disconnected():
                if monotonic() > end:
                    yield {"detail": f"the book of {rules} takes too long: make it with: oxobook generate {rules}"}
                    return
                while ours.poll():
                    try:
                        yield ours.recv()
                    except EOFError:
                        return
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            process.terminate()
            self._clients.discard(client)

    async def _require(self, rules: Rules, client: str) -> None:
        """Raise Refusal unless a client may have a game solved."""
        if self._make is None or rules.definition:
            raise Refusal(404, f"there is no book of {rules}: make it with: oxobook generate {rules}")
        if len(await self._books.rules.fresh()) >= MOST_BOOKS:
            raise Refusal(503, f"the library has {MOST_BOOKS} books: make others with: oxobook generate {rules}")
        if client in self._clients or len(self._clients) >= AT_ONCE:
            raise Refusal(429, "only one game at a time is solved for you: wait for it", {"retry-after": "5"})


def _solve(make: Make, rules: Rules, library: str, connection: Connection) -> None:
    """Make a book in a process of its own, and send how far it is, at most a few times a second."""
    prepare_process()
    told = monotonic()

    def tell(stage: str, done: int, total: int | None = None) -> None:
        nonlocal told
        if total and monotonic() > told + LOOK_SECONDS:
            told = monotonic()
            connection.send({"share": min(1.0, done / total)})

    with suppress(BrokenPipeError):
        try:
            connection.send({"share": 0.0})
            make(rules, library, tell)
            connection.send({"share": 1.0})
        except OxobookError as error:
            connection.send({"detail": str(error)})
