"""Pictures of positions, entries, books and strategies in notebooks: SVG, and HTML without a class or a script."""

from collections.abc import Mapping, Sequence
from functools import singledispatch
from html import escape

from oxobook.book.book import Book
from oxobook.book.entry import Entry, Move
from oxobook.book.errors import ClosedBook
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.notation import cells_of, move_names
from oxobook.book.game.position import Position, position_of
from oxobook.book.game.rules import Cell
from oxobook.book.game.score import Value
from oxobook.book.strategy import SIDES, Strategy
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.drawing.board_shapes import Mark, board_svg, move_marks, value_mark
from oxobook.viewer.words.winner import winner_of, winner_text

_LABELLED = 72.0  # the side of a cell that has a text in it
_MOST = 24  # a strategy's boards


@singledispatch
def drawn(shown: object, *more: object) -> str:
    """Return an object as SVG or HTML."""
    raise TypeError(f"expected an object that can be drawn; got one of type {type(shown).__name__}")


@drawn.register
def _(shown: Position) -> str:
    return board_svg(shown.rules, shown.x, shown.o, f"{shown.rules}: {shown.text}")


@drawn.register
def values_svg(shown: Entry, moves: Sequence[Move] = ()) -> str:
    """Return an entry's board with the values of ``moves`` on their cells, or else with what the entry says of them."""
    rules = shown.position.rules
    marks = move_marks(shown.position, moves, cell_labels(None, rules)) if moves else _entry_marks(shown)
    return board_svg(rules, shown.position.x, shown.position.o, shown.summary, marks, _LABELLED)


def _entry_marks(entry: Entry) -> Mapping[Cell, Mark]:
    """Return the marks of the safe moves; of a drawn position also those of the others, which lose."""
    cells, mover = entry.position.rules.cells, entry.position.to_move
    others = entry.position.legal_cells if entry.value is Value.DRAW else ()
    marks = {cell % cells: value_mark(winner_of(Value.LOSS, mover), 0, False, mover) for cell in others}
    winner = winner_of(entry.value, mover)
    for cell in cells_of(entry.safe_mask):
        best = entry.best_mask >> cell & 1 == 1
        marks[cell % cells] = value_mark(winner, entry.remoteness * best, best, mover)
    return marks


@drawn.register
def _(shown: Book) -> str:
    """Return a card: the empty board with its answers, the counts, and the book's address."""
    try:
        entry = shown.probe(Position(shown.rules), pick=False)
        picture = values_svg(entry, shown.moves(entry.position))
    except ClosedBook:
        return f"<p>{escape(repr(shown))}</p>"
    rows = {
        "Perfect play": winner_text(winner_of(entry.value, "X"), entry.remoteness),
        "Positions": f"{shown.info.positions:,} up to symmetry, "
        f"{sum(layer.raw_positions for layer in shown.info.layers):,} on the board",
        "Book": shown.name,
        "Digest": shown.info.digest,
    }
    return _beside(picture, f"The book of {shown.rules}", rows)


@drawn.register
def _(shown: Strategy) -> str:
    """Return a card: a strategy's size, and the boards to remember, each with its move outlined."""
    keys, rules = sorted(shown.remembered, key=int.bit_count), shown.rules
    boards = [_move_svg(position_of(key, rules), shown.moves[key]) for key in keys[:_MOST]]
    more = f"<p>and {len(keys) - _MOST:,} more</p>" if len(keys) > _MOST else ""
    reflexes = ", or ".join((*rules.terms.reflexes(SIDES.index(shown.side)), "play the only move"))
    rows = {
        "Positions": f"{shown.positions:,} up to symmetry",
        "To remember": f"{len(keys):,}; anywhere else {reflexes}",
    }
    strip = "".join(f'<div style="display:inline-block;margin:8px 12px 8px 0">{board}</div>' for board in boards)
    title = f"{shown.side}'s strategy in {rules}: {shown.name}"
    return f"{_beside('', title, rows)}<div>{strip}</div>{more}"


def _move_svg(position: Position, move: Cell) -> str:
    rules, (sign, cell) = position.rules, position.stone(move)
    mark = Mark(COLOURS.pale(position.to_move), COLOURS.strong(position.to_move), (sign,) if rules.either else ())
    title = f"{position.text}: play {move_names(rules)[move]}"
    return board_svg(rules, position.x, position.o, title, {cell: mark}, 30)


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
