"""Book of first plies in a script, for the page without a server, which searches below it.

The script holds the scores of all slots (see ``book.layout.gravity_rank``), ply by ply, and the board as the kernel of
the search is told of it.
"""

import json
import zlib
from array import array
from base64 import b64encode
from collections.abc import Callable

from oxobook.book.book import Book
from oxobook.book.game.rules import Rules
from oxobook.book.layout.block_reader import BLOCK, reader_of
from oxobook.book.layout.gravity_rank import height_rows, stack_columns_at

SearchedBoard = tuple[bytes, int]
"""Words that describe a board to the kernel, and the number of words of its stack."""
BoardOf = Callable[[Rules], SearchedBoard]
"""Function that returns these of a board; handed down by ``oxobook``."""


def first_plies_book(book: Book, board_of: BoardOf) -> str:
    """Return the script of a book of first plies."""
    words, stack = board_of(book.rules)
    tables = {"scores": _packed(_scores(book)), "words": _packed(words), "stack": stack}
    return f"Object.assign(oxobook.searched[{json.dumps(str(book.rules))}], {json.dumps(tables)});\n"


def _scores(book: Book) -> bytes:
    """Return the scores of all slots, from the empty board on, as bytes with a sign."""
    rules, plies = book.rules, book.info.plies
    assert plies is not None
    reader = reader_of(rules, book.store)  # type: ignore[arg-type] # it has blocks
    scores = array("b")
    for ply in range(plies + 1):
        slots = len(height_rows(rules, ply)) * stack_columns_at(ply)
        for number in range(-(-slots // BLOCK)):
            scores.extend(reader.block(ply, number))
    return scores.tobytes()


def _packed(content: bytes) -> str:
    """Return bytes compressed by zlib, in base64."""
    return b64encode(zlib.compress(content, 9)).decode()
