"""Cards for Anki: the first moves of a proved strategy, and the sheets that it comes to. Boards are tables."""

from collections.abc import Iterator, Mapping

from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell
from oxobook.book.game.tactics import stones, threats
from oxobook.book.strategy import canonical_of
from oxobook.viewer.pictures.anki import Card, deck_text
from oxobook.viewer.pictures.opening import Opening, Record, sheet_numbers
from oxobook.viewer.terminal.wording import game_named

_MOST_STONES = 8  # on the boards of the cards
_STYLE = (
    "<style>.board{border-collapse:collapse;margin:1em auto}.board td{border:1px solid;width:1.8em;height:1.8em;"
    "text-align:center}.green,.red{color:#000;background:#dff2e6}.red{background:#f9dedb}</style>"
)


def opening_cards(opening: Opening, labels: CellLabels) -> str:
    """Return the cards as text that Anki imports, those with fewer stones first."""
    title = f"{game_named(opening.certificate.position.rules)} opening"
    return deck_text(title, (_card(opening, record, labels) for record in _asked(opening)))


def _asked(opening: Opening) -> Iterator[Record]:
    """Yield a record for each position in which the owner is to move, until it comes to a sheet."""
    layer = [()] if opening.certificate.owner == "X" else opening.replies(())
    while layer and len(layer[0]) <= _MOST_STONES:
        yield from layer
        going = [record for record in layer if not opening.sheet(record)]
        replies = [reply for record in going for reply in opening.replies((*record, opening.answer(record)))]
        found = {canonical_of(opening.position(reply)): reply for reply in replies}
        layer = [reply for position, reply in found.items() if not threats(position.rules, *stones(position))]


def _card(opening: Opening, record: Record, labels: CellLabels) -> Card:
    """Return a card with a position and, behind it, the move or the sheet."""
    position, owner, ranks = opening.position(record), opening.certificate.owner, opening.sheet(record)
    own, other = opening.threats(position)
    if ranks:
        shown = {cell: str(number) for cell, number in sheet_numbers(position, ranks).items()}
        said, sort = "Win, block, make a double threat; else the lowest number, but never below a red cell.", "sheet"
    else:
        move = opening.answer(record)
        shown, own = {move: f"<b>[{owner}]</b>"}, 1 << move
        said, sort = f"<b>{owner} {labels.names[move]}</b>", "move"
    grounds = {cell: " class=green" if own >> cell & 1 else " class=red" if other >> cell & 1 else "" for cell in shown}
    return Card(
        f"oxobook {position.rules} opening {canonical_of(position).text}",
        f"{_STYLE}{owner} to move{_table(position, {}, {})}",
        f"{_STYLE}{_table(position, shown, grounds)}{said}",
        f"oxobook {position.rules} {sort} stones-{position.ply}",
    )


def _table(position: Position, shown: Mapping[Cell, str], grounds: Mapping[Cell, str]) -> str:
    """Return a board as a table; ``shown`` and ``grounds`` have the words on free cells, and the styles of these."""
    rows = []
    for row, signs in enumerate(position.text.split("/")):
        cells = (row * position.rules.columns + column for column in range(len(signs)))
        inside = ((cell, sign.strip(".") or shown.get(cell, "")) for cell, sign in zip(cells, signs, strict=True))
        rows.append("".join(f"<td{grounds.get(cell, '')}>{words}" for cell, words in inside))
    return f"<table class=board>{''.join(f'<tr>{row}' for row in rows)}</table>"
