"""Book embedded in a script, for the page without a server.

The script holds tables: the rows of the book by ascending key, each written as the distance from the key before; and
for each player that needs one, its moves in every position.
"""

import json

from oxobook.book.book import Book
from oxobook.book.game.notation import cell_named
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask
from oxobook.book.game.symmetry import symmetry_group
from oxobook.viewer.export.source_table import source_table
from oxobook.viewer.players.roster import fitting, player_named, player_reports
from oxobook.viewer.web.books.summary import ply_counts

MOST_CELLS = 26
"""Largest number of cells: a key must fit in the 53 bits of a JavaScript number."""
MOST_BITS = 31
"""Largest number of moves: a set of them must fit in the bits with which JavaScript computes."""
NEED_NO_TABLE = ("perfect", "pick", "levi", "random")
"""Players that the page implements itself, from the book and the board."""


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
