"""Searches below first plies, and pictures, handed down to ``book``, which imports no other package."""

import sys
from contextlib import suppress
from functools import cache
from threading import Thread

from oxobook.book.errors import MissingExtra
from oxobook.book.game import picture
from oxobook.book.game.rules import Rules
from oxobook.book.layout import search
from oxobook.book.progress import counting, tell_nobody


def search_for(rules: Rules) -> search.Search:
    """Return the search of some rules; raises MissingExtra."""
    if not rules.plain:
        from oxobook.generator.search.minimax import Minimax

        return Minimax(rules)
    shown = "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())
    search.preparing.add(rules)
    try:
        with counting(_show if shown else tell_nobody):
            from oxobook.generator.machine import processors
            from oxobook.generator.search.searcher import Searcher

            return Searcher(rules, threads=processors())
    finally:
        search.preparing.discard(rules)
        if shown:
            print(f"\r{'':70}\r", end="", file=sys.stderr, flush=True)


def _show(stage: str, done: int, total: int | None = None, note: str = "") -> None:
    """Show in one line of a terminal or a notebook how long the search has been compiling."""
    print(f"\rCompiling the search: {note}", end="", file=sys.stderr, flush=True)


def board_of(rules: Rules) -> tuple[bytes, int]:
    """Return the description of a board to the search; Numba takes seconds and 200 MB to load. Raises MissingExtra."""
    from oxobook.generator.search.board_words import searched_board

    return searched_board(rules)


@cache
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
search.load = load_search
search.board_of = board_of
picture.drawn = drawn
