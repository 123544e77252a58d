"""The kinds of diagram: graph, map and sheet."""

from oxobook.book.book import Book
from oxobook.book.game.palette import PALETTES
from oxobook.book.progress import Tell
from oxobook.book.strategy import Strategy
from oxobook.viewer.diagrams.chooser import Find
from oxobook.viewer.diagrams.diagram import Diagram
from oxobook.viewer.diagrams.graph_file import FORMATS, export_graph
from oxobook.viewer.diagrams.nesting import MOST_BOARDS
from oxobook.viewer.diagrams.request import GraphRequest, IllegalRequest, MapRequest, SheetRequest
from oxobook.viewer.drawing.convert import FORMS, convert
from oxobook.viewer.drawing.paper import shape_of


def _draw_graph(book: Book, request: GraphRequest, form: str, find: Find, tell: Tell) -> bytes:
    from oxobook.viewer.diagrams.graph import LIMIT, strategy_graph, whole_graph

    _require_pages(form, request.paper)
    start, most = request.position(book.rules), request.most or LIMIT
    if request.whole:
        graph = whole_graph(book, start, request.depth, most, request.merge, tell)
    else:
        strategy = find(book, request.side, request.kind, request.fast)
        graph = strategy_graph(book, strategy, start, request.depth, most, request.merge, tell)
    tell("layout", 0)
    return export_graph(graph, form, PALETTES[request.palette], request.orientation, request.paper)


def _draw_map(book: Book, request: MapRequest, form: str, find: Find, tell: Tell) -> bytes:
    from oxobook.viewer.diagrams.map import strategy_map

    _require_pages(form, request.paper)
    strategy = find(book, request.side, request.kind, request.fast)
    start, palette = request.position(book.rules), PALETTES[request.palette]
    language, shape = request.language, shape_of(request.paper)
    drawn = strategy_map(book, strategy, palette, request.depth, request.most, tell, start, language, shape)
    return convert(drawn, form, request.paper)


def _draw_sheet(book: Book, request: SheetRequest, form: str, find: Find, tell: Tell) -> bytes:
    from oxobook.viewer.diagrams.sheet import cheat_sheet

    strategy = find(book, request.side, "reflexes", False)
    assert isinstance(strategy, Strategy)  # only picks are anything else
    drawn = cheat_sheet(book, strategy, PALETTES[request.palette], request.paper, request.language)
    return convert(drawn, form)


def _require_pages(form: str, paper: str | None) -> None:
    """Raises IllegalRequest for a paper where the format has no pages."""
    if paper is not None and form != "pdf":
        raise IllegalRequest(f"expected paper only for a pdf; got {form!r}: name a file that ends in .pdf")


GRAPH = Diagram(
    does="Draw a strategy as a graph of positions, a row a ply.",
    example="oxobook graph strategy.svg --side O",
    request=GraphRequest,
    draw=_draw_graph,
    forms=FORMATS,
    most=800,  # all 765 of tic-tac-toe fit in, for which Graphviz takes some seconds
)
MAP = Diagram(
    does="Draw a side's whole strategy on one board. Each cell shows a reply and, inside it, the next board.",
    example="oxobook map x.svg --side X",
    request=MapRequest,
    draw=_draw_map,
    forms=FORMS,
    most=MOST_BOARDS,
)
SHEET = Diagram(
    does="Draw a one-page cheat sheet. It says the rule in words, and shows the few boards that no reflex decides.",
    example="oxobook sheet x.pdf --side X",
    request=SheetRequest,
    draw=_draw_sheet,
    forms=FORMS,
)
