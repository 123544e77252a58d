"""Searches below first plies, and pictures, handed down to ``book``, which imports no other package."""

import sys
import time
from contextlib import suppress
from threading import Event, Thread

from oxobook.book.errors import MissingExtra
from oxobook.book.game import picture
from oxobook.book.game.rules import Rules
from oxobook.book.layout import search

_PATIENCE = 2.0  # seconds that loading may take before a line says why


def search_for(rules: Rules) -> search.Search:
    """Return the search of some rules; raises MissingExtra."""
    if not rules.plain:
        from oxobook.generator.search.minimax import Minimax

        return Minimax(rules)
    ready = Event()
    Thread(target=_tell, args=(ready,), daemon=True).start()
    search.preparing.add(rules)
    try:
        from oxobook.generator.machine import processors
        from oxobook.generator.search.searcher import Searcher

        return Searcher(rules, threads=processors())
    finally:
        search.preparing.discard(rules)
        ready.set()


def board_of(rules: Rules) -> tuple[bytes, int]:
    """Return the description of a board to the search; Numba takes seconds and 200 MB to load. Raises MissingExtra."""
    from oxobook.generator.search.board_words import searched_board

    return searched_board(rules)


def _tell(ready: Event) -> None:
    """Say on a terminal or in a notebook, once a second in the same line, how long the search has been compiling.

    The seconds are those of the processor, so that they stay true on a busy machine.
    """
    started = time.process_time()
    seen = "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())
    if ready.wait(_PATIENCE) or not seen:
        return
    while not ready.wait(1.0):
        said = f"Compiling the search for this machine, once: {time.process_time() - started:.0f} s of about 10"
        print(f"\r{said}", end="", file=sys.stderr, flush=True)
    print(f"\r{'':70}\r", end="", file=sys.stderr, flush=True)


def load_search() -> None:
    """Begin to load the search, and to compile it if no process has on this machine; the caller need not wait."""

    def load() -> None:
        with suppress(MissingExtra):  # it is said when somebody asks for a search
            from oxobook.generator.search import kernels

            kernels.compiled_reach()
            kernels.compiled()

    Thread(target=load, daemon=True).start()


def drawn(*shown: object) -> str:
    """Return an object as a notebook shows it."""
    from oxobook.viewer.pictures.drawing import notebook

    return notebook.drawn(*shown)


search.search_for = search_for
search.board_of = board_of
picture.drawn = drawn
