"""Pictures and cards for notebooks: SVG, and HTML without a class or a script."""

from collections.abc import Mapping
from html import escape

from oxobook.book.game.board_svg import Mark, board_svg
from oxobook.book.game.notation import move_names
from oxobook.book.game.palette import CLASSIC
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell
from oxobook.book.game.score import Value
from oxobook.book.info import BookInfo

_LABELLED = 72.0  # the side of a cell that has a text in it
_MOST = 24  # a strategy's boards


def values_svg(position: Position, title: str, marks: Mapping[Cell, Mark]) -> str:
    """Return the board with the values of moves marked on their cells."""
    return board_svg(position.rules, position.x, position.o, title, marks, _LABELLED)


def book_html(name: str, info: BookInfo, value: Value, remoteness: int, picture: str) -> str:
    """Return a card: the empty board with its answers, the counts, and the book's address."""
    winner = {Value.WIN: "X wins", Value.LOSS: "O wins"}.get(value)
    rows = {
        "Perfect play": f"{winner} in {remoteness} plies" if winner else "a draw",
        "Positions": f"{info.positions:,} up to symmetry, "
        f"{sum(layer.raw_positions for layer in info.layers):,} on the board",
        "Book": name,
        "Digest": info.digest,
    }
    return _beside(picture, f"The book of {info.rules}", rows)


def strategy_html(title: str, positions: int, remembered: list[tuple[Position, Cell]], reflexes: str) -> str:
    """Return a card: a strategy's size, and the boards to remember, each with its move outlined.

    ``reflexes`` says what to play anywhere else.
    """
    boards = [_move_svg(position, cell) for position, cell in remembered[:_MOST]]
    more = f"<p>and {len(remembered) - _MOST:,} more</p>" if len(remembered) > _MOST else ""
    rows = {
        "Positions": f"{positions:,} up to symmetry",
        "To remember": f"{len(remembered):,}; anywhere else {reflexes}",
    }
    strip = "".join(f'<div style="display:inline-block;margin:8px 12px 8px 0">{board}</div>' for board in boards)
    return f"{_beside('', title, rows)}<div>{strip}</div>{more}"


def _move_svg(position: Position, move: Cell) -> str:
    rules, (sign, cell) = position.rules, position.stone(move)
    mark = Mark(CLASSIC.pale_win, CLASSIC.win, (sign,) if rules.either else ())
    return board_svg(
        rules, position.x, position.o, f"{position.text}: play {move_names(rules)[move]}", {cell: mark}, 30
    )


def _beside(picture: str, title: str, rows: dict[str, str]) -> str:
    """Return a picture, and beside it a heading and lines of a name and a text."""
    lines = "".join(
        f'<div style="margin:2px 0"><span style="opacity:0.7">{name}</span> {escape(text)}</div>'
        for name, text in rows.items()
    )
    heading = f'<div style="font-weight:bold;font-size:1.15em;margin-bottom:6px">{escape(title)}</div>'
    words = f'<div style="overflow-wrap:anywhere;min-width:0;max-width:100%">{heading}{lines}</div>'
    return (
        f'<div style="display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;margin:8px 0">{picture}{words}</div>'
    )
