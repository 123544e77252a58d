"""Answers of a player: each kept as it was first given, and asked for again, to see that they are a rule's.

What an audit says of a program rests on its giving a position always the same answer. So every position is asked again:
in another order each time, and ``Player.afresh``. A player that chooses evenly between two moves in a single position
answers alike all 16 times once in 32,768 audits; one that tosses its coin at its import, once in 16,384.
"""

from random import Random
from typing import NamedTuple

from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.position import Position
from oxobook.viewer.players.player import Player, Policy, Scope

_Question = tuple[tuple[str, ...], Position]


class Unlike(NamedTuple):
    """Position in which a player answered in two ways, and so does not follow a rule."""

    position: Position
    answers: tuple[Policy, Policy]

    def told(self, labels: CellLabels) -> str:
        """Return both answers as a sentence, with the moves by their labels."""
        first, then = (
            " or ".join(labels.move(move) + ("" if share == 1 else f" {share}") for move, share in answer.items())
            for answer in self.answers
        )
        return f"in {self.position} it played {first}, and {then} when it was asked again"


class Answers:
    """Answers of a player, with the first position in which two of them differ, if any."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.unlike: Unlike | None = None
        self._found: dict[_Question, Policy] = {}

    def to(self, record: tuple[str, ...], position: Position) -> Policy:
        """Return the answer, with all the moves seen where it was not always the same; raises Forfeit."""
        if self.player.askings == 1:
            return self.player.policy_after(record, position)
        question = self._question(record, position)
        if question not in self._found:
            self._found[question] = self.player.policy_after(record, position)
        return self._found[question]

    def again(self, record: tuple[str, ...], position: Position) -> Policy:
        """Ask again and return the answer as it is now; raises Forfeit."""
        answer = self.player.policy_after(record, position)
        self._compare(self._question(record, position), answer)
        return answer

    def _compare(self, question: _Question, answer: Policy) -> None:
        known = self._found.setdefault(question, answer)
        if answer != known:
            self.unlike = self.unlike or Unlike(question[1], (known, answer))
            self._found[question] = {**answer, **known}

    def ask_again(self) -> None:
        """Ask everything again ``Player.askings`` times in all, stated odds twice, until an answer is another.

        A function may keep what it once drew by chance: from the third time on it is asked in new processes.
        """
        open_ = [question for question in self._found if len(question[1].legal_cells) > 1]
        stated = [question for question in open_ if len(self._found[question]) > 1]
        Random(0).shuffle(stated)
        questions = [question for question in open_ if len(self._found[question]) == 1] + stated[: self.player.restated]
        for seed in range(1, self.player.askings):
            Random(seed).shuffle(questions)
            Random(seed).shuffle(open_)
            if seed > 1 and (answers := self.player.elsewhere([position for _, position in open_], seed)):
                for question, answer in zip(open_, answers, strict=True):
                    self._compare(question, answer)
            else:
                with self.player.afresh(seed):
                    for question in questions:
                        self.again(*question)
            if self.unlike:
                return
            questions = [question for question in questions if len(self._found[question]) == 1]

    def _question(self, record: tuple[str, ...], position: Position) -> _Question:
        return (record if self.player.scope is Scope.RECORD else ()), position
