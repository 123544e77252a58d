"""What the source tables of every language share: the book's rows as numbers, and the symmetries that find them."""

from collections.abc import Iterable
from dataclasses import dataclass

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.board import Permutation
from oxobook.book.game.notation import coordinates
from oxobook.book.game.symmetry import SymmetryGroup, symmetry_group

MOST_POSITIONS = 100_000
"""Larger tables make sources that compilers and browsers choke on."""


@dataclass(frozen=True)
class SourceTable:
    """A book's columns by ascending key, and the symmetries with the inverse of each."""

    keys: list[int]
    values: list[int]
    remoteness: list[int]
    best: list[int]
    safe: list[int]
    picks: list[int]
    """Cells, -1 where the game is over."""
    names: tuple[str, ...]
    """The coordinate of each cell."""
    permutations: tuple[Permutation, ...]
    inverses: tuple[int, ...]


def source_table(book: Book, most_cells: int) -> SourceTable:
    """The table of a book; raises TooLarge when it has too many positions or cells for a source file."""
    if len(book) > MOST_POSITIONS or book.rules.cells > most_cells:
        raise TooLarge(
            f"expected a book of at most {MOST_POSITIONS:,} positions and {most_cells} cells to put into a source "
            f"file; {book.rules} has {len(book):,} and {book.rules.cells}: export csv or parquet instead"
        )
    names = coordinates(book.rules)
    mask = {name: 1 << cell for cell, name in enumerate(names)}
    entries = list(book)
    group: SymmetryGroup = symmetry_group(book.rules)
    return SourceTable(
        keys=[entry.position.key for entry in entries],
        values=[int(entry.value) for entry in entries],
        remoteness=[entry.remoteness for entry in entries],
        best=[sum(mask[name] for name in entry.best) for entry in entries],
        safe=[sum(mask[name] for name in entry.safe) for entry in entries],
        picks=[-1 if entry.pick is None else names.index(entry.pick) for entry in entries],
        names=names,
        permutations=group.permutations,
        inverses=group.inverses,
    )


def wrapped(items: Iterable[object], indent: str = "  ") -> str:
    """Items parted by commas, in lines of at most 100 characters."""
    lines, line = [], indent
    for item in items:
        word = f"{item},"
        if len(line) + len(word) > 100:
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    return "\n".join([*lines, line.rstrip()])
