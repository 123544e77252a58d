"""Counts of games and of final boards by result: by length, after each first move, and of boards in all.

They are summed over a book's positions, back from the end, so they are for books of up to ``MOST`` positions.
"""

from collections import Counter
from functools import reduce
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Key
from oxobook.book.strategy import canonical_of

MOST = 30_000
"""Largest number of positions of a book whose games are counted by result: a second or two."""


class Results(NamedTuple):
    """Numbers of games, or of boards, that X wins, that O wins, and that are drawn."""

    x: int = 0
    o: int = 0
    drawn: int = 0

    def plus(self, other: "Results", times: int = 1) -> "Results":
        """Return the sums with ``times`` the other numbers."""
        return Results(self.x + times * other.x, self.o + times * other.o, self.drawn + times * other.drawn)


class GameResults(NamedTuple):
    """Counts of a game by result, symmetric ones counted separately."""

    boards: Results
    """Final boards."""
    lengths: dict[int, Results]
    """Games by their number of moves."""
    first_moves: dict[str, Results]
    """Games by their first move."""


def game_results(book: Book, most: int = MOST) -> GameResults | None:
    """Return the counts of a book's game; None for more than ``most`` positions and for a book of first plies."""
    if len(book) > most or book.info.plies is not None:
        return None
    entries = sorted(book, key=lambda entry: entry.position.ply)
    after = {
        one.position.key: [canonical_of(one.position.after(cell)).key for cell in one.position.legal_cells]
        for one in entries
    }
    ways = Counter({0: 1})  # games that lead to each position, or to one that looks the same
    for key, children in after.items():
        for child in children:
            ways[child] += ways[key]
    boards, lengths, games = Results(), dict[int, Results](), dict[Key, Results]()
    for entry in reversed(entries):
        position, key = entry.position, entry.position.key
        if position.over:
            games[key] = Results(*(int(position.winner == winner) for winner in ("X", "O", None)))
            boards = boards.plus(games[key], entry.orbit)
            lengths[position.ply] = lengths.get(position.ply, Results()).plus(games[key], ways[key])
        else:
            games[key] = reduce(Results.plus, map(games.__getitem__, after[key]), Results())
    firsts = {move: games[key] for move, key in zip(Position(book.rules).legal_moves, after[0], strict=True)}
    return GameResults(boards, dict(sorted(lengths.items())), firsts)
