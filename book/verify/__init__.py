"""Proof that a book is right, or what is wrong with it, without trusting the program that made it.

A book is right when it holds exactly the positions that play can reach, each with the answers that the rules give.
This can be checked position by position: the answer of a final position depends on its lines alone, and any other
answer follows from those of the position's children. If every row agrees with its children's rows, all rows are right.

What makes this an *independent witness*: nothing here comes from ``generator``, which made the book. Nor are the
lines, moves, symmetries and canonical forms those of ``book``, which the generator builds on: ``geometry`` derives
them again, in another way, from the words of FORMAT.md; the digest is computed again from the bare tables, and games
are counted by residues instead of long integers. What is shared is how a book is opened and its rules are read
(``book.store``, ``book.game.rules``), the names of cells, the reflexes of ``book.strategy`` for the costs of
strategies, and NumPy, SQLite and Python. Published figures, and formulas that need no book, are further witnesses.

The scores of a book of blocks are found by arithmetic of its own too (``score_table``); only a block is unpacked as
every reader unpacks it. That a lookup says what was proved is seen by asking it (``as_asked``).

The checks cover the tables, statement by statement; the file (SQLite's own check, and its end); the digest; every row's
key, board, ply and orbit, or every run of X-masks and every block; that the book is complete and holds no position that
no game can reach; the value, remoteness, best and safe moves and pick of every position; every count; the published
figures and digests; and the kept strategies, against every reply. FORMAT.md says what follows when they find nothing.
"""

from oxobook.book.verify.proofs import checks_of, verify_book
from oxobook.book.verify.verdict import Check, Findings, Verdict, Wrong

__all__ = ["Check", "Findings", "Verdict", "Wrong", "checks_of", "verify_book"]
