"""Walk: every position that a player can meet in one seat, ply by ply, with the moves that lead on.

Where the player is to move, the walk follows each move to which the policy gives a share; where the other side is,
every legal move. Positions that the player cannot tell apart, or treats alike up to symmetry, are walked once: the
player's scope says which those are.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.notation import coordinates
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.viewer.players.player import Player, Scope

Record = tuple[Cell, ...]
Identity = Callable[[Position, Record], Hashable]


class Mistake(NamedTuple):
    """A position in which the player may give value away."""

    position: Position
    moves: tuple[str, ...]
    """The moves it may make that do."""
    safe: tuple[str, ...]
    """The moves that keep the value."""


@dataclass(slots=True)
class Node:
    """A position of the walk."""

    position: Position
    record: Record
    """The moves that led here; empty unless the player's choice depends on them."""
    parent: int
    """The number, in the ply before, of the node from which the walk came here first."""
    result: int | None
    """1, 0 or -1 for the player where the game has ended, else None."""
    children: list[int] = field(default_factory=list)
    """Numbers in the next ply, one for each move; moves that lead to the same node name it again."""
    shares: list[Fraction] = field(default_factory=list)
    """The policy's share of each move; empty where the player is not to move."""
    mistake: Mistake | None = None
    """What the player does wrong here, where it is to move."""


@dataclass(frozen=True)
class Walk:
    """The plies of a walk, each a list of nodes."""

    plies: list[list[Node]]
    visited: int
    finished: bool
    """Whether the walk met everything there is, and did not stop at its limit."""


def walk(player: Player, book: Book, seat: str, limit: int) -> Walk:
    """Walk from the empty board until every node is followed, or stop when more than ``limit`` have been met.

    Raises Forfeit when the player breaks the rules.
    """
    identity = identity_of(player.scope, book.rules)
    names = coordinates(book.rules)
    start = Position(book.rules)
    plies, visited = [[Node(start, (), 0, _result(start, seat))]], 1
    while True:
        numbers: dict[Hashable, int] = {}
        following: list[Node] = []
        for number, node in enumerate(plies[-1]):
            if visited + len(following) > limit:
                return Walk([*plies, following], visited + len(following), False)
            for cell in _followed(node, player, book, seat, names):
                after = _after(node.position, cell)
                record = (*node.record, cell) if player.scope is Scope.RECORD else ()
                child = numbers.setdefault(identity(after, record), len(following))
                if child == len(following):
                    following.append(Node(after, record, number, _result(after, seat)))
                node.children.append(child)
        if not following:
            return Walk(plies, visited, True)
        plies.append(following)
        visited += len(following)


def identity_of(scope: Scope, rules: Rules) -> Identity:
    """What two positions share when a player of this scope is in the same place in both."""
    if scope is Scope.RECORD:
        return lambda position, record: record
    if scope is Scope.POSITION:
        return lambda position, record: position.key
    canonical = symmetry_group(rules).canonical
    return lambda position, record: canonical(position.x, position.o)[0]


def _followed(node: Node, player: Player, book: Book, seat: str, names: tuple[str, ...]) -> tuple[Cell, ...]:
    """The moves that the walk follows; where they are the player's, their shares and mistakes are noted."""
    position = node.position
    if node.result is not None or position.to_move != seat:
        return position.legal_cells if node.result is None else ()
    policy = player.policy_after(tuple(names[cell] for cell in node.record), position)
    moves = tuple(cell for cell in position.legal_cells if names[cell] in policy)
    node.shares = [policy[names[cell]] for cell in moves]
    safe = book.probe(position).safe
    given_away = tuple(names[cell] for cell in moves if names[cell] not in safe)
    node.mistake = Mistake(position, given_away, safe) if given_away else None
    return moves


def _after(position: Position, cell: Cell) -> Position:
    """The position after a move that is known to be legal."""
    if position.to_move == "X":
        return Position(position.rules, position.x | 1 << cell, position.o)
    return Position(position.rules, position.x, position.o | 1 << cell)


def _result(position: Position, seat: str) -> int | None:
    """1, 0 or -1 for the side in ``seat`` in an ended game, else None."""
    if not position.over:
        return None
    return 0 if position.winner is None else 1 if position.winner == seat else -1
