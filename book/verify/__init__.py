"""Proof that a book is right, or what is wrong with it, without trusting the program that made it.

A book is right when it holds exactly the positions that play can reach, each with the answers that the rules give. The
answer of a final position depends on its lines alone, any other on those of the position's children. So one walk
(``walk``) lists the positions by play, and each layout hands scores to it: rows are compared with what the rules alone
give, blocks position by position with the scores after each move.

What makes this an *independent witness*: nothing here comes from ``generator``, and the lines, moves, symmetries and
canonical forms of plain boards are not those of ``book``: ``geometry`` derives them again, in another way, from the
words of FORMAT.md. Of other kinds of board it takes lines, stacks and symmetries, and proves their laws.
The digest is computed again from the bare tables, games are counted by residues instead of long integers, and the
places of scores are found by arithmetic of its own (``slots``). Shared are how a book is opened, its rules are read and
a block is unpacked, the names of cells, and NumPy, SQLite and Python. Published figures, formulas that need no book,
and lookups are further witnesses.
"""

from oxobook.book.verify.proofs import checks_of, verify_book
from oxobook.book.verify.verdict import Check, Findings, Verdict, Wrong

__all__ = ["Check", "Findings", "Verdict", "Wrong", "checks_of", "verify_book"]
