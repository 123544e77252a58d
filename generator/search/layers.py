"""Scores of the last ply of a book of first plies, searched chunk by chunk; finished chunks stay on a store."""

from functools import lru_cache
from threading import local
from typing import NamedTuple

import numpy as np

from oxobook.book.game.rules import Key, Rules
from oxobook.book.layout.gravity_rank import stack_slots_at, stack_slots_of
from oxobook.book.progress import Tell
from oxobook.generator.layers.layer import Chunk, Cut, Layers, made
from oxobook.generator.layers.workers import Workers
from oxobook.generator.search.positions import Ply, Scores
from oxobook.generator.search.searcher import Searcher

_CHUNK = 16
"""Number of positions of a chunk: fewer take longer to keep than to search, on a small board."""


class SearchWork(NamedTuple):
    """Work on the last ply, as it is sent to each worker."""

    rules: Rules
    layers: Layers
    ply: int
    positions: int
    """Number of its positions in which the game goes on."""
    memory: int
    """Bytes of the table that the threads of a process share."""


def searched_scores(rules: Rules, ply: Ply, layers: Layers, workers: Workers, memory: int, tell: Tell) -> Scores:
    """Return the scores of a ply's slots; ``memory``: bytes of a process's table, if as many are free."""
    scores, keys = np.zeros(stack_slots_at(rules, ply.number), np.int8), sorted(ply.going_on)
    work = SearchWork(rules, layers, ply.number, len(keys), min(memory, workers.memory // workers.processes))
    cut = _cut_of(ply.number, len(keys))
    layers.create(cut)
    try:
        tasks = ((work, number, keys[slice(*cut.slots(number))]) for number in range(cut.chunks))
        for number, chunk in enumerate(workers.map(search_chunk, tasks)):
            start, stop = cut.slots(number)
            for key, score in zip(keys[start:stop], chunk.values, strict=True):
                scores[stack_slots_of(rules, key & rules.full, key >> rules.cells)] = score
            tell("search", stop, cut.size)
    finally:
        _cancel_searches(work)
    return scores


def search_chunk(work: SearchWork, number: int, keys: list[Key]) -> Chunk:
    """Return the scores of a chunk's positions, searched unless it is finished, and the number of nodes they took.

    Raises CannotWrite, and OutOfTime after the searches are cancelled.
    """

    def compute() -> Chunk:
        searcher, rules = _own_searcher(work), work.rules
        before = searcher.nodes
        scores = np.array([searcher.score(key & rules.full, key >> rules.cells) for key in keys], np.int8)
        return Chunk(scores, np.array([searcher.nodes - before]))

    return made(work.layers.layer(_cut_of(work.ply, work.positions)), number, compute)


@lru_cache(1)
def _cut_of(ply: int, positions: int) -> Cut:
    return Cut.even(f"ply-{ply:02}", positions, 1, _CHUNK, 1)


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
