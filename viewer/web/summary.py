"""Summary of a book for the page and the API: its game, board and result."""

from typing import Any

from oxobook.book.book import Book
from oxobook.book.game.notation import cells_of, coordinates
from oxobook.book.game.rules import Rules
from oxobook.viewer.ask.json_fields import summary_report
from oxobook.viewer.diagrams.map import MOST_BOARDS, most_levels


def book_summary(book: Book) -> dict[str, Any]:
    """Return the summary of a book: its result, and its game."""
    return summary_report(book) | game_summary(book.rules)


def game_summary(rules: Rules) -> dict[str, Any]:
    """Return all that the page needs to know of a game, which never reads rules itself; see ``schema.GameSummary``."""
    names, board = coordinates(rules), rules.board
    return {
        "rules": str(rules),
        **rules._asdict(),
        "cells": list(names),
        "lines": [[names[cell] for cell in cells_of(line)] for line in board.lines],
        "stacks": [[names[cell] for cell in stack] for stack in board.stacks],
        "layers": board.layers,
        "terms": rules.terms._asdict() | {"signs": [*rules.terms.signs]},
        "drawing": {
            "width": board.width,
            "height": board.height,
            "places": [[*place] for place in board.at],
            "middles": [[*middle] for middle in board.middles],
            "borders": [[*border] for border in board.borders],
        },
        "maps": {"boards": MOST_BOARDS, "levels": most_levels(rules)},
        "papers": rules.rows == rules.columns == 3 and rules.plain and board.layers == 1 and not board.holes,
    }
