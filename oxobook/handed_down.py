"""Searches below first plies, and pictures, handed down to ``book``, which imports no other package."""

import sys
from threading import Timer

from oxobook.book.game import picture
from oxobook.book.game.rules import Rules
from oxobook.book.layout import search

_PATIENCE = 2.0  # seconds that loading may take before a line says why


def search_for(rules: Rules) -> search.Search:
    """Return the search of some rules; raises MissingExtra."""
    told = Timer(_PATIENCE, _tell)
    told.start()
    try:
        from oxobook.generator.machine import processors
        from oxobook.generator.search.searcher import Searcher

        return Searcher(rules, threads=processors())
    finally:
        told.cancel()


def _tell() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        print("Loading the search. The first time on a machine it is compiled, for some ten seconds.", file=sys.stderr)


def drawn(*shown: object) -> str:
    """Return an object as a notebook shows it."""
    from oxobook.viewer.pictures.drawing import notebook

    return notebook.drawn(*shown)


search.search_for = search_for
picture.drawn = drawn
