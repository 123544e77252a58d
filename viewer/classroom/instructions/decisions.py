"""The shortest decision tree, in the words of a 3x3 board, that finds a good cell in each of some positions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from oxobook.book.game.rules import Mask
from oxobook.viewer.classroom.instructions.vocabulary import Case, Phrase, Question, phrases, questions


@dataclass(frozen=True)
class Asked:
    """A question, and what follows if it is so and if it is not."""

    question: Question
    yes: "Decision"
    no: "Decision"


@dataclass(frozen=True)
class Taken:
    """What to take, as it is said in the cases that come here."""

    phrase: Phrase
    cases: tuple[Case, ...]


Decision = Asked | Taken
Words = TypeVar("Words", Phrase, Question)
_Found = tuple[tuple[int, int], Decision] | None
"""How long a decision is, as its instructions and how far down the lists its words stand; None where none is found."""


def shortest_decision(cases: Sequence[Case]) -> Decision | None:
    """The decision with the fewest instructions, and of these with the simplest words; None where words do not do."""
    served = _apart((phrase, _those(cases, phrase.serves)) for phrase in phrases())
    asked = _apart((question, _those(cases, question.holds)) for question in questions())

    @cache
    def shortest(chosen: int) -> _Found:
        for rank, phrase, good in served:
            if not chosen & ~good:
                return (1, rank), Taken(phrase, tuple(case for i, case in enumerate(cases) if chosen >> i & 1))
        best: _Found = None
        for rank, question, true in asked:
            parts = chosen & true, chosen & ~true
            if all(parts) and (yes := shortest(parts[0])) and (no := shortest(parts[1])):
                length = yes[0][0] + no[0][0], yes[0][1] + no[0][1] + rank
                if best is None or length < best[0]:
                    best = length, Asked(question, yes[1], no[1])
        return best

    found = shortest((1 << len(cases)) - 1)
    return found and found[1]


def _those(cases: Sequence[Case], holds: Callable[[Case], bool]) -> Mask:
    """The cases of which something holds, by their numbers."""
    return sum(1 << number for number, case in enumerate(cases) if holds(case))


def _apart(said: Iterable[tuple[Words, Mask]]) -> list[tuple[int, Words, Mask]]:
    """Of words that hold of the same cases the first, each with its rank among all."""
    firsts: dict[Mask, tuple[int, Words, Mask]] = {}
    for rank, (words, holding) in enumerate(said):
        firsts.setdefault(holding, (rank, words, holding))
    return list(firsts.values())
