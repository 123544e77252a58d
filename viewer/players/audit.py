"""Audit: exact results of a player in one seat, over every position that it can meet there.

The walk goes forward, ply by ply: where the player is to move, along each move to which its policy gives a share; where
the other side is, along every legal move. Positions that the player cannot tell apart, or treats alike up to symmetry,
are walked once. Then the results are summed back to the empty board. All numbers are exact: probabilities of one ply
share a denominator, so that the sums are of integers.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Generic, NamedTuple, TypeVar

from oxobook.book.book import Book
from oxobook.book.errors import TooLarge
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Rules
from oxobook.book.game.score import Value
from oxobook.book.game.symmetry import symmetry_group
from oxobook.viewer.players.player import Player, Scope, identity_of

DEFAULT_LIMIT = 1_000_000

Number = TypeVar("Number", int, Fraction)


class Results(NamedTuple, Generic[Number]):
    """Number of games, or probability, of each result, as the player sees it."""

    win: Number
    draw: Number
    loss: Number


class Mistake(NamedTuple):
    """Position in which the player may make a move that worsens its result."""

    position: Position
    moves: tuple[str, ...]  # wrong moves that it may make
    safe: tuple[str, ...]  # moves that keep the value


class ExactResults(NamedTuple):
    """Results that need a finished walk."""

    worst: Value  # worst result, over all replies and all of the player's own choices
    lines: Results[int]  # complete games that are possible, by result
    vs_random: Results[Fraction]
    """Probability of each result against an opponent who plays all legal moves equally often."""
    vs_best: Fraction  # expected result, 1 / 0 / -1, against an opponent who knows the policy and exploits it best
    positions: int  # number of positions in which it can have the move; of records, if it depends on their order
    mistakes: int  # number of these positions in which it may make a mistake
    mistaken: tuple[Mistake, ...]  # these positions one by one; up to symmetry if the policy is symmetric


@dataclass(frozen=True)
class Audit:
    """Proved results of a player in one seat."""

    player: str
    rules: Rules
    seat: str
    visited: int  # number of positions visited, with either side to move; up to symmetry if the policy is symmetric
    loss: tuple[str, ...] | None
    """Shortest game that the player loses, the first in cell order; None if the walk met none."""
    exact: ExactResults | None  # exact results; None if the walk stopped at its limit

    @property
    def never_loses(self) -> bool | None:
        """True if the player is proved never to lose; None if the walk stopped before it met a loss."""
        if self.loss is not None:
            return False
        return None if self.exact is None else True


def audit(player: Player, book: Book, seat: str, limit: int = DEFAULT_LIMIT) -> Audit:
    """Audit a player in a seat, ``X`` or ``O``, visiting at most about ``limit`` positions.

    Raises UnfitPlayer if the player does not know the game, Forfeit if it breaks the rules, TooLarge if the book holds
    first plies only.
    """
    player.require(book.rules)
    if book.info.plies is not None:
        raise TooLarge(
            f"expected a book of all positions, which an audit walks; {book.name!r} holds the first {book.info.plies} "
            "plies, and the others are searched: let players play, with oxobook watch"
        )
    walked = _walk(player, book, seat, limit)
    exact = _exact(walked, player.scope) if walked.finished else None
    return Audit(player.name, book.rules, seat, walked.visited, _shortest_loss(walked, player, seat), exact)


def nash_conv(x: Audit, o: Audit) -> Fraction | None:
    """Return the sum of what best-responding opponents gain on a player in its two seats; 0 for perfect play.

    Takes the audits of both seats; None if one of them is not finished. As defined by Lanctot et al., *A Unified
    Game-Theoretic Approach to Multiagent Reinforcement Learning*, 2017, for a game whose results sum to 0.
    """
    return -(x.exact.vs_best + o.exact.vs_best) if x.exact and o.exact else None


@dataclass(slots=True)
class _Node:
    position: Position
    record: tuple[Cell, ...]  # moves that led here; empty unless the player's choice depends on them
    parent: int  # number, in the ply before, of the node from which the walk first came here
    result: int | None  # 1, 0 or -1 for the player if the game has ended, else None
    children: list[int] = field(default_factory=list)
    """Number in the next ply of the node after each move; several moves may lead to one node."""
    shares: list[Fraction] = field(default_factory=list)
    """Share of each move in the policy; empty unless the player is to move."""
    mistake: Mistake | None = None  # mistake that the player may make here, if it is to move

    @property
    def chances(self) -> list[Fraction]:
        """Probability of each move, if the other side plays all moves equally often."""
        return self.shares or [Fraction(1, len(self.children) or 1)] * len(self.children)


@dataclass(frozen=True)
class _Walk:
    plies: list[list[_Node]]
    visited: int
    finished: bool  # True if the walk visited every position, and did not stop at its limit


def _walk(player: Player, book: Book, seat: str, limit: int) -> _Walk:
    """Walk from the empty board until every node is followed, or more than ``limit`` are met. Raises Forfeit."""
    identity = identity_of(player.scope, book.rules)
    start = Position(book.rules)
    plies, visited = [[_Node(start, (), 0, _result(start, seat))]], 1
    while True:
        numbers: dict[Hashable, int] = {}
        following: list[_Node] = []
        for number, node in enumerate(plies[-1]):
            if visited + len(following) > limit:
                return _Walk([*plies, following], visited + len(following), False)
            for cell in _followed(node, player, book, seat):
                after = node.position.after(cell)
                record = (*node.record, cell) if player.scope is Scope.RECORD else ()
                child = numbers.setdefault(identity(after, record), len(following))
                if child == len(following):
                    following.append(_Node(after, record, number, _result(after, seat)))
                node.children.append(child)
        if not following:
            return _Walk(plies, visited, True)
        plies.append(following)
        visited += len(following)


def _followed(node: _Node, player: Player, book: Book, seat: str) -> tuple[Cell, ...]:
    """Return the moves that the walk follows; note the player's shares and mistakes."""
    position = node.position
    if node.result is not None or position.to_move != seat:
        return position.legal_cells if node.result is None else ()
    names = move_names(position.rules)
    policy = player.policy_after(tuple(names[cell] for cell in node.record), position)
    moves = tuple(cell for cell in position.legal_cells if names[cell] in policy)
    node.shares = [policy[names[cell]] for cell in moves]
    entry = book.probe(position, pick=False)
    if given_away := tuple(names[cell] for cell in moves if not entry.safe_mask >> cell & 1):
        node.mistake = Mistake(position, given_away, entry.safe)
    return moves


def _result(position: Position, seat: str) -> int | None:
    """Return 1, 0 or -1 for the side in ``seat`` if the game has ended, else None."""
    if not position.over:
        return None
    return 0 if position.winner is None else 1 if position.winner == seat else -1


def _shortest_loss(walked: _Walk, player: Player, seat: str) -> tuple[str, ...] | None:
    """Return the moves to the first loss in the first ply that has one."""
    for ply, nodes in enumerate(walked.plies):
        for node in nodes:
            if node.result == -1:
                chain = [node]
                for before in walked.plies[ply - 1 :: -1] if ply else ():
                    chain.append(before[chain[-1].parent])
                return _moves_along(chain[::-1], player, seat)
    return None


def _moves_along(chain: list[_Node], player: Player, seat: str) -> tuple[str, ...]:
    """Return the moves along a chain of nodes; each node stands for every position with its identity."""
    position = chain[0].position
    names = move_names(position.rules)
    identity = identity_of(player.scope, position.rules)
    moves: list[str] = []
    for node in chain[1:]:
        aim = identity(node.position, node.record)
        open_to = player.policy_after(tuple(moves), position) if position.to_move == seat else position.legal_moves
        for cell in position.legal_cells:
            after = position.play(cell)
            if names[cell] in open_to and identity(after, (*node.record[: len(moves)], cell)) == aim:
                position = after
                moves.append(names[cell])
                break
    return tuple(moves)


class _Sums(NamedTuple):
    lines: Results[int]
    win: int  # probability of a win against random play, over the ply's denominator for chances
    draw: int  # probability of a draw, likewise
    expected: int  # expected result against a best response, over the ply's denominator for the player's own chances


def _exact(walked: _Walk, scope: Scope) -> ExactResults:
    """Return the results of a finished walk, summed from its last ply to its first."""
    following: list[_Sums] = []
    chances = own_chances = 1
    for nodes in reversed(walked.plies):
        common = lcm(*(chance.denominator for node in nodes for chance in node.chances))
        chances *= common
        if any(node.shares for node in nodes):
            own_chances *= common
        following = [
            _summed(node, following, common) if node.children else _ended(node, chances, own_chances) for node in nodes
        ]
    start = following[0]
    win, draw = Fraction(start.win, chances), Fraction(start.draw, chances)
    results = {node.result for nodes in walked.plies for node in nodes if node.result is not None}
    own_nodes = [node for nodes in walked.plies for node in nodes if node.shares]
    mistaken = [node for node in own_nodes if node.mistake]
    return ExactResults(
        worst=Value(min(results)),
        lines=start.lines,
        vs_random=Results(win, draw, 1 - win - draw),
        vs_best=Fraction(start.expected, own_chances),
        positions=_counted(own_nodes, scope),
        mistakes=_counted(mistaken, scope),
        mistaken=tuple(node.mistake for node in mistaken if node.mistake),
    )


def _ended(node: _Node, chances: int, own_chances: int) -> _Sums:
    result = node.result or 0
    lines = Results(int(result > 0), int(result == 0), int(result < 0))
    return _Sums(lines, chances * lines.win, chances * lines.draw, own_chances * result)


def _summed(node: _Node, following: list[_Sums], common: int) -> _Sums:
    """Return the sums of a node from those of its children, whose denominators are smaller by the factor ``common``."""
    children = [following[child] for child in node.children]
    lines = Results(*map(sum, zip(*(child.lines for child in children), strict=True)))
    weighted = [
        (chance.numerator * (common // chance.denominator), child)
        for chance, child in zip(node.chances, children, strict=True)
    ]
    win = sum(weight * child.win for weight, child in weighted)
    draw = sum(weight * child.draw for weight, child in weighted)
    mean = sum(weight * child.expected for weight, child in weighted)
    return _Sums(lines, win, draw, mean if node.shares else min(child.expected for child in children))


def _counted(nodes: list[_Node], scope: Scope) -> int:
    """Return the number of positions that the nodes stand for: whole orbits if symmetric ones are walked once."""
    if scope is not Scope.ORBIT or not nodes:
        return len(nodes)
    group = symmetry_group(nodes[0].position.rules)
    return sum(group.orbit(node.position.x, node.position.o) for node in nodes)
