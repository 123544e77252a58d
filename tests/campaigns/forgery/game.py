"""Game as a graph of canonical positions, solved by rules that may be twisted, to make wrong books from.

A *twist* is one lie about the game, told everywhere: another end, a move that is forgotten, a taste that is not the
book's. All answers and counts follow from it, so that nothing else in the book contradicts it.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from oxobook.book import Position, Rules
from oxobook.book.game.conventions import Convention
from oxobook.book.game.score import remoteness_of
from oxobook.book.game.symmetry import symmetry_group


class Node(NamedTuple):
    """Canonical position."""

    key: int
    x: int
    o: int
    ply: int
    over: bool
    line: bool
    orbit: int
    moves: tuple[tuple[int, int], ...]
    """Cell of each move, with the canonical key after it."""


class Answer(NamedTuple):
    """Answer of a book for a position; ``pick`` is None if the game is over."""

    score: int
    best: int
    safe: int
    pick: int | None


@dataclass
class Twist:
    """Deviation from a game's rules."""

    ends: dict[int, int] = field(default_factory=dict)
    """Scores of positions, by key, whatever follows them."""
    forgotten: frozenset[tuple[int, int]] = frozenset()
    """Moves, by key and cell, that are overlooked."""
    misere: bool = False
    """True if the other side wins by a line."""
    hasty: bool = False
    """True if a loser hurries."""
    full_wins: int = 0
    """Score of a full board for the side to move."""
    taste: str = ""
    """Rule of the pick: ``last``, ``most`` safe replies, or ``first`` of the best."""
    where: frozenset[int] | None = None
    """Positions, by key, in which play is hasty and of this taste; None for all of them."""

    def reaches(self, key: int) -> bool:
        """Return whether haste and taste are at work in a position."""
        return self.where is None or key in self.where


class Game:
    """Canonical positions of a game, by key."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.nodes: dict[int, Node] = {}
        group, waiting = symmetry_group(rules), [(0, 0)]
        while waiting:
            x, o = waiting.pop()
            key, _ = group.canonical(x, o)
            if key in self.nodes:
                continue
            position = Position(rules, key & rules.full, key >> rules.cells)
            moves = []
            for cell in position.legal_cells:
                child = position.play(cell)
                moves.append((cell, group.canonical(child.x, child.o)[0]))
                waiting.append((child.x, child.o))
            self.nodes[key] = Node(
                key,
                position.x,
                position.o,
                position.ply,
                position.over,
                bool(position.completed_lines),
                group.orbit(position.x, position.o),
                tuple(moves),
            )

    @cached_property
    def raw(self) -> list[Position]:
        """Every position, in every orientation."""
        group, rules = symmetry_group(self.rules), self.rules
        images = {image for node in self.nodes.values() for image in group.images(node.x, node.o)}
        return [Position(rules, key & rules.full, key >> rules.cells) for key in sorted(images)]

    def solved(self, twist: Twist) -> "Solution":
        """Return all answers and counts of the game so played."""
        return Solution(self, twist)


class Solution:
    """Answers of a game under a twist, and the counts that follow from them."""

    def __init__(self, game: Game, twist: Twist) -> None:
        self.game, self.twist, self.cells = game, twist, game.rules.cells
        self.moves = {key: self._moves(node) for key, node in game.nodes.items()}
        self.answers: dict[int, Answer] = {}
        for key in sorted(self._reached(), key=lambda key: -game.nodes[key].ply):
            self.answers[key] = self._answer(game.nodes[key])

    def _moves(self, node: Node) -> tuple[tuple[int, int], ...]:
        if node.key in self.twist.ends and not node.moves:
            return ()
        return tuple(move for move in node.moves if (node.key, move[0]) not in self.twist.forgotten) or node.moves

    def _reached(self) -> set[int]:
        found, waiting = set[int](), [0]
        while waiting:
            key = waiting.pop()
            if key not in found:
                found.add(key)
                waiting += [child for _, child in self.moves[key]]
        return found

    def _answer(self, node: Node) -> Answer:
        moves = self.moves[node.key]
        if not moves:
            return Answer(self.twist.ends.get(node.key, self._end(node)), 0, 0, None)
        worths = {cell: -self.answers[child].score for cell, child in moves}
        highest = max(worths.values())
        if highest < 0 and self.twist.hasty and self.twist.reaches(node.key):
            highest = min(worths.values())
        highest = self.twist.ends.get(node.key, highest)
        best = [cell for cell, worth in worths.items() if worth == highest] or list(worths)[:1]
        safe = [cell for cell, worth in worths.items() if _sign(worth) == _sign(highest)] or best
        pick = self._pick(dict(moves), best, self.twist.taste if self.twist.reaches(node.key) else "")
        return Answer(highest, _mask(best), _mask({*safe, *best}), pick)

    def _end(self, node: Node) -> int:
        if node.line:
            misere = self.game.rules.misere != self.twist.misere
            return (Convention().reversed() if misere else Convention()).line_score(node.ply, self.cells)
        return self.twist.full_wins

    def _pick(self, children: dict[int, int], best: list[int], taste: str) -> int:
        def share(cell: int) -> float:
            replies = self.moves[children[cell]]
            return self.answers[children[cell]].safe.bit_count() / len(replies) if replies else 0.0

        match taste:
            case "last":
                return min(best, key=lambda cell: (share(cell), -cell))
            case "most":
                return max(best, key=lambda cell: (share(cell), -cell))
            case "first":
                return min(best)
        return min(best, key=lambda cell: (share(cell), cell))

    def row(self, key: int) -> tuple[object, ...]:
        """Return the row of the position table."""
        node, answer = self.game.nodes[key], self.answers[key]
        board = Position(self.game.rules, node.x, node.o).text
        left = remoteness_of(answer.score, node.ply, self.cells)
        return key, board, node.ply, _sign(answer.score), left, answer.best, answer.safe, answer.pick, node.orbit

    def layers(self) -> list[tuple[object, ...]]:
        """Return the rows of ``layer``, with counts of games."""
        found, ways = [], self._ways()
        for ply in range(self.cells + 1):
            keys = [key for key in self.answers if self.game.nodes[key].ply == ply]
            if not keys:
                break
            ended = [key for key in keys if not self.moves[key]]
            raw, raw_ended = (sum(self.game.nodes[key].orbit for key in some) for some in (keys, ended))
            results, values = ([self.x_result(key) for key in some] for some in (ended, keys))
            counts = [*(results.count(one) for one in (1, -1, 0)), *(values.count(one) for one in (1, -1, 0))]
            sequences, games = (str(sum(ways[key] for key in some)) for some in (keys, ended))
            found.append((ply, len(keys), raw, len(ended), raw_ended, *counts, sequences, games))
        return found

    def games(self) -> tuple[str, ...]:
        """Return X's, O's and drawn games, those up to symmetry, and the perfect ones."""
        ways, ended = self._ways(), [key for key in self.answers if not self.moves[key]]
        by_result = [sum(ways[key] for key in ended if self.x_result(key) == one) for one in (1, -1, 0)]
        return (*map(str, by_result), str(self._paths(0, {})), str(self._perfect(0, {})))

    def x_result(self, key: int) -> int:
        """Return 1 if X wins, -1 if O does, else 0."""
        value = _sign(self.answers[key].score)
        return -value if self.game.nodes[key].ply % 2 else value

    def _ways(self) -> dict[int, int]:
        ways = dict.fromkeys(self.answers, 0) | {0: 1}
        for key in sorted(self.answers, key=lambda key: self.game.nodes[key].ply):
            for _, child in self.moves[key]:
                ways[child] += ways[key]
        return ways

    def _paths(self, key: int, known: dict[int, int]) -> int:
        if key not in known:
            children = {child for _, child in self.moves[key]}
            known[key] = sum(self._paths(child, known) for child in children) or 1
        return known[key]

    def _perfect(self, key: int, known: dict[int, int]) -> int:
        if key not in known:
            safe = self.answers[key].safe
            known[key] = sum(self._perfect(child, known) for cell, child in self.moves[key] if safe >> cell & 1) or 1
        return known[key]


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def _mask(cells: "list[int] | set[int]") -> int:
    return sum(1 << cell for cell in cells)
