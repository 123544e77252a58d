"""A set of puzzles: from all positions of a small book, or from those of random games; none twice up to symmetry."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from itertools import chain, islice, zip_longest
from random import Random

from oxobook.book.book import Book, Entry
from oxobook.book.errors import OxobookError
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Key
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.strategy import position_of
from oxobook.viewer.classroom.puzzles.puzzle import PUZZLES, Puzzle, grade_of, puzzle_sort, solved_puzzle

MOST_READ = 30_000
"""The most positions of a book that is read as a whole; of a larger one, random games are played."""
_GAMES = 2_000


class NoPuzzles(OxobookError, LookupError):
    """No position of the book makes a puzzle of the kinds and the grade that are asked for."""


def puzzle_set(
    book: Book, kinds: Collection[str] = tuple(PUZZLES), grade: int | None = None, count: int = 24, seed: int = 0
) -> list[Puzzle]:
    """At most ``count`` puzzles of these kinds, or of one grade, from the easiest to the hardest of each kind.

    They are spread over kinds and grades as evenly as there are such. ``seed`` chooses which, and how their boards are
    turned. Raises NoPuzzles where there is none at all.
    """
    small = len(book) <= MOST_READ
    found = _found(book if small else map(book.probe, _met_at_random(book, seed)), kinds, grade)
    sorts: dict[tuple[str, int], list[Position]] = defaultdict(list)
    for sort, position in found if small else islice(found, 4 * count):
        sorts[sort].append(position)
    if not sorts:
        asked = f" of grade {grade}" if grade is not None else " of that kind" if len(kinds) < len(PUZZLES) else ""
        raise NoPuzzles(
            f"expected a game with puzzles{asked}; {book.rules} has none: choose another kind, grade or game"
        )
    shuffled = [sorted(sorts[sort], key=lambda position: _lot(seed, position.key)) for sort in sorted(sorts)]
    chosen = islice(filter(None, chain.from_iterable(zip_longest(*shuffled))), count)
    puzzles = [solved_puzzle(book, _turned(position, seed)) for position in chosen]
    order = list(PUZZLES)
    return sorted(puzzles, key=lambda puzzle: (order.index(puzzle.kind), puzzle.depth, puzzle.wrong))


def _found(
    entries: Iterable[Entry], kinds: Collection[str], grade: int | None
) -> Iterator[tuple[tuple[str, int], Position]]:
    """The positions that make puzzles of these kinds, and of this grade if one is asked for, with kind and grade."""
    for entry in entries:
        sort = puzzle_sort(entry)
        if sort is not None and sort[0] in kinds and grade in (None, grade_of(sort[1])):
            yield (sort[0], grade_of(sort[1])), entry.position


def _met_at_random(book: Book, seed: int) -> Iterator[Position]:
    """The positions of random games, in their canonical form, each once."""
    random, group, seen = Random(seed), symmetry_group(book.rules), set[Key]()
    for _ in range(_GAMES):
        position = Position(book.rules)
        while not position.over:
            legal = position.legal_cells
            position = position.play(legal[int(random.random() * len(legal))])
            key, _ = group.canonical(position.x, position.o)
            if key not in seen:
                seen.add(key)
                yield position_of(key, book.rules)


def _turned(position: Position, seed: int) -> Position:
    """The same position, turned or flipped as the lot says."""
    images = symmetry_group(position.rules).images(position.x, position.o)
    return position_of(images[_lot(seed, position.key)[0] % len(images)], position.rules)


def _lot(seed: int, key: Key) -> bytes:
    """The lot of a position: the same on every machine."""
    return sha256(f"{seed} {key}".encode()).digest()
