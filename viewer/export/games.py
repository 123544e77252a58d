"""Games of a book, each once."""

from collections.abc import Iterator
from typing import BinaryIO

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell

MOST_GAMES = 10_000_000
"""Largest number of games that are written, in some two minutes."""


def games_of(book: Book) -> Iterator[tuple[tuple[Cell, ...], Position]]:
    """Return an iterator over the games, symmetric ones too: moves and final position; raises TooLarge at once."""
    ends = [MOST_GAMES + 1 if layer.games is None else layer.games for layer in book.info.layers]
    if sum(ends) > MOST_GAMES or book.info.plies is not None:
        raise TooLarge(f"games are written where there are at most {MOST_GAMES:,} of them; {book.rules} has more")
    return _games_from(Position(book.rules), ())


def _games_from(position: Position, moves: tuple[Cell, ...]) -> Iterator[tuple[tuple[Cell, ...], Position]]:
    if position.over:
        yield moves, position
    for cell in position.legal_cells:
        yield from _games_from(position.after(cell), (*moves, cell))


def write_games(book: Book, file: BinaryIO) -> None:
    """Write a line for each game: its moves, their number, and the winner; raises TooLarge."""
    games, names = games_of(book), move_names(book.rules)
    file.write(b"moves,length,winner\n")
    for moves, end in games:
        file.write(f"{' '.join(names[move] for move in moves)},{len(moves)},{end.winner or ''}\n".encode())
