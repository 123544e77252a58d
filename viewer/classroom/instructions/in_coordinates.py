"""Strategy in words on any board: a tree of the opponent's replies, by the labels of the cells.

Replies that look the same when the board is turned or flipped are one branch, seen as the first of them: from there on
the reader thinks of the board as turned. A branch ends where the reflexes, or any moves, do for the rest of the game.
"""

from collections import defaultdict
from functools import cache

from oxobook.book.errors import TooLarge
from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.strategy import canonical_of, own_positions_after
from oxobook.viewer.classroom.instructions.advice import Advice, Instructions, Section, Step
from oxobook.viewer.words.english import English
from oxobook.viewer.words.wording import symmetry_names

MOST_STEPS = 200
_Key = tuple[str, tuple[Step, ...]]


def in_coordinates(advice: Advice, labels: CellLabels) -> Instructions:
    """Return the instructions; raises TooLarge if they are more than anyone would follow."""
    tree = _Tree(advice, labels)
    start = Position(advice.rules)
    steps = tree.replies(start) if advice.strategy.side == "O" else (tree.move(start, ""),)
    words, reflexes = advice.words, advice.spoken_reflexes()
    any_cell = words.sentence(words.otherwise if reflexes else "", words.any_cell(advice.rules.either))
    rules, notes = (*reflexes, any_cell), _notes(labels, words)
    if not steps:
        return Instructions(advice.strategy, words, words.with_each_move, rules, (), notes)
    parts = (Section(words.replies, steps),)
    return Instructions(advice.strategy, words, words.after_reply(advice.other), rules, parts, notes)


def _notes(labels: CellLabels, words: English) -> tuple[str, ...]:
    """Return the notes on cells, the first of them on coordinates, and on sides."""
    rules, on_cells = labels.rules, words.notes_on_cells[not labels.are_coordinates :]
    signs = rules.terms.signs
    on_sides = words.note_on_sides(None if rules.either else signs[0])
    return (*on_cells, *(on_sides,) * (signs != ("X", "O")))


def _moves_named(labels: CellLabels, words: English) -> tuple[str, ...]:
    """Return the name of every move in a sentence: its cell, with the sign where a side may set either."""
    names = labels.of_cells
    return tuple(words.with_sign(name, sign) for sign in "XO" for name in names) if labels.rules.either else names


class _Tree:
    """Tree of a strategy; ``left`` is the number of steps that it may still have."""

    def __init__(self, advice: Advice, labels: CellLabels) -> None:
        self._advice = advice
        self._rules = advice.rules
        self._names = _moves_named(labels, advice.words)
        self._group = symmetry_group(advice.rules)
        views = {"as it is": "", **advice.words.views}
        self._views = [views.get(name) for name in symmetry_names(advice.rules)]
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
            Step(self._advice.words.took(self._advice.other, cells), take, then)
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
