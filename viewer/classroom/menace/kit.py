"""Kit of MENACE: its contents as text and as JSON, and the pages to print: a cover, the box finder, the labels."""

from collections import Counter
from typing import Any

from oxobook.book.game.board_svg import centre
from oxobook.book.game.notation import coordinates
from oxobook.book.game.palette import FAINT, GREY, INK
from oxobook.book.game.rules import Cell, Rules
from oxobook.book.game.shapes import Lines
from oxobook.viewer.classroom.menace.box_finder import draw_finder
from oxobook.viewer.classroom.menace.boxes import SETS, Colour, Kit, by_stage, colours
from oxobook.viewer.classroom.menace.labels import LabelSize, draw_labels
from oxobook.viewer.drawing.pages import MM, Frame, draw_grid, frame_of, new_page
from oxobook.viewer.drawing.pdf import PdfPages
from oxobook.viewer.terminal.wording import game_named

_LINE, _TEXT = 14.0, 10.0
_ENDS = (0.12, 0.22, 0.38, 0.5)
"""Right edges of the table's columns, as shares of the width."""
_BOXLESS = {
    "choice": " If there is only one move, it needs no box.",
    "open": " A board without a box is lost, or has only one move: play anywhere.",
    "all": "",
}
"""Advice for boards that have no box, by the set of boxes."""
_SQUARE, _LABELS, _BELOW = 3.5 * MM, 18.0, 5
"""Side of a square, the room for the numbers, and the squares below the start."""


_COVER = """\
# Build
Cut out the labels and stick each one on a matchbox. For every ring on it, put beads into the box:
of each colour as many as the label says. Keep the boxes in the order of their numbers.
# Play
MENACE moves {turn} and plays {side}. For each of its moves, look the board up in the box finder and take that box.
A box stands for all boards that look the same when {same}: set the board as the label shows it.
Shake the box, draw a bead without looking, and lay it on the box. Its colour is the cell to play.
If the box is empty, MENACE gives up and has lost.{boxless}
# Teach
After the game, for every bead that was drawn:
    MENACE won:  put it back{won}.
    A draw:  put it back{drawn}.
    MENACE lost:  {lost}.
# Beads"""


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


def kit_pdf(kit: Kit, size: LabelSize, paper: str) -> bytes:
    """Return the pages to print.

    Raises IllegalSize for labels that cannot be printed, TooLarge for a board with too many colours.
    """
    coloured = colours(kit.rules)
    pages = PdfPages(paper, f"MENACE as {kit.side} at {game_named(kit.rules)}")
    _draw_cover(pages, kit, coloured)
    draw_finder(pages, kit.boxes, kit.rules)
    draw_labels(pages, kit, coloured, size)
    return pages.pdf()


def _draw_cover(pages: PdfPages, kit: Kit, colours: dict[Cell, Colour]) -> None:
    """Draw the page that says how MENACE is built, played and taught, with the table of its beads."""
    new_page(pages, f"MENACE: {len(kit.boxes)} matchboxes that learn to play {kit.side} at {game_named(kit.rules)}")
    frame = frame_of(pages)
    y = frame.top - 10
    for line in _cover_lines(kit):
        if line.startswith("# "):
            pages.write(line[2:], frame.left, y + 16, 12, INK, bold=True)
            y += 31
        else:
            pages.write(line, frame.left, y + 4, _TEXT, INK, width=frame.width)
            y += _LINE
    y = max(_draw_stages(pages, kit, frame, y), _draw_colours(pages, kit.rules, colours, frame, y)) + 14
    _write_needs(pages, kit, colours, frame, y)
    _draw_squares(pages, frame, y + 3 * _LINE)


def _cover_lines(kit: Kit) -> list[str]:
    """Return the lines of the cover, headings after a ``#``, for this side, these boxes and this rule for the beads."""
    won, drawn = (f", with {more} more of its colour" if more else "" for more in (kit.rule.won, kit.rule.drawn))
    return _COVER.format(
        turn="first" if kit.side == "X" else "second",
        side=kit.side,
        same="mirrored left to right" if kit.rules.gravity else "turned or flipped",
        boxless=_BOXLESS[kit.which],
        won=won,
        drawn=drawn,
        lost="keep the last one out, and put the others back" if kit.rule.last_only else "keep it out",
    ).splitlines()


def _draw_stages(pages: PdfPages, kit: Kit, frame: Frame, top: float) -> float:
    """Draw the boxes and beads of each stage; return where the table ends."""
    beads, whole = kit.first_beads, kit.all_beads
    rows = [("move", "boxes", "of each colour", "beads")]
    for stage, count in by_stage(kit.boxes).items():
        rows.append((str(stage), f"{count:,}", str(beads[stage]), f"{whole[stage]:,}"))
    rows.append(("in all", f"{len(kit.boxes):,}", "", f"{whole.total():,}"))
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
    side = min(0.42 * frame.width / rules.columns, 48.0)
    left = frame.left + frame.width - side * rules.columns
    draw_grid(pages, rules, left, top, side)
    for cell, colour in colours.items():
        across, down = centre(cell, rules, side)
        x, y = left + across, top + down
        pages.write(colour.letters, x, y - 0.13 * side, 0.27 * side, INK, bold=True, at="middle")
        pages.write(colour.name, x, y + 0.22 * side, 0.18 * side, INK, at="middle", width=side - 4)
    return top + side * rules.rows


def _write_needs(pages: PdfPages, kit: Kit, colours: dict[Cell, Colour], frame: Frame, top: float) -> None:
    """Write how many beads of each colour are needed."""
    beads, needs = kit.first_beads, Counter[Colour]()
    for box in kit.boxes:
        for cell in box.cells:
            needs[colours[cell]] += beads[box.stage]
    each = ", ".join(f"{colour.name} {needs[colour]:,}" for colour in dict.fromkeys(colours.values()) if needs[colour])
    pages.write(f"To begin with: {each}.", frame.left, top, _TEXT, INK, width=frame.width)
    spare = "Have a few hundred more of each for the rewards. " if kit.rule.won else ""
    more = f"{spare}You can use other colours: write them into the board above."
    pages.write(more, frame.left, top + _LINE, _TEXT, GREY, width=frame.width)


def _draw_squares(pages: PdfPages, frame: Frame, top: float) -> None:
    """Draw a heading, how to fill it in, and squares down to the end of the frame, if there is room."""
    left, width = frame.left + _LABELS, frame.width - _LABELS
    start = top + 46
    rows = int((frame.top + frame.height - _LABELS - start) // _SQUARE)
    columns = int(width // _SQUARE)
    if rows < 3 * _BELOW:
        return
    pages.write("Watch it learn", frame.left, top + 6, 12, INK, bold=True)
    words = "After each game go one square to the right: 3 up if MENACE won, 1 up for a draw, 1 down if it lost."
    pages.write(words, frame.left, top + 25, 10, INK, width=frame.width)
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
    pages.write("games", right, bottom + 16, 7, GREY, at="right")
