"""A printable cheat sheet: the rule in words, and the few boards to remember with the move marked (SVG).

It shows a strategy ``with reflexes``: winning at once, blocking a line and playing the only move need no board. The
boards stand for all that look the same when the paper is turned or flipped.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import NamedTuple
from xml.sax.saxutils import escape

import drawsvg

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.board_svg import centre, grid_svg, stone_svg
from oxobook.book.game.notation import cells_of, coordinates
from oxobook.book.game.palette import Palette
from oxobook.book.game.position import Position
from oxobook.book.strategy import Strategy, position_of
from oxobook.viewer.diagrams.phrases import Phrases, phrases_in
from oxobook.viewer.drawing.board import draw, fitting_size, write, write_from
from oxobook.viewer.drawing.paper import PAPERS

_WIDTH = 595.0  # of every page, in the units of the drawing; its height follows from the paper
_MARGIN = 48.0
_HEAD = 142.0  # the height of title and rule
_FOOT = 30.0
_CAPTION = 17.0  # below each board
_HEADING = 26.0  # above the boards of one move
_HEADING_WIDTH = 105.0
_LARGEST, _LEAST = 66.0, 8.0  # the side of a cell
_GAP = 0.9  # between two boards, in sides of a cell
_LOOSEST = 40.0  # the most air that is added between two rows

Group = tuple[int, list[Position]]
"""The boards to remember of one own move, by its number: the first is 1."""


class _Place(NamedTuple):
    """Where a board, or the heading of a group, has its top left corner: row and column of boards on the page."""

    row: int
    column: int


@dataclass(frozen=True)
class _Layout:
    """How the boards are set: the side of a cell, and the width of a board with its gap."""

    side: float
    width: float
    places: tuple[tuple[_Place, ...], ...]
    """Of each group, the place of each board; the heading stands above the first."""
    tops: tuple[float, ...]
    """How far below the head each row of boards is, with what stands above it."""


def cheat_sheet(book: Book, strategy: Strategy, palette: Palette, paper: str = "a4", language: str = "en") -> str:
    """The SVG text of the sheet; deterministic. Raises TooLarge when the boards do not fit on one page."""
    (across, up), phrases = PAPERS[paper], phrases_in(language)
    height = _WIDTH * up / across
    groups = _groups(strategy)
    layout = _fit(strategy, [len(boards) for _, boards in groups], height - 2 * _MARGIN - _HEAD - _FOOT)
    drawing = drawsvg.Drawing(_WIDTH, height, id_prefix="sheet")
    drawing.set_render_size(across, up)
    own = book.probe(Position(book.rules)).value.seen_by(strategy.side, to_move="X")
    title = phrases.title(strategy.side, book.rules, own)
    drawing.append_title(title)
    drawing.append(drawsvg.Raw(f"<desc>{escape(_description(strategy, groups, phrases))}</desc>"))
    drawing.append(drawsvg.Rectangle(0, 0, _WIDTH, height, fill=palette.paper))
    _draw_head(drawing, strategy, title, palette, phrases)
    for (number, boards), places in zip(groups, layout.places, strict=True):
        _draw_group(drawing, strategy, number, boards, places, layout, palette, phrases)
    note = phrases.say("sheet, mirrored" if book.rules.gravity else "sheet, turned")
    size = fitting_size(note, _WIDTH - 2 * _MARGIN, 10)
    write_from(drawing, note, _MARGIN, height - _MARGIN, size, palette.ink)
    text: str = drawing.as_svg()
    return text + "\n"


def _groups(strategy: Strategy) -> list[Group]:
    """The boards to remember by the number of the own move, the first first; within one by key."""
    positions = sorted((position_of(key, strategy.rules) for key in strategy.remembered), key=lambda p: (p.ply, p.key))
    return [(ply // 2 + 1, list(boards)) for ply, boards in groupby(positions, key=lambda position: position.ply)]


def _fit(strategy: Strategy, sizes: Sequence[int], height: float) -> _Layout:
    """The largest cells with which all groups fit, and the rows apart so far that they fill the height."""
    rules, width, side = strategy.rules, _WIDTH - 2 * _MARGIN, _LARGEST
    while side >= _LEAST:
        gap = _GAP * side
        board_width = rules.columns * side + gap
        across = int((width + gap) // board_width)
        if across:
            places = tuple(_set_out(sizes, across, -int(-_HEADING_WIDTH // board_width)))
            headed = {group[0].row for group in places}
            rows = [row for group in places for row in range(group[0].row, group[-1].row + 1)]
            heights = [_HEADING * (row in headed) + rules.rows * side + _CAPTION for row in sorted(set(rows))]
            left = height - sum(heights)
            if left >= gap / 2 * (len(heights) - 1):
                air = min(left / max(len(heights) - 1, 1), max(gap / 2, _LOOSEST))
                tops = accumulate((one + air for one in heights[:-1]), initial=0.0)
                return _Layout(side, board_width, places, tuple(tops))
        side -= 0.5
    raise TooLarge(
        f"expected a strategy that leaves few boards to remember; {strategy.side}'s for {rules} leaves {sum(sizes)}, "
        "more than fit on one sheet: draw a graph or a map of limited depth instead"
    )


def _set_out(sizes: Sequence[int], across: int, least: int) -> Iterator[tuple[_Place, ...]]:
    """The places of each group's boards: beside the groups before where all stand in one row, else on new rows.

    ``across`` boards stand in a row, and ``least`` of them are as wide as a heading.
    """
    row, column = -1, across
    for size in sizes:
        if column + size > across:
            row, column = row + 1, 0
        yield tuple(_Place(row + (column + one) // across, (column + one) % across) for one in range(size))
        column = column + max(size, least) if size <= across else across
        row += (size - 1) // across


def _rule_in_words(strategy: Strategy, phrases: Phrases) -> list[str]:
    """The rule, a line each."""
    firsts = ("misère", "last move") if strategy.rules.misere else ("win", "block")
    values = {"k": strategy.rules.k, "other": "O" if strategy.side == "X" else "X"}
    lines = [phrases.say(f"sheet, {name}", **values) for name in (*firsts, "find")]
    return [f"{number}.  {line}" for number, line in enumerate(lines, 1)]


def _description(strategy: Strategy, groups: list[tuple[int, list[Position]]], phrases: Phrases) -> str:
    """The sheet in words, for those who do not see it."""
    names = coordinates(strategy.rules)
    boards = (f"{one.text} play {names[strategy.moves[one.key]]}" for _, group in groups for one in group)
    return " ".join(_rule_in_words(strategy, phrases)) + " Boards: " + "; ".join(boards)


def _draw_head(drawing: drawsvg.Drawing, strategy: Strategy, title: str, palette: Palette, phrases: Phrases) -> None:
    """Title, size and rule."""
    size = fitting_size(title, _WIDTH - 2 * _MARGIN, 25, bold=True)
    write_from(drawing, title, _MARGIN, _MARGIN + 12, size, palette.ink, bold=True)
    proof = phrases.say("sheet, proved" if strategy.proved else "sheet, found")
    count = len(strategy.remembered)
    boards = phrases.say("sheet, a board" if count == 1 else "sheet, boards", count=count, proof=proof)
    write_from(drawing, boards, _MARGIN, _MARGIN + 40, 12, palette.ink)
    lines = _rule_in_words(strategy, phrases)
    size = min(fitting_size(line, _WIDTH - 2 * _MARGIN, 14) for line in lines)
    for number, line in enumerate(lines):
        write_from(drawing, line, _MARGIN, _MARGIN + 74 + 21 * number, size, palette.ink)


def _draw_group(
    drawing: drawsvg.Drawing,
    strategy: Strategy,
    number: int,
    boards: list[Position],
    places: tuple[_Place, ...],
    layout: _Layout,
    palette: Palette,
    phrases: Phrases,
) -> None:
    """The boards of one own move under a heading."""
    head = _MARGIN + _HEAD
    left, top = _MARGIN + places[0].column * layout.width, head + layout.tops[places[0].row]
    write_from(drawing, phrases.numbered("sheet, move", number), left, top + 6, 12, palette.ink, bold=True)
    for position, place in zip(boards, places, strict=True):
        x, y = _MARGIN + place.column * layout.width, head + layout.tops[place.row]
        y += _HEADING if place.row == places[0].row else 0
        board = drawsvg.Group(transform=f"translate({x:g} {y:g})")
        _draw_board(board, position, strategy.moves[position.key], layout.side, palette, phrases)
        drawing.append(board)


def _draw_board(
    board: drawsvg.Group, position: Position, move: int, side: float, palette: Palette, phrases: Phrases
) -> None:
    """One board with its move marked and named."""
    rules = position.rules
    x, y = centre(move, rules, side)
    own = palette.x if position.to_move == "X" else palette.o
    reach = 0.45 * side
    box = {"fill": palette.pale_win, "stroke": own, "stroke_width": round(0.05 * side, 2), "rx": round(0.1 * side, 2)}
    board.append(drawsvg.Rectangle(x - reach, y - reach, 2 * reach, 2 * reach, **box))
    for stone, stones in (("X", position.x), ("O", position.o)):
        draw(board, *(stone_svg(stone, *centre(cell, rules, side), side, palette.ink) for cell in cells_of(stones)))
    draw(board, stone_svg(position.to_move, x, y, side, own), grid_svg(rules, side, palette.rule, 1))
    caption = phrases.say("sheet, play", side=position.to_move, cell=coordinates(rules)[move])
    write(board, caption, rules.columns * side / 2, rules.rows * side + 11, 9, palette.ink)
