"""Proving a book right, or naming what is wrong, without trusting the program that made it.

A book is right when it holds just the positions that play reaches, each with the answers that the rules give. That
need not be believed, for it can be checked position by position: a final position's answer is a matter of its
lines, and any other's follows from its children's. If every row agrees with its children's rows, all rows are right.

What makes this an *independent witness*: nothing here comes from ``generator``, which made the book. Nor are the
lines, moves, symmetries and canonical forms those of ``book``, which the generator builds on: ``geometry`` derives
them anew, in another way, from the words of FORMAT.md; the digest is computed anew from the bare tables, and games
are counted by residues instead of long numbers. What is shared is how a book is opened and its rules are read
(``book.store``, ``book.game.rules``), the names of cells, for the costs of strategies the reflexes of
``book.strategy``, and NumPy, SQLite and Python. Published figures and formulas that need no book are witnesses beside
it.

Of a book of blocks the scores are asked for by ``book.layout.block_arrays``, as every reader does: an error in
finding them would show as scores that contradict each other.

Checked are: the file (SQLite's own check), its tables, the digest, every row's key, board, ply and orbit; that the book
is complete and holds nothing that no game reaches; value, remoteness, best and safe moves and pick of every
position; every count; the published figures; and the strategies that are kept, against every reply.
"""

from book.verify.proof import checks_of, verify_book
from book.verify.verdict import Check, Findings, Verdict, Wrong

__all__ = ["Check", "Findings", "Verdict", "Wrong", "checks_of", "verify_book"]
