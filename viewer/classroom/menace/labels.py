"""Labels of matchboxes: the board, the cells that have beads with their colours, and the number."""

import re
from math import ceil
from typing import Any, NamedTuple

from oxobook.book.errors import OxobookError, quoted
from oxobook.book.game.rules import Cell, Rules
from oxobook.viewer.classroom.menace.boxes import Colour, Kit, Matchbox
from oxobook.viewer.papers.board import printed_board
from oxobook.viewer.pictures.drawing.paper import MM, PAPERS
from oxobook.viewer.words.english import English

_SIZE = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)x(\d{1,3}(?:\.\d{1,2})?)(mm|cm)")
_LEAST_CELL = 3 * MM
_PAD = 1.2 * MM
_WORDS = 36.0  # the least width of the words beside a board
_LINES = 22.0  # their least height below one
_AROUND = 24 * MM + 12.0, 44 * MM + 12.0  # margins of a page beside and above and below the labels, with cutting marks


class IllegalSize(OxobookError, ValueError):
    """The text is not a size, or labels of that size cannot be printed or read."""


class LabelSize(NamedTuple):
    """Width and height of a label, in points."""

    width: float
    height: float

    @classmethod
    def parse(cls, text: str) -> "LabelSize":
        """Read ``35x15mm`` or ``3.5x1.5cm``, the width first; raises IllegalSize."""
        match = _SIZE.fullmatch(text.strip().lower().replace(" ", ""))
        if match is None:
            raise IllegalSize(
                f"expected a size as WIDTHxHEIGHT in mm or cm, such as 35x15mm or 3.5x1.5cm; got {quoted(text)}"
            )
        unit = MM if match[3] == "mm" else 10 * MM
        return cls(float(match[1]) * unit, float(match[2]) * unit)

    def __str__(self) -> str:
        return f"{self.width / MM:.4g} x {self.height / MM:.4g} mm"


class LabelLayout(NamedTuple):
    """Layout of a label: the side of a cell, and whether the words stand beside the board or below it."""

    side: float
    beside: bool


def layout_for(rules: Rules, size: LabelSize) -> LabelLayout:
    """Return the layout with the largest board; raises IllegalSize for a label that is too small."""
    width, height = size.width - 2 * _PAD, size.height - 2 * _PAD
    beside = min((width - _WORDS - _PAD) / rules.board.width, height / rules.board.height)
    below = min(width / rules.board.width, (height - _LINES - _PAD) / rules.board.height)
    side = max(beside, below)
    if side < _LEAST_CELL:
        least = (
            (_LEAST_CELL * rules.board.width + _WORDS + 3 * _PAD) / MM,
            (_LEAST_CELL * rules.board.height + 2 * _PAD) / MM,
        )
        raise IllegalSize(
            f"expected a label on which a cell of {rules} is at least 3 mm wide; got {size}: "
            f"choose {ceil(least[0])}x{ceil(least[1])}mm or more"
        )
    return LabelLayout(side, beside >= below)


def labels_data(kit: Kit, colours: dict[Cell, Colour], size: LabelSize, paper: str, words: English) -> dict[str, Any]:
    """Return the labels; raises IllegalSize if a label fits no board, or no label fits on the paper."""
    side, beside = layout_for(kit.rules, size)
    if any(one > whole - around for one, whole, around in zip(size, PAPERS[paper], _AROUND, strict=True)):
        raise IllegalSize(f"expected labels that fit on the paper; got {size}: choose a smaller box or larger paper")
    room = size.height - 2 * _PAD - (0 if beside else kit.rules.board.height * side + _PAD)
    about = {"width": size.width, "height": size.height, "board": kit.rules.board.width * side, "beside": beside}
    return {
        "title": words.labels(str(size)),
        "size": about | {"number": 0.42 * room, "words": min(0.2 * room, 10)},
        "labels": [_label(box, kit, colours, side, words) for box in kit.boxes],
    }


def _label(box: Matchbox, kit: Kit, colours: dict[Cell, Colour], side: float, words: English) -> dict[str, Any]:
    """Return a label: the board with a ring to colour in for each bead, the box's number, and two lines of words."""
    board = printed_board(box.position, side, {cell: colours[cell].letters for cell in box.cells})
    return {"number": box.number, "board": board, "words": words.label(box.stage, kit.first_beads[box.stage])}
