"""Proof that a side wins, or does not lose, on boards that are too large for a book, and its certificate."""
