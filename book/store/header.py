"""Header and counts of a book as the rows of ``book`` and ``layer``, and which rows cannot be right."""

from types import NoneType
from typing import TYPE_CHECKING, Any

from oxobook.book.game.conventions import CONVENTIONS
from oxobook.book.game.kinds import OWN
from oxobook.book.game.rules import KEY_CELLS, MAX_CELLS, Rules
from oxobook.book.info import BookInfo, GameCounts, LayerCounts

if TYPE_CHECKING:
    from oxobook.book.store.database import Database

MOST_LAYERS = MAX_CELLS + 1
"""Number of plies of the largest board that a book can hold."""
VERSION = 6
"""Place of the format's version in a row of ``book``."""
_LONGEST = 100


def info_row(info: BookInfo) -> tuple[str | int | None, ...]:
    """Return the row of ``book``."""
    rules = info.rules
    numbers = (rules.rows, rules.columns, rules.k, int(rules.misere), int(rules.gravity), info.format_version)
    games = map(_decimal, info.games)
    return (rules.header, *numbers, info.generator_version, info.positions, info.digest, *games)


def layer_row(counts: LayerCounts) -> tuple[str | int | None, ...]:
    """Return a row of ``layer``."""
    *numbers, sequences, games = counts
    return (*numbers, _decimal(sequences), _decimal(games))


def _decimal(count: int | None) -> str | None:
    return None if count is None else str(count)


def fill(database: "Database", info: BookInfo) -> None:
    """Write a header and its counts into empty tables; raises the driver's error."""
    database.insert("book", [info_row(info)])
    database.insert("layer", list(map(layer_row, info.layers)))


def info_of(header: tuple[Any, ...], layers: list[tuple[Any, ...]]) -> BookInfo:
    """Return the header and counts from the rows of ``book`` and ``layer``; raises TypeError or ValueError."""
    text, rows, columns, k, misere, gravity, version, generator_version, positions, digest, *games = header
    numbers = [*header[1:7], positions, *(number for row in layers for number in row[:-2])]
    if set(map(type, numbers)) != {int}:
        raise TypeError("expected whole numbers in its tables of counts")
    if min(numbers) < 0:
        raise ValueError("expected no number below 0 in its tables of counts")
    if not type(text) is type(generator_version) is type(digest) is str:
        raise TypeError("expected text as its rules, version and digest")
    text, _, definition = text.partition(" ")
    if not all(map(is_label, (text, generator_version, digest))):
        raise ValueError("expected a short text without control characters as its rules, version and digest")
    words = text.split("-")[1:]
    convention = next((word for word in words if word in CONVENTIONS), "")
    kind = OWN if definition else "-".join(word for word in words if word not in ("misere", "gravity", convention))
    rules = Rules(rows, columns, k, bool(misere), bool(gravity), kind, definition, convention)
    if definition and rules.board.size != (rows, columns, k):
        raise ValueError("expected the rows, columns and k of its board's definition")
    if rules.cells > KEY_CELLS and not rules.stacked:  # that has blocks, in which columns' heights stand for keys
        raise ValueError(f"a book's board has at most {KEY_CELLS} cells without gravity, and {rules} has {rules.cells}")
    layer_counts = tuple(map(counts_of, layers))
    if [one.ply for one in layer_counts] != list(range(len(layers))) or not 0 < len(layers) <= rules.cells + 1:
        raise ValueError(f"expected counts of the plies from 0 to at most {rules.cells}, one row each")
    return BookInfo(rules, layer_counts, GameCounts(*map(_whole, games)), version, generator_version, positions, digest)


def is_label(text: object) -> bool:
    """Return whether a book may show this: a short text without control characters."""
    return isinstance(text, str) and len(text) <= _LONGEST and text.isprintable()


def counts_of(row: tuple[Any, ...]) -> LayerCounts:
    """Return the counts in a row of ``layer``; raises TypeError or ValueError if they cannot be counts."""
    return LayerCounts(*row[:-2], *map(_whole, row[-2:]))


def _whole(text: str | None) -> int | None:
    """Return a count from its decimal text."""
    if type(text) not in (str, NoneType):
        raise TypeError("expected decimal text as its counts of games")
    if text is not None and len(text) > _LONGEST:
        raise ValueError(f"expected counts of games of at most {_LONGEST} digits; got {len(text):,}")
    return None if text is None else int(text)
