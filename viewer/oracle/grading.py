"""Grades of answers in words: the move that a text names, judged by a book, and positions to ask about."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell
from oxobook.viewer.players.judge import Judge, JudgedMove

REWARDS = {"perfect": 1.0, "good": 0.5, "mistake": 0.0, "blunder": -0.5, "illegal": -1.0, "unreadable": -1.0}
"""Reward of each grade: a mistake gives value away, and is a blunder if it turns a win or a draw into a loss."""
_MARKED = re.compile(
    r"<answer>\s*([^<>]+?)\s*</answer>|\\boxed\{([^{}]+)\}|\[([^\[\]]+)\]|(?:answer|move)\s*(?:is|:)\s*([^\n.]+)",
    re.IGNORECASE,
)


class Grade(NamedTuple):
    """Grade of an answer."""

    grade: str
    """One of ``REWARDS``."""
    reward: float
    said: str
    """Part of the answer that was read as the move."""
    judged: JudgedMove | None
    """Judgement of the move; None if it was illegal or unreadable."""


class Grader:
    """Grader of a book's game; ``labels`` are those by which answers name moves, None for any."""

    def __init__(self, book: Book, labels: str | None = None, rewards: dict[str, float] | None = None) -> None:
        self.book, self._labels, self._judge, self._names = book, labels, Judge(book), move_names(book.rules)
        self._rewards = REWARDS | (rewards or {})

    def grade(self, position: object, answer: object) -> Grade:
        r"""Return the grade of an answer, which is a text that names one move, or says at its end which it means.

        A move is marked by ``[b2]``, ``<answer>b2</answer>``, ``\boxed{b2}`` or ``Final answer: b2``; the last mark
        counts. Raises IllegalPosition for what is no unfinished position.
        """
        asked = Position.of(position, self.book.rules)
        if asked.over:
            raise IllegalPosition(f"expected an unfinished game; got {asked.text!r}")
        said = said_move(answer)
        try:
            return self.of_move(asked, asked.move(said, self._labels), said)
        except IllegalPosition:
            return self.of_move(asked, None, said)

    def of_move(self, position: Position, move: Cell | None, said: str = "") -> Grade:
        """Return the grade of a move by its number, legal or not, in an unfinished game; None if it was not read."""
        judged = None
        if move in position.legal_cells:
            judged = self._judge.moves(position)[self._names[move]]
            kind = (
                "perfect" if judged.perfect else "good" if judged.good else "blunder" if judged.blunder else "mistake"
            )
        else:
            kind = "unreadable" if move is None else "illegal"
        return Grade(kind, self._rewards[kind], said, judged)


def said_move(answer: object) -> str:
    """Return what a text names as its move: the last one that is marked, or else its last line."""
    text = str(answer).strip()
    marked = [next(filter(None, found)) for found in _MARKED.findall(text)]
    last = marked[-1] if marked else text.rpartition("\n")[2]
    return last.strip(" \t'\"`*.")


def prompt_for(position: Position) -> str:
    """Return a question about the best move in a position."""
    rules, moves, board = position.rules, ", ".join(position.legal_moves), position.text.replace("/", "\n")
    return (
        f"The game is {rules}: rows x columns x stones in a line, X moves first. Columns are letters from the left, "
        f"rows are numbered from the bottom. The board, with . for a free cell:\n\n{board}\n\n"
        f"It is {position.to_move}'s turn. The legal moves are {moves}. Which is best? End with your move in brackets, "
        f"such as [{position.legal_moves[0]}]."
    )


def graded_positions(book: Book, count: int, seed: int = 0) -> Iterator[dict[str, Any]]:
    """Yield different unfinished positions with a prompt, the exact answer and its difficulty, ready for JSON lines.

    ``difficulty`` is the share of the legal moves that give value away. Raises TooLarge as ``Book.sample``.
    """
    most = sum(layer.raw_positions for layer in book.info.layers)
    size, drawn = 0, list[Position]()
    while len(drawn) < count and size < most:  # some of a sample are over
        size = min(most, 2 * max(size, count))
        drawn = [one for one in book.sample(size, seed) if not one.over]
    for position in Random(seed).sample(drawn, min(count, len(drawn))):
        entry = book.probe(position)
        yield {
            "rules": str(book.rules),
            "position": position.text,
            "to_move": position.to_move,
            "prompt": prompt_for(position),
            "answer": entry.pick,
            "best": list(entry.best),
            "good": list(entry.safe),
            "value": entry.value.word,
            "remoteness": entry.remoteness,
            "difficulty": round(1 - len(entry.safe) / len(position.legal_cells), 4),
        }
