"""Book as source code to build into a program: its rows as numbers, and the symmetries that find them.

A language is a template beside this file, with a function that spells the numbers in it.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import BinaryIO

from oxobook.book import __version__
from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.board import Permutation
from oxobook.book.game.notation import coordinates
from oxobook.book.game.symmetry import SymmetryGroup, symmetry_group

MOST_POSITIONS = 100_000  # largest number of positions; compilers and browsers choke on larger tables


@dataclass(frozen=True)
class SourceTable:
    """Book's columns by ascending key, and the symmetries with the inverse of each."""

    keys: list[int]
    values: list[int]
    remoteness: list[int]
    best: list[int]
    safe: list[int]
    picks: list[int]  # cells of the picks, -1 if the game is over
    names: tuple[str, ...]  # coordinate of each cell
    permutations: tuple[Permutation, ...]
    inverses: tuple[int, ...]


def source_table(book: Book, most_cells: int, signs: bool = False) -> SourceTable:
    """Return the table of a book; raises TooLarge if it has too many positions or cells for a source file.

    So it does if a move is a cell and a sign, unless ``signs`` says that there is room for them.
    """
    listed = iter(book)  # which refuses a book that no export can list
    if len(book) > MOST_POSITIONS or book.rules.cells > most_cells:
        raise TooLarge(
            f"expected a book of at most {MOST_POSITIONS:,} positions and {most_cells} cells to put into a source "
            f"file; {book.rules} has {len(book):,} and {book.rules.cells}: export csv or parquet instead"
        )
    if book.rules.either and not signs:
        raise TooLarge(f"a move of {book.rules} is a cell and a sign, for which source files have no room: export csv")
    names = coordinates(book.rules)
    group: SymmetryGroup = symmetry_group(book.rules)
    entries = list(listed)
    return SourceTable(
        keys=[entry.position.key for entry in entries],
        values=[int(entry.value) for entry in entries],
        remoteness=[entry.remoteness for entry in entries],
        best=[entry.best_mask for entry in entries],
        safe=[entry.safe_mask for entry in entries],
        picks=[-1 if entry.pick_cell is None else entry.pick_cell for entry in entries],
        names=names,
        permutations=group.permutations,
        inverses=group.inverses,
    )


def write_c_header(book: Book, file: BinaryIO) -> None:
    """Write a C99 header; its names begin with ``oxobook_`` and the rules. Raises TooLarge for a large book."""
    prefix = f"oxobook_{book.rules}".replace("-", "_")
    names = {"prefix": prefix, "guard": prefix.upper()}

    def key(number: int) -> str:
        return f"{number}{'u' if number < 1 << 32 else 'ull'}"

    file.write(_filled("book.h", book, source_table(book, most_cells=31), "{{{}}}", "{}u".format, key, names))


def write_javascript(book: Book, file: BinaryIO) -> None:
    """Write a JavaScript module; raises TooLarge for a large book. Keys must fit a number's 53 bits."""
    file.write(_filled("book.js", book, source_table(book, most_cells=26), "[{}]", str, str, {}))


def write_types(book: Book, file: BinaryIO) -> None:
    """Write the types of the JavaScript module, for TypeScript; raises TooLarge where there is no such module."""
    names = {"coordinates": " | ".join(map(json.dumps, coordinates(book.rules)))}
    file.write(_filled("book.d.ts", book, source_table(book, most_cells=26), "[{}]", str, str, names))


def _filled(
    template: str,
    book: Book,
    table: SourceTable,
    array: str,
    mask: Callable[[int], str],
    key: Callable[[int], str],
    names: dict[str, str],
) -> bytes:
    """Return a template with a book's numbers; ``array``, ``mask`` and ``key`` spell them in its language."""
    text = Template(Path(__file__).with_name(template).read_text("utf-8")).substitute(
        names,
        rules=book.rules,
        version=__version__,
        count=len(table.keys),
        cells=book.rules.cells,
        last=book.rules.cells - 1,
        order=len(table.permutations),
        names=_wrapped(map(json.dumps, table.names)),
        keys=_wrapped(map(key, table.keys)),
        values=_wrapped(table.values),
        remoteness=_wrapped(table.remoteness),
        best=_wrapped(map(mask, table.best)),
        safe=_wrapped(map(mask, table.safe)),
        picks=_wrapped(table.picks),
        permutations=",\n".join(f"  {array.format(', '.join(map(str, one)))}" for one in table.permutations),
        inverses=", ".join(map(str, table.inverses)),
    )
    return text.encode()


def _wrapped(items: Iterable[object], indent: str = "  ") -> str:
    """Return items separated by commas, in lines of at most 100 characters."""
    lines, line = [], indent
    for item in items:
        word = f"{item},"
        if len(line) + len(word) > 100:
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    return "\n".join([*lines, line.rstrip()])
