"""Game as a graph of canonical positions, solved under a *lie*, from which all its answers follow.

So nothing else among the answers contradicts it. The counts of a book that tells it are left as they are, and right.
"""

from collections.abc import Mapping
from typing import NamedTuple

from oxobook.book import Position, Rules
from oxobook.book.game.score import remoteness_of
from oxobook.book.game.symmetry import symmetry_group


class Lie(NamedTuple):
    """Deviation from a game's rules."""

    scores: Mapping[int, int] = {}
    """Scores of positions, by key, whatever follows them."""
    forgotten: frozenset[tuple[int, int]] = frozenset()
    """Moves, by key and cell, that are overlooked."""
    where: frozenset[int] = frozenset()
    """Positions, by key, in which play is of the taste that follows."""
    taste: str = ""
    """Rule of the pick: ``last``, ``most`` safe replies, or ``first`` of the best; or ``hasty``: a loser hurries."""


class Answer(NamedTuple):
    """Answer of a book for a position; ``pick`` is None if the game is over."""

    score: int
    best: int
    safe: int
    pick: int | None


class Game:
    """Positions of a game: the canonical ones by key, with the key after each move by its cell, the last ply first."""

    def __init__(self, rules: Rules) -> None:
        self.rules, group = rules, symmetry_group(rules)
        self.positions, self.moves = dict[int, Position](), dict[int, dict[int, int]]()
        waiting = [Position(rules)]
        while waiting:
            one = waiting.pop()
            key, _ = group.canonical(one.x, one.o)
            if key not in self.moves:
                self.positions[key] = position = Position(rules, key & rules.full, key >> rules.cells)
                after = {cell: position.play(cell) for cell in position.legal_cells}
                self.moves[key] = {cell: group.canonical(child.x, child.o)[0] for cell, child in after.items()}
                waiting += after.values()
        self.order = sorted(self.moves, key=lambda key: -self.positions[key].ply)

    def raw(self) -> list[Position]:
        """Return every position, in every orientation."""
        group, rules = symmetry_group(self.rules), self.rules
        images = {image for one in self.positions.values() for image in group.images(one.x, one.o)}
        return [Position(rules, key & rules.full, key >> rules.cells) for key in sorted(images)]

    def end(self, key: int) -> int:
        """Return the score of a position in which the game is over."""
        position = self.positions[key]
        return self.rules.terms.line_score(position.ply, self.rules.cells) if position.completed_lines else 0

    def answers(self, lie: Lie) -> dict[int, Answer]:
        """Return the answers of all positions that play then reaches, by key."""
        found = dict[int, Answer]()
        for key in self.order:
            moves = {cell: child for cell, child in self.moves[key].items() if (key, cell) not in lie.forgotten}
            scores = {cell: -found[child].score for cell, child in (moves or self.moves[key]).items()}
            if not scores:
                found[key] = Answer(lie.scores.get(key, self.end(key)), 0, 0, None)
                continue
            highest = max(scores.values())
            taste = lie.taste if key in lie.where else ""
            if highest < 0 and taste == "hasty":
                highest = min(scores.values())
            highest = lie.scores.get(key, highest)
            best = [cell for cell, score in scores.items() if score == highest] or [*scores][:1]
            safe = {cell for cell, score in scores.items() if sign(score) == sign(highest)} or {*best}
            found[key] = Answer(highest, mask(best), mask(safe), self._pick(found, key, best, taste))
        reached, waiting = {0}, [0]
        while waiting:
            key = waiting.pop()
            more = {child for cell, child in self.moves[key].items() if (key, cell) not in lie.forgotten} - reached
            reached |= more
            waiting += more
        return {key: found[key] for key in reached}

    def _pick(self, found: dict[int, Answer], key: int, best: list[int], taste: str) -> int:
        def safe_share(cell: int) -> float:
            child = self.moves[key][cell]
            return found[child].safe.bit_count() / len(self.moves[child]) if self.moves[child] else 0.0

        turn = {"last": (1, -1), "most": (-1, 1), "first": (0, 1)}.get(taste, (1, 1))
        return min(best, key=lambda cell: (turn[0] * safe_share(cell), turn[1] * cell))

    def row(self, key: int, answer: Answer) -> tuple[object, ...]:
        """Return the row of the position table."""
        one = self.positions[key]
        left, orbit = (
            remoteness_of(answer.score, one.ply, self.rules.cells),
            symmetry_group(self.rules).orbit(*one[1:3]),
        )
        return key, one.text, one.ply, sign(answer.score), left, answer.best, answer.safe, answer.pick, orbit


def sign(score: int) -> int:
    """Return 1, 0 or -1: who wins."""
    return (score > 0) - (score < 0)


def mask(cells: "list[int] | set[int]") -> int:
    """Return cells as bits."""
    return sum(1 << cell for cell in cells)
