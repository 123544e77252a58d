"""A poster: both sides' strategies on two pages of a PDF that face each other on a wall."""

from book.book import Book
from book.game.palette import PALETTES
from book.stages import Tell
from book.strategy import SIDES, Strategy
from viewer.draw.chooser import Find
from viewer.draw.convert import convert_pages
from viewer.draw.diagram import Diagram
from viewer.draw.paper import shape_of
from viewer.draw.request import PosterRequest


def _draw_poster(book: Book, request: PosterRequest, form: str, find: Find, tell: Tell) -> bytes:
    from viewer.draw.map import strategy_map
    from viewer.draw.sheet import cheat_sheet

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
