"""Kit of MENACE: its contents as text and as JSON, and the pages to print: a cover, the box finder, the labels.

A canonical position has O's stones in their first place among all images, so that boards whose O stones look the same
when turned or flipped stand in one group of the finder, and all of them in the same orientation.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from oxobook.book.errors import counted
from oxobook.book.game.rules import Cell
from oxobook.viewer.classroom.menace.boxes import RULE, SOURCE, Colour, Kit, Matchbox, by_stage, colours
from oxobook.viewer.papers.board import coloured_board, printed_board
from oxobook.viewer.papers.paper import Part
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import heads, table
from oxobook.viewer.words.english import English
from oxobook.viewer.words.languages import language_named
from oxobook.viewer.words.wording import sameness

_COLOURS, _FOUND, _LABEL = 48.0, 8.5, 12.0
"""Side of a cell of the board of colours, of those in the finder, and on labels, which the template scales."""


def kit_report(kit: Kit) -> dict[str, Any]:
    """Return the boxes with their first beads, stage by stage, and one by one."""
    names, beads, whole = kit.rules.board.names, kit.first_beads, kit.all_beads
    stages = [
        {"stage": stage, "boxes": count, "beads_of_each": beads[stage], "beads": whole[stage]}
        for stage, count in by_stage(kit.boxes).items()
    ]
    return {
        "rules": str(kit.rules),
        "side": kit.side,
        "which": "choice",
        "rule": RULE,
        "source": SOURCE,
        "boxes": len(kit.boxes),
        "beads": whole.total(),
        "stages": stages,
        "list": [
            {"number": number, "stage": stage, "position": position.text, "moves": [names[cell] for cell in cells]}
            for number, stage, position, cells in kit.boxes
        ],
    }


def kit_lines(report: dict[str, Any]) -> Iterator[Line]:
    """Yield the kit's boxes and beads, a row a stage."""
    stages = report["stages"]
    yield [(f"MENACE as {report['side']} at {report['rules']}: {counted(report['boxes'], 'box', 'boxes')}", "")]
    yield [("A box for every position with two or more moves.", "")]
    yield []
    rows = [[f"{number:,}" for number in stage.values()] for stage in stages]
    total = ["in all", f"{report['boxes']:,}", "", f"{report['beads']:,}"]
    yield from table([heads("move", "boxes", "beads of each colour", "beads in all"), *rows, total], "r")


def menace_part(kit: Kit, language: str) -> Part:
    """Return the part of a paper: a cover, the page for the class's curve, the box finder, the labels.

    Raises TooLarge for many colours.
    """
    coloured, words, report = colours(kit.rules, language), language_named(language), kit_report(kit)
    stages = [[str(number) for number in stage.values()] for stage in report["stages"]]
    return {
        "kind": "menace",
        "bookmark": words.papers["menace"],
        "title": words.menace(len(kit.boxes), kit.side, words.game(kit.rules)),
        "cover": words.menace_cover(kit.side, sameness(kit.rules)),
        "stages": [words.stages, *stages, [words.in_all, str(report["boxes"]), "", str(report["beads"])]],
        "colours": coloured_board(
            kit.rules, _COLOURS, {cell: (colour.letters, colour.name) for cell, colour in coloured.items()}
        ),
        "needs": _needs(kit, coloured, words),
        "more": words.spare_beads + words.other_beads,
        "watch": words.watch,
        "squares": words.squares,
        "games": words.games,
        "columns": kit.rules.board.width,
        "rows": kit.rules.board.height,
        "finder": _finder(kit, words),
        "labels": {"title": words.labels, "labels": [_label(box, kit, coloured, words) for box in kit.boxes]},
    }


def _needs(kit: Kit, colours: dict[Cell, Colour], words: English) -> str:
    beads, needs = kit.first_beads, Counter[Colour]()
    for box in kit.boxes:
        for cell in box.cells:
            needs[colours[cell]] += beads[box.stage]
    each = ", ".join(f"{colour.name} {needs[colour]}" for colour in dict.fromkeys(colours.values()) if needs[colour])
    return f"{words.to_begin}: {each}."


def _finder(kit: Kit, words: English) -> dict[str, Any]:
    """Return the finder: by stage and O's stones, which are framed, the boards of the boxes with their numbers."""
    stages = [
        {
            "heading": words.stage(stage),
            "groups": [_group(list(alike)) for _, alike in groupby(boxes, key=lambda box: box.position.o)],
        }
        for stage, boxes in groupby(kit.boxes, key=lambda box: box.stage)
    ]
    return {"title": words.finder, "notes": words.finder_notes(sameness(kit.rules)), "stages": stages}


def _group(boxes: list[Matchbox]) -> dict[str, Any]:
    first = boxes[0].position
    return {
        "frame": printed_board(first, _FOUND, shown=first.o),
        "boxes": [{"number": box.number, "board": printed_board(box.position, _FOUND)} for box in boxes],
    }


def _label(box: Matchbox, kit: Kit, colours: dict[Cell, Colour], words: English) -> dict[str, Any]:
    """Return a label: the board with a ring to colour in for each bead, the box's number, and two lines of words."""
    board = printed_board(box.position, _LABEL, {cell: colours[cell].letters for cell in box.cells})
    return {"number": box.number, "board": board, "words": words.label(box.stage, kit.first_beads[box.stage])}
