"""Proofs made once for the tests that need them."""

import hashlib
import zlib
from functools import cache

from oxobook.book import Position, Rules
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.table import Table
from oxobook.generator.prove.proof import prove

MEMORY = 300_000_000
SHEET = [4, 7, 2, 6, 1, 11, 3, 8, 9, 10, 0, 5]
"""Ranks by which X wins 3x4x3-gravity."""
LOSING = [11, 5, 4, 0, 6, 8, 7, 2, 1, 9, 10, 3]
"""Ranks by which X does not, unless it plays by others after one of the replies."""
MENDED = {"..../..../.XO.": [1, 7, 5, 3, 2, 11, 8, 0, 10, 9, 6, 4]}
TURNED = {"..../..../.X.O": [10], "..../..../OXXO": [1, 8, 10, 6, 5, 4, 11, 3, 0, 7, 9, 2]}
"""A move that the sheet would not make, and another sheet after the only reply to it."""


@cache
def proved(rules, board=None):
    """The proof of a position, by default the empty board."""
    rules = Rules.parse(rules)
    return prove(Position.parse(board, rules) if board else Position(rules), memory=MEMORY)


def certificate(rules, board=None) -> Certificate:
    """Its first certificate."""
    return proved(rules, board).certificates[0]


def paired(text, partners, wins=False) -> Certificate:
    """The claim of O's that it holds an empty board of one key byte a side by a pairing, right or wrong."""
    return Certificate(Position(Rules.parse(text)), "O", wins, pairings=Table.of({bytes(2): bytes(partners)}))


def sheeted(text, ranks, wins=True) -> Certificate:
    """The claim of X's that it wins, or holds, an empty board by one sheet, right or wrong."""
    rules = Rules.parse(text)
    key = bytes(2 * -(-rules.cells // 8))
    return Certificate(Position(rules), "X", wins, sheets=Table.of({key: bytes(ranks)}))


def interrupted(ranks, rows) -> Certificate:
    """The claim that X wins 3x4x3-gravity by a sheet that rows interrupt: a cell's number, or ranks, by position."""
    rules = Rules.parse("3x4x3-gravity")
    moves, sheets = {}, {bytes(4): bytes(ranks)}
    for text, value in rows.items():
        position = Position.parse(text, rules)
        key = position.x.to_bytes(2, "big") + position.o.to_bytes(2, "big")
        (moves if len(value) == 1 else sheets)[key] = bytes(value)
    return Certificate(Position(rules), "X", True, moves=Table.of(moves), sheets=Table.of(sheets))


def retold(found, change):
    """The content of a certificate with its bytes of moves, and its rows of sheets, changed."""
    head = found.content.split(b"\n\n")[0]
    moves, _, sheets = found.tables
    before = moves.content, [sheets.content[row :: sheets.rows] for row in range(sheets.rows)]
    moves, rows = change(*before)
    head = head.replace(b"\nsheets %d\n" % sheets.rows, b"\nsheets %d\n" % len(rows))
    return sealed(head + b"\n\n" + zlib.compress(moves + b"".join(map(bytes, zip(*rows, strict=True))), 9))


def sealed(content):
    """The content with a checksum that fits again."""
    head, tables = content.split(b"\n\n", 1)
    head = head[: head.index(b"sha256 ") + 7]
    return head + hashlib.sha256(head + b"\n\n" + tables).hexdigest().encode() + b"\n\n" + tables


def kept(strategy, position, record):
    """Return whether the owner keeps its claim after every reply."""
    found = strategy.certificate
    if position.over:
        return position.winner == found.owner or (not found.wins and position.winner is None)
    cells = [strategy.move(record)] if position.to_move == found.owner else position.legal_cells
    return all(kept(strategy, position.play(cell), [*record, cell]) for cell in cells)
