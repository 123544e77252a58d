"""A strategy of a 3x3 board in words that hold however the board is turned: a short decision tree for each own move."""

from itertools import groupby

from oxobook.book.strategy import reflexes
from oxobook.viewer.classroom.instructions.decisions import Decision, Taken, shortest_decision
from oxobook.viewer.classroom.instructions.instructions import WITH_EACH_MOVE, Advice, Instructions, Part, Step
from oxobook.viewer.classroom.instructions.vocabulary import case_of
from oxobook.viewer.terminal.wording import ordinal

_NOTES = (
    "The sides are the four cells between the corners. Two cells are next to each other along an edge of the board, "
    "and opposite to each other with the centre between them.",
    "Where several cells fit, take any of them: each is as good as the others.",
)


def in_turning_words(advice: Advice) -> Instructions | None:
    """The instructions, or None where the board is another, or such words do not tell what has to be told apart."""
    if (advice.rules.rows, advice.rules.columns, advice.rules.stacked) != (3, 3, False) or advice.rules.kind:
        return None
    parts = []
    undecided = [position for position in advice.positions() if not advice.ruled(position)]
    if any(map(reflexes, undecided)):  # a rule would come before the words
        return None
    for ply, positions in groupby(undecided, key=lambda position: position.ply):
        decision = shortest_decision([case_of(position, advice.good(position)) for position in positions])
        if decision is None:
            return None
        parts.append(Part(f"Your {ordinal(ply // 2 + 1)} move", tuple(_steps(decision, advice.other))))
    rules = (*advice.spoken_reflexes(), "Otherwise, do what is said below for your move.")
    return Instructions(advice.strategy, WITH_EACH_MOVE, rules, tuple(parts), _NOTES)


def _steps(decision: Decision, other: str, otherwise: str = "") -> list[Step]:
    """A decision as steps, of which the first that applies is taken; ``otherwise``: what links it to those before."""
    if isinstance(decision, Taken):
        return [Step(otherwise, decision.phrase.words(decision.cases, other))]
    condition = f"if {decision.question.words(other)}"
    when = f"{otherwise}, {condition}" if otherwise else f"I{condition[1:]}"
    yes = _steps(decision.yes, other)
    first = Step(when, yes[0].take) if isinstance(decision.yes, Taken) else Step(when, "", tuple(yes))
    return [first, *_steps(decision.no, other, "Otherwise")]
