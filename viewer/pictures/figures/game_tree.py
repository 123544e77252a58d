"""Game tree: a position and the positions after it, with the values that minimax backs up, as X sees them.

This is the true tree: a position that two orders of moves reach stands twice. X's moves maximise and O's minimise; a
leaf where the game goes on has its value from the book, and all others follow from the leaves.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.position import Position
from oxobook.book.game.symmetry import symmetry_group


class Node(NamedTuple):
    """Position in the tree."""

    position: Position
    move: str  # move that leads here; empty at the root
    alike: int  # number of the parent's moves that it stands for: several if symmetric moves are drawn as one
    value: int  # 1 if X wins under perfect play, -1 if O does, 0 for a draw; or its score, which has the same sign
    children: "tuple[Node, ...]"

    @property
    def cut(self) -> bool:
        """True if the game goes on, but the tree does not."""
        return not self.children and not self.position.over

    @property
    def maximises(self) -> bool:
        """True if X is to move."""
        return self.position.to_move == "X"


def value_for_x(book: Book, position: Position) -> int:
    """Return the book's value of a position for X."""
    return int(book.probe(position, pick=False).value.seen_by("X", position.to_move))


def score_for_x(book: Book, position: Position) -> int:
    """Return the score for X: cells + 1 - d if X wins with move d, the negative if O does, or 0."""
    ahead = position.ply + book.probe(position, pick=False).remoteness
    return value_for_x(book, position) * (position.rules.cells + 1 - ahead)


def game_tree(
    book: Book,
    position: Position,
    depth: int,
    merge: bool,
    move: str = "",
    alike: int = 1,
    worth: Callable[[Book, Position], int] = value_for_x,
) -> Node:
    """Return the tree below a position, ``depth`` plies deep; children in cell order.

    ``merge``: of children that are the same up to symmetry only the first is there. ``worth`` gives the leaves their
    values. Raises as ``Book.probe`` does.
    """
    followers = following(position, merge) if depth else []
    children = tuple(game_tree(book, after, depth - 1, merge, name, times, worth) for name, after, times in followers)
    if children:
        values = [child.value for child in children]
        value = max(values) if position.to_move == "X" else min(values)
    else:
        value = worth(book, position)
    return Node(position, move, alike, value, children)


def following(position: Position, merge: bool) -> list[tuple[str, Position, int]]:
    """Return the moves with the positions they lead to, and the number of moves each stands for."""
    found: dict[object, tuple[str, Position, int]] = {}
    canonical = symmetry_group(position.rules).canonical
    for move in position.legal_moves:
        after = position.play(move)
        kind = canonical(after.x, after.o)[0] if merge else move
        first = found.get(kind, (move, after, 0))
        found[kind] = (*first[:2], first[2] + 1)
    return list(found.values())


def deepest(position: Position, merge: bool, most: int) -> tuple[int, bool]:
    """Return the depth of the deepest tree of at most ``most`` boards, and whether it reaches the end of play."""
    depth, boards, layer = 0, 1, [position]
    while True:
        layer = [after for one in layer for _, after, _ in following(one, merge)]
        boards += len(layer)
        if not layer or boards > most:
            return depth, not layer
        depth += 1


def preorder(node: Node) -> Iterator[Node]:
    """Yield the node and all below it, each before its children."""
    yield node
    for child in node.children:
        yield from preorder(child)
