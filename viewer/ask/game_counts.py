"""Counts of games and of final boards by result: by length, after each first move, and of boards in all.

They are summed over a book's positions, back from the end, so they are for books of up to ``MOST`` positions.
"""

from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Key
from oxobook.book.game.symmetry import symmetry_group

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
    rules, group = book.rules, symmetry_group(book.rules)
    boards, lengths, games, ways = Results(), dict[int, Results](), dict[Key, Results](), _ways(book)
    for entry in sorted(book, key=lambda entry: -entry.position.ply):
        position, key = entry.position, entry.position.key
        if position.over:
            games[key] = _ended(position)
            boards = boards.plus(games[key], entry.orbit)
            lengths[position.ply] = lengths.get(position.ply, Results()).plus(games[key], ways[key])
            continue
        games[key] = Results()
        for cell in position.legal_cells:
            after = position.after(cell)
            games[key] = games[key].plus(games[group.canonical(after.x, after.o)[0]])
    start, names = Position(rules), move_names(rules)
    moves = {names[cell]: start.after(cell) for cell in start.legal_cells}
    firsts = {name: games[group.canonical(one.x, one.o)[0]] for name, one in moves.items()}
    return GameResults(boards, dict(sorted(lengths.items())), firsts)


def _ended(position: Position) -> Results:
    winner = position.winner
    return Results(int(winner == "X"), int(winner == "O"), int(winner is None))


def _ways(book: Book) -> dict[Key, int]:
    """Return the number of games that lead to each position, or to one that looks the same."""
    group, ways = symmetry_group(book.rules), {0: 1}
    for entry in sorted(book, key=lambda entry: entry.position.ply):
        for cell in entry.position.legal_cells:
            after = entry.position.after(cell)
            key = group.canonical(after.x, after.o)[0]
            ways[key] = ways.get(key, 0) + ways[entry.position.key]
    return ways
