"""Summary of a book for the page and the API: its game, board and result."""

from typing import Any

from oxobook.book.book import Book
from oxobook.book.game.notation import cells_of, coordinates
from oxobook.book.game.rules import Rules
from oxobook.book.library import open_book
from oxobook.viewer.ask.json_fields import stats_report, summary_report
from oxobook.viewer.diagrams.map import MOST_BOARDS, most_levels


def book_summary(book: Book) -> dict[str, Any]:
    """Return the summary of a book, with all that the page needs to know of the board: it never reads rules itself.

    ``cells`` are the coordinates in cell order. ``lines`` are the cells of each line. ``stacks`` are the cells in
    stacks, from the bottom up: a stone goes on the lowest free cell of its stack. ``layers`` is the number of layers
    side by side. ``maps`` are the largest number of boards on a map of the server, and their deepest nesting.
    ``papers`` tells whether there are papers for a class: larger boards would need too many boxes.
    """
    names, board = coordinates(book.rules), book.rules.board
    return summary_report(book) | {
        "cells": list(names),
        "lines": [[names[cell] for cell in cells_of(line)] for line in board.lines],
        "stacks": [[names[cell] for cell in stack] for stack in board.stacks],
        "layers": board.layers,
        "maps": {"boards": MOST_BOARDS, "levels": most_levels(book.rules)},
        "papers": book.rules.rows == book.rules.columns == 3 and board.layers == 1,
    }


def ply_counts(book: Book) -> list[dict[str, int | None]]:
    """Return the counts of every ply, as the API's ``stats`` has them."""
    plies: list[dict[str, int | None]] = stats_report(book)["plies"]
    return plies


def library_summary(rules: Rules, library: str) -> dict[str, Any]:
    """Return the summary of a library's book, in a process of the pool; raises BookError."""
    with open_book(rules, None, library) as book:
        return book_summary(book)
