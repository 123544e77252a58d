"""List of a server's books and certificates, for the API and for the page."""

import asyncio
from collections.abc import Callable
from functools import lru_cache, partial

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import BoardOf
from oxobook.viewer.explorer import files
from oxobook.viewer.explorer.answers import KnownGame
from oxobook.viewer.explorer.book_data import book_script, certificate_script
from oxobook.viewer.explorer.open_books import OpenBook, OpenBooks, T
from oxobook.viewer.explorer.responses import Refusal

LIST_SECONDS = 2.0
"""Seconds that the list waits for books whose disk does not answer."""
MOST_LISTED = 1_000
"""Number of certificates of which entries are kept."""


class Listing:
    """List of what there is; a certificate is read again when its file has changed."""

    def __init__(self, books: OpenBooks, library: str, board_of: BoardOf | None) -> None:
        self._books, self._library, self._board_of = books, library, board_of
        self._proved = lru_cache(MOST_LISTED)(lambda path, stamp: files.proof_at(path, version_of(stamp)))

    async def books(self, describe: Callable[[OpenBook], T]) -> tuple[dict[Rules, T], list[Rules]]:
        """Return the descriptions of the books that can be read, and the rules of those that give no answer yet."""
        asked = {one: asyncio.create_task(self._books.ask(one, describe)) for one in await self._books.at_hand()}
        if asked:
            await asyncio.wait(asked.values(), timeout=LIST_SECONDS)
        late = [one for one, task in asked.items() if not task.done()]
        for task in asked.values():
            task.cancel()
        return {one: task.result() for one, task in asked.items() if one not in late and not task.exception()}, late

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
        books, late = await self.books(self._entry)
        return files.known_script(books, await self._proofs(), "api/", late)

    async def script(self, rules: Rules) -> bytes:
        """Return the script of a book; raises Refusal."""
        return await self._books.answer(rules, "script", self._script)

    def _script(self, book: Book) -> bytes:
        if not files.held(book, self._board_of):
            raise Refusal(404, f"the book of {book.rules} is too large to send: ask /api/{book.rules}/lookup")
        return book_script(book, self._board_of).encode()

    def _entry(self, opened: OpenBook) -> KnownGame:
        how = files.held(opened.book, self._board_of) or "api"
        return files.book_entry(opened.book, how, version_of(opened.file.stamp))

    async def _proofs(self) -> dict[Rules, files.ProofFile]:
        find = partial(files.proofs_in, self._library, lambda path: self._proved(path, files.stamp_of(path)))
        return await self._books.in_thread("certificates", find)


def version_of(stamp: files.Stamp) -> str:
    """Return the query of a file's address, which is another one when the file has changed."""
    return f"?v={hash(stamp) & 0xFFFFFFFF:x}"
