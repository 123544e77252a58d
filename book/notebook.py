"""How entries, books and strategies show themselves in a notebook: SVG, and HTML without a class or a script."""

from html import escape

from oxobook.book.book import Book, Entry, Move
from oxobook.book.errors import ClosedBook
from oxobook.book.game.board_svg import Mark, board_svg
from oxobook.book.game.notation import coordinates
from oxobook.book.game.palette import CLASSIC, Palette
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell
from oxobook.book.game.score import Value
from oxobook.book.strategy import Strategy, position_of

_LABELLED = 72.0  # the side of a cell that has a text in it
_MOST = 24  # a strategy's boards


def entry_svg(entry: Entry) -> str:
    """The board, and on each free cell what a move there is worth to the mover; the best stand out, the pick most."""
    position = entry.position
    marked = move_marks(entry, entry.book.moves(position), CLASSIC)
    title = f"{position.text}: {entry.value.word} in {entry.remoteness}, best {' '.join(entry.best)}"
    return board_svg(position.rules, position.x, position.o, title, marked, _LABELLED)


def move_marks(entry: Entry, moves: list[Move], palette: Palette) -> dict[Cell, Mark]:
    """The mark on the cell of each move: what it is worth to the mover, and whether it is the pick."""
    names = coordinates(entry.position.rules)
    return {
        names.index(move.move): Mark(
            palette.pale(move.value),
            palette.strong(move.value) if move.move == entry.pick else "",
            (move.value.word,) if move.value is Value.DRAW else (move.value.word, f"in {move.remoteness}"),
            move.best,
        )
        for move in moves
    }


def book_html(book: Book) -> str:
    """A card: the empty board with its answers, the counts, and where the book lies."""
    try:
        start = book.probe(Position(book.rules))
    except ClosedBook:
        return f"<p>{escape(repr(book))}</p>"
    info, winner = book.info, {Value.WIN: "X wins", Value.LOSS: "O wins"}.get(start.value)
    rows = {
        "Perfect play": f"{winner} in {start.remoteness} plies" if winner else "a draw",
        "Positions": f"{info.positions:,} up to symmetry, "
        f"{sum(layer.raw_positions for layer in info.layers):,} on the board",
        "Book": book.name,
        "Digest": info.digest,
    }
    return _beside(entry_svg(start), f"The book of {book.rules}", rows)


def strategy_html(strategy: Strategy) -> str:
    """A card: its size, and the boards that one has to remember, each with the move to play outlined."""
    shown = sorted(strategy.remembered, key=int.bit_count)
    boards = [_move_svg(position_of(key, strategy.rules), strategy.moves[key]) for key in shown[:_MOST]]
    more = f"<p>and {len(shown) - _MOST:,} more</p>" if len(shown) > _MOST else ""
    reflexes = "play the only move" if strategy.rules.misere else "win, or block, or play the only move"
    rows = {
        "Positions": f"{strategy.positions:,} up to symmetry",
        "To remember": f"{len(shown):,}; anywhere else {reflexes}",
    }
    strip = "".join(f'<div style="display:inline-block;margin:8px 12px 8px 0">{board}</div>' for board in boards)
    title = f"{strategy.side}'s strategy in {strategy.rules}: {strategy.name}"
    return f"{_beside('', title, rows)}<div>{strip}</div>{more}"


def _move_svg(position: Position, cell: int) -> str:
    """A board with the cell to play in."""
    title = f"{position.text}: play {coordinates(position.rules)[cell]}"
    return board_svg(position.rules, position.x, position.o, title, {cell: Mark(CLASSIC.pale_win, CLASSIC.win)}, 30)


def _beside(picture: str, title: str, rows: dict[str, str]) -> str:
    """A picture, and beside it a heading and lines of a name and a text."""
    lines = "".join(
        f'<div style="margin:2px 0"><span style="opacity:0.7">{name}</span> {escape(text)}</div>'
        for name, text in rows.items()
    )
    heading = f'<div style="font-weight:bold;font-size:1.15em;margin-bottom:6px">{escape(title)}</div>'
    words = f'<div style="overflow-wrap:anywhere;min-width:0;max-width:100%">{heading}{lines}</div>'
    return (
        f'<div style="display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;margin:8px 0">{picture}{words}</div>'
    )
