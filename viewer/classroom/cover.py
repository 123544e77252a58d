"""The first page of the kit: how MENACE is built, played and taught, and the table of its beads."""

from collections import Counter
from collections.abc import Sequence

from book.game.board_svg import centre
from book.game.rules import Cell, Rules
from viewer.classroom.boxes import Box, by_stage, first_beads
from viewer.classroom.colours import Colour
from viewer.classroom.pages import FAINT, GREY, INK, Frame, draw_grid, frame_of, game_named, new_page
from viewer.classroom.squared_paper import draw_squares
from viewer.draw.pdf_pages import PdfPages

_LINE, _TEXT = 14.0, 10.0
_ENDS = (0.12, 0.22, 0.38, 0.5)
"""Where the columns of the table end, as shares of the width."""
_BOXLESS = {
    "choice": " If there is only one move, it needs no box.",
    "open": " A board without a box is lost, or has only one move: play anywhere.",
    "all": "",
}
"""What to do with a board that has no box, by the set of boxes."""


def draw_cover(
    pages: PdfPages, found: Sequence[Box], side: str, which: str, rules: Rules, colours: dict[Cell, Colour]
) -> None:
    """The page; ``which`` is the set of boxes, a key of ``SETS``."""
    new_page(pages, f"MENACE: {len(found)} matchboxes that learn to play {side} at {game_named(rules)}")
    frame = frame_of(pages)
    y = frame.top
    for heading, lines in _words(side, which, rules):
        y = _write_part(pages, heading, lines, frame, y)
    y = _write_part(pages, "Beads", (), frame, y)
    table = _draw_stages(pages, found, frame, y)
    board = _draw_colours(pages, rules, colours, frame, y)
    y = max(table, board) + 14
    _write_needs(pages, found, colours, frame, y)
    draw_squares(pages, frame, y + 3 * _LINE)


def _words(side: str, which: str, rules: Rules) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The headings with their lines."""
    first = f"MENACE moves {'first' if side == 'X' else 'second'} and plays {side}."
    same = "mirrored left to right" if rules.gravity else "turned or flipped"
    return (
        (
            "Build",
            (
                "Cut out the labels and stick each one on a matchbox. For every ring on it, put beads into the box:",
                "of each colour as many as the label says. Keep the boxes in the order of their numbers.",
            ),
        ),
        (
            "Play",
            (
                f"{first} For each of its moves, look the board up in the box finder and take that box.",
                f"A box stands for all boards that look the same when {same}: set the board as the label shows it.",
                "Shake the box, draw a bead without looking, and lay it on the box. Its colour is the cell to play.",
                f"If the box is empty, MENACE gives up and has lost.{_BOXLESS[which]}",
            ),
        ),
        (
            "Teach",
            (
                "After the game, for every bead that was drawn:",
                "    MENACE won:  put it back, with 3 more of its colour.",
                "    A draw:  put it back, with 1 more of its colour.",
                "    MENACE lost:  keep it out.",
            ),
        ),
    )


def _write_part(pages: PdfPages, heading: str, lines: Sequence[str], frame: Frame, y: float) -> float:
    """A heading with its lines; where the next part begins."""
    pages.write(heading, frame.left, y + 6, 12, INK, bold=True)
    y += 21
    for line in lines:
        pages.write(line, frame.left, y + 4, _TEXT, INK, width=frame.width)
        y += _LINE
    return y + (10 if lines else 0)


def _draw_stages(pages: PdfPages, found: Sequence[Box], frame: Frame, top: float) -> float:
    """The boxes and beads of each stage; where the table ends."""
    beads, whole = first_beads(found), _beads_of(found)
    rows = [("move", "boxes", "of each colour", "beads")]
    for stage, count in by_stage(found).items():
        rows.append((str(stage), f"{count:,}", str(beads[stage]), f"{whole[stage]:,}"))
    rows.append(("in all", f"{len(found):,}", "", f"{whole.total():,}"))
    y = top + 4
    for number, row in enumerate(rows):
        for words, end in zip(row, _ENDS, strict=True):
            bold = number in (0, len(rows) - 1)
            pages.write(words, frame.left + end * frame.width, y, 9, INK, bold, at="right")
        y += 16
        pages.lines([(frame.left, y - 8, frame.left + _ENDS[-1] * frame.width, y - 8)], FAINT, 0.5)
    return y


def _beads_of(found: Sequence[Box]) -> Counter[int]:
    """The beads of all boxes of each stage."""
    beads, whole = first_beads(found), Counter[int]()
    for box in found:
        whole[box.stage] += beads[box.stage] * len(box.cells)
    return whole


def _draw_colours(pages: PdfPages, rules: Rules, colours: dict[Cell, Colour], frame: Frame, top: float) -> float:
    """The board with the colour of each cell; where it ends."""
    side = min(0.42 * frame.width / rules.columns, 48.0)
    left = frame.left + frame.width - side * rules.columns
    draw_grid(pages, rules, left, top, side)
    for cell, colour in colours.items():
        across, down = centre(cell, rules, side)
        x, y = left + across, top + down
        pages.write(colour.letters, x, y - 0.13 * side, 0.27 * side, INK, bold=True, at="middle")
        pages.write(colour.name, x, y + 0.22 * side, 0.18 * side, INK, at="middle", width=side - 4)
    return top + side * rules.rows


def _write_needs(pages: PdfPages, found: Sequence[Box], colours: dict[Cell, Colour], frame: Frame, top: float) -> None:
    """How many beads of each colour to have."""
    beads, needs = first_beads(found), Counter[Colour]()
    for box in found:
        for cell in box.cells:
            needs[colours[cell]] += beads[box.stage]
    each = ", ".join(f"{colour.name} {needs[colour]:,}" for colour in dict.fromkeys(colours.values()) if needs[colour])
    pages.write(f"To begin with: {each}.", frame.left, top, _TEXT, INK, width=frame.width)
    more = "Have some hundreds more of each for the rewards. Other colours do as well: write them into the board above."
    pages.write(more, frame.left, top + _LINE, _TEXT, GREY, width=frame.width)
