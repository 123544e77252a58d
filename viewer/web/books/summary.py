"""Summary of a book for the page and the API: the game, its board, and the empty board's value."""

from typing import Any

from oxobook.book.book import Book
from oxobook.book.game.notation import cells_of, coordinates
from oxobook.book.game.rules import Rules
from oxobook.book.library import open_book
from oxobook.viewer.ask.json_fields import summary_report
from oxobook.viewer.diagrams.map import MOST_BOARDS, most_levels


def book_summary(book: Book) -> dict[str, Any]:
    """Return a book in a few fields, with all that a page has to know of the board: it never reads rules itself.

    ``cells`` are the coordinates in cell order; ``lines`` the cells of each line, none if k is larger than the board;
    ``stacks`` all the cells again, each stack from the bottom up: a stone goes on the lowest free cell of a stack;
    ``maps`` how many boards the server draws on a map, and how many of them it nests in one another.
    """
    names, board = coordinates(book.rules), book.rules.board
    return summary_report(book) | {
        "cells": list(names),
        "lines": [[names[cell] for cell in cells_of(line)] for line in board.lines],
        "stacks": [[names[cell] for cell in stack] for stack in board.stacks],
        "maps": {"boards": MOST_BOARDS, "levels": most_levels(book.rules)},
    }


def library_summary(rules: Rules, library: str) -> dict[str, Any]:
    """Return the summary of a library's book; raises BookError. It runs in a process that can be ended."""
    with open_book(rules, None, library) as book:
        return book_summary(book)
