"""Books in SQLite files."""

from typing import TYPE_CHECKING

from oxobook.book.info import StoredStrategy
from oxobook.book.store.address import file_of, searched_of
from oxobook.book.store.passwords import masked
from oxobook.book.store.queries import SqlStore, SqlTables
from oxobook.book.store.sqlite_connection import FileConnection

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from oxobook.book.game.rules import Cell, Key
    from oxobook.book.store.store import Searched


class SQLiteStore(SqlStore):
    """Tables of a book's file, and the strategies that are kept beside it."""

    def __init__(self, address: str) -> None:
        self._path = file_of(address)
        super().__init__(FileConnection(self._path, masked(address)), address)

    def strategies(self) -> list[StoredStrategy]:
        kept = {(one.name, one.side): one for one in super().strategies()}  # which an earlier version has written
        with self._beside() as beside:
            kept |= {(one.name, one.side): one for one in beside.strategies()} if beside else {}
        return [kept[name] for name in sorted(kept)]

    def strategy_moves(self, side: str, name: str) -> "dict[Key, Cell]":
        with self._beside() as beside:
            return (beside and beside.strategy_moves(side, name)) or super().strategy_moves(side, name)

    def strategies_with_moves(self) -> set[tuple[str, str]]:
        with self._beside() as beside:
            return super().strategies_with_moves() | (beside.strategies_with_moves() if beside else set())

    def check_strategies(self) -> list[str]:
        from oxobook.book.store.companions import check_beside

        return check_beside(self._path)

    def searched(self) -> "Searched":
        from oxobook.book.store.companions import read_searched

        return read_searched(searched_of(self._path), self.info.rules, self.info.digest)

    def _beside(self) -> "AbstractContextManager[SqlTables | None]":
        from oxobook.book.store.companions import strategies_beside

        return strategies_beside(self._path, self.info.digest)
