"""Graphs of positions: a strategy's, or the whole game's (networkx).

A node is a position, named by its board text; an edge is a move, named on the parent's board. Positions that are
rotations or mirror images of each other are *merged* into one node, drawn as it is first met from the start, so that no
stone moves between a board and the one below it; a graph that begins at a given position merges only when asked to.

Every figure comes from the book. What the attributes mean:

- of the graph: ``rules``, ``kind`` (``pick``, ..., or ``whole``), ``side`` (empty for the whole graph), ``title``,
  ``merged``;
- of a node: ``board``, ``key``, ``ply``, ``to_move``, ``over``, ``winner`` (empty where none), ``value`` (win, draw or
  loss for the side to move), ``remoteness`` (plies to the end), ``own`` (the strategy's side is to move);
- of an edge: ``move``, ``moves`` (all that lead there, separated by spaces), ``value`` (for the mover), ``remoteness``
  (plies to the end, this move included), ``best`` and ``safe``.

Text, whole numbers and truth values only, so that every format takes them.
"""

from collections.abc import Callable

from oxobook.book.book import Book, require_book
from oxobook.book.entry import Move
from oxobook.book.errors import MissingExtra, TooLarge, counted
from oxobook.book.game.cell_labels import CellLabels, cell_labels
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.progress import Tell, tell_nobody
from oxobook.book.strategy import canonical_of
from oxobook.viewer.pictures.chooser import Chooser, require_strategy
from oxobook.viewer.pictures.drawing.svg import svg_text

try:
    import networkx as nx  # type: ignore[import-untyped, unused-ignore]
except ImportError as missing:
    raise MissingExtra("graphs need the library networkx: pip install 'oxobook[draw]'") from missing

LIMIT = 5000  # largest number of positions of a graph: more can be neither drawn in reasonable time nor read


class PositionGraph(nx.DiGraph):  # type: ignore[misc, unused-ignore]
    """Directed graph of positions, with a picture of itself for notebooks."""

    def _repr_svg_(self) -> str:
        from oxobook.viewer.pictures.graph_drawing import graph_drawing

        return svg_text(graph_drawing(self))


def strategy_graph(
    book: Book,
    strategy: Chooser | None,
    start: Position | str | None = None,
    depth: int | None = None,
    limit: int = LIMIT,
    merge: bool | None = None,
    tell: Tell = tell_nobody,
    labels: str | None = None,
) -> PositionGraph:
    """Return the graph of a strategy's positions: its one move if its side is to move, else all replies.

    Without a strategy, every position with every move.

    From ``start`` (default: the empty board) for ``depth`` plies (default: to the end of the game). ``merge`` is
    whether symmetric positions are one node (default: only if the graph begins at the empty board). Moves are called by
    ``labels``. Raises MissingPosition if the strategy never comes to ``start``, TooLarge for more than
    ``limit`` positions or, in a book of first plies, for all plies, and UnfitStrategy for what is no strategy of this
    game.
    """
    require_book(book)
    start, called = Position.of(start or Position(book.rules), book.rules, labels), cell_labels(labels, book.rules)
    if depth is None and book.info.plies is not None:
        raise TooLarge(
            f"expected a graph of limited depth; most positions of {book.rules} are searched: give its depth"
        )
    if strategy is not None:
        require_strategy(strategy, book)
    graph = _empty_graph(book, strategy, start, depth, merge if merge is not None else not start.ply)
    first_met: dict[Position, Position] = {}

    def stands_for(position: Position) -> Position:
        """Return the position that is drawn for one: itself or, if merged, the first met of its orbit."""
        return first_met.setdefault(canonical_of(position), position) if graph.graph["merged"] else position

    layer = [_add_position(graph, book, stands_for(start))]
    while layer and depth != 0:
        found: dict[Position, dict[Position, list[Move]]] = {}
        children: set[Position] = set()
        for parent in layer:
            tell("positions", len(graph) + len(children))
            found[parent] = _followers(book, strategy, parent, stands_for)
            children |= found[parent].keys()
            if len(graph) + len(children) > limit:
                raise TooLarge(
                    f"expected a graph of at most {limit:,} positions; {book.rules} from {start.text!r} has more: "
                    "limit the depth, or start from a later position"
                )
        layer = [_add_position(graph, book, child) for child in sorted(children, key=lambda child: child.key)]
        for parent, followers in found.items():
            for child, moves in followers.items():
                _add_move(graph, parent, child, moves, called)
        depth = None if depth is None else depth - 1
    return graph


def _empty_graph(
    book: Book, strategy: Chooser | None, start: Position, depth: int | None, merged: bool
) -> PositionGraph:
    kind, side = (strategy.name, strategy.side) if strategy else ("whole", "")
    which = "strategy" if kind == "pick" else f"{kind} strategy"
    title = f"{side}'s {which} on {book.rules}" if strategy else f"All positions of {book.rules}"
    title += f" from {start.text}" if start.ply else ""
    if depth is not None:
        title += f", {'next' if start.ply else 'first'} {counted(depth, 'move')}"
    return PositionGraph(rules=book.rules.header, kind=kind, side=side, title=title, merged=merged)


def _followers(
    book: Book, strategy: Chooser | None, parent: Position, stands_for: Callable[[Position], Position]
) -> dict[Position, list[Move]]:
    """Return the positions after the strategy's move or all moves, and the moves that lead to each, in cell order."""
    moves = {move.move: move for move in book.moves(parent)}
    names = parent.legal_moves
    if strategy and names and parent.to_move == strategy.side:
        names = (move_names(book.rules)[strategy.move(parent)],)
    found: dict[Position, list[Move]] = {}
    for name in names:
        found.setdefault(stands_for(parent.play(name)), []).append(moves[name])
    return found


def _add_position(graph: PositionGraph, book: Book, position: Position) -> Position:
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


def _add_move(graph: PositionGraph, parent: Position, child: Position, moves: list[Move], called: CellLabels) -> None:
    """Add an edge for the moves from one position to another: they all have the same value."""
    first = moves[0]
    graph.add_edge(
        parent.text,
        child.text,
        move=called.move(first.move),
        moves=called.moves(move.move for move in moves),
        value=first.value.word,
        remoteness=first.remoteness,
        best=first.best,
        safe=first.safe,
    )
