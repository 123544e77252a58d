"""List of a server's books and certificates, for the API and for the page."""

import asyncio
from functools import lru_cache, partial
from typing import NamedTuple

from cachetools import LRUCache

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import BoardOf
from oxobook.viewer.explorer import files
from oxobook.viewer.explorer.answers import BookSummary, KnownGame
from oxobook.viewer.explorer.book_data import book_script, certificate_script
from oxobook.viewer.explorer.open_books import OpenBook, OpenBooks
from oxobook.viewer.explorer.responses import Refusal

LIST_SECONDS = 2.0
"""Seconds that the list waits for books whose disk does not answer."""
MOST_LISTED = 1_000
"""Number of books and certificates of which entries are kept."""


class Listed(NamedTuple):
    """Book in the list."""

    rules: Rules
    summary: BookSummary
    """Summary for the API."""
    entry: KnownGame
    """Entry for the page."""


class Listing:
    """List of what there is; what is known of a file is kept until the file changes."""

    def __init__(self, books: OpenBooks, library: str, board_of: BoardOf | None) -> None:
        self._books, self._library, self._board_of = books, library, board_of
        self._known: LRUCache[files.BookFile, Listed] = LRUCache(MOST_LISTED)
        self._proved = lru_cache(MOST_LISTED)(lambda path, stamp: files.proof_at(path, version_of(stamp)))

    async def books(self) -> tuple[list[Listed], list[Rules]]:
        """Return the books that can be read, and the rules of those that give no answer yet."""
        rules = await self._books.at_hand()
        asked = [asyncio.create_task(self._books.ask(one, self._describe)) for one in rules]
        if asked:
            await asyncio.wait(asked, timeout=LIST_SECONDS)
        late = [one for one, task in zip(rules, asked, strict=True) if not task.done()]
        for task in asked:
            task.cancel()
        done = [task for task in asked if task.done() and not task.cancelled()]
        return [task.result() for task in done if not task.exception()], late

    async def certificates(self) -> list[files.ProofFile]:
        """Return the certificates of games without a book, the smallest boards first."""
        booked = {*await self._books.at_hand()}
        return [proof for rules, proof in (await self._proofs()).items() if rules not in booked]

    async def certificate_script(self, rules: Rules) -> str | None:
        """Return the script of a game's certificate, or None if there is none."""
        proof = (await self._proofs()).get(rules)
        if proof is None:
            return None
        return certificate_script(await self._books.in_thread("certificates", partial(Certificate.open, proof.path)))

    async def known(self) -> str:
        """Return the script that lists all of them for the page."""
        books, late = await self.books()
        return files.known_script({one.rules: one.entry for one in books}, await self._proofs(), "api/", late)

    async def script(self, rules: Rules) -> bytes:
        """Return the script of a book; raises Refusal."""
        return await self._books.answer(rules, "script", self._script)

    def _script(self, book: Book) -> bytes:
        if not files.held(book, self._board_of):
            raise Refusal(404, f"the book of {book.rules} is too large to send: ask /api/{book.rules}/lookup")
        return book_script(book, self._board_of).encode()

    def _describe(self, opened: OpenBook) -> Listed:
        file, book = opened.file, opened.book
        if file not in self._known:
            entry = files.book_entry(book, files.held(book, self._board_of) or "api", version_of(file.stamp))
            self._known[file] = Listed(file.rules, files.book_summary(book, file.stamp[1]), entry)
        return self._known[file]

    async def _proofs(self) -> dict[Rules, files.ProofFile]:
        return await self._books.in_thread("certificates", self._find_certificates)

    def _find_certificates(self) -> dict[Rules, files.ProofFile]:
        return files.proofs_in(self._library, lambda path: self._proved(path, files.stamp_of(path)))


def version_of(stamp: files.Stamp) -> str:
    """Return the query of a file's address, which is another one when the file has changed."""
    return f"?v={hash(stamp) & 0xFFFFFFFF:x}"
