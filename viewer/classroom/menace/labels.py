"""Labels of matchboxes: the board, the cells that have beads with their colours, and the number.

A page is a grid of labels of one stage, with lines to cut along and marks at the edges.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from math import ceil
from typing import NamedTuple

from oxobook.book.errors import OxobookError, quoted
from oxobook.book.game.rules import Cell, Rules
from oxobook.viewer.classroom.menace.boxes import Colour, Kit, Matchbox
from oxobook.viewer.diagrams.phrases import Phrases
from oxobook.viewer.drawing.board_shapes import centre
from oxobook.viewer.drawing.pdf import MM, PdfPages
from oxobook.viewer.drawing.shapes import Box, Circle, Lines, Segment
from oxobook.viewer.palette import FAINT, INK

_SIZE = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)x(\d{1,3}(?:\.\d{1,2})?)(mm|cm)")
_LEAST_CELL = 3 * MM
_PAD = 1.2 * MM
_WORDS = 36.0  # the least width of the words beside a board
_LINES = 22.0  # their least height below one
_MARK, _AWAY = 8.0, 2.0  # where a cutting mark ends and begins, away from the labels


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
    """Layout of a label: the side of a cell, the board's upper left corner, and the place of the words."""

    side: float
    board: tuple[float, float]
    words: tuple[float, float, float, float]  # left, top, width and height of the words


def layout_for(rules: Rules, size: LabelSize) -> LabelLayout:
    """Return the layout with the largest board, the words beside or below it; raises IllegalSize for a small label."""
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
    across, up = side * rules.board.width, side * rules.board.height
    if beside >= below:
        left = across + 2 * _PAD
        return LabelLayout(side, (_PAD, (size.height - up) / 2), (left, _PAD, size.width - left - _PAD, height))
    top = up + 2 * _PAD
    return LabelLayout(side, ((size.width - across) / 2, _PAD), (_PAD, top, width, size.height - top - _PAD))


def draw_labels(pages: PdfPages, kit: Kit, colours: dict[Cell, Colour], size: LabelSize, phrases: Phrases) -> None:
    """Draw the pages of labels; raises IllegalSize if not one fits on the paper, or one has no room for its board."""
    frame, layout, beads = pages.frame, layout_for(kit.rules, size), kit.first_beads
    columns, rows = int(frame.width // size.width), int((frame.height - 2 * _MARK) // size.height)
    if not columns or not rows:
        raise IllegalSize(f"expected labels that fit on the paper; got {size}: choose a smaller box or larger paper")
    for shown in _sheets(kit.boxes, columns, rows):
        first, last = shown[0], shown[-1]
        name = "labels, box" if first == last else "labels, boxes"
        stages = "\u2013".join(map(str, dict.fromkeys((first.stage, last.stage))))
        moves = phrases.say("label, move" if first.stage == last.stage else "labels, moves", stage=stages)
        title = phrases.say(name, first=first.number, last=last.number, moves=moves, size=size)
        pages.begin(title, phrases.say("to scale"))
        across, down = min(columns, len(shown)), ceil(len(shown) / columns)
        left, top = frame.left + (frame.width - across * size.width) / 2, frame.top + _MARK
        _draw_marks(pages, left, top, across, down, size)
        for place, box in enumerate(shown):
            x, y = left + place % columns * size.width, top + place // columns * size.height
            pages.draw([Box(x, y, *size, edge=FAINT, thick=0.4)])
            said = phrases.say("label, move", stage=box.stage), phrases.say("label, beads", beads=beads[box.stage])
            _draw_label(pages, box, said, colours, layout, x, y)


def _sheets(found: Sequence[Matchbox], columns: int, rows: int) -> list[list[Matchbox]]:
    """Return the boxes of each page: several whole stages, or one, whose rows are spread evenly over its pages."""
    sheets: list[list[Matchbox]] = []
    for stage, group in groupby(found, key=lambda box: box.stage):
        boxes = list(group)
        if stage > 1 and sheets[-1][0].number == 1 and len(sheets[-1]) + len(boxes) <= columns * rows:
            sheets[-1] += boxes
        else:
            needed = ceil(len(boxes) / columns)
            each = columns * ceil(needed / ceil(needed / rows))
            sheets += [boxes[start : start + each] for start in range(0, len(boxes), each)]
    return sheets


def _draw_marks(pages: PdfPages, left: float, top: float, across: int, down: int, size: LabelSize) -> None:
    """Draw black marks for a guillotine at the edges of a grid of labels."""
    right, bottom = left + across * size.width, top + down * size.height
    marks: list[Segment] = []
    for x in (left + column * size.width for column in range(across + 1)):
        marks += [(x, top - _AWAY, x, top - _MARK), (x, bottom + _AWAY, x, bottom + _MARK)]
    for y in (top + row * size.height for row in range(down + 1)):
        marks += [(left - _AWAY, y, left - _MARK, y), (right + _AWAY, y, right + _MARK, y)]
    pages.draw([Lines(tuple(marks), INK, 0.6)])


def _draw_label(
    pages: PdfPages,
    box: Matchbox,
    said: tuple[str, str],
    colours: dict[Cell, Colour],
    layout: LabelLayout,
    x: float,
    y: float,
) -> None:
    """Draw a label by its upper left corner: the board, the box's number, and two lines below it."""
    rules, side = box.position.rules, layout.side
    left, top = x + layout.board[0], y + layout.board[1]
    pages.draw_board(box.position, left, top, side)
    for cell in box.cells:  # a ring to colour in, with the letters of its colour
        across, down = centre(cell, rules, side)
        pages.draw([Circle(left + across, top + down, 0.46 * side, FAINT, 0.4)])
        letters = colours[cell].letters
        pages.write(letters, left + across, top + down, 0.59 * side, INK, at="middle", width=0.8 * side)
    left, top, width, height = layout.words
    middle, top = x + left + width / 2, y + top
    pages.write(
        str(box.number), middle, top + height * 0.28, 0.42 * height, INK, bold=True, at="middle", width=width - 4
    )
    small = min(0.2 * height, 10)
    for words, share in ((said[0], 0.64), (said[1], 0.87)):
        pages.write(words, middle, top + height * share, small, INK, at="middle", width=width)
