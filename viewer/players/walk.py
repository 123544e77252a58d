"""Walk: every position that a player can meet in one seat, or two players in a game, ply by ply.

Where a player is to move, the walk follows each move that its policy may choose, and for a side without a player each
legal move. Positions that the players cannot tell apart, or treat alike up to symmetry, are walked once; what is over
is walked once by position, and what a position allows is worked out once, however many orders of moves lead there.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask, Rules
from oxobook.viewer.players.answers import Answers
from oxobook.viewer.players.player import Policy, Scope, identity_of


class Mistake(NamedTuple):
    """Position in which the player may make a move that worsens its result."""

    position: Position
    moves: tuple[str, ...]  # wrong moves that it may make
    safe: tuple[str, ...]  # moves that keep the value


@dataclass(slots=True)
class Node:
    """Position of a walk, for all that the players treat alike."""

    position: Position
    record: tuple[Cell, ...]  # moves that led here; empty if the game is over, or if no player's choice depends on them
    result: int | None  # 1, 0 or -1 for the walk's seat if the game has ended, else None
    children: list[int] = field(default_factory=list)
    """Number in the next ply of the node after each move; several moves may lead to one node."""
    shares: tuple[Fraction, ...] = ()
    """Share of each move in the policy; empty unless a player is to move."""
    mistake: Mistake | None = None  # mistake that the player may make here, if it is to move
    kept: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    """Shares of the policy that are good moves, and best ones; known in a walk with a book."""
    far: float = inf  # number of plies to the nearest loss that may follow, once it is noted

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """Probability of each move, if the other side plays all moves equally often."""
        return self.shares or (Fraction(1, len(self.children) or 1),) * len(self.children)


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
    by_record, start = scope is Scope.RECORD, Position(rules)
    identity = identity_of(scope, rules)
    plies, visited = [[Node(start, (), result_of(start, seat))]], 1
    while True:
        numbers: dict[Hashable, int] = {}
        following: list[Node] = []
        choices = _Choices(sides.get(plies[-1][0].position.to_move), seat, rules, book)
        for node in plies[-1]:
            if visited > limit:
                return Walk(seat, scope, [*plies, following], visited, False)
            if node.result is not None:
                continue
            choice = choices.at(node)
            node.shares, node.mistake, node.kept = choice.shares, choice.mistake, choice.kept
            for cell, after, result in choice.moves:
                record = (*node.record, cell) if by_record and result is None else ()
                child = numbers.setdefault(record or identity(after, record), len(following))
                new = child == len(following)
                if new:
                    following.append(Node(after, record, result))
                visited += new or by_record
                node.children.append(child)
        if not following:
            return Walk(seat, scope, plies, visited, True)
        plies.append(following)


class _Choice(NamedTuple):
    """Moves that are followed from a position, and what a player does there."""

    moves: list[tuple[Cell, Position, int | None]]  # each with the position after it, and the result if that is over
    shares: tuple[Fraction, ...]
    mistake: Mistake | None
    kept: tuple[Fraction, Fraction]
    policy: Policy | None  # kept, as choices are known by its identity


class _Choices:
    """Choices in the positions of one ply, each worked out once for a position and a policy."""

    def __init__(self, answers: Answers | None, seat: str, rules: Rules, book: Book | None) -> None:
        self._answers, self._seat, self._book, self._names = answers, seat, book, move_names(rules)
        self._known: dict[tuple[Mask, Mask, int], _Choice] = {}

    def at(self, node: Node) -> _Choice:
        """Return the choice at a node; raises Forfeit."""
        position, policy = node.position, None
        if self._answers:
            policy = self._answers.to(_named(node.record, self._names), position)
        known = position.x, position.o, id(policy)
        if known not in self._known:
            self._known[known] = self._choice(position, policy)
        return self._known[known]

    def _choice(self, position: Position, policy: Policy | None) -> _Choice:
        names, cells = self._names, position.legal_cells
        if policy is not None:
            cells = tuple(cell for cell in cells if names[cell] in policy)
        moves = [(cell, after, result_of(after, self._seat)) for cell in cells for after in [position.after(cell)]]
        shares = () if policy is None else tuple(policy[names[cell]] for cell in cells)
        mistake, kept = None, (Fraction(0), Fraction(0))
        if self._book and policy is not None:
            entry = self._book.probe(position, pick=False)
            kept = _kept(cells, shares, entry.safe_mask), _kept(cells, shares, entry.best_mask)
            if given_away := tuple(names[cell] for cell in cells if not entry.safe_mask >> cell & 1):
                mistake = Mistake(position, given_away, entry.safe)
        return _Choice(moves, shares, mistake, kept, policy)


def _kept(cells: Sequence[Cell], shares: Sequence[Fraction], mask: Mask) -> Fraction:
    """Return the share of the moves that are in a mask."""
    return sum((share for cell, share in zip(cells, shares, strict=True) if mask >> cell & 1), Fraction(0))


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
