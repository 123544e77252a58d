"""Labels of matchboxes: the board, the cells that have beads with their colours, and the number."""

from typing import Any

from oxobook.book.game.rules import Cell
from oxobook.viewer.classroom.menace.boxes import Colour, Kit
from oxobook.viewer.papers.board import printed_board
from oxobook.viewer.words.english import English

_SIDE = 12.0
"""Side of a cell, in points; the template fits the board into a label."""


def labels_data(kit: Kit, colours: dict[Cell, Colour], words: English) -> dict[str, Any]:
    """Return a label for each box: the board with a ring to colour in for each bead, the number, and two lines."""
    beads = kit.first_beads
    return {
        "title": words.labels,
        "labels": [
            {
                "number": box.number,
                "board": printed_board(box.position, _SIDE, {cell: colours[cell].letters for cell in box.cells}),
                "words": words.label(box.stage, beads[box.stage]),
            }
            for box in kit.boxes
        ],
    }
