"""Proofs made once for the tests that need them."""

from functools import cache

from oxobook.book import Position, Rules
from oxobook.book.certificate.certificate import Certificate
from oxobook.generator.prove.proof import prove

MEMORY = 300_000_000


@cache
def proved(rules, board=None):
    """The proof of a position, by default the empty board."""
    rules = Rules.parse(rules)
    return prove(Position.parse(board, rules) if board else Position(rules), memory=MEMORY)


def certificate(rules, board=None) -> Certificate:
    """Its first certificate."""
    return proved(rules, board).certificates[0]


def kept(strategy, position, record):
    """Return whether the owner keeps its claim after every reply."""
    found = strategy.certificate
    if position.over:
        return position.winner == found.owner or (not found.wins and position.winner is None)
    cells = [strategy.move(record)] if position.to_move == found.owner else position.legal_cells
    return all(kept(strategy, position.play(cell), [*record, cell]) for cell in cells)
