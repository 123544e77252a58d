"""Printable cheat sheet: the rule in words, and the few boards to remember with the move marked.

It shows a strategy ``with reflexes``: winning at once, blocking a line and playing the only move need no board. The
boards stand for all that look the same when the paper is turned or flipped.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from math import ceil

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.position import Position, position_of
from oxobook.book.strategy import SIDES, Strategy
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.chooser import Find
from oxobook.viewer.pictures.drawing.board_shapes import centre, grid, stone, stones
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown, fitting_size
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from oxobook.viewer.pictures.drawing.shapes import Box, Group, Shape, Text
from oxobook.viewer.pictures.registry import Picture
from oxobook.viewer.pictures.request import SideRequest, language_option, option
from oxobook.viewer.words.english import English
from oxobook.viewer.words.languages import language_named
from oxobook.viewer.words.wording import sameness


@dataclass(frozen=True)
class SheetRequest(SideRequest):
    """Cheat sheet."""

    paper: str = option("a4", "Size of the page.", choices=PAPERS)
    language: str = language_option()


_WIDTH = 595.0  # of every page, in the units of the drawing; its height follows from the paper
_MARGIN = 48.0
_HEAD = 142.0  # the height of title and rule
_FOOT = 30.0
_CAPTION = 17.0  # below each board
_HEADING = 26.0  # above the boards of one move
_LARGEST, _LEAST = 66.0, 8.0  # the side of a cell
_GAP = 0.9  # between two boards, in sides of a cell
_LOOSEST = 40.0  # the most air that is added between two rows

Remembered = tuple[int, list[Position]]  # boards to remember of one own move, by its number: the first is 1
_Corner = tuple[float, float]


def sheet_of(book: Book, request: SheetRequest, find: Find) -> Drawing:
    """Return the cheat sheet of a request. Raises TooLarge when the boards do not fit on one page."""
    strategy = find(book, request.side, "reflexes", False)
    assert isinstance(strategy, Strategy)  # only picks are anything else
    (across, up), words = PAPERS[request.paper], language_named(request.language)
    names = cell_labels(request.labels, book.rules).names
    height = _WIDTH * up / across
    groups = _groups(strategy)
    side, corners = _fit(strategy, [len(boards) for _, boards in groups], height - 2 * _MARGIN - _HEAD - _FOOT)
    own = book.probe(Position(book.rules), pick=False).value.seen_by(strategy.side, to_move="X")
    title = words.title(strategy.side, words.game(book.rules), own)
    shapes: list[Shape] = list(_head(strategy, title, words))
    for (number, boards), places in zip(groups, corners, strict=True):
        left, top = places[0]
        shapes.append(Text(words.your_move(number), left, top - _HEADING + 6, 12, COLOURS.ink, bold=True, at="left"))
        for board, place in zip(boards, places, strict=True):
            move = strategy.moves[board.key]
            caption = words.plays(board.to_move, names[move])
            shapes.append(Group(tuple(_board(board, move, side, caption)), *place))
    shapes += [_line(words.sheet_note[sameness(book.rules)], height - _MARGIN, 10)] * bool(groups)
    moves = (f"{one.text} play {names[strategy.moves[one.key]]}" for _, group in groups for one in group)
    said = " ".join(_rule_in_words(strategy, words)) + " Boards: " + "; ".join(moves)
    return Drawing(_WIDTH, height, title, tuple(map(Shown, shapes)), said, unit=across / _WIDTH)


def _groups(strategy: Strategy) -> list[Remembered]:
    """Return the boards to remember by the number of the own move; within one by key."""
    positions = sorted((position_of(key, strategy.rules) for key in strategy.remembered), key=lambda p: (p.ply, p.key))
    return [(ply // 2 + 1, list(boards)) for ply, boards in groupby(positions, key=lambda position: position.ply)]


def _fit(strategy: Strategy, sizes: Sequence[int], height: float) -> tuple[float, list[list[_Corner]]]:
    """Return the largest side of a cell with which all groups fit, and the corners of their boards, in spread rows."""
    rules, width, side = strategy.rules, _WIDTH - 2 * _MARGIN, _LARGEST
    while side >= _LEAST:
        gap = _GAP * side
        board_width = rules.board.width * side + gap
        across = int((width + gap) // board_width)
        if across:
            rows = [ceil(size / across) for size in sizes]
            high = rules.board.height * side + _CAPTION
            heights = [high + _HEADING * (row == 0) for count in rows for row in range(count)]
            left = height - sum(heights)
            if left >= gap / 2 * (len(heights) - 1):
                air = min(left / max(len(heights) - 1, 1), max(gap / 2, _LOOSEST))
                tops = list(accumulate((one + air for one in heights[:-1]), initial=_MARGIN + _HEAD))
                return side, [
                    [
                        (_MARGIN + one % across * board_width, tops[first + one // across] + _HEADING * (one < across))
                        for one in range(size)
                    ]
                    for size, first in zip(sizes, accumulate(rows, initial=0), strict=False)
                ]
        side -= 0.5
    raise TooLarge(
        f"expected a strategy that leaves few boards to remember; {strategy.side}'s for {rules} leaves {sum(sizes)}, "
        "more than fit on one sheet: draw a graph or a map of limited depth instead"
    )


def _rule_in_words(strategy: Strategy, words: English) -> list[str]:
    terms, turn = strategy.rules.terms, SIDES.index(strategy.side)
    firsts = [*terms.reflexes(turn), *["misère"] * terms.lines_lose]
    firsts += ["last move"] * (len(firsts) < 2 or "misère" in firsts)
    firsts += ["find"] * bool(strategy.remembered)
    k, other = strategy.rules.k, "O" if strategy.side == "X" else "X"
    return [f"{number}.  {words.sheet_rule(rule, k, other)}" for number, rule in enumerate(firsts, 1)]


def _head(strategy: Strategy, title: str, words: English) -> Iterator[Text]:
    yield _line(title, _MARGIN + 12, 25, bold=True)
    yield _line(words.boards_to_remember(len(strategy.remembered), strategy.proved), _MARGIN + 40, 12)
    lines = _rule_in_words(strategy, words)
    size = min(fitting_size(line, _WIDTH - 2 * _MARGIN, 14) for line in lines)
    for number, line in enumerate(lines):
        yield Text(line, _MARGIN, _MARGIN + 74 + 21 * number, size, COLOURS.ink, at="left")


def _line(said: str, y: float, most: float, bold: bool = False) -> Text:
    """Return a line across the page, of size ``most`` or the largest at which it fits."""
    size = fitting_size(said, _WIDTH - 2 * _MARGIN, most, bold)
    return Text(said, _MARGIN, y, size, COLOURS.ink, bold, at="left")


def _board(position: Position, move: int, side: float, caption: str) -> Iterator[Shape]:
    """Yield one board with its move marked, and a caption."""
    rules = position.rules
    sign, cell = position.stone(move)
    x, y = centre(cell, rules, side)
    own, reach = COLOURS.strong(sign), 0.45 * side
    yield Box(x - reach, y - reach, 2 * reach, 2 * reach, COLOURS.pale(sign), own, 0.05 * side, 0.1 * side)
    yield from stones(rules, position.x, position.o, side, (COLOURS.ink, COLOURS.ink))
    yield stone(sign, x, y, side, own)
    yield grid(rules, side, COLOURS.rule, 1)
    yield Text(caption, rules.board.width * side / 2, rules.board.height * side + 11, 9, COLOURS.ink)


SHEET = Picture(
    does="Draw a one-page cheat sheet. It says the rule in words, and shows the few boards that no reflex decides.",
    example="oxobook draw sheet x.pdf --side X",
    request=SheetRequest,
    draw=lambda book, request, find, tell: [sheet_of(book, request, find)],
)
