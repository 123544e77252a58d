"""Counts of a book: one record a ply, and the totals of whole games.

Raw counts are of positions as they stand on the board; the others are up to symmetry. Counts of games grow past 64 bits
on larger boards: they are exact Python integers here, decimal text in the file, None if the engine that made the book
did not compute them. Every lookup loads this module, and named tuples load faster than dataclasses.
"""

from typing import NamedTuple

from oxobook.book.game.rules import Rules

__version__ = "0.1.0"
"""Version of oxobook."""
FORMAT_VERSION = 1
"""Version of the tables that this package reads and writes."""
LEAST_PLIES = 2
"""Least number of first plies in a book of first plies: a move is chosen by the replies to it."""


class LayerCounts(NamedTuple):
    """Counts of one ply."""

    ply: int
    positions: int
    """Reachable positions up to symmetry, terminal ones included."""
    raw_positions: int
    """Reachable positions."""
    terminals: int
    """Terminal positions up to symmetry."""
    raw_terminals: int
    x_won: int
    """Terminal positions up to symmetry that X has won."""
    o_won: int
    drawn: int
    x_winning: int
    """Positions up to symmetry that X wins under perfect play, the won ones included."""
    o_winning: int
    drawing: int
    sequences: int | None
    """Ways to reach this ply in legal play, symmetric ones counted apart."""
    games: int | None
    """Games that end at this ply: the sequences that end in a terminal position."""


class GameCounts(NamedTuple):
    """Counts of whole games from the empty board."""

    x_games: int | None
    """Games that X wins, symmetric ones counted apart."""
    o_games: int | None
    drawn_games: int | None
    games_up_to_symmetry: int | None
    """Paths through canonical positions, from the empty board to a terminal position."""
    perfect_games: int | None
    """Games in which every move is safe: neither side ever gives away value."""


class BookInfo(NamedTuple):
    """Header and counts of a book."""

    rules: Rules
    layers: tuple[LayerCounts, ...]
    games: GameCounts
    format_version: int
    generator_version: str
    positions: int
    digest: str
    """SHA-256 of the content, as FORMAT.md defines it, in hexadecimal."""

    @property
    def plies(self) -> int | None:
        """Number of first plies that the book holds, if it is a book of first plies: its last ply has open games.

        It is -1 if not even the empty board is held, and every answer is searched.
        """
        if not self.layers:
            return -1
        last = self.layers[-1]
        return last.ply if last.positions > last.terminals and last.ply < self.rules.cells else None

    @property
    def counts_games(self) -> bool:
        """True if the book has the numbers of games by ply."""
        return not any(layer.games is None for layer in self.layers)


class StoredStrategy(NamedTuple):
    """Strategy stored in a book, without its moves."""

    name: str
    side: str
    positions: int
    bound: int | None
    """Proved lower bound of what its kind makes least; None for a kind that makes nothing least."""
