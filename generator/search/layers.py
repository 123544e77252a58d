"""Scores of the last ply of a book of first plies, searched chunk by chunk; finished chunks stay on a store."""

from functools import lru_cache
from threading import local
from typing import NamedTuple

import numpy as np

from oxobook.book.game.bits import has_line
from oxobook.book.game.reachability import is_reachable
from oxobook.book.game.rules import Rules
from oxobook.book.layout.gravity_rank import stack_slots_at, stones_in
from oxobook.book.progress import Tell
from oxobook.generator.layers.layer import Chunk, Cut, Layers, made
from oxobook.generator.layers.workers import Workers
from oxobook.generator.search.positions import Scores
from oxobook.generator.search.searcher import Searcher

_CHUNK = 16
"""Number of slots of a chunk: fewer take longer to keep than to search, on a small board."""


class SearchWork(NamedTuple):
    """Work on the last ply, as it is sent to each worker."""

    rules: Rules
    layers: Layers
    ply: int
    memory: int
    """Bytes of the table that the threads of a process share."""


def searched_scores(rules: Rules, ply: int, layers: Layers, workers: Workers, memory: int, tell: Tell) -> Scores:
    """Return the scores of a ply's slots; ``memory``: bytes of a process's table, if as many are free."""
    cut = _cut_of(rules, ply)
    scores = np.zeros(cut.size, np.int8)
    work = SearchWork(rules, layers, ply, min(memory, workers.memory // workers.processes))
    layers.create(cut)
    try:
        found = workers.map(search_chunk, ((work, number) for number in range(cut.chunks)))
        for number, chunk in enumerate(found):
            start, stop = cut.slots(number)
            scores[start:stop] = chunk.values
            tell("search", stop, cut.size)
    finally:
        _cancel_searches(work)
    return scores


def search_chunk(work: SearchWork, number: int) -> Chunk:
    """Return a chunk of scores, searched unless it is finished, with the number of nodes that they took.

    Raises CannotWrite, and OutOfTime after the searches are cancelled.
    """
    cut = _cut_of(work.rules, work.ply)

    def compute() -> Chunk:
        searcher = _own_searcher(work)
        before, slots = searcher.nodes, range(*cut.slots(number))
        scores: Scores = np.zeros(len(slots), np.int8)
        for place, slot in enumerate(slots):
            x, o = stones_in(work.rules, work.ply, slot)
            lines = work.rules.lines
            if not (has_line(lines, x) or has_line(lines, o)) and is_reachable(work.rules, x, o):
                scores[place] = searcher.score(x, o)
        return Chunk(scores, np.array([searcher.nodes - before]))

    return made(work.layers.layer(cut), number, compute)


@lru_cache(1)
def _cut_of(rules: Rules, ply: int) -> Cut:
    return Cut.even(f"ply-{ply:02}", stack_slots_at(rules, ply), 1, _CHUNK, 1)


def _cancel_searches(work: SearchWork) -> None:
    """End the searches of this process."""
    if _searchers.cache_info().currsize:
        for searcher in _searchers(work.rules, work.memory):
            searcher.cancel()
        _searchers.cache_clear()


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
