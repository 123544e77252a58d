"""The pages of labels: a grid of them for each stage, with lines to cut along and marks at the edges."""

from collections.abc import Sequence
from itertools import groupby

from oxobook.book.game.rules import Cell
from oxobook.viewer.classroom.menace.boxes import Box, Kit
from oxobook.viewer.classroom.menace.colours import Colour
from oxobook.viewer.classroom.menace.labels import IllegalSize, Size, draw_label, layout_for
from oxobook.viewer.drawing.pages import FAINT, INK, Frame, frame_of, new_page
from oxobook.viewer.drawing.pdf import PdfPages, Segment

_MARK, _AWAY = 8.0, 2.0  # where a cutting mark ends and begins, away from the labels


def draw_labels(pages: PdfPages, kit: Kit, colours: dict[Cell, Colour], size: Size) -> None:
    """The pages, each with boxes of one stage, so that every stage may have paper of its own colour.

    Raises IllegalSize where not one label fits on the paper, or where a label has no room for its board.
    """
    frame, layout, beads = frame_of(pages), layout_for(kit.rules, size), kit.first_beads
    columns, rows = int(frame.width // size.width), int((frame.height - 2 * _MARK) // size.height)
    if not columns or not rows:
        raise IllegalSize(f"expected labels that fit on the paper; got {size}: choose a smaller box or larger paper")
    for stage, group in groupby(kit.boxes, key=lambda box: box.stage):
        boxes = list(group)
        for start in range(0, len(boxes), columns * rows):
            shown = boxes[start : start + columns * rows]
            new_page(pages, f"Labels for {_numbers(shown)} (MENACE's move {stage}), {size}")
            across, lines = min(columns, len(shown)), -(-len(shown) // columns)
            left = frame.left + (frame.width - across * size.width) / 2
            placed = Frame(left, frame.top + _MARK, across * size.width, lines * size.height)
            _draw_cuts(pages, placed, size, len(shown))
            for place, box in enumerate(shown):
                row, column = divmod(place, columns)
                x, y = placed.left + column * size.width, placed.top + row * size.height
                draw_label(pages, box, beads[stage], colours, layout, x, y)


def _numbers(boxes: Sequence[Box]) -> str:
    """The numbers of consecutive boxes."""
    first, last = boxes[0].number, boxes[-1].number
    return f"box {first}" if first == last else f"boxes {first} to {last}"


def _draw_cuts(pages: PdfPages, placed: Frame, size: Size, labels: int) -> None:
    """Faint lines around every label, and black marks at the edges for a guillotine."""
    columns, rows = round(placed.width / size.width), round(placed.height / size.height)
    left, top, right, bottom = placed.left, placed.top, placed.left + placed.width, placed.top + placed.height
    whole, rest = divmod(labels, columns)  # rows with a label in every column, and the labels below them
    faint: list[Segment] = []
    marks: list[Segment] = []
    for column in range(columns + 1):
        x = left + column * size.width
        faint.append((x, top, x, top + (whole + (column <= rest and rest > 0)) * size.height))
        marks += [(x, top - _AWAY, x, top - _MARK), (x, bottom + _AWAY, x, bottom + _MARK)]
    for row in range(rows + 1):
        y = top + row * size.height
        faint.append((left, y, right if row <= whole else left + rest * size.width, y))
        marks += [(left - _AWAY, y, left - _MARK, y), (right + _AWAY, y, right + _MARK, y)]
    pages.lines(faint, FAINT, 0.4)
    pages.lines(marks, INK, 0.6)
