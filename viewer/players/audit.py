"""Audit: exact results of a player in one seat, over every position that it can meet there.

The results of a walk are summed back to the empty board. All numbers are exact: probabilities of one ply share a
denominator, so that the sums are of integers. They hold of a player that answers a position always alike, which a
program is asked again to show.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Generic, NamedTuple, TypeVar

from oxobook.book.book import Book, require_book
from oxobook.book.errors import IllegalArgument, TooLarge, quoted, require_kind
from oxobook.book.game.rules import Rules
from oxobook.book.game.score import Value
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.strategy import require_side
from oxobook.viewer.players.answers import Answers, Unlike
from oxobook.viewer.players.player import Player, Scope
from oxobook.viewer.players.roster import AnyPlayer, player_named
from oxobook.viewer.players.walk import Mistake, Node, Walk, lost_game, walk

DEFAULT_LIMIT = 1_000_000

Number = TypeVar("Number", int, Fraction)


class Results(NamedTuple, Generic[Number]):
    """Number of games, or probability, of each result, as the player sees it."""

    win: Number
    draw: Number
    loss: Number


class ExactResults(NamedTuple):
    """Results that need a finished walk."""

    worst: Value  # worst result, over all replies and all of the player's own choices
    lines: Results[int]  # complete games that are possible, by result
    vs_random: Results[Fraction]
    """Probability of each result against the other player or, without one, all legal moves equally often."""
    vs_best: Fraction  # expected result, 1 / 0 / -1, against an opponent who knows the policy and exploits it best
    positions: int  # number of positions in which it can have the move; of records, if it depends on their order
    mistakes: int  # number of these positions in which it may make a mistake
    mistaken: tuple[Mistake, ...]  # these positions one by one; up to symmetry if the policy is symmetric
    good: Fraction | None
    """Share of its moves in these positions that keep the value, each position counting once; None without any."""
    perfect: Fraction | None  # share of best moves, likewise


@dataclass(frozen=True)
class Audit:
    """Proved results of a player in one seat."""

    player: str
    rules: Rules
    seat: str
    visited: int  # number of positions visited, with either side to move; up to symmetry if the policy is symmetric
    loss: tuple[str, ...] | None
    """Shortest game that the player loses, the first in cell order; None if none was met.

    Of a player that follows no rule it is a game that it lost when it was asked along it.
    """
    exact: ExactResults | None  # exact results; None if the walk stopped at its limit, or the player follows no rule
    unlike: Unlike | None  # position in which the player answered in two ways: it follows no rule
    assumes: str | None  # what the results assume; None if nothing

    @property
    def never_loses(self) -> bool | None:
        """True if the player is proved never to lose, False if it lost a game; else None."""
        if self.loss is not None:
            return False
        return None if self.exact is None else True


def audit(player: AnyPlayer, book: Book, seat: str, limit: int = DEFAULT_LIMIT, labels: str | None = None) -> Audit:
    """Audit a player in a seat, ``X`` or ``O``, visiting at most about ``limit`` positions.

    ``player`` may be anything that ``player_named`` takes, with the same ``labels``: a name, or a function from a
    Position to a move. Raises UnknownPlayer, UnfitPlayer if the player does not know the game, Forfeit if it breaks the
    rules, TooLarge if the book holds first plies only.
    """
    require_book(book)
    require_side(seat)
    if not isinstance(limit, int) or limit < 0:
        raise IllegalArgument(f"expected the largest number of positions to visit; got {quoted(limit)}")
    if not isinstance(player, Player):
        with player_named(player, book, labels=labels) as one:
            return audit(one, book, seat, limit)
    require_auditable(player, book)
    answers = Answers(player)
    walked = walk({seat: answers}, seat, book.rules, limit, book)
    answers.ask_again()
    if answers.unlike:
        walked = walk({seat: answers}, seat, book.rules, limit, book)
    loss = lost_game(walked, answers, book)
    rule = answers.unlike is None
    exact = exact_results(walked) if walked.finished and rule else None
    assumes = player.assumption if rule else None
    return Audit(player.name, book.rules, seat, walked.visited, loss, exact, answers.unlike, assumes)


def require_auditable(player: Player, book: Book) -> None:
    """Raise UnfitPlayer if the player does not know the book's game, TooLarge if the book holds first plies only."""
    player.require(book.rules)
    if book.info.plies is not None:
        raise TooLarge(
            f"expected a book of all positions, which an audit walks; {book.name!r} does not hold all: "
            "oxobook audit PLAYER --sample 100 estimates"
        )


def nash_conv(x: Audit, o: Audit) -> Fraction | None:
    """Return the sum of what best-responding opponents gain on a player in its two seats; 0 for perfect play.

    Takes the audits of both seats; None if one of them has no exact results. As defined by Lanctot et al., *A Unified
    Game-Theoretic Approach to Multiagent Reinforcement Learning*, 2017, for a game whose results sum to 0.
    """
    require_kind(Audit, "an Audit", x=x, o=o)
    return -(x.exact.vs_best + o.exact.vs_best) if x.exact and o.exact else None


def exploitability(
    player: AnyPlayer, book: Book, limit: int = DEFAULT_LIMIT, labels: str | None = None
) -> Fraction | None:
    """Return what best responses gain on a player on average over its two seats: half of ``nash_conv``.

    So the field defines it for a game of two players whose results sum to 0. Takes and raises what ``audit`` does; None
    if an audit has no exact results.
    """
    gained = nash_conv(*(audit(player, book, seat, limit, labels) for seat in "XO"))
    return None if gained is None else gained / 2


class _Sums(NamedTuple):
    lines: Results[int]
    win: int  # probability of a win against random play, over the ply's denominator for chances
    draw: int  # probability of a draw, likewise
    expected: int  # expected result against a best response, over the ply's denominator for the player's own chances


def exact_results(walked: Walk) -> ExactResults:
    """Return the results of a finished walk, summed from its last ply to its first."""
    numbers, following = list[int](), list[_Sums]()  # of each node of the next ply the place of its sums in the list
    chances = own_chances = 1
    for nodes in reversed(walked.plies):
        numbers, alike = _alike(nodes, numbers)
        common = lcm(*(chance.denominator for node, _ in alike for chance in node.chances))
        chances *= common
        if any(node.shares for node, _ in alike):
            own_chances *= common
        following = [
            _summed(node, [following[child] for child in children], common)
            if children
            else _ended(node, chances, own_chances)
            for node, children in alike
        ]
    start = following[0]
    win, draw = Fraction(start.win, chances), Fraction(start.draw, chances)
    results = {node.result for nodes in walked.plies for node in nodes if node.result is not None}
    own = [node for nodes in walked.plies for node in nodes if node.shares]
    weights = _weights(own, walked.scope)
    positions = sum(weights)
    good, perfect = (
        Fraction(sum(weight * node.kept[kind] for node, weight in zip(own, weights, strict=True))) / positions
        if positions
        else None
        for kind in (0, 1)
    )
    return ExactResults(
        worst=Value(min(results)),
        lines=start.lines,
        vs_random=Results(win, draw, 1 - win - draw),
        vs_best=Fraction(start.expected, own_chances),
        positions=positions,
        mistakes=sum(weight for node, weight in zip(own, weights, strict=True) if node.mistake),
        mistaken=tuple(node.mistake for node in own if node.mistake),
        good=good,
        perfect=perfect,
    )


def _alike(nodes: list[Node], numbers: list[int]) -> tuple[list[int], list[tuple[Node, list[int]]]]:
    """Return a number for each node, equal if the same follows, and by number such a node and its children's numbers.

    After most orders of moves that lead to one position a player does the same.
    """
    known: dict[tuple[object, ...], int] = {}
    found, alike = [], list[tuple[Node, list[int]]]()
    for node in nodes:
        children = [numbers[child] for child in node.children]
        found.append(known.setdefault((node.result, id(node.shares), *children), len(alike)))
        if found[-1] == len(alike):
            alike.append((node, children))
    return found, alike


def _ended(node: Node, chances: int, own_chances: int) -> _Sums:
    result = node.result or 0
    lines = Results(int(result > 0), int(result == 0), int(result < 0))
    return _Sums(lines, chances * lines.win, chances * lines.draw, own_chances * result)


def _summed(node: Node, children: list[_Sums], common: int) -> _Sums:
    """Return the sums of a node from those of its children, whose denominators are smaller by the factor ``common``."""
    lines = Results(*map(sum, zip(*(child.lines for child in children), strict=True)))
    weighted = [
        (chance.numerator * (common // chance.denominator), child)
        for chance, child in zip(node.chances, children, strict=True)
    ]
    win = sum(weight * child.win for weight, child in weighted)
    draw = sum(weight * child.draw for weight, child in weighted)
    mean = sum(weight * child.expected for weight, child in weighted)
    return _Sums(lines, win, draw, mean if node.shares else min(child.expected for child in children))


def _weights(nodes: list[Node], scope: Scope) -> list[int]:
    """Return the number of positions that each node stands for: its orbit if symmetric ones are walked once."""
    if scope is not Scope.ORBIT or not nodes:
        return [1] * len(nodes)
    group = symmetry_group(nodes[0].position.rules)
    return [group.orbit(node.position.x, node.position.o) for node in nodes]
