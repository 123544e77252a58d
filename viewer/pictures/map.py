"""Map of a strategy: one board, with the next board inside each cell that the other side may reply in.

The largest coloured stone is your move. Find the reply to it, look inside that cell, and there is your next move.
Where the map is cut, the cells in which the game goes on are empty. Under gravity, those that no stone can reach yet
are grey. The group of a board names its moves (``data-moves``), so that a page that shows the map can find a game in
it.

The idea is Randall Munroe's (https://xkcd.com/832/); here the moves come from a strategy, so none can be wrong.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from oxobook.book.book import Book, require_book
from oxobook.book.errors import TooLarge
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.notation import cells_of, coordinates_in
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Rules
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.strategy import SIDES, first_positions, kind_named
from oxobook.viewer.palette import COLOURS, MARKED
from oxobook.viewer.pictures.chooser import Chooser, Find, require_strategy
from oxobook.viewer.pictures.drawing.board_shapes import centre, grid, stone, strikes
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS, shape_of
from oxobook.viewer.pictures.drawing.shapes import Box, Group, Shape, rounded
from oxobook.viewer.pictures.drawing.svg import svg_text
from oxobook.viewer.pictures.map_caption import HEAD, MARGIN, Caption
from oxobook.viewer.pictures.registry import Picture
from oxobook.viewer.pictures.request import StrategyRequest, language_option, option
from oxobook.viewer.words.english import English
from oxobook.viewer.words.languages import language_named

BOTH = "both"
_SIZE = 1800.0  # the longer side of the outermost board
_INSET = 0.07  # the air around a nested board, as a share of the cell that holds it
_LEAST_SIDE = 1.5  # a smaller cell cannot be read even in a print of the whole wall


@dataclass(frozen=True)
class MapRequest(StrategyRequest):
    """Map of a strategy."""

    side: str = option("X", "Side to play; both are on pages of a PDF.", choices=(*SIDES, BOTH))
    depth: int | None = option(None, "Cut the map after this many of the side's own moves.", int, least=0)
    language: str = language_option()

    @property
    def forms(self) -> tuple[str, ...]:
        return ("pdf",) if self.side == BOTH else super().forms


class MapBoard(NamedTuple):
    """Board of the map."""

    position: Position  # position of the game when the reader looks here
    move: Cell | None  # strategy's move; None if the other side opens, or the game is over
    line: tuple[Cell, ...]  # moves from the map's first position to ``after``
    level: int  # number of boards in which this one is nested
    cut: bool  # True if the boards that would be nested in this one are left out
    x: float
    y: float
    side: float  # side of its cells; ``x`` and ``y``: its top left corner

    @property
    def after(self) -> Position:
        """Position that the board shows."""
        return self.position if self.move is None else self.position.play(self.move)

    @property
    def replies(self) -> dict[Cell, Position]:
        """Positions after the replies in whose cells there is a board, or would be if the map were not cut here."""
        children = {reply: self.after.play(reply) for reply in self.after.legal_cells}
        return {reply: child for reply, child in children.items() if not is_last_stone(child)}

    def inside(self, cell: Cell) -> tuple[float, float, float]:
        """Return the corner of a board nested in a cell, and the side of its cells."""
        board = self.position.rules.board
        x, y = board.middles[cell]
        side = self.side * (1 - 2 * _INSET) / max(board.height, board.width)
        return self.x + x * self.side - side * board.width / 2, self.y + y * self.side - side * board.height / 2, side


def map_boards(
    strategy: Chooser,
    depth: int | None = None,
    start: Position | None = None,
    tell: Tell = tell_nobody,
) -> list[MapBoard]:
    """Return the boards of the map, each before those nested in it.

    From ``start`` (default: the empty board), cut after ``depth`` of the side's own moves (default: not at all).

    Raises:
        TooLarge: When a board would be too small to read.
        MissingPosition: When the strategy never comes to ``start``.
    """
    if strategy.rules.terms.both:
        raise TooLarge(f"a map has one reply in each cell, and {strategy.rules} has two: draw a graph or a sheet")
    start = start or Position(strategy.rules)
    boards: list[MapBoard] = []
    for board in _nested(strategy, start, (), 0, depth, (MARGIN, HEAD, _outermost_side(strategy.rules))):
        boards.append(board)
        tell("boards", len(boards))
    return boards


def map_starts(strategy: Chooser, start: Position, paper: str | None) -> list[Position]:
    """Return where maps on a paper start: on one smaller than A3, O has a page for each first move of X."""
    whole = paper is None or PAPERS[paper][0] >= PAPERS["tabloid"][0]
    if whole or start.ply or strategy.side == "X":
        return [start]
    return first_positions(strategy.rules, "O") or [start]


def _nested(
    strategy: Chooser,
    position: Position,
    line: tuple[Cell, ...],
    level: int,
    depth: int | None,
    place: tuple[float, float, float],
) -> Iterator[MapBoard]:
    """Yield a board and those nested in it, after the moves of ``line``; ``depth`` own moves are left."""
    own = position.to_move == strategy.side and not position.over
    if own and depth == 0:
        if not level:  # a map without moves still shows where it begins
            yield MapBoard(position, None, line, level, True, *place)
        return
    if place[2] < _LEAST_SIDE:
        raise TooLarge(
            f"expected a map of at most {level} nested boards to be legible; {strategy.rules} needs more: "
            f"draw a map of depth {level - (strategy.side == 'O')}, or a graph"
        )
    left = None if depth is None else depth - own
    move = strategy.move(position) if own else None
    line = line if move is None else (*line, move)
    board = MapBoard(position, move, line, level, left == 0, *place)
    yield board
    for reply, child in board.replies.items():
        yield from _nested(strategy, child, (*line, reply), level + 1, left, board.inside(reply))


def is_last_stone(position: Position) -> bool:
    """Return whether the board is full: the reply that filled it is then drawn as a stone."""
    return position.x | position.o == position.rules.full


def _outermost_side(rules: Rules) -> float:
    return _SIZE / max(rules.board.height, rules.board.width)


def strategy_map(
    book: Book,
    strategy: Chooser,
    depth: int | None = None,
    tell: Tell = tell_nobody,
    start: Position | str | None = None,
    language: str = "en",
    shape: float | None = None,
) -> str:
    """Return the map as SVG text; deterministic.

    From ``start`` (default: the empty board), cut after ``depth`` of the side's own moves (default: not at all). On a
    page of a ``shape``, its height by its width, larger type takes the room above and below; the page is turned on its
    side for a map that is wider than high.

    Raises:
        TooLarge: When a board would be too small to read.
        MissingPosition: When the strategy never comes to ``start``.
        UnfitStrategy: For what is no strategy of this game.
    """
    require_book(book)
    require_strategy(strategy, book)
    boards = map_boards(strategy, depth, Position.of(start or Position(book.rules), book.rules), tell)
    return svg_text(map_drawing(book, strategy, boards, language, shape))


def map_drawing(
    book: Book,
    strategy: Chooser,
    boards: list[MapBoard],
    language: str,
    shape: float | None,
    labels: str | None = None,
) -> Drawing:
    """Return the map with these boards, the outermost first, for any format."""
    rules, side, words, start = strategy.rules, strategy.side, language_named(language), boards[0].position
    board_height = rules.board.height * _outermost_side(rules)
    width = max(rules.board.width * _outermost_side(rules), 1200) + 2 * MARGIN
    caption = Caption(width - 2 * MARGIN, board_height, shape)
    own = book.probe(start, pick=False).value.seen_by(side, start.to_move)
    read = words.map_to_move if start.to_move == side else words.map_to_answer
    reading = read(rules.terms.settable(SIDES.index(side)), "O" if side == "X" else "X")  # also O's stone may be an X
    result = words.map_result[own]
    cuts = (board for board in boards if board.cut and any(not child.over for child in board.replies.values()))
    if cut := next(cuts, None):
        result += f" {words.map_cut(len(cut.line[start.to_move != side :: 2]), side)}"
    if any(_closed_cells(board) for board in boards):
        result += f" {words.map_closed}"
    heading, origin = words.title(side, words.game(rules), own), ""
    if start.ply:
        origin = f" from {start.text}"
    if start.ply > 1:
        heading = words.title_from(side, words.game(rules), start.text)
    elif start.ply:
        heading += f" (X: {cell_labels(labels, rules).move(coordinates_in(start.x, rules)[0])})"
    ends = {shown.winner for shown in map(_shown, boards) if shown.over}
    caption.add_head(heading, reading)
    caption.add_legend(ends, result, words)
    caption.add_rules(_reflexes(strategy, words))
    drawn = (_board(board, caption.board_top - HEAD) for board in boards)
    title = f"{side}'s {strategy.name} strategy for {rules}{origin}"
    return Drawing(width, caption.height, title, tuple(map(Shown, (*drawn, *caption.shapes))), f"{reading} {result}")


def _reflexes(strategy: Chooser, words: English) -> list[str]:
    """Return the rules that a strategy with reflexes follows where it can."""
    if not strategy.name.startswith("reflexes"):
        return []
    other = "O" if strategy.side == "X" else "X"
    has = strategy.rules.terms.reflexes(SIDES.index(strategy.side))
    return [words.sheet_rule(rule, strategy.rules.k, other) for rule in has]


def _closed_cells(board: MapBoard) -> list[Cell]:
    """Return the empty cells that no stone can reach yet."""
    rules, x, o = shown = _shown(board)
    return [] if shown.over else cells_of(rules.full & ~(x | o | rules.playable(x | o)))


def _board(board: MapBoard, down: float) -> Group:
    """Return one board: ground by how the game ended, grid, old stones in grey, and the move in colour."""
    rules, shown = board.position.rules, _shown(board)
    names = rules.board.names
    shapes: list[Shape] = []
    if shown.over:
        ground = COLOURS.pale(shown.winner)
        shapes.append(Box(0, 0, rules.board.width * board.side, rules.board.height * board.side, ground))
    for x, y in (centre(cell, rules, board.side) for cell in _closed_cells(board)):
        shapes.append(Box(x - board.side / 2, y - board.side / 2, board.side, board.side, MARKED, opacity=0.5))
    shapes.append(grid(rules, board.side, COLOURS.ink, 0.13 * board.side**0.6))
    for sign, mask, colour in (("X", shown.x, COLOURS.x), ("O", shown.o, COLOURS.o)):
        for one in cells_of(mask):
            size, ink = (1.12, colour) if one == board.move else (0.62, COLOURS.rule)
            shapes.append(stone(sign, *centre(one, rules, board.side), size * board.side, ink))
    shapes += strikes(rules, shown.x, shown.o, board.side, COLOURS.ink)
    line = " ".join(names[move] for move in board.line)
    return Group(tuple(shapes), board.x, board.y + down, (("moves", line), ("side", rounded(board.side))))


def _shown(board: MapBoard) -> Position:
    """Return the position that a board shows: with the last stone on it, if only one is left to fill it."""
    after = board.after
    if len(after.legal_cells) == 1 and is_last_stone(last := after.play(after.legal_cells[0])):
        return last
    return after


def maps(book: Book, request: MapRequest, find: Find, tell: Tell) -> list[Drawing]:
    """Return the map of a side, or those of both; O's is in parts if the paper is small."""
    drawings, shape = [], shape_of(request.paper)
    for side in SIDES if request.side == BOTH else request.side:
        strategy = find(book, side, *kind_named(request.kind))
        for start in map_starts(strategy, request.position(book.rules), request.paper):
            boards = map_boards(strategy, request.depth, start, tell=tell)
            drawings.append(map_drawing(book, strategy, boards, request.language, shape, request.labels))
    return drawings


MAP = Picture(
    does="Draw a side's whole strategy on one board. Each cell shows a reply and, inside it, the next board.",
    example="oxobook draw map x.svg --side X",
    request=MapRequest,
    draw=maps,
)
