"""Box finder: the boards of all boxes with their numbers, grouped by the stones of O.

A canonical position has O's stones in their first place among all images, so that boards whose O stones look the same
when turned or flipped stand in one group, and all of them in the same orientation.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from oxobook.book.game.rules import Rules
from oxobook.viewer.classroom.menace.boxes import Matchbox
from oxobook.viewer.papers.board import printed_board
from oxobook.viewer.words.english import English
from oxobook.viewer.words.wording import sameness

_SIDE = 8.5  # of a cell, in points


def finder_data(found: Sequence[Matchbox], rules: Rules, words: English) -> dict[str, Any]:
    """Return the finder: by stage and O's stones, which are framed, the boards of the boxes."""
    stages = [
        {
            "heading": words.stage(stage),
            "groups": [_group(list(alike)) for _, alike in groupby(boxes, key=lambda box: box.position.o)],
        }
        for stage, boxes in groupby(found, key=lambda box: box.stage)
    ]
    return {"title": words.finder, "notes": words.finder_notes(sameness(rules)), "stages": stages}


def _group(boxes: list[Matchbox]) -> dict[str, Any]:
    first = boxes[0].position
    return {
        "frame": printed_board(first, _SIDE, shown=first.o),
        "boxes": [{"number": box.number, "board": printed_board(box.position, _SIDE)} for box in boxes],
    }
