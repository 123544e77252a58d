"""Opening of a proved strategy that plays by sheets: its first moves, and the sheets that it comes to."""

from collections.abc import Sequence
from functools import reduce

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.certified_strategy import CertifiedStrategy
from oxobook.book.errors import TooLarge
from oxobook.book.game.bits import gaps
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask
from oxobook.book.strategy import canonical_of

Record = tuple[Cell, ...]
"""Cells of a game from its beginning."""
_FURTHEST, _BEAM = 16, 60  # stones of the furthest position in which a sheet is looked for, and positions of a ply


class Opening:
    """First moves of a strategy that plays by sheets; positions that mirror each other are met once."""

    def __init__(self, certificate: Certificate) -> None:
        """Raise TooLarge for a strategy without sheets."""
        if not certificate.sheets.rows:
            raise TooLarge(f"expected a certificate that plays by sheets, as Connect Four's does; got {certificate}")
        self.certificate, self._strategy = certificate, CertifiedStrategy(certificate)

    def position(self, record: Record) -> Position:
        """Return the position after a record."""
        return reduce(Position.play, record, self.certificate.position)

    def begun(self) -> Record:
        """Return the owner's first move, if it begins."""
        return (self.answer(()),) if self.certificate.owner == "X" else ()

    def replies(self, record: Record) -> list[Record]:
        """Return the record with each reply, without those that mirror an earlier one."""
        found: dict[Position, Record] = {}
        for cell in self.position(record).legal_cells:
            found.setdefault(canonical_of(self.position((*record, cell))), (*record, cell))
        return list(found.values())

    def answer(self, record: Record) -> Cell:
        """Return the owner's move after a record; raises MissingPosition if the strategy never gets there."""
        return self._strategy.move(record)

    def answered(self, record: Record) -> list[Record]:
        """Return the record with each reply and the answer to it."""
        return [(*reply, self.answer(reply)) for reply in self.replies(record)]

    def sheet(self, record: Record) -> list[int] | None:
        """Return the ranks of the cells by which the owner plays after a record, or None."""
        return self._strategy.sheet(record)

    def sheet_after(self, record: Record) -> Record | None:
        """Return a record that goes on from this one, after the owner's move, and ends in a sheet.

        It is the shortest in which the owner threatens to complete a line, or else the shortest of all; of longer ones
        only some are looked at.
        """
        layer, found = [record], None
        while layer and len(layer[0]) < _FURTHEST:
            replies = [reply for one in layer for reply in self.replies(one)]
            for reply in filter(self.sheet, replies):
                if any(self.threats(self.position(reply))):
                    return reply
                found = found or reply
            going = [reply for reply in replies if not self.sheet(reply)]
            layer = [(*reply, self.answer(reply)) for reply in going[:: len(going) // _BEAM + 1]]
        return found

    def threats(self, position: Position) -> tuple[Mask, Mask]:
        """Return the free cells that complete a line of the owner's, and of the other side's."""
        own, other = (position.x, position.o)[:: 1 if self.certificate.owner == "X" else -1]
        free = position.rules.full & ~(own | other)
        return gaps(position.rules.lines, own) & free, gaps(position.rules.lines, other) & free


def sheet_numbers(position: Position, ranks: Sequence[int]) -> dict[Cell, int]:
    """Return the order in which a sheet takes the free cells, from 1."""
    free = cells_of(position.rules.full & ~(position.x | position.o))
    return {cell: number for number, cell in enumerate(sorted(free, key=lambda cell: -ranks[cell]), 1)}
