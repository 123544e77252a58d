"""Header and counts of a book: one record a ply, the totals of whole games, and their rows in its tables.

Raw counts are of positions as they stand on the board; the others are up to symmetry. Counts of games grow past 64 bits
on larger boards: they are exact Python integers here, decimal text in the file, None if the engine that made the book
did not compute them. Every lookup loads this module, and named tuples load faster than dataclasses.
"""

from types import NoneType
from typing import Any, NamedTuple

from oxobook.book.game.rules import KEY_CELLS, MAX_CELLS, Rules

__version__ = "0.1.0"
"""Version of oxobook."""
FORMAT_VERSION = 1
"""Version of the tables that this package reads and writes."""
LEAST_PLIES = 2
"""Least number of first plies in a book of first plies: a move is chosen by the replies to it."""
MOST_LAYERS = MAX_CELLS + 1
"""Number of plies of the largest board that a book can hold."""
VERSION = 6
"""Place of the format's version in a row of ``book``."""
_LONGEST = 100


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


def info_row(info: BookInfo) -> tuple[str | int | None, ...]:
    """Return the row of ``book``."""
    rules, games = info.rules, map(_decimal, info.games)
    versions = info.format_version, info.generator_version
    return (rules.header, *_numbers(rules), *versions, info.positions, info.digest, *games)


def _numbers(rules: Rules) -> tuple[int, ...]:
    """Return the numbers that stand beside the text of the rules."""
    return rules.rows, rules.columns, rules.k, int(rules.misere), int(rules.gravity)


def layer_row(counts: LayerCounts) -> tuple[str | int | None, ...]:
    """Return a row of ``layer``."""
    *numbers, sequences, games = counts
    return (*numbers, _decimal(sequences), _decimal(games))


def _decimal(count: int | None) -> str | None:
    return None if count is None else str(count)


def info_of(header: tuple[Any, ...], layers: list[tuple[Any, ...]]) -> BookInfo:
    """Return the header and counts from the rows of ``book`` and ``layer``; raises TypeError or ValueError."""
    text, *numbers_of_rules, version, generator_version, positions, digest = header[:10]
    numbers = [*header[1:7], positions, *(number for row in layers for number in row[:-2])]
    if set(map(type, numbers)) != {int}:
        raise TypeError("expected whole numbers in its tables of counts")
    if min(numbers) < 0:
        raise ValueError("expected no number below 0 in its tables of counts")
    if not type(text) is type(generator_version) is type(digest) is str:
        raise TypeError("expected text as its rules, version and digest")
    labels = text.partition(" ")[0], generator_version, digest
    if not all(len(label) <= _LONGEST and label.isprintable() for label in labels):
        raise ValueError("expected a short text without control characters as its rules, version and digest")
    rules = Rules.written(text)
    if (text, *numbers_of_rules) != (rules.header, *_numbers(rules)):
        raise ValueError("expected the size and the variants of its rules beside them")
    if rules.cells > KEY_CELLS and not rules.stacked:  # that has blocks, in which columns' heights stand for keys
        raise ValueError(f"a book's board has at most {KEY_CELLS} cells without gravity, and {rules} has {rules.cells}")
    layer_counts = tuple(LayerCounts(*row[:-2], *map(_whole, row[-2:])) for row in layers)
    if [one.ply for one in layer_counts] != list(range(len(layers))) or not 0 < len(layers) <= rules.cells + 1:
        raise ValueError(f"expected counts of the plies from 0 to at most {rules.cells}, one row each")
    return BookInfo(
        rules, layer_counts, GameCounts(*map(_whole, header[10:])), version, generator_version, positions, digest
    )


def _whole(text: str | None) -> int | None:
    """Return a count from its decimal text."""
    if type(text) not in (str, NoneType):
        raise TypeError("expected decimal text as its counts of games")
    if text is not None and len(text) > _LONGEST:
        raise ValueError(f"expected counts of games of at most {_LONGEST} digits; got {len(text):,}")
    return None if text is None else int(text)
