"""Search below books of first plies, handed down to the package ``book``, which imports no other."""

from oxobook.book.game.rules import Rules
from oxobook.book.layout import search


def search_for(rules: Rules) -> search.Search:
    """Return the search of some rules; raises MissingExtra."""
    from oxobook.generator.machine import processors
    from oxobook.generator.search.searcher import Searcher

    return Searcher(rules, threads=processors())


search.search_for = search_for
