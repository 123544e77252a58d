"""Growth of a book of first plies: a search of the positions below it that games meet most, so that they can be kept.

A game is taken to be of two players who both play one of the best moves half of the time, and any move otherwise. So
each position has a probability, and the likeliest are searched first: those right below the book, which take longest,
then those after good moves.
"""

from collections import defaultdict
from collections.abc import Callable
from heapq import heappop, heappush
from time import monotonic

from oxobook.book.book import Book
from oxobook.book.errors import OutOfTime
from oxobook.book.game.notation import cells_of
from oxobook.book.game.rules import Key
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.layout.search import searching_for

_GOOD = 0.5
"""Share of the moves that are played because they are best."""
_OFTEN = 60.0
"""Seconds from one saving of the results to the next."""


def grow(book: Book, seconds: float, keep: Callable[[], int], tell: Callable[[int], None]) -> int:
    """Search positions below a book for some seconds; return how many.

    ``keep``: called now and then. ``tell``: told the number of positions so far.
    """
    started = kept = monotonic()
    rules, canonical = book.rules, symmetry_group(book.rules).canonical
    chances: dict[Key, float] = defaultdict(float, {0: 1.0})
    heap, done, searched = [(-1.0, 0)], set[Key](), 0
    while heap and (left := started + seconds - monotonic()) > 0:
        _, key = heappop(heap)
        if key in done:
            continue
        try:
            with searching_for(left):
                answer = book.layout.answer(key)
                best = answer[2] if answer else 0
                x, o = key & rules.full, key >> rules.cells
                moves = rules.playable(x | o) if best else 0  # no best move: the game is over
                for cell in cells_of(moves):
                    played = (x | 1 << cell, o) if x.bit_count() == o.bit_count() else (x, o | 1 << cell)
                    after = canonical(*played)[0]
                    book.layout.outcome(after)
                    share = (1 - _GOOD) / moves.bit_count() + (_GOOD / best.bit_count() if best >> cell & 1 else 0)
                    chances[after] += share * chances[key]
                    heappush(heap, (-chances[after], after))
        except OutOfTime:
            break
        done.add(key)
        searched += book.layout.effort(key) is not None
        tell(searched)
        if monotonic() > kept + _OFTEN:
            keep()
            kept = monotonic()
    return searched
