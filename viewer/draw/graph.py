"""Graphs of positions up to symmetry: a strategy's, or the whole game's (networkx).

A node is a canonical position, named by its board text; an edge is a move, named on the parent's canonical board.
Every figure comes from the book. What the attributes mean:

- of the graph: ``rules``, ``kind`` (``pick``, ..., or ``whole``), ``side`` (empty for the whole graph), ``title``;
- of a node: ``board``, ``key``, ``ply``, ``to_move``, ``over``, ``winner`` (empty where none), ``value`` (win, draw or
  loss for the side to move), ``remoteness`` (plies to the end), ``own`` (the strategy's side is to move);
- of an edge: ``move``, ``moves`` (all that lead there, parted by blanks), ``value`` (for the mover), ``remoteness``
  (plies to the end, this move included), ``best`` and ``safe``.

Text, whole numbers and truth values only, so that every format takes them.
"""

from collections.abc import Callable, Iterable

from book.book import Book, Move
from book.errors import MissingExtra, MissingPosition, TooLarge
from book.game.notation import coordinates
from book.game.position import Position
from book.strategy import Strategy, canonical_of

try:
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]
except ImportError as missing:
    raise MissingExtra("graphs need the library networkx: pip install 'oxobook[draw]'") from missing

LIMIT = 5000
"""The positions a graph may have: more cannot be drawn in reasonable time, nor read."""

Choice = Callable[[Position], list[Move]]


class PositionGraph(nx.DiGraph):  # type: ignore[misc, unused-ignore]
    """A directed graph of canonical positions, which shows itself in a notebook."""

    def _repr_svg_(self) -> str:
        from viewer.draw.graph_export import export_graph
        from viewer.palette import PALETTES

        return export_graph(self, "svg", PALETTES["classic"]).decode()


def strategy_graph(
    book: Book, strategy: Strategy, start: Position | None = None, depth: int | None = None, limit: int = LIMIT
) -> PositionGraph:
    """The positions that a strategy meets: its one move where its side is to move, all replies elsewhere.

    From ``start`` (default: the empty board) for ``depth`` plies (default: to the end of the game). Raises
    MissingPosition when the strategy never comes to ``start``, TooLarge for more than ``limit`` positions.
    """
    names = coordinates(book.rules)
    start = start or Position(book.rules)

    def choose(position: Position) -> list[Move]:
        moves = book.moves(position)
        if not moves or position.to_move != strategy.side:
            return moves
        if position.key not in strategy.moves:
            raise MissingPosition(
                f"expected a start that {strategy.side}'s {strategy.name} strategy meets; got {start.text!r}: "
                "choose another --from, or draw --all from there"
            )
        return [move for move in moves if move.move == names[strategy.moves[position.key]]]

    title = f"{strategy.side}'s {strategy.name} strategy on {book.rules}"
    graph = PositionGraph(rules=str(book.rules), kind=strategy.name, side=strategy.side, title=title)
    return _grow(graph, book, start, choose, depth, limit)


def whole_graph(
    book: Book, start: Position | None = None, depth: int | None = None, limit: int = LIMIT
) -> PositionGraph:
    """Every position up to symmetry that comes from ``start``, with every move; otherwise as ``strategy_graph``."""
    graph = PositionGraph(rules=str(book.rules), kind="whole", side="", title=f"All positions of {book.rules}")
    return _grow(graph, book, start or Position(book.rules), book.moves, depth, limit)


def _grow(
    graph: PositionGraph, book: Book, start: Position, choose: Choice, depth: int | None, limit: int
) -> PositionGraph:
    """Add ply after ply, the positions of each by ascending key."""
    if start.ply:
        graph.graph["title"] += f" from {canonical_of(start).text}"
    if depth is not None:
        graph.graph["title"] += f", to ply {start.ply + depth}"
    layer = [_add_position(graph, book, canonical_of(start))]
    while layer and depth != 0:
        edges = [(parent, *edge) for parent in layer for edge in _followers(parent, choose)]
        children = {child for _, child, _ in edges}
        if len(graph) + len(children) > limit:
            raise TooLarge(
                f"expected a graph of at most {limit:,} positions; {book.rules} from {start.text!r} has more: "
                "cut it with --depth, or begin later with --from"
            )
        layer = [_add_position(graph, book, child) for child in sorted(children, key=lambda child: child.key)]
        for parent, child, moves in edges:
            _add_move(graph, parent, child, moves)
        depth = None if depth is None else depth - 1
    return graph


def _followers(parent: Position, choose: Choice) -> Iterable[tuple[Position, list[Move]]]:
    """The canonical positions after the chosen moves, and the moves that lead to each, in cell order."""
    chosen = {move.move: move for move in choose(parent)}
    found: dict[Position, list[Move]] = {}
    for name in parent.legal_moves:
        if name in chosen:
            found.setdefault(canonical_of(parent.play(name)), []).append(chosen[name])
    return found.items()


def _add_position(graph: PositionGraph, book: Book, position: Position) -> Position:
    """Add a node with what the book says of it."""
    entry = book.probe(position)
    graph.add_node(
        position.text,
        board=position.text,
        key=position.key,
        ply=position.ply,
        to_move=position.to_move,
        over=position.over,
        winner=position.winner or "",
        value=entry.value.word,
        remoteness=entry.remoteness,
        own=position.to_move == graph.graph["side"] and not position.over,
    )
    return position


def _add_move(graph: PositionGraph, parent: Position, child: Position, moves: list[Move]) -> None:
    """Add an edge for the moves from one position to another: they are all worth the same."""
    first = moves[0]
    graph.add_edge(
        parent.text,
        child.text,
        move=first.move,
        moves=" ".join(move.move for move in moves),
        value=first.value.word,
        remoteness=first.remoteness,
        best=first.best,
        safe=first.safe,
    )
