"""Kinds of diagram: graph, map, sheet and poster."""

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.progress import Tell
from oxobook.book.strategy import SIDES, Strategy
from oxobook.viewer.diagrams.chooser import Chooser, Find
from oxobook.viewer.diagrams.diagram import Diagram
from oxobook.viewer.diagrams.graph_file import FORMATS, export_graph
from oxobook.viewer.diagrams.map import MOST_BOARDS, MapBoard, map_boards, map_drawing, map_starts
from oxobook.viewer.diagrams.request import GraphRequest, IllegalRequest, MapRequest, PosterRequest, SheetRequest
from oxobook.viewer.diagrams.sheet import sheet_drawing
from oxobook.viewer.drawing.drawing import Drawing
from oxobook.viewer.drawing.file import FORMS, drawing_bytes, drawings_pdf
from oxobook.viewer.drawing.paper import shape_of
from oxobook.viewer.palette import PALETTES


def _draw_graph(book: Book, request: GraphRequest, form: str, find: Find, tell: Tell) -> bytes:
    from oxobook.viewer.diagrams.graph import LIMIT, strategy_graph

    _require_pages(form, request.paper)
    start, most = request.position(book.rules), request.most or LIMIT
    strategy = None if request.whole else find(book, request.side, request.kind, request.fast)
    graph = strategy_graph(book, strategy, start, request.depth, most, request.merge, tell)
    tell("layout", 0)
    return export_graph(graph, form, PALETTES[request.palette], request.orientation, request.paper)


def _draw_map(book: Book, request: MapRequest, form: str, find: Find, tell: Tell) -> bytes:
    _require_pages(form, request.paper)
    strategy = find(book, request.side, request.kind, request.fast)
    start = request.position(book.rules)
    starts = map_starts(strategy, start, request.paper)
    boards = (map_boards(strategy, request.depth, one, request.most, tell) for one in starts)
    drawings = [_map(book, strategy, some, request) for some in boards]
    return drawings_pdf(drawings, request.paper) if form == "pdf" else drawing_bytes(drawings[0], form)


def _draw_poster(book: Book, request: PosterRequest, form: str, find: Find, tell: Tell) -> bytes:
    if request.shows == "sheet":
        return drawings_pdf([sheet_of(book, side, request, find) for side in SIDES])
    return drawings_pdf(poster_drawings(book, request, find, tell), request.paper)


def poster_drawings(book: Book, request: PosterRequest, find: Find, tell: Tell) -> list[Drawing]:
    """Return the maps of both sides, O's in parts if the paper is small."""
    strategies = [find(book, side, request.kind, False) for side in SIDES]
    parts = [(one, start) for one in strategies for start in map_starts(one, Position(book.rules), request.paper)]
    return [_map(book, one, map_boards(one, start=start, tell=tell), request) for one, start in parts]


def _map(book: Book, strategy: Chooser, boards: list[MapBoard], request: MapRequest | PosterRequest) -> Drawing:
    shape = shape_of(request.paper)
    return map_drawing(book, strategy, boards, PALETTES[request.palette], request.language, shape)


def sheet_of(book: Book, side: str, request: SheetRequest | PosterRequest, find: Find) -> Drawing:
    """Return a side's cheat sheet."""
    strategy = find(book, side, "reflexes", False)
    assert isinstance(strategy, Strategy)  # only picks are anything else
    return sheet_drawing(book, strategy, PALETTES[request.palette], request.paper, request.language)


def _require_pages(form: str, paper: str | None) -> None:
    if paper is not None and form != "pdf":
        raise IllegalRequest(f"expected paper only for a pdf; got {form!r}: name a file that ends in .pdf")


GRAPH = Diagram(
    does="Draw a strategy as a graph of positions. Each row is a move.",
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
POSTER = Diagram(
    does="Draw both sides' strategies for a wall. X and O are on pages that face each other.",
    example="oxobook poster wall.pdf --paper a2",
    request=PosterRequest,
    draw=_draw_poster,
    forms=("pdf",),
)
SHEET = Diagram(
    does="Draw a one-page cheat sheet. It says the rule in words, and shows the few boards that no reflex decides.",
    example="oxobook sheet x.pdf --side X",
    request=SheetRequest,
    draw=lambda book, request, form, find, tell: drawing_bytes(sheet_of(book, request.side, request, find), form),
    forms=FORMS,
)
