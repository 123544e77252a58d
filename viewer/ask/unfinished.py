"""What a search that was not finished in time has proved: as JSON fields, and as text."""

from collections.abc import Iterator
from typing import Any

from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.layout.search import Unfinished
from oxobook.viewer.terminal.board_text import board_lines, side_style
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.words.winner import winner_of, winner_text


def unfinished_report(found: Unfinished) -> dict[str, Any]:
    """Return what is proved as JSON fields, in their order."""
    position, proved = found.position, found.least is found.most
    return {
        "rules": str(position.rules),
        "position": position.text,
        "ply": position.ply,
        "to_move": position.to_move,
        "value": found.least.word if proved else None,
        "least": found.least.word,
        "most": found.most.word,
        "remoteness": found.remoteness,
        "proved_moves": list(found.names),
        "source": "search",
        "nodes": found.effort.nodes,
        "seconds": round(found.effort.seconds, 6),
    }


def unfinished_text(found: Unfinished, labels: CellLabels) -> Iterator[Line]:
    """Yield the board, what is proved, by which moves, and what is not known."""
    position, side = found.position, labels.said(found.position.to_move)
    yield []
    for line in board_lines(position, lambda cell: ("·", "dim"), 3, edges=labels.edges, signs=labels.said("XO")):
        yield [("  ", ""), *line]
    yield []
    said = found.proved
    if found.least is found.most:
        winner = winner_of(found.least, position.to_move)
        said = winner_text(winner and labels.said(winner), found.remoteness or 0, side)
    by = found.by([*map(labels.move, found.names)])
    yield [("  ", ""), (side, side_style(side)), (f" to move: {said}{by}: proved.", "")]
    yield [(f"  The rest was not found in {found.effort.seconds:.1f} s: --time-limit allows more.", "dim")]
    yield []
