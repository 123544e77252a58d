"""Kit of MENACE: its contents as text and as JSON, and the pages to print: a cover, the box finder, the labels."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from oxobook.book.game.notation import coordinates
from oxobook.book.game.rules import Cell
from oxobook.viewer.classroom.menace.box_finder import finder_data
from oxobook.viewer.classroom.menace.boxes import RULE, SOURCE, Colour, Kit, by_stage, colours
from oxobook.viewer.classroom.menace.labels import labels_data
from oxobook.viewer.papers.board import coloured_board
from oxobook.viewer.papers.paper import Part
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import heads, table
from oxobook.viewer.words.english import English
from oxobook.viewer.words.languages import language_named
from oxobook.viewer.words.wording import sameness

_COLOURS = 48.0  # side of a cell of the board of colours, in points


def kit_report(kit: Kit) -> dict[str, Any]:
    """Return the boxes with their first beads, stage by stage, and one by one."""
    names, beads, whole = coordinates(kit.rules), kit.first_beads, kit.all_beads
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
    yield [(f"MENACE as {report['side']} at {report['rules']}: {report['boxes']} boxes", "")]
    yield [("A box for every position with two or more moves.", "")]
    yield []
    rows = [[str(number) for number in stage.values()] for stage in stages]
    total = ["in all", str(report["boxes"]), "", str(report["beads"])]
    yield from table([heads("move", "boxes", "beads of each colour", "beads in all"), *rows, total], "r")


def menace_part(kit: Kit, language: str) -> Part:
    """Return the part of a paper: a cover, the page for the class's curve, the box finder, the labels.

    Raises TooLarge for many colours.
    """
    coloured, words = colours(kit.rules, language), language_named(language)
    return {
        "kind": "menace",
        "bookmark": words.papers["menace"],
        "title": words.menace(len(kit.boxes), kit.side, words.game(kit.rules)),
        "cover": words.menace_cover(kit.side, sameness(kit.rules)),
        "stages": _stages(kit, words),
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
        "finder": finder_data(kit.boxes, kit.rules, words),
        "labels": labels_data(kit, coloured, words),
    }


def _stages(kit: Kit, words: English) -> list[list[str]]:
    """Return the rows of the table of boxes and beads by stage."""
    report = kit_report(kit)
    rows = [[str(number) for number in stage.values()] for stage in report["stages"]]
    return [list(words.stages), *rows, [words.in_all, str(report["boxes"]), "", str(report["beads"])]]


def _needs(kit: Kit, colours: dict[Cell, Colour], words: English) -> str:
    beads, needs = kit.first_beads, Counter[Colour]()
    for box in kit.boxes:
        for cell in box.cells:
            needs[colours[cell]] += beads[box.stage]
    each = ", ".join(f"{colour.name} {needs[colour]}" for colour in dict.fromkeys(colours.values()) if needs[colour])
    return f"{words.to_begin}: {each}."
