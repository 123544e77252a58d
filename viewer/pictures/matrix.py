"""Matrix of all positions: every board up to symmetry, in rows by its stones, in the colour of who wins.

In an SVG, the board under the pointer lights up with the boards from which one move leads to it and those to which one
leads from it. On paper, one board that is asked for does. Within the rows of a ply stand first the boards that X wins,
then draws, then those that O wins.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, groupby
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.position import position_of
from oxobook.book.game.rules import Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.progress import Tell
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.chooser import Find
from oxobook.viewer.pictures.drawing.board_shapes import board_shapes, centre
from oxobook.viewer.pictures.drawing.drawing import Drawing, Shown, fitting_size
from oxobook.viewer.pictures.drawing.shapes import Box, Circle, Group, Shape, Text
from oxobook.viewer.pictures.graph_drawing import winner_at
from oxobook.viewer.pictures.registry import Picture
from oxobook.viewer.pictures.request import OnPaper, language_option
from oxobook.viewer.words.english import English
from oxobook.viewer.words.languages import language_named
from oxobook.viewer.words.winner import winner_text

if TYPE_CHECKING:
    from oxobook.viewer.pictures.position_graph import PositionGraph

_WIDTH, _SHAPE = 1200.0, 2**0.5  # of the drawing, and its height by its width: that of a page
_MARGIN, _HEAD, _NAMES = 40.0, 140.0, 104.0  # around everything; above the boards; beside them, for the plies
_LARGEST, _LEAST = 26.0, 3.0  # side of a cell
_AIR, _BETWEEN = 1.2, 14.0  # between boards, in sides of a cell; between plies


@dataclass(frozen=True)
class MatrixRequest(OnPaper):
    """Matrix of all positions."""

    language: str = language_option()


class _Rows(NamedTuple):
    """Rows of boards."""

    across: int  # boards in a row
    side: float  # of a cell
    tops: dict[int, float]  # upper edge of the first row of each ply
    height: float  # of the drawing


def matrix_drawing(book: Book, graph: "PositionGraph", language: str) -> Drawing:
    """Return the matrix of a merged graph of all positions."""
    rules, words = book.rules, language_named(language)
    plies = {ply: list(boards) for ply, boards in groupby(graph, key=lambda board: int(graph.nodes[board]["ply"]))}
    rows, numbers = _rows(rules, plies), {board: str(number) for number, board in enumerate(graph)}
    title = words.all_positions(words.game(rules))
    shapes: list[Shape] = [*_head(title, words)]
    for ply, boards in plies.items():
        stones, count = words.boards_of_ply(ply, len(boards))
        shapes.append(Text(stones, _MARGIN, rows.tops[ply] + 10, 14, COLOURS.ink, bold=True, at="left"))
        shapes.append(Text(count, _MARGIN, rows.tops[ply] + 27, 12, COLOURS.ink, at="left"))
        for number, board in enumerate(sorted(boards, key=lambda board: _rank(graph, board))):
            column, row = number % rows.across, number // rows.across
            x = _MARGIN + _NAMES + column * (rules.board.width + _AIR) * rows.side
            y = rows.tops[ply] + row * (rules.board.height + _AIR) * rows.side
            node = graph.nodes[board]
            orbit = len({*symmetry_group(rules).images(*position_of(node["key"], rules)[1:])})
            worth = winner_text(winner_at(node), node["remoteness"], node["to_move"], words.results[None])
            said = f"{board}: {worth}, {words.stands_for(orbit)}"
            drawn = tuple(_board(book, graph, board, rows.side))
            shapes.append(Group(drawn, x, y, (("n", numbers[board]),), said))
    links = tuple((numbers[parent], numbers[child]) for parent, child in graph.edges)
    return Drawing(_WIDTH, rows.height, title, tuple(map(Shown, shapes)), words.matrix_note, links=links)


def _rank(graph: "PositionGraph", board: str) -> tuple[int, int]:
    """Return the place of a board in its ply: by its winner, then by key."""
    node = graph.nodes[board]
    return ("X", None, "O").index(winner_at(node)), node["key"]


def _rows(rules: Rules, plies: dict[int, list[str]]) -> _Rows:
    """Return the rows with the largest boards at which the drawing is no longer than a page."""
    side = _LARGEST
    while True:
        wide, high = ((length + _AIR) * side for length in (rules.board.width, rules.board.height))
        across = max(1, int((_WIDTH - 2 * _MARGIN - _NAMES + _AIR * side) // wide))
        heights = [max(ceil(len(boards) / across) * high, 36.0) + _BETWEEN for boards in plies.values()]
        tops = list(accumulate(heights, initial=_HEAD))
        if tops[-1] <= _WIDTH * _SHAPE - _MARGIN or side <= _LEAST:
            return _Rows(across, side, dict(zip(plies, tops, strict=False)), tops[-1] + _MARGIN)
        side -= 0.25


def _board(book: Book, graph: "PositionGraph", board: str, side: float) -> Iterator[Shape]:
    """Yield a board on a ground in the colour of its value, with a dot on the pick's cell."""
    node, rules = graph.nodes[board], book.rules
    position, winner, air = position_of(node["key"], rules), winner_at(node), 0.3 * side
    width, height = rules.board.width * side + 2 * air, rules.board.height * side + 2 * air
    edge = COLOURS.strong(winner) if node["over"] else ""
    yield Box(-air, -air, width, height, COLOURS.pale(winner), edge, 0.1 * side, 0.4 * side)
    yield from board_shapes(rules, position.x, position.o, side, COLOURS, 0.05 * side)
    if not node["over"]:
        pick = book.probe(position).pick_cell
        assert pick is not None  # the game goes on
        x, y = centre(pick % rules.cells, rules, side)
        yield Circle(x, y, 0.07 * side, COLOURS.strong(winner), 0.14 * side)


def _head(title: str, words: English) -> Iterator[Shape]:
    """Yield the title, what the colours mean, and how to read a board."""
    yield Text(title, _MARGIN, 46, 30, COLOURS.ink, bold=True, at="left")
    x = _MARGIN
    for winner, said in words.results.items():
        yield Box(x, 70, 22, 22, COLOURS.pale(winner), COLOURS.strong(winner), 1, 4)
        yield Text(said, x + 30, 81, 15, COLOURS.ink, at="left")
        x += 60 + 7.6 * len(said)
    note = words.matrix_note
    yield Text(note, _MARGIN, 112, fitting_size(note, _WIDTH - 2 * _MARGIN, 15), COLOURS.ink, at="left")


def _draw(book: Book, request: MatrixRequest, find: Find, tell: Tell) -> list[Drawing]:
    from oxobook.viewer.pictures.position_graph import LIMIT, strategy_graph

    try:
        graph = strategy_graph(book, None, tell=tell)
    except TooLarge:
        raise TooLarge(
            f"expected a game of at most {LIMIT:,} positions; {book.rules} has more: draw a graph, with --kind all "
            "and a --depth"
        ) from None
    return [matrix_drawing(book, graph, request.language)]


MATRIX = Picture(
    does="Draw all positions, in rows by their stones. The one under the pointer lights those before and after it.",
    example="oxobook draw matrix all.svg",
    request=MatrixRequest,
    draw=_draw,
)
