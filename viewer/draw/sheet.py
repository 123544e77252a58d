"""A printable cheat sheet: the rule in words, and the few boards to remember with the move marked (SVG).

It shows a strategy ``with reflexes``: winning at once, blocking a line and playing the only move need no board. The
boards stand for all that look the same when the paper is turned or flipped.
"""

from dataclasses import dataclass
from itertools import groupby

import drawsvg

from book.book import Book
from book.errors import TooLarge
from book.game.notation import coordinates
from book.game.position import Position
from book.game.score import Value
from book.strategy import Strategy, position_of
from viewer.draw.shapes import centre, draw_grid, draw_o, draw_x, write, write_from
from viewer.palette import Palette

PAPERS = {"a4": (595, 842), "letter": (612, 792)}
"""Width and height in points."""

_MARGIN = 48
_HEAD = 150  # the height of title and rule
_FOOT = 40
_CAPTION = 17  # below each board
_HEADING = 26  # above the boards of one move
_LARGEST, _LEAST = 44.0, 8.0  # the side of a cell, in points


@dataclass(frozen=True)
class _Layout:
    """How the boards are set: the side of a cell, the size of a board with its caption and gaps, boards a row."""

    side: float
    width: float
    height: float
    across: int


def cheat_sheet(book: Book, strategy: Strategy, palette: Palette, paper: str = "a4") -> str:
    """The SVG text of the sheet; deterministic. Raises TooLarge when the boards do not fit on one page."""
    sheet_width, sheet_height = PAPERS[paper]
    groups = _groups(strategy)
    layout = _fit(strategy, [len(boards) for _, boards in groups], paper)
    drawing = drawsvg.Drawing(sheet_width, sheet_height, id_prefix="sheet")
    title = _title(book, strategy)
    drawing.append_title(title)
    drawing.append(drawsvg.Raw(f"<desc>{_description(strategy, groups)}</desc>"))
    drawing.append(drawsvg.Rectangle(0, 0, sheet_width, sheet_height, fill=palette.paper))
    _draw_head(drawing, book, strategy, title, palette)
    top = float(_MARGIN + _HEAD)
    for number, boards in groups:
        top = _draw_group(drawing, strategy, number, boards, layout, top, palette)
    alike = "mirrored left to right" if book.rules.gravity else "turned or flipped"
    note = f"The marked cell is your move. A board stands for all that look the same when {alike}."
    write_from(drawing, note, _MARGIN, sheet_height - _FOOT, 10, palette.rule)
    text: str = drawing.as_svg()
    return text + "\n"


def _groups(strategy: Strategy) -> list[tuple[int, list[Position]]]:
    """The boards to remember by the number of the own move, the first first; within one by key."""
    positions = sorted((position_of(key, strategy.rules) for key in strategy.remembered), key=lambda p: (p.ply, p.key))
    return [(ply // 2 + 1, list(boards)) for ply, boards in groupby(positions, key=lambda position: position.ply)]


def _fit(strategy: Strategy, sizes: list[int], paper: str) -> _Layout:
    """The largest cells with which all groups fit on the page."""
    rules = strategy.rules
    width, height = PAPERS[paper][0] - 2 * _MARGIN, PAPERS[paper][1] - 2 * _MARGIN - _HEAD - _FOOT
    side = _LARGEST
    while side >= _LEAST:
        gap = 0.9 * side
        board_width, board_height = rules.columns * side + gap, rules.rows * side + _CAPTION + gap
        across = int((width + gap) // board_width)
        if across and sum(_HEADING + -(-size // across) * board_height for size in sizes) <= height:
            return _Layout(side, board_width, board_height, across)
        side -= 0.5
    raise TooLarge(
        f"expected a strategy that leaves few boards to remember; {strategy.side}'s for {rules} leaves {sum(sizes)}, "
        "more than fit on one sheet: draw a graph or a map of it with --depth instead"
    )


def _title(book: Book, strategy: Strategy) -> str:
    """What the sheet promises."""
    value = book.probe(Position(book.rules)).value
    own = value if strategy.side == "X" else Value(-value)
    promise = {Value.WIN: "always wins", Value.DRAW: "never loses", Value.LOSS: "makes the best of it"}[own]
    return f"How {strategy.side} {promise} at {book.rules}"


def _rule_in_words(strategy: Strategy) -> tuple[str, ...]:
    """The rule, a line each."""
    rules = strategy.rules
    if rules.misere:
        return (
            f"Whoever completes a line of {rules.k} loses.",
            "Only one cell left? Play it.",
            "Else find your board below.",
        )
    other = "O" if strategy.side == "X" else "X"
    return (
        f"1.  Win if you can: complete a line of {rules.k}.",
        f"2.  Block if you must: take the cell where {other} would complete one.",
        "3.  Else find your board below, and play the marked cell.",
    )


def _description(strategy: Strategy, groups: list[tuple[int, list[Position]]]) -> str:
    """The sheet in words, for those who do not see it."""
    names = coordinates(strategy.rules)
    boards = (f"{one.text} play {names[strategy.moves[one.key]]}" for _, group in groups for one in group)
    return " ".join(_rule_in_words(strategy)) + " Boards: " + "; ".join(boards)


def _draw_head(drawing: drawsvg.Drawing, book: Book, strategy: Strategy, title: str, palette: Palette) -> None:
    """Title, size and rule."""
    write_from(drawing, title, _MARGIN, _MARGIN + 12, 25, palette.ink, bold=True)
    proof = "no strategy needs fewer" if strategy.proved else "the fewest found"
    count = len(strategy.remembered)
    boards = f"{count} {'board' if count == 1 else 'boards'} to remember: {proof}"
    write_from(drawing, boards, _MARGIN, _MARGIN + 40, 12, palette.rule)
    for number, line in enumerate(_rule_in_words(strategy)):
        write_from(drawing, line, _MARGIN, _MARGIN + 74 + 21 * number, 14, palette.ink)


def _draw_group(
    drawing: drawsvg.Drawing,
    strategy: Strategy,
    number: int,
    boards: list[Position],
    layout: _Layout,
    top: float,
    palette: Palette,
) -> float:
    """The boards of one own move under a heading; returns where the next group begins."""
    write_from(drawing, f"Your {_ordinal(number)} move", _MARGIN, top + 6, 12, palette.ink, bold=True)
    top += _HEADING
    for index, position in enumerate(boards):
        row, column = divmod(index, layout.across)
        place = f"translate({_MARGIN + column * layout.width:g} {top + row * layout.height:g})"
        board = drawsvg.Group(transform=place)
        _draw_board(board, position, strategy.moves[position.key], layout.side, palette)
        drawing.append(board)
    return top + -(-len(boards) // layout.across) * layout.height


def _draw_board(board: drawsvg.Group, position: Position, move: int, side: float, palette: Palette) -> None:
    """One board with its move marked and named."""
    rules = position.rules
    x, y = centre(move, rules.columns, side)
    own = palette.x if position.to_move == "X" else palette.o
    draw = draw_x if position.to_move == "X" else draw_o
    reach = 0.45 * side
    box = {"fill": palette.pale_win, "stroke": own, "stroke_width": round(0.05 * side, 2), "rx": round(0.1 * side, 2)}
    board.append(drawsvg.Rectangle(x - reach, y - reach, 2 * reach, 2 * reach, **box))
    for cell in range(rules.cells):
        if position.x >> cell & 1:
            draw_x(board, *centre(cell, rules.columns, side), side, palette.ink)
        elif position.o >> cell & 1:
            draw_o(board, *centre(cell, rules.columns, side), side, palette.ink)
    draw(board, x, y, side, own)
    draw_grid(board, rules.rows, rules.columns, side, palette.rule, width=1)
    caption = f"{position.to_move} plays {coordinates(rules)[move]}"
    write(board, caption, rules.columns * side / 2, rules.rows * side + 11, 9, palette.ink)


def _ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``4th``."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number if number < 20 else number % 10, 'th') }"
