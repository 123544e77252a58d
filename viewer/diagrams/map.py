"""The map of a strategy: one board, with the next board inside each cell that the other side may reply in (SVG).

The largest coloured stone is your move. Find the reply to it, look inside that cell, and there is your next move.
Where the map is cut, ``…`` says that the game goes on. The group of a board names its moves (``data-moves``), so that
a page that shows the map can find a game in it.

The idea is Randall Munroe's (https://xkcd.com/832/); here the moves come from a strategy, so none can be wrong.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

import drawsvg

from oxobook.book.book import Book
from oxobook.book.errors import MissingPosition, TooLarge
from oxobook.book.game.board_svg import centre, grid_svg, stone_svg, strike_svg
from oxobook.book.game.notation import coordinates
from oxobook.book.game.palette import CLASSIC, Palette
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell
from oxobook.book.progress import Tell, tell_nobody
from oxobook.viewer.diagrams.chooser import Chooser, require_met
from oxobook.viewer.diagrams.nesting import LEAST_SIDE, nested_side, outermost_side
from oxobook.viewer.diagrams.phrases import Phrases, phrases_in
from oxobook.viewer.drawing.board import draw, fitting_size, write, write_from

_MARGIN, _HEAD, _FOOT = 60.0, 150.0, 90.0
_LARGEST_TYPE = 2.0  # of a poster, by that of a map


@dataclass(frozen=True)
class MapCell:
    """One board of the map."""

    position: Position
    """What the reader has on the board when looking here."""
    move: Cell | None
    """The strategy's move; None where the other side opens, and where the game is over."""
    level: int
    """How many boards this one is nested in."""
    x: float
    y: float
    side: float
    """The place of its top left corner, and the side of its cells."""
    cut: bool
    """Whether the boards that would be nested in this one are left out."""
    line: tuple[Cell, ...] = ()
    """The moves from the map's first position to ``after``."""

    @property
    def after(self) -> Position:
        """The position that the board shows."""
        return self.position if self.move is None else self.position.play(self.move)

    def inside(self, cell: Cell) -> tuple[float, float, float]:
        """Where a board nested in a cell has its corner, and the side of its cells."""
        rules = self.position.rules
        row, column = divmod(cell, rules.columns)
        side = nested_side(rules, self.side)
        left = self.x + column * self.side + (self.side - side * rules.columns) / 2
        return left, self.y + row * self.side + (self.side - side * rules.rows) / 2, side


def map_cells(strategy: Chooser, depth: int | None = None, start: Position | None = None) -> Iterator[MapCell]:
    """Every board of the map, each before those nested in it; ``depth`` cuts after so many own moves.

    From ``start`` (default: the empty board). Raises TooLarge when a board would be too small to read, NeverMet, a
    MissingPosition, when the strategy never comes to ``start``.
    """
    rules = strategy.rules
    side = outermost_side(rules)
    start = start or Position(rules)
    try:
        yield from _nested(strategy, start, (), 0, depth, (_MARGIN, _HEAD, side))
    except MissingPosition:
        require_met(strategy, start)  # else something is wrong with the book
        raise


def _nested(
    strategy: Chooser,
    position: Position,
    line: tuple[Cell, ...],
    level: int,
    depth: int | None,
    place: tuple[float, float, float],
) -> Iterator[MapCell]:
    """A board and those nested in it, after the moves of ``line``; ``depth`` own moves are left."""
    own = position.to_move == strategy.side and not position.over
    if own and depth == 0:
        return
    if place[2] < LEAST_SIDE:
        raise TooLarge(
            f"expected a map of at most {level} nested boards to be legible; {strategy.rules} needs more: "
            f"limit the depth to {level - (strategy.side == 'O')}"
        )
    left = None if depth is None else depth - own
    move = strategy.move(position) if own else None
    line = line if move is None else (*line, move)
    cell = MapCell(position, move, level, *place, cut=left == 0, line=line)
    yield cell
    for reply in cell.after.legal_cells:
        child = cell.after.play(reply)
        if not is_last_stone(child):
            yield from _nested(strategy, child, (*line, reply), level + 1, left, cell.inside(reply))


def is_last_stone(position: Position) -> bool:
    """Whether the board is full: then the reply that filled it is drawn as a stone, for there is nothing to look up."""
    return position.x | position.o == position.rules.full


def strategy_map(
    book: Book,
    strategy: Chooser,
    palette: Palette = CLASSIC,
    depth: int | None = None,
    most: int | None = None,
    tell: Tell = tell_nobody,
    start: Position | None = None,
    language: str = "en",
    shape: float | None = None,
) -> str:
    """The SVG text of the map; deterministic. Raises as ``map_cells``, and TooLarge for more than ``most`` boards.

    On a page of a ``shape``, its height by its width, larger type takes the room above and below; the page is turned
    on its side for a map that is wider than high.
    """
    rules, side, phrases = strategy.rules, strategy.side, phrases_in(language)
    start = start or Position(rules)
    board_height = rules.rows * outermost_side(rules)
    width = max(rules.columns * outermost_side(rules), 1200) + 2 * _MARGIN
    scale = 1.0 if shape is None else _type_scale(width, board_height, shape)
    height = board_height + scale * (_HEAD + _FOOT)
    drawing = drawsvg.Drawing(width, height, id_prefix="map")
    own = book.probe(start).value.seen_by(side, start.to_move)
    boards = _board_list(strategy, depth, most, tell, start)
    reading, result = _instructions(side, start, phrases), phrases.by_result("map", own)
    if any(_cut_cells(cell) for cell in boards):
        cut = "map, cut after a move" if depth == 1 else "map, cut"
        result += f" {phrases.say(cut, count=depth, side=side)}"
    origin = f" from {start.text}" if start.ply else ""
    drawing.append_title(f"{side}'s {strategy.name} strategy for {rules}{origin}")
    drawing.append(drawsvg.Raw(f"<desc>{escape(f'{reading} {result}')}</desc>"))
    drawing.append(drawsvg.Rectangle(0, 0, width, height, fill=palette.paper))
    ground = drawing
    if shape is not None:
        ground = drawsvg.Group(transform=f"translate(0 {_round((scale - 1) * _HEAD):g})")
        drawing.append(ground)
    for cell in boards:
        _draw_board(ground, strategy, cell, palette)
    heading = phrases.title(side, rules, own)
    if start.ply:
        heading = phrases.say("title from a position", side=side, game=phrases.game(rules), position=start.text)
    across = width - 2 * _MARGIN
    _draw_head(drawing, heading, reading, across, scale, palette)
    _draw_legend(drawing, result, across, _round(height - scale * _FOOT / 2), min(scale, 1.4), palette, phrases)
    text: str = drawing.as_svg()
    return text + "\n"


def _type_scale(width: float, board_height: float, shape: float) -> float:
    """How much larger the type may be, by that of a map, with the height that is left on the page."""
    turned = board_height + _HEAD + _FOOT < width
    room = width * (1 / shape if turned else shape) - board_height
    return min(max(room / (_HEAD + _FOOT), 1.0), _LARGEST_TYPE)


def _board_list(strategy: Chooser, depth: int | None, most: int | None, tell: Tell, start: Position) -> list[MapCell]:
    """The boards of the map; raises TooLarge for more than ``most``."""
    boards = []
    for cell in map_cells(strategy, depth, start):
        boards.append(cell)
        tell("boards", len(boards))
        if most is not None and len(boards) > most:
            raise TooLarge(
                f"expected a map of at most {most:,} boards; {strategy.side}'s for {strategy.rules} has more: "
                "limit the depth"
            )
    return boards


def _cut_cells(cell: MapCell) -> tuple[Cell, ...]:
    """The cells of a board in which one would be nested, if the map were not cut there."""
    if not cell.cut:
        return ()
    children = {reply: cell.after.play(reply) for reply in cell.after.legal_cells}
    return tuple(reply for reply, child in children.items() if not child.over and not is_last_stone(child))


def _instructions(side: str, start: Position, phrases: Phrases) -> str:
    """How to read the map."""
    other = "O" if side == "X" else "X"
    return phrases.say("map, to move" if start.to_move == side else "map, to answer", side=side, other=other)


def _draw_board(drawing: drawsvg.Drawing, strategy: Chooser, cell: MapCell, palette: Palette) -> None:
    """One board: ground by how the game ended, grid, old stones in grey, and the move in colour."""
    rules, shown, side = cell.position.rules, _shown(cell), cell.side
    names = coordinates(rules)
    line = " ".join(names[move] for move in cell.line)
    board = drawsvg.Group(transform=f"translate({cell.x:.3f} {cell.y:.3f})", data_moves=line, data_side=_round(side))
    if shown.over:
        grounds = {None: palette.pale_draw, strategy.side: palette.pale_win}
        ground = grounds.get(shown.winner, palette.pale_loss)
        board.append(drawsvg.Rectangle(0, 0, _round(rules.columns * side), _round(rules.rows * side), fill=ground))
    draw(board, grid_svg(rules, side, palette.ink, 0.13 * side**0.6))
    for stone in range(rules.cells):
        _draw_stone(board, shown, stone, stone == cell.move, side, palette)
    draw(board, *(strike_svg(line, rules, side, palette.ink) for line in shown.completed_lines))
    for reply in _cut_cells(cell):
        write(board, "…", *centre(reply, rules, side), _round(0.4 * side), palette.rule)
    drawing.append(board)


def _shown(cell: MapCell) -> Position:
    """The position that a board shows: with the last stone on it, when only one is left to fill it."""
    after = cell.after
    if len(after.legal_cells) == 1 and is_last_stone(last := after.play(after.legal_cells[0])):
        return last
    return after


def _draw_stone(
    board: drawsvg.Group, position: Position, stone: Cell, new: bool, side: float, palette: Palette
) -> None:
    """A stone: large in its side's colour when it is the move, else small and grey."""
    if not (position.x | position.o) >> stone & 1:
        return
    symbol, colour = ("X", palette.x) if position.x >> stone & 1 else ("O", palette.o)
    x, y = centre(stone, position.rules, side)
    draw(board, stone_svg(symbol, x, y, side * (1.12 if new else 0.62), colour if new else palette.rule))


def _round(length: float) -> float:
    return round(length, 3)


def _draw_head(
    drawing: drawsvg.Drawing, heading: str, reading: str, across: float, scale: float, palette: Palette
) -> None:
    """What the map is of, and how it is read."""
    size = fitting_size(heading, across, 46 * scale, bold=True)
    write_from(drawing, heading, _MARGIN, 62 * scale, size, palette.ink, bold=True)
    write_from(drawing, reading, _MARGIN, 112 * scale, fitting_size(reading, across, 26 * scale), palette.ink)


def _draw_legend(
    drawing: drawsvg.Drawing,
    result: str,
    across: float,
    y: float,
    scale: float,
    palette: Palette,
    phrases: Phrases,
) -> None:
    """What the grounds of finished games mean, and what the strategy is good for."""
    x, half = _MARGIN, 16 * scale
    for colour, word in ((palette.pale_win, "won"), (palette.pale_draw, "drawn"), (palette.pale_loss, "lost")):
        drawing.append(drawsvg.Rectangle(x, y - half, 2 * half, 2 * half, fill=colour, stroke=palette.rule))
        write_from(drawing, phrases.say(word), x + 44 * scale, y, 24 * scale, palette.ink)
        x += 150 * scale
    words = f"{phrases.say('map, struck')} {result}"
    x += 20 * scale
    write_from(drawing, words, x, y, fitting_size(words, _MARGIN + across - x, 24 * scale), palette.ink)
