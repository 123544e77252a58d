"""Strategy in words on any board: a tree of the opponent's replies, in coordinates.

Replies that look the same when the board is turned or flipped are one branch, seen as the first of them: from there on
the reader thinks of the board as turned. A branch ends where the reflexes, or any moves, do for the rest of the game.
"""

from collections import defaultdict
from functools import cache

from oxobook.book.errors import TooLarge
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.strategy import canonical_of, own_positions_after
from oxobook.viewer.classroom.instructions.advice import WITH_EACH_MOVE, Advice, Instructions, Section, Step
from oxobook.viewer.terminal.wording import listed, moves_named, symmetry_names

MOST_STEPS = 200
_VIEWS = {
    "as it is": "",
    "left-right flip": "flipped left to right",
    "top-bottom flip": "flipped top to bottom",
    "half turn": "turned half round",
    "quarter turn right": "turned a quarter to the right",
    "quarter turn left": "turned a quarter to the left",
    "diagonal flip": "flipped over the diagonal from top left",
    "antidiagonal flip": "flipped over the diagonal from top right",
}
"""Words for what a symmetry does to the board; other symmetries are not used."""
_Key = tuple[str, tuple[Step, ...]]


def in_coordinates(advice: Advice) -> Instructions:
    """Return the instructions; raises TooLarge if they are more than anyone would follow."""
    tree = _Tree(advice)
    start = Position(advice.rules)
    steps = tree.replies(start) if advice.strategy.side == "O" else (tree.move(start, ""),)
    reflexes = advice.spoken_reflexes()
    cell = "any cell with either sign" if advice.rules.either else "any cell"
    rules = (*reflexes, f"Otherwise, take {cell}." if reflexes else f"Take {cell}.")
    if not steps:
        return Instructions(advice.strategy, WITH_EACH_MOVE, rules, (), _notes(advice.rules))
    before = (
        f"Look for {advice.other}'s move below your own, and go on from there. Once it is not there, follow the first "
        "of these that applies, to the end of the game:"
    )
    parts = (Section("Your moves, and the replies to them", steps),)
    return Instructions(advice.strategy, before, rules, parts, _notes(advice.rules))


def _notes(rules: Rules) -> tuple[str, ...]:
    """Return the notes on cells and sides."""
    sides = "each move sets the sign that it names" if rules.either else f"both set {rules.terms.signs[0]}"
    return (
        "A cell is a column, counted in letters from the left, and a row, counted from below.",
        "A cell with turned or flipped after it: from then on, think of the board as turned or flipped so.",
        *(f"X is the side that moves first, O the other; {sides}.",) * (rules.terms.signs != ("X", "O")),
    )


class _Tree:
    """Tree of a strategy; ``left`` is the number of steps that it may still have."""

    def __init__(self, advice: Advice) -> None:
        self._advice = advice
        self._rules = advice.rules
        self._names = moves_named(advice.rules)
        self._group = symmetry_group(advice.rules)
        self._views = [_VIEWS.get(name) for name in symmetry_names(advice.rules)]
        self._left = MOST_STEPS
        self._closed = cache(self._is_closed)

    def move(self, position: Position, when: str) -> Step:
        """Return the own move in a position, with the replies to it."""
        cell = self._advice.strategy.move(position)
        return Step(when, self._names[cell], self.replies(position.play(cell)))

    def replies(self, position: Position) -> tuple[Step, ...]:
        """Return the steps for the replies that need one; replies that lead to the same are one step."""
        answers: dict[_Key, list[str]] = defaultdict(list)
        for first, cells in self._alike(position).items():
            after = position.play(first)
            if not after.over and not self._closed(canonical_of(after)):
                step = self.move(after, "")
                answers[step.take, step.then] += cells
        self._left -= len(answers)
        if self._left < 0:
            strategy = self._advice.strategy
            instead = "draw a graph" if strategy.kind == "reflexes" else "try --kind reflexes, or draw a graph"
            raise TooLarge(
                f"expected a strategy that is short in words; {strategy.side}'s {strategy.name} one for {self._rules} "
                f"takes more than {MOST_STEPS} steps: {instead}"
            )
        return tuple(
            Step(f"If {self._advice.other} took {listed(cells, 'or')}", take, then)
            for (take, then), cells in answers.items()
        )

    def _alike(self, position: Position) -> dict[Cell, list[str]]:
        """Return the replies by the first that looks the same, each with how to see the board for it."""
        own = [way for way in self._group.stabiliser(position.x, position.o) if self._views[way] is not None]
        found: dict[Cell, list[str]] = defaultdict(list)
        for cell in position.legal_cells:
            first, way = min((self._group.image(cell, way), way) for way in own)
            seen = self._views[way]
            found[first].append(f"{self._names[cell]} ({seen})" if seen else self._names[cell])
        return found

    def _is_closed(self, position: Position) -> bool:
        """Return whether the rules suffice for the rest of the game from an own position on."""
        if self._advice.settled(position) or self._advice.dead(position):
            return True
        if not self._advice.ruled(position):
            return False
        move = self._advice.strategy.move(position)
        return all(map(self._closed, own_positions_after(position, move)))
