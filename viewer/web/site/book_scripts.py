"""Scripts of a site with what the page asks of a server otherwise: books, and searches below first plies.

The script of a small book holds tables: the rows by ascending key, each written as the distance from the key before;
and for each player that needs one, its moves in every position. That of a book of first plies holds the scores of all
slots (see ``book.layout.gravity_rank``), ply by ply, and the board as the kernel of the search is told of it.
"""

import json
import zlib
from array import array
from base64 import b64encode
from collections.abc import Callable

from oxobook.book.book import Book
from oxobook.book.game.notation import cell_named
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.layout.block_reader import BLOCK, reader_of
from oxobook.book.layout.gravity_rank import height_rows, stack_columns_at
from oxobook.viewer.export.source_table import source_table
from oxobook.viewer.players.roster import fitting, player_named, player_reports
from oxobook.viewer.web.books.summary import ply_counts

MOST_CELLS = 26
"""Largest number of cells: a key must fit in the 53 bits of a JavaScript number."""
MOST_BITS = 31
"""Largest number of moves: a set of them must fit in the bits with which JavaScript computes."""
NEED_NO_TABLE = ("perfect", "pick", "levi", "random")
"""Players that the page implements itself, from the book and the board."""

SearchedBoard = tuple[bytes, int]
"""Words that describe a board to the kernel, and the number of words of its stack."""
BoardOf = Callable[[Rules], SearchedBoard]
"""Function that returns these of a board; handed down by ``oxobook``."""


def embedded_book(book: Book) -> str:
    """Return the script of a book; raises TooLarge."""
    table = source_table(book, MOST_CELLS, signs=True)
    tables = {
        "symmetries": table.permutations,
        "steps": [key - before for key, before in zip(table.keys, [0, *table.keys], strict=False)],
        "values": table.values,
        "remoteness": table.remoteness,
        "best": table.best,
        "safe": table.safe,
        "picks": table.picks,
        "players": player_reports(book),
        "plies": ply_counts(book),
        "policies": {name: _policy(name, book) for name in fitting(book.rules) if name not in NEED_NO_TABLE},
    }
    return f"oxobook.books[{json.dumps(str(book.rules))}] = {json.dumps(tables, separators=(',', ':'))};\n"


def _policy(name: str, book: Book) -> dict[str, Mask]:
    """Return a player's moves in every position that is not terminal, as masks by board."""
    player = player_named(name, book)
    images = symmetry_group(book.rules).images
    found = {}
    for entry in book:
        if not entry.position.over:
            for key in sorted(set(images(entry.position.x, entry.position.o))):
                position = Position.from_key(key, book.rules)
                moves = player.policy(position)
                found[position.text] = sum(1 << cell_named(move, book.rules) for move in moves)
    return found


def first_plies_book(book: Book, board_of: BoardOf) -> str:
    """Return the script of a book of first plies."""
    words, stack = board_of(book.rules)
    tables = {"scores": _packed(_scores(book)), "words": _packed(words), "stack": stack}
    return f"Object.assign(oxobook.searched[{json.dumps(str(book.rules))}], {json.dumps(tables)});\n"


def _scores(book: Book) -> bytes:
    """Return the scores of all slots, from the empty board on, as bytes with a sign."""
    rules, plies = book.rules, book.info.plies
    assert plies is not None
    reader = reader_of(rules, book.store)
    scores = array("b")
    for ply in range(plies + 1):
        slots = len(height_rows(rules, ply)) * stack_columns_at(ply)
        for number in range(-(-slots // BLOCK)):
            scores.extend(reader.block(ply, number))
    return scores.tobytes()


def _packed(content: bytes) -> str:
    """Return bytes compressed by zlib, in base64."""
    return b64encode(zlib.compress(content, 9)).decode()
