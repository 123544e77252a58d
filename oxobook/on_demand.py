"""Small books, which are made when they are asked for."""

from pathlib import Path

from oxobook.book.errors import CannotWrite
from oxobook.book.game.rules import Rules
from oxobook.book.info import BookInfo
from oxobook.book.store.atomic_file import make_folder
from oxobook.generator.generate import generate_book
from oxobook.generator.plan import plan_book
from oxobook.generator.position_counts import placements

MOST_POSITIONS = 100_000
"""So many positions up to symmetry are made in a fraction of a second."""
_MOST_PLACEMENTS = 2_000_000  # for more it is not worth estimating how few of them play reaches


def make_small_book(rules: Rules, path: Path) -> BookInfo | None:
    """Make the book, and its folder; returns what it holds, or None where it is too large or another maker was first.

    Raises CannotWrite.
    """
    if not _is_small(rules):
        return None
    make_folder(path.parent)
    try:
        return generate_book(rules, path)
    except CannotWrite:
        if path.is_file():  # made by somebody else in the meantime
            return None
        raise


def _is_small(rules: Rules) -> bool:
    """Whether the book has at most ``MOST_POSITIONS``, by an upper bound or else an estimate."""
    bound = sum(placements(rules))
    if MOST_POSITIONS < bound <= _MOST_PLACEMENTS:
        bound = plan_book(rules).positions
    return bound <= MOST_POSITIONS
