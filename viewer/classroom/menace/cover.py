"""The first page of the kit: how MENACE is built, played and taught, and the table of its beads."""

from collections import Counter
from collections.abc import Sequence

from oxobook.book.game.board_svg import centre
from oxobook.book.game.rules import Cell, Rules
from oxobook.viewer.classroom.menace.bead_rules import BeadRule
from oxobook.viewer.classroom.menace.boxes import Kit, by_stage
from oxobook.viewer.classroom.menace.colours import Colour
from oxobook.viewer.classroom.menace.squared_paper import draw_squares
from oxobook.viewer.drawing.pages import FAINT, GREY, INK, Frame, draw_grid, frame_of, new_page
from oxobook.viewer.drawing.pdf import PdfPages
from oxobook.viewer.terminal.wording import game_named

_LINE, _TEXT = 14.0, 10.0
_ENDS = (0.12, 0.22, 0.38, 0.5)
"""Where the columns of the table end, as shares of the width."""
_BOXLESS = {
    "choice": " If there is only one move, it needs no box.",
    "open": " A board without a box is lost, or has only one move: play anywhere.",
    "all": "",
}
"""What to do with a board that has no box, by the set of boxes."""


def draw_cover(pages: PdfPages, kit: Kit, colours: dict[Cell, Colour]) -> None:
    """The page."""
    new_page(pages, f"MENACE: {len(kit.boxes)} matchboxes that learn to play {kit.side} at {game_named(kit.rules)}")
    frame = frame_of(pages)
    y = frame.top
    for heading, lines in _words(kit):
        y = _write_part(pages, heading, lines, frame, y)
    y = _write_part(pages, "Beads", (), frame, y)
    table = _draw_stages(pages, kit, frame, y)
    board = _draw_colours(pages, kit.rules, colours, frame, y)
    y = max(table, board) + 14
    _write_needs(pages, kit, colours, frame, y)
    draw_squares(pages, frame, y + 3 * _LINE)


def _words(kit: Kit) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The headings with their lines."""
    first = f"MENACE moves {'first' if kit.side == 'X' else 'second'} and plays {kit.side}."
    same = "mirrored left to right" if kit.rules.gravity else "turned or flipped"
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
                f"If the box is empty, MENACE gives up and has lost.{_BOXLESS[kit.which]}",
            ),
        ),
        ("Teach", ("After the game, for every bead that was drawn:", *_rewards(kit.rule))),
    )


def _rewards(rule: BeadRule) -> tuple[str, ...]:
    """What is done with the beads after a game, by its result."""
    won, drawn = (f", with {more} more of its colour" if more else "" for more in (rule.won, rule.drawn))
    lost = "keep the last one out, and put the others back" if rule.last_only else "keep it out"
    return (
        f"    MENACE won:  put it back{won}.",
        f"    A draw:  put it back{drawn}.",
        f"    MENACE lost:  {lost}.",
    )


def _write_part(pages: PdfPages, heading: str, lines: Sequence[str], frame: Frame, y: float) -> float:
    """A heading with its lines; where the next part begins."""
    pages.write(heading, frame.left, y + 6, 12, INK, bold=True)
    y += 21
    for line in lines:
        pages.write(line, frame.left, y + 4, _TEXT, INK, width=frame.width)
        y += _LINE
    return y + (10 if lines else 0)


def _draw_stages(pages: PdfPages, kit: Kit, frame: Frame, top: float) -> float:
    """The boxes and beads of each stage; where the table ends."""
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
        pages.lines([(frame.left, y - 8, frame.left + _ENDS[-1] * frame.width, y - 8)], FAINT, 0.5)
    return y


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


def _write_needs(pages: PdfPages, kit: Kit, colours: dict[Cell, Colour], frame: Frame, top: float) -> None:
    """How many beads of each colour to have."""
    beads, needs = kit.first_beads, Counter[Colour]()
    for box in kit.boxes:
        for cell in box.cells:
            needs[colours[cell]] += beads[box.stage]
    each = ", ".join(f"{colour.name} {needs[colour]:,}" for colour in dict.fromkeys(colours.values()) if needs[colour])
    pages.write(f"To begin with: {each}.", frame.left, top, _TEXT, INK, width=frame.width)
    spare = "Have some hundreds more of each for the rewards. " if kit.rule.won else ""
    more = f"{spare}Other colours do as well: write them into the board above."
    pages.write(more, frame.left, top + _LINE, _TEXT, GREY, width=frame.width)
