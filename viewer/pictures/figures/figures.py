"""Figures as pictures: for slides, papers and blackboards, exactly as large as asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from oxobook.book.book import Book
from oxobook.book.game.labels import kinds_for
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.progress import Tell
from oxobook.viewer.palette import BLACK, COLOURS
from oxobook.viewer.pictures.chooser import Find
from oxobook.viewer.pictures.drawing.drawing import CM, Drawing
from oxobook.viewer.pictures.figures.alpha_beta_figure import ORDERS, alpha_beta_figure
from oxobook.viewer.pictures.figures.game_tree import score_for_x, value_for_x
from oxobook.viewer.pictures.figures.style import Style
from oxobook.viewer.pictures.figures.tile_figures import (
    cells_figure,
    forks_figure,
    lines_figure,
    orbit_figure,
    strip_figure,
)
from oxobook.viewer.pictures.figures.tree_figure import asked_figure, minimax_figure
from oxobook.viewer.pictures.registry import DRAWN, Picture
from oxobook.viewer.pictures.request import Request, TextRequest, option


@dataclass(frozen=True)
class FigureRequest(Request):
    """Options of every figure."""

    width: float = option(16, "Width of the figure in cm.", float, least=1, greatest=120)
    captions: bool = option(True, "Sentences under the figure.", bool)
    black: bool = option(False, "Draw in black on white.", bool)
    steps = False  # True if it is drawn step by step

    @property
    def style(self) -> Style:
        return Style(self.width * CM, BLACK if self.black else COLOURS, self.captions, labels=self.labels)


@dataclass(frozen=True)
class PositionRequest(FigureRequest, TextRequest):
    """Figure of a position."""

    position: str = option("", "a board or a game record", argument=True)


@dataclass(frozen=True)
class StepsRequest(FigureRequest):
    """Figure that may be drawn step by step."""

    steps: bool = option(False, "Draw step by step: pages of a PDF, an animated SVG, or TeX pictures.", bool)

    @property
    def forms(self) -> tuple[str, ...]:
        return ("svg", "pdf", "tex") if self.steps else ()


@dataclass(frozen=True)
class StripRequest(StepsRequest, TextRequest):
    """Game as a strip of boards; in steps, on one board."""

    game: str = option("", "the game, as its moves", argument=True, metavar="GAME")


@dataclass(frozen=True)
class TreeRequest(StepsRequest, TextRequest):
    """Tree of a game."""

    start: str = option("", "Root, a board or a game record; default the empty board.", name="from")
    depth: int | None = option(
        None, "Cut the tree after this many plies; by default, as deep as is legible.", int, least=0
    )
    merge: bool = option(False, "Draw moves that are symmetric to each other as one.", bool)

    def root(self, rules: Rules) -> Position:
        return Position.parse(self.start, rules, reading=self.read_as)


@dataclass(frozen=True)
class MinimaxRequest(TreeRequest):
    """Tree with the values that minimax backs up."""

    scores: bool = option(
        False, "Scores instead of +1, 0 and -1: on 3x3, 10 - d if X wins with move d, d - 10 if O does.", bool
    )


@dataclass(frozen=True)
class AlphaBetaRequest(TreeRequest):
    """Tree that alpha-beta searches."""

    kind: str = option("cells", f"Kind of search: its moves {', or '.join(ORDERS.values())}.", choices=ORDERS)


def _tree(book: Book, request: MinimaxRequest) -> Drawing:
    worth, draw = score_for_x if request.scores else value_for_x, partial(minimax_figure, style=request.style)
    return asked_figure(book, request.root(book.rules), request.depth, request.merge, draw, worth)


def _alpha_beta(book: Book, request: AlphaBetaRequest) -> Drawing:
    draw = partial(alpha_beta_figure, order=request.kind, style=request.style)
    return asked_figure(book, request.root(book.rules), request.depth, request.merge, draw)


def _figure(
    does: str,
    example: str,
    request: type[FigureRequest],
    draw: Callable[[Book, Any], Drawing],
    answers: bool = True,
) -> Picture:
    """Return the picture of a figure; ``draw`` is a function from the book and the request to it, in steps."""

    def pages(book: Book, asked: FigureRequest, find: Find, tell: Tell) -> list[Drawing]:
        figure = draw(book, asked)
        return [figure if asked.steps else figure.whole]

    return Picture(does, f"oxobook draw {example}", request, pages, drawn=(*DRAWN, "tex"), answers=answers)


def _of_position(does: str, example: str, draw: Callable[[Position, Style], Drawing]) -> Picture:
    """Return the picture of a figure of one position."""

    def drawn(book: Book, request: PositionRequest) -> Drawing:
        return draw(Position.parse(request.position, book.rules, reading=request.read_as), request.style)

    return _figure(does, example, PositionRequest, drawn, answers=False)


TREE = _figure(
    "Draw a game tree with the values that minimax backs up, for X: +1, 0 or -1.",
    'tree tree.tex --from "XOX/.O./.X." --width 12',
    MinimaxRequest,
    _tree,
)
ALPHABETA = _figure(
    "Draw the boards that alpha-beta visits in a game tree, with alpha and beta, and strike out what it cuts.",
    'alphabeta cuts.svg --from "XOX/.O./.X." --kind best',
    AlphaBetaRequest,
    _alpha_beta,
)
STRIP = _figure(
    "Draw a game, given as its moves, as a strip of boards.",
    'strip game.svg "a3 b2 c1 b3 b1"',
    StripRequest,
    lambda book, asked: strip_figure(book, asked.game, asked.steps, asked.style, asked.read_as),
)
LINES = _figure(
    "Draw the lines that win, a board for each.",
    "lines lines.pdf 3x4x3",
    FigureRequest,
    lambda book, asked: lines_figure(book.rules, asked.style),
    answers=False,
)
CELLS = _figure(
    "Draw the names of the cells, by each kind of labels.",
    "cells cells.pdf",
    FigureRequest,
    lambda book, asked: cells_figure(book.rules, kinds_for(book.rules), asked.style),
    answers=False,
)
ORBIT = _of_position("Draw the rotations and reflections of a position.", "orbit orbit.pdf XO./.../...", orbit_figure)
FORKS = _of_position(
    "Draw the moves of either side that make two threats at once, with the cells that they threaten.",
    "forks forks.pdf XO./.X./..O",
    forks_figure,
)
