"""A poster: both sides' strategies on two pages of a PDF that face each other on a wall."""

from oxobook.book.book import Book
from oxobook.book.game.palette import PALETTES
from oxobook.book.progress import Tell
from oxobook.book.strategy import SIDES, Strategy
from oxobook.viewer.diagrams.chooser import Find
from oxobook.viewer.diagrams.diagram import Diagram
from oxobook.viewer.diagrams.request import PosterRequest
from oxobook.viewer.drawing.convert import convert_pages
from oxobook.viewer.drawing.paper import shape_of


def _draw_poster(book: Book, request: PosterRequest, form: str, find: Find, tell: Tell) -> bytes:
    from oxobook.viewer.diagrams.map import strategy_map
    from oxobook.viewer.diagrams.sheet import cheat_sheet

    palette, shape, drawn = PALETTES[request.palette], shape_of(request.paper), []
    if request.shows == "map":
        for side in SIDES:
            strategy = find(book, side, "pick", False)
            drawn.append(strategy_map(book, strategy, palette, language=request.language, tell=tell, shape=shape))
        return convert_pages(drawn, request.paper)
    for side in SIDES:
        strategy = find(book, side, "reflexes", False)
        assert isinstance(strategy, Strategy)  # only picks are anything else
        drawn.append(cheat_sheet(book, strategy, palette, request.paper, request.language))
    return convert_pages(drawn)


POSTER = Diagram(
    does="Draw both sides' strategies for a wall, X and O on pages that face each other.",
    example="oxobook poster wall.pdf --paper a2",
    request=PosterRequest,
    draw=_draw_poster,
    forms=("pdf",),
)
