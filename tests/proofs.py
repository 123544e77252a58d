"""Proofs made once for the tests that need them."""

import hashlib
import zlib
from functools import cache

from oxobook.book import Position, Rules
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.table import Table
from oxobook.generator.prove.proof import prove

MEMORY = 300_000_000
START = Position.parse("...../...../.OX../.OX..", Rules.parse("4x5x4-gravity"))
"""A position in which X wins, but cannot force it by threats."""
SHEET = [15, 16, 17, 18, 19, 7, 8, 9, 10, 11, 12, 13, 14, 1, 0, 2, 3, 4, 5, 6]
"""Ranks by which X wins it."""
LOSING = [15, 16, 17, 18, 19, 7, 1, 9, 10, 11, 12, 13, 14, 8, 0, 2, 3, 4, 5, 6]
"""Ranks by which X does not, unless it plays by others after one of the replies."""
MENDED = {"..O../..X../.OX../.OX..": [19, 16, 17, 18, 15, 7, 8, 9, 10, 11, 12, 13, 14, 1, 0, 2, 3, 4, 5, 6]}
TURNED = {
    ".OO../.XX../.OX../.OX..": [15],
    ".OO../.XX../OOX../XOX..": SHEET,
    ".OO../.XX../.OX../XOX.O": SHEET,
    ".OO../.XX../.OX../XOXO.": [15, 16, 17, 18, 19, 7, 8, 9, 10, 11, 5, 12, 13, 4, 14, 0, 1, 2, 3, 6],
}
"""A move that the sheet would not make, and the sheets after the replies to it."""


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
    """The claim of X's that it wins, or holds, START or else an empty board by one sheet, right or wrong."""
    rules = Rules.parse(text)
    position = Position(rules, START.x, START.o) if rules.cells == START.rules.cells else Position(rules)
    return Certificate(position, "X", wins, sheets=Table.of({key_of(position): bytes(ranks)}))


def key_of(position) -> bytes:
    """The key of a row in which X is to move, if the position is its canonical image."""
    return b"".join(stones.to_bytes(-(-position.rules.cells // 8)) for stones in (position.x, position.o))


def interrupted(ranks, rows) -> Certificate:
    """The claim that X wins START by a sheet that rows interrupt: a cell's number, or ranks, by position."""
    moves, sheets = {}, {key_of(START): bytes(ranks)}
    for text, value in rows.items():
        (moves if len(value) == 1 else sheets)[key_of(Position.parse(text, START.rules))] = bytes(value)
    return Certificate(START, "X", True, moves=Table.of(moves), sheets=Table.of(sheets))


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
