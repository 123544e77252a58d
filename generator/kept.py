"""The strategies of a book that is made again: if it has the same content they still hold, otherwise they do not."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from oxobook.book.errors import BookError
from oxobook.book.game.rules import Cell, Key
from oxobook.book.info import BookInfo, StoredStrategy
from oxobook.book.store.stores import open_store, place_at
from oxobook.generator.progress import Report


@dataclass(frozen=True)
class KeptStrategies:
    """The strategies of a book that is about to be replaced."""

    digest: str
    """The book's."""
    moves: dict[StoredStrategy, Mapping[Key, Cell]]

    def carry_over(self, info: BookInfo, target: Path | str, report: Report) -> None:
        """Keep them in the new book when it is the same; else say that they are gone. Raises CannotWrite."""
        if info.digest == self.digest:
            still_there = kept_in(target)
            for one, moves in self.moves.items():
                if still_there is None or one not in still_there.moves:
                    place_at(target).keep(info.digest, one.name, one.side, moves, one.bound)
        elif self.moves:
            names = ", ".join(f"{one.name} for {one.side}" for one in self.moves)
            report.say(
                "The new book is not the same as the one before, so the strategies kept with that one are dropped: "
                f"{names}. Find them again with: oxobook strategy"
            )


def kept_in(target: Path | str) -> KeptStrategies | None:
    """The strategies of the book at an address, None where there is no book that can be read."""
    try:
        with closing(open_store(target)) as store:
            held = store.strategies()
            return KeptStrategies(store.info.digest, {one: store.strategy_moves(one.side, one.name) for one in held})
    except BookError:
        return None
