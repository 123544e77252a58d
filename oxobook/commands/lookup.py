"""Answers of lookups, for the command and for plain lookups, which start without click.

Importing click takes as long as the rest of a lookup. So a position alone, with or without ``--json``, is answered
here, by the same functions as the command, and with the same errors.
"""

import os

from oxobook.book.book import Book
from oxobook.book.entry import Entry, Move
from oxobook.book.game.cell_labels import CellLabels, cell_labels
from oxobook.book.game.notation import is_position
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.library import book_path, open_book
from oxobook.viewer.ask.answer_text import lookup_text
from oxobook.viewer.palette import COLOURS, Palette
from oxobook.viewer.terminal.console import print_lines, terminal_width


def answer_plainly(arguments: list[str]) -> bool:
    """Answer a plain lookup in the book of 3x3x3; return False for anything else, and for a missing book."""
    words = [word for word in arguments if word != "--json"]
    if words[:1] == ["lookup"]:
        del words[0]
    if not words or any(word.startswith("-") or not is_position(word) for word in words):
        return False
    if not os.path.isfile(book_path(Rules())) or any(map(os.path.isfile, words)):
        return False
    with open_book(Rules()) as book:
        entry, moves = answer(book, Position.parse(" ".join(words), book.rules))
    print_answer(entry, moves, "--json" in arguments, COLOURS, cell_labels(None, Rules()))
    return True


def answer(book: Book, position: Position) -> tuple[Entry, list[Move]]:
    """Return a position's entry and its moves."""
    return book.probe(position), book.moves(position)


def print_answer(entry: Entry, moves: list[Move], as_json: bool, palette: Palette, labels: CellLabels) -> None:
    """Print a lookup's answer as text, in the labels asked for, or as JSON, in coordinates."""
    if as_json:
        import json  # a lookup in text starts faster without

        from oxobook.viewer.ask.json_fields import lookup_report

        print_lines([json.dumps(lookup_report(entry, moves))])
    else:
        print_lines(lookup_text(entry, moves, palette, terminal_width(), labels))
