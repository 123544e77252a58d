"""Box finder: the boards of all boxes with their numbers, grouped by the stones of O.

A canonical position has O's stones in their first place among all images, so that boards whose O stones look the same
when turned or flipped stand in one group, and all of them in the same orientation.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from oxobook.book.game.rules import Rules
from oxobook.viewer.classroom.menace.boxes import Matchbox
from oxobook.viewer.diagrams.phrases import Phrases
from oxobook.viewer.drawing.pdf import MM, Frame, PdfPages
from oxobook.viewer.drawing.shapes import Box
from oxobook.viewer.palette import INK
from oxobook.viewer.terminal.wording import sameness

_CELL = 3.0 * MM
_GAP, _NUMBER, _AIR = 3.4 * MM, 10.0, 2.8  # between boards, below each for its number, and between rows
_HEADING = 20.0


class _Place(NamedTuple):
    """Board in a row: of a box, or, framed, the stones of O that the boxes after it share."""

    column: int
    box: Matchbox
    framed: bool


class _Row(NamedTuple):
    """Boards beside each other; the first row of a stage has its heading."""

    stage: int | None
    places: list[_Place]


def draw_finder(pages: PdfPages, found: Sequence[Matchbox], rules: Rules, phrases: Phrases) -> None:
    """Draw the pages of the finder."""
    frame = pages.frame
    pitch = rules.board.width * _CELL + _GAP
    across = max(int((frame.width + _GAP) // pitch), 2)
    height = rules.board.height * _CELL + _NUMBER + _AIR
    y = _begin(pages, rules, frame, phrases)
    for row in finder_rows(found, across):
        if y + height + (_HEADING if row.stage else 0) > frame.top + frame.height:
            y = _begin(pages, rules, frame, phrases)
            if not row.places[0].framed:  # a group goes on here: its frame is shown again
                row = row._replace(places=[_Place(0, row.places[0].box, True), *row.places])
        if row.stage:
            pages.write(
                phrases.say("finder, stage", stage=row.stage), frame.left, y + _HEADING / 2 - 2, 10, INK, bold=True
            )
            y += _HEADING
        _draw_row(pages, row, frame.left, y, pitch)
        y += height


def finder_rows(found: Sequence[Matchbox], across: int) -> Iterator[_Row]:
    """Yield rows of at most ``across`` boards; a group of O's stones that does not fit in a row begins a new one."""
    for stage, boxes in groupby(found, key=lambda box: box.stage):
        row = _Row(stage, [])
        used = 0
        for _, alike in groupby(boxes, key=lambda box: box.position.o):
            group = list(alike)
            if used and used + 1 + len(group) > across:
                yield row
                row, used = _Row(None, []), 0
            row.places.append(_Place(used, group[0], True))
            used += 1
            for box in group:
                if used == across:
                    yield row
                    row, used = _Row(None, []), 1  # below the frame stays free
                row.places.append(_Place(used, box, False))
                used += 1
        yield row


def _begin(pages: PdfPages, rules: Rules, frame: Frame, phrases: Phrases) -> float:
    """Draw a page's heading and its instructions; return the top of its first row."""
    pages.begin(phrases.say("finder"), phrases.say("to scale"))
    words = phrases.say(f"finder, {sameness(rules)}").splitlines()
    for number, line in enumerate(words):
        pages.write(line, frame.left, frame.top + 13 * number, 8.5, INK, width=frame.width)
    return frame.top + 13 * len(words) + 2


def _draw_row(pages: PdfPages, row: _Row, left: float, y: float, pitch: float) -> None:
    for place in row.places:
        position, x = place.box.position, left + 2 + place.column * pitch
        across, up = position.rules.board.width * _CELL, position.rules.board.height * _CELL
        pages.draw_board(position, x, y, _CELL, shown=position.o if place.framed else None)
        if place.framed:
            pages.draw([Box(x - 2, y - 2, across + 4, up + 4, edge=INK, thick=1.2)])
        else:
            pages.write(str(place.box.number), x + across / 2, y + up + 5, 8, INK, bold=True, at="middle")
