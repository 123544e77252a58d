"""Strategy on a 3x3 board in words that hold however the board is turned: a decision tree for each own move."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TypeVar

from oxobook.book.game.rules import Mask
from oxobook.book.game.tactics import stones
from oxobook.book.strategy import reflexes
from oxobook.viewer.classroom.instructions.advice import Advice, Example, Instructions, Section, Step
from oxobook.viewer.classroom.instructions.vocabulary import Case, Phrase, Question, phrases, questions


@dataclass(frozen=True)
class _Asked:
    """Question, with what follows if the answer is yes and if it is no."""

    question: Question
    yes: "_Decision"
    no: "_Decision"


@dataclass(frozen=True)
class _Taken:
    """Cell to take, as the words for the cases that come here."""

    phrase: Phrase
    cases: tuple[Case, ...]


_Decision = _Asked | _Taken
_Words = TypeVar("_Words", Phrase, Question)
_Found = tuple[tuple[int, int], _Decision] | None
"""Length of a decision: its number of instructions and the ranks of its words; None if there is no decision."""


def in_words(advice: Advice) -> Instructions | None:
    """Return the instructions, or None if the board is another or the words cannot tell its cases apart.

    Words such as *your corner* need stones that are one side's.
    """
    rules = advice.rules
    if (rules.rows, rules.columns, rules.stacked, rules.kind) != (3, 3, False, "") or rules.terms.signs != ("X", "O"):
        return None
    parts = []
    undecided = [position for position in advice.positions() if not advice.ruled(position)]
    if any(map(reflexes, undecided)):  # a rule would come before the words
        return None
    for ply, positions in groupby(undecided, key=lambda position: position.ply):
        decision = _shortest_decision([Case(*stones(one), advice.good(one)) for one in positions])
        if decision is None:
            return None
        parts.append(Section(advice.words.your_move(ply // 2 + 1), tuple(_steps(decision, advice))))
    first = (*advice.spoken_reflexes(), advice.words.below)
    return Instructions(advice.strategy, advice.words, first, tuple(parts))


def _steps(decision: _Decision, advice: Advice, otherwise: bool = False) -> list[Step]:
    """Return a decision as steps, of which the first that applies is taken; ``otherwise``: others come before it."""
    words, other = advice.words, advice.other
    if isinstance(decision, _Taken):
        first = decision.cases[0]
        example = Example(first.own, first.their, decision.phrase.cells(first))
        return [Step(words.otherwise * otherwise, decision.phrase.said(decision.cases, other, words), (), example)]
    when = words.condition(decision.question.said(words, other), otherwise)
    yes = _steps(decision.yes, advice)
    taken = isinstance(decision.yes, _Taken)
    first_step = yes[0]._replace(when=when) if taken else Step(when, "", tuple(yes))
    return [first_step, *_steps(decision.no, advice, True)]


def _shortest_decision(cases: Sequence[Case]) -> _Decision | None:
    """Return the decision with the fewest instructions, then the simplest words; None if words do not suffice."""
    served = _distinct((phrase, _cases_where(cases, phrase.serves)) for phrase in phrases())
    asked = _distinct((question, _cases_where(cases, question.holds)) for question in questions())

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


def _cases_where(cases: Sequence[Case], holds: Callable[[Case], bool]) -> Mask:
    """Return the numbers of the cases for which a predicate holds, as a mask."""
    return sum(1 << number for number, case in enumerate(cases) if holds(case))


def _distinct(said: Iterable[tuple[_Words, Mask]]) -> list[tuple[int, _Words, Mask]]:
    """Return one of all words that hold in the same cases: the first, with its rank and a mask of the cases."""
    firsts: dict[Mask, tuple[int, _Words, Mask]] = {}
    for rank, (words, holding) in enumerate(said):
        firsts.setdefault(holding, (rank, words, holding))
    return list(firsts.values())
