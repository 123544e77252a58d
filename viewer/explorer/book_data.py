"""Data of a book for the page, as scripts: a page on a disk can load scripts, but no other files.

The script of a small book holds tables: the rows by ascending key, each written as the distance from the key before.
That of a book of first plies holds the scores of all slots (see ``book.layout.gravity_rank``), ply by ply, and the
board as the kernel of the search is told of it. That of a certificate holds its tables.
"""

import json
import zlib
from array import array
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.game.rules import Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.layout.block_reader import BLOCK, BlockReader
from oxobook.book.layout.search import BoardOf
from oxobook.viewer.explorer.answers import FirstPlies, Proof, Table

MOST_CELLS = 26
"""Largest number of cells: a key must fit in the 53 bits of a JavaScript number."""
MOST_BITS = 31
"""Largest number of moves: a set of them must fit in the bits with which JavaScript computes."""
SCRIPT_HEAD = "var oxobook = globalThis.oxobook ?? {};\n"
"""First line of each script: whichever is loaded first makes the global object."""


def book_script(book: Book, board_of: BoardOf | None) -> str:
    """Return the script of a book that is held as a table or with a search; raises TooLarge."""
    data = _table(book) if board_of is None or book.info.plies is None else first_plies(book, board_of)
    return _script("books", book.rules, data)


def _table(book: Book) -> Table:
    group, entries = symmetry_group(book.rules), list(book)
    keys = [entry.position.key for entry in entries]
    return {
        "symmetries": [[*images] for images in group.permutations],
        "steps": [key - before for key, before in zip(keys, [0, *keys], strict=False)],
        "values": [int(entry.value) for entry in entries],
        "remoteness": [entry.remoteness for entry in entries],
        "best": [entry.best_mask for entry in entries],
        "safe": [entry.safe_mask for entry in entries],
        "picks": [-1 if entry.pick_cell is None else entry.pick_cell for entry in entries],
    }


def first_plies(book: Book, board_of: BoardOf) -> FirstPlies:
    """Return the scores of a book of first plies, and its board as the search is told of it."""
    (words, stack), reader = board_of(book.rules), BlockReader(book.rules, book.store)
    scores = array("b")
    for ply in range(len(book.info.layers)):
        for number in range(-(-reader.slots(ply) // BLOCK)):
            scores.extend(reader.block(ply, number))
    return {"scores": _packed(scores.tobytes()), "words": _packed(words), "stack": stack}


def certificate_script(certificate: Certificate) -> str:
    """Return the script of a certificate."""
    return _script("proofs", certificate.position.rules, proof(certificate))


def proof(certificate: Certificate) -> Proof:
    """Return the tables of a certificate."""
    rows = [table.rows for table in certificate.tables]
    return {"rows": rows, "tables": b64encode(certificate.packed).decode()}


def _script(table: str, rules: Rules, content: Mapping[str, Any]) -> str:
    """Return a script that adds the content of some rules to a table of the global object ``oxobook``."""
    told = json.dumps(content, separators=(",", ":"))
    return f"{SCRIPT_HEAD}(oxobook.{table} ??= {{}})[{json.dumps(str(rules))}] = {told};\n"


def _packed(content: bytes) -> str:
    """Return bytes compressed by zlib, in base64."""
    return b64encode(zlib.compress(content, 9)).decode()
