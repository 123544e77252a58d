"""Texts of a lookup and of a line of perfect play in a terminal, as lines of spans."""

from collections.abc import Iterator
from typing import Any

from oxobook.book.entry import Entry, Move
from oxobook.book.game.notation import coordinates
from oxobook.book.game.palette import Palette
from oxobook.book.game.rules import Cell
from oxobook.book.game.score import Value
from oxobook.viewer.terminal.board_text import board_lines, side_style
from oxobook.viewer.terminal.console import Line, Span
from oxobook.viewer.terminal.wording import plies

_WORD_WIDTH = 9  # a cell's width for "loss 12" with air on both sides
_SIGN_WIDTH = 5  # and for "-12"
_SIGNS = {Value.WIN: "+", Value.DRAW: "=", Value.LOSS: "-"}


def lookup_text(
    entry: Entry, moves: list[Move], why: dict[str, list[str]], palette: Palette, width: int, wrap: int
) -> Iterator[Line]:
    """Yield a position's board with each move's value on its cell, its value in a sentence, and its moves ranked.

    The board is drawn to fit ``width`` columns; long reasons are broken after ``wrap``.
    """
    yield []
    for line in value_board(entry, moves, palette, width):
        yield [("  ", ""), *line]
    yield []
    yield [("  ", ""), *_sentence(entry, palette)]
    if moves:
        yield []
        yield from _indented(_move_table(entry, moves, why, palette, wrap), "  ")
    yield []


def value_board(entry: Entry, moves: list[Move], palette: Palette, width: int) -> list[Line]:
    """Return the board with each move's value for the mover on its free cell.

    In words if ``width`` columns allow it, else as ``+`` win, ``=`` draw, ``-`` loss with the plies.
    """
    names = coordinates(entry.position.rules)
    by_name = {move.move: move for move in moves}
    in_words = 4 + entry.position.rules.columns * (_WORD_WIDTH + 1) <= width

    def worth(cell: Cell) -> Span:
        move = by_name.get(names[cell])
        if move is None:
            return "·", "dim"
        count = "" if move.value is Value.DRAW else f"{move.remoteness}"
        sign = f"{move.value.word} {count}".rstrip() if in_words else _SIGNS[move.value] + count
        return sign, _move_style(move, palette)

    return board_lines(entry.position, palette, worth, _WORD_WIDTH if in_words else _SIGN_WIDTH, named=True)


def _move_style(move: Move, palette: Palette) -> str:
    """Return the value's colour.

    Bold for the best, plain for the others: fainter ones would be lost on dark grounds.
    """
    return f"{'bold ' if move.best else ''}{palette.strong(move.value)}"


def _sentence(entry: Entry, palette: Palette) -> Line:
    """Return the position in one sentence."""
    position = entry.position
    if position.winner:
        return [(position.winner, side_style(position.winner, palette)), (" has won.", "")]
    if position.over:
        return [("The game is ", ""), ("drawn", f"bold {palette.draw}"), (".", "")]
    end = ", the board is full in" if entry.value is Value.DRAW else " in"
    return [
        (position.to_move, side_style(position.to_move, palette)),
        (" to move: ", ""),
        (entry.value.word, f"bold {palette.strong(entry.value)}"),
        (f"{end} {plies(entry.remoteness)}.", ""),
    ]


def _move_table(
    entry: Entry, moves: list[Move], why: dict[str, list[str]], palette: Palette, wrap: int
) -> list[list[Span]]:
    """Return every legal move, best first."""
    rows: list[list[Span]] = [[(heading, "dim") for heading in ("move", "value", "plies", "", "wrong", "why")]]
    for move in moves:
        kind = "pick" if move.move == entry.pick else "best" if move.best else "safe" if move.safe else "mistake"
        rows.append(
            [
                (move.move, "bold" if move.best else ""),
                (move.value.word, _move_style(move, palette)),
                (f"{move.remoteness:>5}", ""),
                (kind, "" if move.best else "dim"),
                (f"{move.wrong_replies} of {move.replies}" if move.replies else "", "" if move.best else "dim"),
                (", ".join(why.get(move.move, [])), ""),
            ]
        )
    return _last_broken(_aligned(rows), wrap - 2)


def line_text(report: dict[str, Any], palette: Palette) -> Iterator[Line]:
    """Yield perfect play: one row a move, with the board after it."""
    rows: list[list[Span]] = [[(heading, "dim") for heading in ("ply", "", "move", "position")]]
    rows.append([(f"{_stones(report['position']):>3}", ""), ("", ""), ("", ""), (report["position"], "")])
    for board in report["boards"]:
        side = (board["by"], side_style(board["by"], palette))
        rows.append([(f"{_stones(board['position']):>3}", ""), side, (board["move"], ""), (board["position"], "")])
    yield from _indented(_aligned(rows), " ")
    yield [(f" {report['winner']} wins." if report["winner"] else " The game is drawn.", "")]


def _stones(board: str) -> int:
    """Return the ply of a board text."""
    return board.count("X") + board.count("O")


def _aligned(rows: list[list[Span]]) -> list[list[Span]]:
    """Return the rows with each column but the last filled up to its widest cell, two blanks between them."""
    widths = [max(len(row[number][0]) for row in rows) for number in range(len(rows[0]) - 1)]
    return [
        [*((text.ljust(width) + "  ", style) for (text, style), width in zip(row, widths, strict=False)), row[-1]]
        for row in rows
    ]


def _last_broken(rows: list[list[Span]], width: int) -> list[list[Span]]:
    """Return the rows with their last column wrapped, so that none is wider than ``width``."""
    indent = sum(len(text) for text, _ in rows[0][:-1])
    broken = []
    for *firsts, (text, style) in rows:
        first, *rest = _wrapped(text, max(width - indent, 20))
        broken += [[*firsts, (first, style)], *([(" " * indent, ""), (part, style)] for part in rest)]
    return broken


def _wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most ``width`` columns."""
    if len(text) <= width:
        return [text]
    from textwrap import wrap  # rarely needed, and slow to import

    return wrap(text, width)


def _indented(rows: list[list[Span]], margin: str) -> Iterator[Line]:
    """Yield the rows indented by a margin."""
    return ([(margin, ""), *row] for row in rows)
