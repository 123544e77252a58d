"""Rules: which game is played, on which board.

An *m,n,k-game*: two players place stones on a board of ``rows`` x ``columns`` cells, X first, and whoever
first has ``k`` stones in a straight line (across, down or on a diagonal) wins. Under *misère* rules
whoever completes a line loses. Under *gravity* a stone falls to the lowest free cell of its column.

A cell is a number 0..N-1 in reading order, top-left 0. A mask is a set of cells: bit i stands for cell i.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from book.errors import IllegalRules, quoted

Cell = int
"""A cell's number, 0..N-1 in reading order."""
Mask = int
"""A set of cells: bit i stands for cell i."""
Key = int
"""A position as one number: ``x_bits | o_bits << N``."""

MAX_CELLS = 31
"""A key is ``x_bits | o_bits << N``: two bits a cell in a signed 64-bit integer."""

_MOST = 999  # what the text has digits for
_TEXT = re.compile(r"([1-9][0-9]{0,2})x([1-9][0-9]{0,2})x([1-9][0-9]{0,2})((?:-misere|-gravity)*)")
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass(frozen=True)
class Rules:
    """The rules of one game; ``Rules()`` is tic-tac-toe.

    Raises IllegalRules when a number is not from 1 to 999, or the board has more than 31 cells.

    >>> str(Rules(5, 4, 4, gravity=True))
    '5x4x4-gravity'
    >>> Rules.parse("3x3x3-misere").misere
    True
    """

    rows: int = 3
    columns: int = 3
    k: int = 3
    misere: bool = False
    gravity: bool = False
    most_cells: ClassVar[int] = MAX_CELLS
    _why_at_most: ClassVar[str] = "for a position's key takes two bits a cell of a 64-bit integer"

    def __post_init__(self) -> None:
        if min(self.rows, self.columns, self.k) < 1 or max(self.rows, self.columns, self.k) > _MOST:
            raise IllegalRules(
                f"rows, columns and k are whole numbers from 1 to {_MOST}; "
                f"got {quoted(self.rows)}, {quoted(self.columns)} and {quoted(self.k)}"
            )
        if self.cells > self.most_cells:
            raise IllegalRules(
                f"a board has at most {self.most_cells} cells, {self._why_at_most}; {str(self)!r} has {self.cells} "
                "cells: choose a smaller board"
            )

    @classmethod
    def parse(cls, text: str) -> "Rules":
        """Read ``ROWSxCOLUMNSxK`` with ``-misere`` and/or ``-gravity`` after it; raises IllegalRules."""
        match = _TEXT.fullmatch(text.strip().lower())
        variants = match[4].split("-")[1:] if match else []
        if match is None or len(set(variants)) < len(variants):
            raise IllegalRules(
                "expected rules as ROWSxCOLUMNSxK with -misere and/or -gravity after them, "
                f"such as 3x3x3 or 5x4x4-gravity; got {quoted(text)}"
            )
        return cls(int(match[1]), int(match[2]), int(match[3]), "misere" in variants, "gravity" in variants)

    def __str__(self) -> str:
        variants = "-misere" * self.misere + "-gravity" * self.gravity
        return f"{self.rows}x{self.columns}x{self.k}{variants}"

    @property
    def cells(self) -> int:
        """N, the number of cells."""
        return self.rows * self.columns

    @cached_property
    def full(self) -> Mask:
        """All cells."""
        return (1 << self.cells) - 1

    @cached_property
    def bottom(self) -> Mask:
        """The cells of the lowest row, where a stone comes to rest under gravity."""
        return self.full & ~(self.full >> self.columns)

    @cached_property
    def lines(self) -> tuple[Mask, ...]:
        """Every line of k cells, ascending by mask; none when k is larger than the board.

        >>> len(Rules().lines), len(Rules(3, 3, 1).lines), len(Rules(3, 3, 4).lines)
        (8, 9, 0)
        """
        found = set()
        for cell in range(self.cells):
            row, column = divmod(cell, self.columns)
            for down, right in _DIRECTIONS:
                last_row, last_column = row + down * (self.k - 1), column + right * (self.k - 1)
                if last_row < self.rows and 0 <= last_column < self.columns:
                    step = down * self.columns + right
                    found.add(sum(1 << cell + step * i for i in range(self.k)))
        return tuple(sorted(found))

    def playable(self, occupied: Mask) -> Mask:
        """The cells that take the next stone when ``occupied`` are taken, as long as the game is not over."""
        free = self.full & ~occupied
        return free & (occupied >> self.columns | self.bottom) if self.gravity else free
