"""Figures of a book that the charts plot, as plain tuples, and numerals in as many characters as there is room for."""

from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.game.score import Value
from oxobook.book.info import BookInfo
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
    """Return length, and how many such games X wins, are drawn, O wins, the shortest first; None if not counted."""
    ways, drawn = ways_to_play(info), info.games.drawn_games
    if ways is None or drawn is None:
        return None
    lengths: list[tuple[int, int, int, int]] = []
    for ply, _, games in ways:
        if not games and not lengths:
            continue
        level = drawn if ply == info.rules.cells else 0
        won = games - level
        x_wins = (ply % 2 == 1) != info.rules.misere  # who moved last completed the line
        lengths.append((ply, won, level, 0) if x_wins else (ply, 0, level, won))
    return tuple(lengths)


def game_shares(info: BookInfo) -> tuple[tuple[int, float, float, float], ...] | None:
    """Return the games by length in per cent of all games."""
    lengths = games_by_length(info)
    if lengths is None:
        return None
    whole = sum(x + drawn + o for _, x, drawn, o in lengths)
    return tuple((ply, 100 * x / whole, 100 * drawn / whole, 100 * o / whole) for ply, x, drawn, o in lengths)


def verdict(book: Book) -> str:
    """Return the result of perfect play from the empty board: ``a draw`` or ``X wins in 5 plies``."""
    start = book.probe(Position(book.rules))
    return result_of({Value.WIN: "X", Value.LOSS: "O"}.get(start.value), start.remoteness)


def short_count(number: float) -> str:
    """Return a count for a bar or an axis: exact below ten million, above that two digits and a power of ten.

    >>> short_count(127872), short_count(13732308172800), short_count(9960000000)
    ('127,872', '1.4·10¹³', '1.0·10¹⁰')
    """
    if number < 10**7:
        return f"{number:,.0f}"
    digits, power = f"{number:.1e}".split("e")
    return f"{digits}·{power_of_ten(int(power))}"


def power_of_ten(exponent: int) -> str:
    """Return a power of ten in small raised digits, or in full up to a thousand.

    >>> power_of_ten(2), power_of_ten(12)
    ('100', '10¹²')
    """
    raised = str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{10**exponent:,}" if exponent < 4 else f"10{raised}"
