"""Figures of a book that the charts plot, as plain tuples."""

from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.entry import Move
from oxobook.book.game.notation import coordinates
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell
from oxobook.book.game.score import Value
from oxobook.book.info import BookInfo
from oxobook.viewer.charts.numerals import exact
from oxobook.viewer.terminal.wording import result_of


class Outcomes(NamedTuple):
    """Positions up to symmetry at one ply, by who wins under perfect play; ``over`` ones are terminal."""

    ply: int
    x: int
    x_over: int
    drawn: int
    drawn_over: int
    o: int
    o_over: int


def outcomes(info: BookInfo) -> tuple[Outcomes, ...]:
    """Return the positions of every ply up to symmetry: those in play, and those that are over, by who wins."""
    return tuple(
        Outcomes(
            one.ply,
            one.x_winning - one.x_won,
            one.x_won,
            one.drawing - one.drawn,
            one.drawn,
            one.o_winning - one.o_won,
            one.o_won,
        )
        for one in info.layers
    )


def raw_counts(info: BookInfo) -> tuple[tuple[int, int, int], ...]:
    """Return ply, positions in play and terminal positions, each counted as it stands on the board."""
    return tuple((one.ply, one.raw_positions - one.raw_terminals, one.raw_terminals) for one in info.layers)


def ways_to_play(info: BookInfo) -> tuple[tuple[int, int, int], ...] | None:
    """Return ply, ways to play the moves up to it, and how many of them end there; None if not counted."""
    ways = []
    for one in info.layers:
        if one.sequences is None or one.games is None:
            return None
        ways.append((one.ply, one.sequences, one.games))
    return tuple(ways)


def games_by_length(info: BookInfo) -> tuple[tuple[int, int, int, int], ...] | None:
    """Return length, and the games of it that X wins, that are drawn, that O wins; None if not counted.

    From the shortest games to the longest. The side that moved last has won, or under misère lost; only a full board is
    drawn.
    """
    ways, drawn = ways_to_play(info), info.games.drawn_games
    if ways is None or drawn is None:
        return None
    lengths: list[tuple[int, int, int, int]] = []
    for ply, _, games in ways:
        if not games and not lengths:
            continue
        level = drawn if ply == info.rules.cells else 0
        won = games - level
        x_wins = (ply % 2 == 1) != info.rules.misere
        lengths.append((ply, won, level, 0) if x_wins else (ply, 0, level, won))
    return tuple(lengths)


def game_shares(info: BookInfo) -> tuple[tuple[int, float, float, float], ...] | None:
    """Return the games by length in per cent of all games."""
    lengths = games_by_length(info)
    if lengths is None:
        return None
    whole = sum(x + drawn + o for _, x, drawn, o in lengths)
    return tuple((ply, 100 * x / whole, 100 * drawn / whole, 100 * o / whole) for ply, x, drawn, o in lengths)


def first_moves(book: Book) -> dict[Cell, Move]:
    """Return every first move by its cell, in cell order."""
    moves = {one.move: one for one in book.moves(Position(book.rules))}
    return {cell: moves[name] for cell, name in enumerate(coordinates(book.rules)) if name in moves}


def totals(book: Book) -> tuple[tuple[str, str], ...]:
    """Return the figures of the whole book, as name and text."""
    info, games = book.info, book.info.games
    counted = None
    if games.x_games is not None and games.o_games is not None and games.drawn_games is not None:
        counted = games.x_games + games.o_games + games.drawn_games
    numbers = (
        ("positions", sum(one.raw_positions for one in info.layers)),
        ("    up to symmetry", info.positions),
        ("terminal positions", sum(one.raw_terminals for one in info.layers)),
        ("    up to symmetry", sum(one.terminals for one in info.layers)),
        ("games", counted),
        ("    X wins", games.x_games),
        ("    drawn", games.drawn_games),
        ("    O wins", games.o_games),
        ("games up to symmetry", games.games_up_to_symmetry),
        ("games without a mistake", games.perfect_games),
    )
    return (("perfect play", verdict(book)), *((name, exact(number)) for name, number in numbers))


def verdict(book: Book) -> str:
    """Return the result of perfect play from the empty board: ``a draw`` or ``X wins in 5 plies``."""
    start = book.probe(Position(book.rules))
    return result_of({Value.WIN: "X", Value.LOSS: "O"}.get(start.value), start.remoteness)
