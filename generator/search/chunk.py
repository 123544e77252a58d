"""Chunk of the last ply of a book of first plies: some slots, searched by one worker, and written to a file."""

from functools import lru_cache
from threading import local
from typing import NamedTuple

import numpy as np

from oxobook.book.game.bits import has_line
from oxobook.book.game.reachability import is_reachable
from oxobook.book.game.rules import Rules
from oxobook.book.layout.gravity_rank import stones_in
from oxobook.generator.search.positions import Scores
from oxobook.generator.search.searcher import Searcher
from oxobook.generator.work.chunk_file import Chunk, Cut, make_chunks
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.packed_scores import packed_blocks


class SearchWork(NamedTuple):
    """Work on the last ply, as it is sent to each worker."""

    rules: Rules
    folder: Folder
    cut: Cut
    memory: int
    """Bytes of the table that the threads of a process share."""


def search_chunks(work: SearchWork, first: int, stop: int) -> None:
    """Make the chunks from ``first`` up to ``stop``; raises CannotWrite, and OutOfTime after ``cancel_searches``."""
    make_chunks(work.folder, work.cut, first, stop, lambda number: _searched(work, number))


def cancel_searches(work: SearchWork) -> None:
    """End the searches of this process."""
    if _searchers.cache_info().currsize:
        for searcher in _searchers(work.rules, work.memory):
            searcher.cancel()
        _searchers.cache_clear()


def _searched(work: SearchWork, number: int) -> Chunk:
    """Return a chunk of scores, with the number of nodes that they took."""
    searcher = _own_searcher(work)
    before, slots = searcher.nodes, range(*work.cut.slots(number))
    scores: Scores = np.zeros(len(slots), np.int8)
    for place, slot in enumerate(slots):
        x, o = stones_in(work.rules, work.cut.ply, slot)
        if not has_line(work.rules.lines, x) | has_line(work.rules.lines, o) and is_reachable(work.rules, x, o):
            scores[place] = searcher.score(x, o)
    return Chunk(packed_blocks(scores), searcher.nodes - before)


_threads = local()


def _own_searcher(work: SearchWork) -> Searcher:
    """Return this thread's searcher, which shares its table with those of the process's other threads."""
    searchers = _searchers(work.rules, work.memory)
    if getattr(_threads, "whose", None) is not searchers:
        _threads.searcher, _threads.whose = searchers[0].beside(), searchers
        searchers.append(_threads.searcher)
    searcher: Searcher = _threads.searcher
    return searcher


@lru_cache(1)
def _searchers(rules: Rules, memory: int) -> list[Searcher]:
    return [Searcher(rules, memory=memory)]
