"""Maps as pictures: a side's on a page, or both sides' on pages that face each other."""

from dataclasses import dataclass

from oxobook.book.book import Book
from oxobook.book.progress import Tell
from oxobook.book.strategy import SIDES, kind_named
from oxobook.viewer.pictures.chooser import Find
from oxobook.viewer.pictures.drawing.drawing import Drawing
from oxobook.viewer.pictures.drawing.page_sizes import shape_of
from oxobook.viewer.pictures.map import map_boards, map_drawing, map_starts
from oxobook.viewer.pictures.registry import Picture
from oxobook.viewer.pictures.request import StrategyRequest, language_option, option

BOTH = "both"


@dataclass(frozen=True)
class MapRequest(StrategyRequest):
    """Map of a strategy."""

    side: str = option("X", "Side to play; both are on pages of a PDF.", choices=(*SIDES, BOTH))
    depth: int | None = option(None, "Cut the map after this many of the side's own moves.", int, least=0)
    language: str = language_option()

    @property
    def forms(self) -> tuple[str, ...]:
        return ("pdf",) if self.side == BOTH else super().forms


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
