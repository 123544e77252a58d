"""A book's header: the row of the table ``book`` and those of ``layer``, checked before anything is believed."""

from types import NoneType
from typing import Any

from oxobook.book.game.rules import KEY_CELLS, MAX_CELLS, Rules
from oxobook.book.info import BookInfo, GameCounts, LayerCounts

HEADER = (
    *("rows", "columns", "k", "misere", "gravity", "format_version", "rules", "generator_version", "positions"),
    *("digest", *GameCounts._fields),
)
"""The columns of ``book``, as ``info_of`` takes them."""
LAYER = LayerCounts._fields
"""The columns of ``layer``, as ``counts_of`` takes them."""
MOST_LAYERS = MAX_CELLS + 1
"""The plies of the largest board that a book can be of."""

_LONGEST = 100


def info_of(header: tuple[Any, ...], layers: list[tuple[Any, ...]]) -> BookInfo:
    """What the rows of ``book`` and ``layer`` say; raises TypeError or ValueError for what they cannot say."""
    rows, columns, k, misere, gravity, version, text, generator_version, positions, digest, *games = header
    numbers = [*header[:6], positions, *(number for row in layers for number in row[:-2])]
    if set(map(type, numbers)) != {int}:
        raise TypeError("expected whole numbers in its tables of counts")
    if min(numbers) < 0:
        raise ValueError("expected no number below 0 in its tables of counts")
    if not type(text) is type(generator_version) is type(digest) is str:
        raise TypeError("expected text as its rules, version and digest")
    if not all(map(is_label, (text, generator_version, digest))):
        raise ValueError("expected a short text without control characters as its rules, version and digest")
    kind = "-".join(word for word in text.split("-")[1:] if word not in ("misere", "gravity"))
    rules = Rules(rows, columns, k, bool(misere), bool(gravity), kind)
    if rules.cells > KEY_CELLS and not rules.stacked:  # that has blocks, in which columns' heights stand for keys
        raise ValueError(f"a book's board has at most {KEY_CELLS} cells without gravity, and {rules} has {rules.cells}")
    layer_counts = tuple(map(counts_of, layers))
    if [one.ply for one in layer_counts] != list(range(len(layers))) or not 0 < len(layers) <= rules.cells + 1:
        raise ValueError(f"expected counts of the plies from 0 to at most {rules.cells}, one row each")
    return BookInfo(rules, layer_counts, GameCounts(*map(_whole, games)), version, generator_version, positions, digest)


def is_label(text: str) -> bool:
    """Whether a text may be one that a book shows: short, and without control characters."""
    return len(text) <= _LONGEST and text.isprintable()


def counts_of(row: tuple[Any, ...]) -> LayerCounts:
    """The counts in a row of ``layer``; raises TypeError or ValueError for what no such row holds."""
    return LayerCounts(*row[:-2], *map(_whole, row[-2:]))


def _whole(text: str | None) -> int | None:
    """A count from its decimal text."""
    if type(text) not in (str, NoneType):
        raise TypeError("expected decimal text as its counts of games")
    if text is not None and len(text) > _LONGEST:
        raise ValueError(f"expected counts of games of at most {_LONGEST} digits; got {len(text):,}")
    return None if text is None else int(text)
