"""Target of a book in an SQLite file."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from oxobook.book.errors import CannotWrite
from oxobook.book.game.rules import Cell, Key, Rules, require_keys
from oxobook.book.store.address import companion_of, file_of, searched_of
from oxobook.book.store.atomic_file import require_new, require_writable, sweep
from oxobook.book.store.companions import keep_beside
from oxobook.book.store.passwords import masked
from oxobook.book.store.sqlite_reader import SQLiteStore
from oxobook.book.store.sqlite_writer import write_book
from oxobook.book.store.store import WriteRows

if TYPE_CHECKING:
    from oxobook.book.store.block_writer import BlockFile


class SQLiteTarget:
    """Target in an SQLite file; see ``book.store.stores.Target``."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._path = file_of(address)
        self.name = masked(address)
        self.folder: Path | None = self._path.parent

    def require_new(self, rules: Rules, replace: bool) -> None:
        if not rules.stacked:  # else it may be a book of blocks, in which columns' heights stand for keys
            require_keys(rules)
        require_new(self._path, replace)

    def sweep(self) -> list[str]:
        """Remove hidden files left by killed processes, and return a sentence for each."""
        removed = [
            one for file in (self._path, companion_of(self._path), searched_of(self._path)) for one in sweep(file)
        ]
        return [f"Removed {masked(name)!r}, which a maker that was stopped had left behind." for name in removed]

    @contextmanager
    def rows(self, replace: bool) -> Iterator[WriteRows]:
        """Open a writer of a book of rows; of several at once, the last replaces the others' book."""
        yield partial(write_book, self._path, replace=replace)

    def blocks(self, rules: Rules, replace: bool) -> AbstractContextManager["BlockFile"]:
        """Open a writer of a book of blocks, which continues where an earlier one stopped."""
        from oxobook.book.store.block_writer import block_file  # few books are such

        return block_file(self._path, rules, replace)

    def require_writable(self) -> None:
        require_writable(companion_of(self._path))

    def keep(self, digest: str, name: str, side: str, moves: Mapping[Key, Cell], least: int | None) -> None:
        with closing(SQLiteStore(self._address)) as store:
            if store.info.digest != digest:
                raise CannotWrite(f"{self.name!r} holds another book by now: find the strategy again")
        keep_beside(self._path, digest, name, side, moves, least)
