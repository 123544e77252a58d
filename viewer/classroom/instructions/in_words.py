"""Strategy of a 3x3 board in words that hold however the board is turned: a short decision tree for each own move."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TypeVar

from oxobook.book.game.rules import Mask
from oxobook.book.strategy import reflexes
from oxobook.viewer.classroom.instructions.advice import WITH_EACH_MOVE, Advice, Instructions, Section, Step
from oxobook.viewer.classroom.instructions.vocabulary import Case, Phrase, Question, case_of, phrases, questions
from oxobook.viewer.terminal.wording import ordinal

_NOTES = (
    "The sides are the four cells between the corners. Two cells are next to each other along an edge of the board, "
    "and opposite to each other with the centre between them.",
    "Where several cells fit, take any of them: each is as good as the others.",
)


@dataclass(frozen=True)
class _Asked:
    """Question, and what follows if it is so and if it is not."""

    question: Question
    yes: "_Decision"
    no: "_Decision"


@dataclass(frozen=True)
class _Taken:
    """What to take, as it is said in the cases that come here."""

    phrase: Phrase
    cases: tuple[Case, ...]


_Decision = _Asked | _Taken
_Words = TypeVar("_Words", Phrase, Question)
_Found = tuple[tuple[int, int], _Decision] | None
"""How long a decision is, as its instructions and how far down the lists its words stand; None where none is found."""


def in_words(advice: Advice) -> Instructions | None:
    """The instructions, or None where the board is another, or such words do not tell what has to be told apart."""
    if (advice.rules.rows, advice.rules.columns, advice.rules.stacked) != (3, 3, False) or advice.rules.kind:
        return None
    parts = []
    undecided = [position for position in advice.positions() if not advice.ruled(position)]
    if any(map(reflexes, undecided)):  # a rule would come before the words
        return None
    for ply, positions in groupby(undecided, key=lambda position: position.ply):
        decision = _shortest_decision([case_of(position, advice.good(position)) for position in positions])
        if decision is None:
            return None
        parts.append(Section(f"Your {ordinal(ply // 2 + 1)} move", tuple(_steps(decision, advice.other))))
    rules = (*advice.spoken_reflexes(), "Otherwise, do what is said below for your move.")
    return Instructions(advice.strategy, WITH_EACH_MOVE, rules, tuple(parts), _NOTES)


def _steps(decision: _Decision, other: str, otherwise: str = "") -> list[Step]:
    """Return a decision as steps, of which the first that applies is taken.

    ``otherwise``: what links it to those before.
    """
    if isinstance(decision, _Taken):
        return [Step(otherwise, decision.phrase.words(decision.cases, other))]
    condition = f"if {decision.question.words.format(other=other)}"
    when = f"{otherwise}, {condition}" if otherwise else f"I{condition[1:]}"
    yes = _steps(decision.yes, other)
    first = Step(when, yes[0].take) if isinstance(decision.yes, _Taken) else Step(when, "", tuple(yes))
    return [first, *_steps(decision.no, other, "Otherwise")]


def _shortest_decision(cases: Sequence[Case]) -> _Decision | None:
    """Return the decision with the fewest instructions, and of these with the simplest words.

    None where words do not do.
    """
    served = _apart((phrase, _those(cases, phrase.serves)) for phrase in phrases())
    asked = _apart((question, _those(cases, question.holds)) for question in questions())

    @cache
    def shortest(chosen: int) -> _Found:
        for rank, phrase, good in served:
            if not chosen & ~good:
                return (1, rank), _Taken(phrase, tuple(case for i, case in enumerate(cases) if chosen >> i & 1))
        best: _Found = None
        for rank, question, true in asked:
            parts = chosen & true, chosen & ~true
            if all(parts) and (yes := shortest(parts[0])) and (no := shortest(parts[1])):
                length = yes[0][0] + no[0][0], yes[0][1] + no[0][1] + rank
                if best is None or length < best[0]:
                    best = length, _Asked(question, yes[1], no[1])
        return best

    found = shortest((1 << len(cases)) - 1)
    return found and found[1]


def _those(cases: Sequence[Case], holds: Callable[[Case], bool]) -> Mask:
    """Return the cases of which something holds, by their numbers."""
    return sum(1 << number for number, case in enumerate(cases) if holds(case))


def _apart(said: Iterable[tuple[_Words, Mask]]) -> list[tuple[int, _Words, Mask]]:
    """Of words that hold of the same cases the first, each with its rank among all."""
    firsts: dict[Mask, tuple[int, _Words, Mask]] = {}
    for rank, (words, holding) in enumerate(said):
        firsts.setdefault(holding, (rank, words, holding))
    return list(firsts.values())
