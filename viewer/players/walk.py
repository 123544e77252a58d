"""Walk: every position that a player can meet in one seat, or two players in a game, ply by ply.

Where a player is to move, the walk follows each move that its policy may choose, and for a side without a player each
legal move. Positions that the players cannot tell apart, or treat alike up to symmetry, are walked once.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Rules
from oxobook.viewer.players.answers import Answers
from oxobook.viewer.players.player import Scope, identity_of


class Mistake(NamedTuple):
    """Position in which the player may make a move that worsens its result."""

    position: Position
    moves: tuple[str, ...]  # wrong moves that it may make
    safe: tuple[str, ...]  # moves that keep the value


@dataclass(slots=True)
class Node:
    """Position of a walk, for all that the players treat alike."""

    position: Position
    record: tuple[Cell, ...]  # moves that led here; empty unless a player's choice depends on them
    result: int | None  # 1, 0 or -1 for the walk's seat if the game has ended, else None
    children: list[int] = field(default_factory=list)
    """Number in the next ply of the node after each move; several moves may lead to one node."""
    shares: list[Fraction] = field(default_factory=list)
    """Share of each move in the policy; empty unless a player is to move."""
    mistake: Mistake | None = None  # mistake that the player may make here, if it is to move
    far: float = inf  # number of plies to the nearest loss that may follow, once it is noted

    @property
    def chances(self) -> list[Fraction]:
        """Probability of each move, if the other side plays all moves equally often."""
        return self.shares or [Fraction(1, len(self.children) or 1)] * len(self.children)


@dataclass(frozen=True)
class Walk:
    """Nodes of each ply; ``finished`` if all that can be met are among them."""

    seat: str
    scope: Scope
    plies: list[list[Node]]
    visited: int
    finished: bool  # True if the walk visited every position, and did not stop at its limit


def walk(sides: Mapping[str, Answers], seat: str, rules: Rules, limit: int, book: Book | None = None) -> Walk:
    """Walk from the empty board until every node is followed, or more than ``limit`` are met. Raises Forfeit.

    ``sides`` has the players, and results are those of a ``seat``. With a book the mistakes are noted.
    """
    scope = max((answers.player.scope for answers in sides.values()), key=list(Scope).index)
    identity, start = identity_of(scope, rules), Position(rules)
    plies, visited = [[Node(start, (), result_of(start, seat))]], 1
    while True:
        numbers: dict[Hashable, int] = {}
        following: list[Node] = []
        for node in plies[-1]:
            if visited + len(following) > limit:
                return Walk(seat, scope, [*plies, following], visited + len(following), False)
            for cell in _followed(node, sides, book):
                after = node.position.after(cell)
                record = (*node.record, cell) if scope is Scope.RECORD else ()
                child = numbers.setdefault(identity(after, record), len(following))
                if child == len(following):
                    following.append(Node(after, record, result_of(after, seat)))
                node.children.append(child)
        if not following:
            return Walk(seat, scope, plies, visited, True)
        plies.append(following)
        visited += len(following)


def _followed(node: Node, sides: Mapping[str, Answers], book: Book | None) -> tuple[Cell, ...]:
    """Return the moves that the walk follows; note a player's shares and mistakes."""
    position, answers = node.position, sides.get(node.position.to_move)
    if node.result is not None or answers is None:
        return position.legal_cells if node.result is None else ()
    names = move_names(position.rules)
    policy = answers.to(_named(node.record, names), position)
    moves = tuple(cell for cell in position.legal_cells if names[cell] in policy)
    node.shares = [policy[names[cell]] for cell in moves]
    if book:
        entry = book.probe(position, pick=False)
        if given_away := tuple(names[cell] for cell in moves if not entry.safe_mask >> cell & 1):
            node.mistake = Mistake(position, given_away, entry.safe)
    return moves


def result_of(position: Position, seat: str) -> int | None:
    """Return 1, 0 or -1 for the side in ``seat`` if the game has ended, else None."""
    if not position.over:
        return None
    return 0 if position.winner is None else 1 if position.winner == seat else -1


def lost_game(walked: Walk, answers: Answers, book: Book) -> tuple[str, ...] | None:
    """Return a game that the player loses, asked again along it, or None if it loses none; raises Forfeit.

    It is the shortest, and the first of these in cell order, unless the player now answers otherwise than in the walk.
    """
    _note_losses(walked)
    start = walked.plies[0][0]
    for seed in range(answers.player.askings):
        if start.far == inf and not answers.unlike:
            return None
        with answers.player.afresh(seed):
            if game := _game_against(walked, answers, book):
                return game
    return None


def _note_losses(walked: Walk) -> None:
    """Note at each node the number of plies to the nearest loss that may follow."""
    after: list[Node] = []
    for nodes in reversed(walked.plies):
        for node in nodes:
            node.far = 0 if node.result == -1 else 1 + min((after[child].far for child in node.children), default=inf)
        after = nodes


def _game_against(walked: Walk, answers: Answers, book: Book) -> tuple[str, ...] | None:
    """Play against the player, towards the nearest loss, or else by the book; return the game if the player lost it."""
    names, identity = move_names(book.rules), identity_of(answers.player.scope, book.rules)
    position, moves = Position(book.rules), tuple[Cell, ...]()
    node: Node | None = walked.plies[0][0]  # None once the player has left the walk
    while not position.over:
        following = [walked.plies[len(moves) + 1][child] for child in node.children] if node else []
        nodes = {identity(child.position, child.record): child for child in following}
        after = {cell: nodes.get(identity(position.after(cell), (*moves, cell))) for cell in position.legal_cells}
        if own := position.to_move == walked.seat:
            policy = answers.again(_named(moves, names), position)
            after = {cell: child for cell, child in after.items() if names[cell] in policy}
        cell = min(after, key=lambda cell: child.far if (child := after[cell]) else inf)
        node = after[cell]
        unknown = not own and (node is None or node.far == inf)
        if unknown and (pick := book.probe(position).pick_cell) is not None:
            cell, node = pick, after[pick]
        position, moves = position.after(cell), (*moves, cell)
    return _named(moves, names) if result_of(position, walked.seat) == -1 else None


def _named(moves: tuple[Cell, ...], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names[cell] for cell in moves)
