"""The pictures that the server draws, packed, and how large they may be; ``studio`` runs this in other processes."""

from itertools import islice
from pathlib import Path

from book.book import Book
from book.errors import MissingPosition, TooLarge
from book.game.position import Position
from book.strategy import Strategy, pick_strategy, stored_strategy, strategy_name
from viewer.palette import PALETTES
from viewer.web.packing import pack
from viewer.web.refusal import Refusal

GRAPH_POSITIONS = 800
"""The positions of the largest graph: all 765 of tic-tac-toe fit in, for which Graphviz takes some seconds."""
MAP_BOARDS = 1_000
"""The boards of the largest map; O's of tic-tac-toe has 649."""
WALKED_POSITIONS = 100_000
"""The positions of the largest book whose pick strategy is walked; a book of a million takes seconds."""


def graph_picture(
    path: Path,
    side: str,
    kind: str,
    fast: bool,
    whole: bool,
    start: Position,
    depth: int | None,
    palette: str,
    orientation: str,
) -> bytes:
    """The graph of a strategy, or of every position, as SVG; raises Refusal where it cannot be drawn."""
    from viewer.draw.graph import strategy_graph, whole_graph
    from viewer.draw.graph_export import export_graph

    with Book.open(path) as book:
        try:
            if whole:
                drawn = whole_graph(book, start, depth, GRAPH_POSITIONS)
            else:
                drawn = strategy_graph(book, _strategy(book, side, kind, fast), start, depth, GRAPH_POSITIONS)
        except TooLarge as error:
            raise Refusal(
                400,
                f"expected a graph of at most {GRAPH_POSITIONS:,} positions; {book.rules} from {start.text!r} has "
                "more: cut it with depth, or begin later with from",
            ) from error
        except MissingPosition as error:
            raise Refusal(
                400,
                f"expected from to be a position that {side}'s strategy meets; got {start.text!r}: "
                "choose another, or ask for all=true",
            ) from error
    return pack(export_graph(drawn, "svg", PALETTES[palette], orientation))


def map_picture(path: Path, side: str, kind: str, fast: bool, depth: int | None, palette: str) -> bytes:
    """The map of a strategy as SVG; raises Refusal where it cannot be drawn."""
    from viewer.draw.map import map_cells, strategy_map

    with Book.open(path) as book:
        strategy = _strategy(book, side, kind, fast)
        try:
            if any(islice(map_cells(strategy, depth), MAP_BOARDS, None)):
                raise TooLarge("more boards than a reader would look at")
            drawn = strategy_map(book, strategy, PALETTES[palette], depth)
        except TooLarge as error:
            raise Refusal(
                400,
                f"expected a map of at most {MAP_BOARDS:,} legible boards; {side}'s of {book.rules} needs more: "
                "cut it with depth",
            ) from error
    return pack(drawn.encode())


def _strategy(book: Book, side: str, kind: str, fast: bool) -> Strategy:
    """The strategy of a kind; raises Refusal where the book keeps none, or is too large to walk the picks."""
    name = strategy_name(kind, fast)
    if name != "pick":
        if stored := stored_strategy(book, side, name):
            return stored
        raise Refusal(
            404,
            f"expected {side}'s strategy {name!r} in the book of {book.rules}, which does not keep it: find it with: "
            f"oxobook strategy -r {book.rules} --side {side} --kind {kind}{' --fast' if fast else ''}",
        )
    if len(book) > WALKED_POSITIONS:
        raise Refusal(
            400,
            f"expected a book of at most {WALKED_POSITIONS:,} positions to draw its picks; {book.rules} has "
            f"{len(book):,}: ask for all=true with a depth, or for a strategy that the book keeps",
        )
    return pick_strategy(book, side)
