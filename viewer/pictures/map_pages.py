"""Maps as pictures: a side's map on a page, and posters of both sides."""

from dataclasses import dataclass

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.progress import Tell
from oxobook.book.strategy import KINDS, SIDES
from oxobook.viewer.palette import PALETTES
from oxobook.viewer.pictures.chooser import Chooser, Find
from oxobook.viewer.pictures.drawing.drawing import Drawing
from oxobook.viewer.pictures.drawing.paper import PAPERS, shape_of
from oxobook.viewer.pictures.map import MOST_BOARDS, MapBoard, map_boards, map_drawing, map_starts
from oxobook.viewer.pictures.registry import Picture
from oxobook.viewer.pictures.request import Request, StrategyRequest, language_option, option
from oxobook.viewer.pictures.sheet import SheetRequest, sheet_of


@dataclass(frozen=True)
class MapRequest(StrategyRequest):
    """Map of a strategy."""

    depth: int | None = option(None, "Cut the map after this many of the side's own moves.", int, least=0)
    language: str = language_option()


@dataclass(frozen=True)
class PosterRequest(Request):
    """Both sides' strategies on pages that face each other."""

    shows: str = option("map", "Maps of the whole strategies, or cheat sheets.", choices=("map", "sheet"))
    kind: str = option("reflexes", "Strategy of the maps; cheat sheets show reflexes.", choices=KINDS)
    paper: str = option("a3", "Size of the pages.", choices=PAPERS)
    language: str = language_option()

    @property
    def page(self) -> str | None:
        return self.paper if self.shows == "map" else None  # a sheet is as large as its page


def _draw_map(book: Book, request: MapRequest, find: Find, tell: Tell) -> list[Drawing]:
    strategy = find(book, request.side, request.kind, request.fast)
    starts = map_starts(strategy, request.position(book.rules), request.paper)
    boards = (map_boards(strategy, request.depth, one, request.most, tell) for one in starts)
    return [_map(book, strategy, some, request) for some in boards]


def _draw_poster(book: Book, request: PosterRequest, find: Find, tell: Tell) -> list[Drawing]:
    if request.shows == "map":
        return poster_drawings(book, request, find, tell)
    sheets = (
        SheetRequest(request.palette, request.labels, side=side, paper=request.paper, language=request.language)
        for side in SIDES
    )
    return [sheet_of(book, sheet, find) for sheet in sheets]


def poster_drawings(book: Book, request: PosterRequest, find: Find, tell: Tell) -> list[Drawing]:
    """Return the maps of both sides, O's in parts if the paper is small."""
    strategies = [find(book, side, request.kind, False) for side in SIDES]
    parts = [(one, start) for one in strategies for start in map_starts(one, Position(book.rules), request.paper)]
    return [_map(book, one, map_boards(one, start=start, tell=tell), request) for one, start in parts]


def _map(book: Book, strategy: Chooser, boards: list[MapBoard], request: MapRequest | PosterRequest) -> Drawing:
    shape = shape_of(request.paper)
    return map_drawing(book, strategy, boards, PALETTES[request.palette], request.language, shape, request.labels)


MAP = Picture(
    does="Draw a side's whole strategy on one board. Each cell shows a reply and, inside it, the next board.",
    example="oxobook draw map x.svg --side X",
    request=MapRequest,
    draw=_draw_map,
    most=MOST_BOARDS,
    served=True,
)
POSTER = Picture(
    does="Draw both sides' strategies for a wall. X and O are on pages that face each other.",
    example="oxobook draw poster wall.pdf --paper a2",
    request=PosterRequest,
    draw=_draw_poster,
    drawn=("pdf",),
)
