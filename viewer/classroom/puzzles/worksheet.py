"""Worksheets and solution sheets: several puzzles a page, in black and white."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from oxobook.book.game.board import column_name
from oxobook.book.game.notation import cell_named, cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules
from oxobook.viewer.classroom.languages.paper_phrases import paper_phrases
from oxobook.viewer.classroom.puzzles.puzzle_set import Puzzle
from oxobook.viewer.diagrams.phrases import Phrases
from oxobook.viewer.drawing.board_shapes import centre
from oxobook.viewer.drawing.pdf import Frame, PdfPages
from oxobook.viewer.drawing.shapes import Box, Lines
from oxobook.viewer.palette import GREY, INK
from oxobook.viewer.terminal.wording import listed, sameness

_GRIDS = ((3, 4), (3, 3), (2, 3), (2, 2), (1, 2), (1, 1))
"""Numbers of puzzles beside and below each other, the most first."""
_LEAST_SIDE = 18.0  # of a cell, so that a child can write into it
_LARGEST_SIDE = 40.0
_NOTE, _HEAD, _LABELS, _ANSWER = 26.0, 22.0, 14.0, 40.0  # heights: above all, and above and below each board
_GAP = 22.0
_INDENT = 22.0  # of boards and words, beside the number


class _Grid(NamedTuple):
    """Grid of the puzzles of a page: how many beside and below each other, and the side of a cell."""

    across: int
    down: int
    side: float


def worksheet(rules: Rules, puzzles: Sequence[Puzzle], paper: str, language: str = "en") -> bytes:
    """Return the PDF: the pages with the tasks, then those with the solutions."""
    pages = PdfPages(paper, paper_phrases(language).headed("puzzles", rules))
    draw_worksheet(pages, rules, puzzles, language)
    return pages.pdf()


def draw_worksheet(pages: PdfPages, rules: Rules, puzzles: Sequence[Puzzle], language: str) -> None:
    """Draw the pages with the tasks, then those with the solutions."""
    phrases, grid = paper_phrases(language), _fitting(pages.frame, rules)
    for title, note, draw in (
        ("puzzles", "find", _draw_task),
        ("solutions", sameness(rules), _draw_solution),
    ):
        words = phrases.headed(title, rules), phrases.say(f"puzzles, {note}")
        _draw_all(pages, puzzles, grid, words, partial(draw, phrases))


def _fitting(frame: Frame, rules: Rules) -> _Grid:
    """Return the grid with the most puzzles whose cells are large enough, or else with one."""
    for across, down in _GRIDS:
        wide = (frame.width - _GAP * (across - 1)) / across - _INDENT - _LABELS
        high = (frame.height - _NOTE) / down - _HEAD - _LABELS - _ANSWER
        side = min(wide / rules.board.width, high / rules.board.height, _LARGEST_SIDE)
        if side >= _LEAST_SIDE:
            break
    return _Grid(across, down, side)


def _draw_all(
    pages: PdfPages,
    puzzles: Sequence[Puzzle],
    grid: _Grid,
    words: tuple[str, str],
    draw: Callable[[PdfPages, Puzzle, Frame, float], None],
) -> None:
    """Draw pages with a title and a note, and on them puzzles, each with its number in a slot of its own."""
    (title, note), frame, many = words, pages.frame, grid.across * grid.down
    width = (frame.width - _GAP * (grid.across - 1)) / grid.across
    height = (frame.height - _NOTE) / grid.down
    for first in range(0, len(puzzles), many):
        pages.begin(title)
        pages.write(note, frame.left, frame.top + 2, 9, GREY, width=frame.width)
        for place, puzzle in enumerate(puzzles[first : first + many]):
            row, column = divmod(place, grid.across)
            slot = Frame(frame.left + column * (width + _GAP), frame.top + _NOTE + row * height, width, height)
            number = f"{first + place + 1}."
            pages.write(number, slot.left, slot.top + 6, 10, INK, bold=True)
            draw(pages, puzzle, slot, grid.side)


def _draw_task(phrases: Phrases, pages: PdfPages, puzzle: Puzzle, slot: Frame, side: float) -> None:
    pages.write(puzzle.say("task", phrases), slot.left + _INDENT, slot.top + 6, 10, INK, width=slot.width - _INDENT)
    x, y = _draw_named(pages, puzzle.position, slot, side)
    y += 12
    pages.write(phrases.say("puzzles, move"), x, y, 9, INK)
    end = x + max(puzzle.position.rules.board.width * side, 90)
    pages.draw([Lines(((x + 30, y + 5, end, y + 5),), GREY, 0.6)])
    dots = (slot.top + 24 + 7 * dot for dot in range(puzzle.grade))  # below the number
    pages.draw(Box(slot.left + 1.2, top, 3.6, 3.6, INK, radius=1.8) for top in dots)


def _draw_solution(phrases: Phrases, pages: PdfPages, puzzle: Puzzle, slot: Frame, side: float) -> None:
    width, moved = slot.width - _INDENT, listed(puzzle.solution, phrases.say("or"))
    pages.write(moved, slot.left + _INDENT, slot.top + 6, 10, INK, bold=True, width=width)
    position, rules = puzzle.position, puzzle.position.rules
    moves = sum(1 << cell_named(move, rules) for move in puzzle.solution)
    is_x = rules.terms.settable(position.ply) == "X"
    x, o = (position.x | moves, position.o) if is_x else (position.x, position.o | moves)
    _, bottom = _draw_named(pages, Position(rules, x, o), slot, side, moves)
    pages.write(puzzle.say("answer", phrases), slot.left + _INDENT + _LABELS, bottom + 9, 9, INK, width=width - _LABELS)


def _draw_named(pages: PdfPages, position: Position, slot: Frame, side: float, boxed: Mask = 0) -> tuple[float, float]:
    """Draw a board with the names of its rows and columns; return its left edge and what is below it."""
    rules = position.rules
    left, top = slot.left + _INDENT + _LABELS, slot.top + _HEAD
    pages.draw_board(position, left, top, side)
    for cell in cells_of(boxed):
        x, y = centre(cell, rules, side)
        pages.draw([Box(left + x - side / 2 + 2, top + y - side / 2 + 2, side - 4, side - 4, edge=INK, thick=1.4)])
    board = rules.board
    for row in range(rules.rows):
        pages.write(str(rules.rows - row), left - 8, top + board.middle(row, 0)[1] * side, 8, GREY, at="middle")
    bottom = top + rules.board.height * side
    for column in range(rules.columns):
        x, _ = board.middle(rules.rows - 1, column)
        pages.write(column_name(column), left + x * side, bottom + 7, 8, GREY, at="middle")
    return left, bottom + _LABELS
