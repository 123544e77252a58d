"""Kit of MENACE: its contents as text and as JSON, and the pages to print: a cover, the box finder, the labels."""

from collections import Counter
from typing import Any

from oxobook.book.game.notation import coordinates
from oxobook.book.game.rules import Cell, Rules
from oxobook.viewer.classroom.languages.paper_phrases import paper_phrases
from oxobook.viewer.classroom.menace.box_finder import draw_finder
from oxobook.viewer.classroom.menace.boxes import SETS, Colour, Kit, by_stage, colours
from oxobook.viewer.classroom.menace.labels import LabelSize, draw_labels
from oxobook.viewer.diagrams.phrases import Phrases
from oxobook.viewer.drawing.board_shapes import centre
from oxobook.viewer.drawing.pdf import MM, Frame, PdfPages
from oxobook.viewer.drawing.shapes import Lines
from oxobook.viewer.palette import FAINT, GREY, INK
from oxobook.viewer.terminal.wording import game_named, sameness

_LINE, _TEXT = 14.0, 10.0
_ENDS = (0.1, 0.24, 0.4, 0.5)  # right edges of the table's columns, as fractions of the width
_SQUARE, _LABELS, _BELOW = 3.5 * MM, 18.0, 5
"""Side of a square, the room for the numbers, and the squares below the start."""


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
        "which": kit.which,
        "rule": kit.beads,
        "source": kit.rule.source,
        "boxes": len(kit.boxes),
        "beads": whole.total(),
        "stages": stages,
        "list": [
            {"number": number, "stage": stage, "position": position.text, "moves": [names[cell] for cell in cells]}
            for number, stage, position, cells in kit.boxes
        ],
    }


def kit_lines(report: dict[str, Any]) -> list[str]:
    """Return the kit's boxes and beads by stage, as lines of text."""
    stages = report["stages"]
    sum_of_stages = " + ".join(str(stage["boxes"]) for stage in stages)
    lines = [
        f"MENACE as {report['side']} at {report['rules']}: {report['boxes']} boxes"
        + (f" ({sum_of_stages})" if len(stages) > 1 else ""),
        f"A box for {SETS[report['which']]}.",
        "",
        "  move   boxes   beads of each colour   beads in all",
    ]
    lines += [
        f"{stage['stage']:>6}   {stage['boxes']:>5}   {stage['beads_of_each']:>20}   {stage['beads']:>12}"
        for stage in stages
    ]
    return [*lines, f"{'in all':>6}   {report['boxes']:>5}   {'':>20}   {report['beads']:>12}"]


def kit_pdf(kit: Kit, size: LabelSize, paper: str, language: str = "en") -> bytes:
    """Return the pages to print; raises IllegalSize for labels that cannot be printed, TooLarge for many colours."""
    pages = PdfPages(paper, f"MENACE as {kit.side} at {game_named(kit.rules)}")
    draw_kit(pages, kit, size, language)
    return pages.pdf()


def draw_kit(pages: PdfPages, kit: Kit, size: LabelSize, language: str) -> None:
    """Draw the pages to print; raises as ``kit_pdf`` does."""
    coloured, phrases = colours(kit.rules, language), paper_phrases(language)
    _draw_cover(pages, kit, coloured, phrases)
    draw_finder(pages, kit.boxes, kit.rules, phrases)
    draw_labels(pages, kit, coloured, size, phrases)


def _draw_cover(pages: PdfPages, kit: Kit, colours: dict[Cell, Colour], phrases: Phrases) -> None:
    """Draw the page that says how MENACE is built, played and taught, with the table of its beads."""
    title = phrases.say("menace", boxes=len(kit.boxes), side=kit.side, game=phrases.game(kit.rules))
    frame = pages.begin(title, phrases.say("to scale"))
    y = frame.top - 10
    for line in _cover_lines(kit, phrases):
        if line.startswith("# "):
            pages.write(line[2:], frame.left, y + 16, 12, INK, bold=True)
            y += 31
        else:
            pages.write(line, frame.left, y + 4, _TEXT, INK, width=frame.width)
            y += _LINE
    y = max(_draw_stages(pages, kit, frame, y, phrases), _draw_colours(pages, kit.rules, colours, frame, y)) + 14
    _write_needs(pages, kit, colours, frame, y, phrases)
    _draw_squares(pages, frame, y + 3 * _LINE, phrases)


def _cover_lines(kit: Kit, phrases: Phrases) -> list[str]:
    """Return the lines of the cover, headings after a ``#``, for this side, these boxes and this rule for the beads."""
    won, drawn = (phrases.say("menace, more", more=more) if more else "" for more in (kit.rule.won, kit.rule.drawn))
    return phrases.say(
        "menace, cover",
        turn=phrases.say(f"menace, {kit.side}"),
        side=kit.side,
        same=phrases.say(f"menace, {sameness(kit.rules)}"),
        boxless=phrases.say(f"menace, {kit.which}"),
        won=won,
        drawn=drawn,
        lost=phrases.say("menace, keep last" if kit.rule.last_only else "menace, keep"),
    ).splitlines()


def _draw_stages(pages: PdfPages, kit: Kit, frame: Frame, top: float, phrases: Phrases) -> float:
    """Draw the boxes and beads of each stage; return where the table ends."""
    beads, whole = kit.first_beads, kit.all_beads
    rows = [tuple(phrases.say("menace, table").split("|"))]
    for stage, count in by_stage(kit.boxes).items():
        rows.append((str(stage), f"{count}", str(beads[stage]), f"{whole[stage]}"))
    rows.append((phrases.say("menace, in all"), f"{len(kit.boxes)}", "", f"{whole.total()}"))
    y = top + 4
    for number, row in enumerate(rows):
        for words, end in zip(row, _ENDS, strict=True):
            bold = number in (0, len(rows) - 1)
            pages.write(words, frame.left + end * frame.width, y, 9, INK, bold, at="right")
        y += 16
        pages.draw([Lines(((frame.left, y - 8, frame.left + _ENDS[-1] * frame.width, y - 8),), FAINT, 0.5)])
    return y


def _draw_colours(pages: PdfPages, rules: Rules, colours: dict[Cell, Colour], frame: Frame, top: float) -> float:
    """Draw the board with the colour of each cell; return where it ends."""
    side = min(0.42 * frame.width / rules.board.width, 48.0)
    left = frame.left + frame.width - side * rules.board.width
    pages.draw_grid(rules, left, top, side)
    for cell, colour in colours.items():
        across, down = centre(cell, rules, side)
        x, y = left + across, top + down
        pages.write(colour.letters, x, y - 0.13 * side, 0.27 * side, INK, bold=True, at="middle")
        pages.write(colour.name, x, y + 0.22 * side, 0.18 * side, INK, at="middle", width=side - 4)
    return top + side * rules.board.height


def _write_needs(
    pages: PdfPages, kit: Kit, colours: dict[Cell, Colour], frame: Frame, top: float, phrases: Phrases
) -> None:
    beads, needs = kit.first_beads, Counter[Colour]()
    for box in kit.boxes:
        for cell in box.cells:
            needs[colours[cell]] += beads[box.stage]
    each = ", ".join(f"{colour.name} {needs[colour]}" for colour in dict.fromkeys(colours.values()) if needs[colour])
    pages.write(phrases.say("menace, needs", each=each), frame.left, top, _TEXT, INK, width=frame.width)
    more = (phrases.say("menace, spare") if kit.rule.won else "") + phrases.say("menace, others")
    pages.write(more, frame.left, top + _LINE, _TEXT, GREY, width=frame.width)


def _draw_squares(pages: PdfPages, frame: Frame, top: float, phrases: Phrases) -> None:
    """Draw a heading, how to fill it in, and squares down to the end of the frame, if there is room."""
    left, width = frame.left + _LABELS, frame.width - _LABELS
    start = top + 46
    rows = int((frame.top + frame.height - _LABELS - start) // _SQUARE)
    columns = int(width // _SQUARE)
    if rows < 3 * _BELOW:
        return
    pages.write(phrases.say("menace, watch"), frame.left, top + 6, 12, INK, bold=True)
    pages.write(phrases.say("menace, squares"), frame.left, top + 25, 10, INK, width=frame.width)
    bottom, right = start + rows * _SQUARE, left + columns * _SQUARE
    faint = [(left, start + row * _SQUARE, right, start + row * _SQUARE) for row in range(rows + 1)]
    faint += [(left + one * _SQUARE, start, left + one * _SQUARE, bottom) for one in range(columns + 1)]
    zero = bottom - _BELOW * _SQUARE
    axes = (left, zero, right, zero), (left, start, left, bottom)
    pages.draw([Lines(tuple(faint), FAINT, 0.4), Lines(axes, GREY, 1)])
    for up in range(-_BELOW, rows - _BELOW + 1, 5):
        pages.write(f"{up:+}" if up else "0", left - 3, zero - up * _SQUARE, 7, GREY, at="right")
    for game in range(10, columns + 1, 10):
        pages.write(str(game), left + game * _SQUARE, bottom + 7, 7, GREY, at="middle")
    pages.write(phrases.say("menace, games"), right, bottom + 16, 7, GREY, at="right")
