"""Grades of answers in words: the move that a text names, judged by a book, and positions to ask about."""

from collections.abc import Iterator
from numbers import Real
from typing import Any, NamedTuple

from oxobook.book.book import Book, require_book
from oxobook.book.entry import Entry
from oxobook.book.errors import (
    IllegalArgument,
    IllegalPosition,
    TooLarge,
    Unreadable,
    quoted,
    require_kind,
    require_whole,
)
from oxobook.book.game.cell_labels import cell_labels
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import Position, positions_shown
from oxobook.book.game.reading.answers import move_answered, said_in
from oxobook.book.game.reading.reader import Reader
from oxobook.book.game.reading.reading import Reading, stated
from oxobook.book.game.rules import Cell
from oxobook.viewer.players.judge import Judge, JudgedMove
from oxobook.viewer.players.player import seeded

REWARDS = {"perfect": 1.0, "good": 0.5, "mistake": 0.0, "blunder": -0.5, "illegal": -1.0, "unreadable": -1.0}
"""Reward of each grade: a mistake gives value away, and is a blunder if it turns a win or a draw into a loss."""


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
    """Grader of a book's game; ``labels`` or a ``reading`` say how answers name moves, and positions are written.

    Nothing is inferred: what is not stated is the documented default, cells from 0 or columns from 1.
    """

    def __init__(
        self,
        book: Book,
        labels: str | None = None,
        rewards: dict[str, float] | None = None,
        reading: Reading | str | None = None,
    ) -> None:
        self._judge, self.book, self._names = Judge(book), book, move_names(book.rules)
        self._reading = stated(reading, labels)
        self._reader = Reader(book.rules, self._reading, inferring=False)
        if not isinstance(rewards, dict | None) or not {*(rewards or {})} <= {*REWARDS}:
            raise IllegalArgument(f"expected rewards by grade, of {', '.join(REWARDS)}; got {quoted(rewards)}")
        self._rewards = REWARDS | (rewards or {})

    def grade(self, position: object, answer: object) -> Grade:
        r"""Return the grade of an answer, which is a text that names one move, or says at its end which it means.

        A move is marked by ``[b2]``, ``<answer>b2</answer>``, ``\boxed{b2}``, ``Final answer: b2``, an object of JSON
        or a call; the last mark counts, if it is within the last 10,000 characters. Raises IllegalPosition for what is
        no unfinished position.
        """
        rules = self.book.rules
        shown = [position] if isinstance(position, Position) else positions_shown(rules, *self._reader.alone(position))
        asked = Position.of(shown[-1], rules)
        if asked.over:
            raise IllegalPosition(f"expected an unfinished game; got {asked.text!r}")
        said = said_in(answer)
        try:
            return self.of_move(asked, move_answered(said, rules, asked.x | asked.o, self._reading), said)
        except Unreadable:
            return self.of_move(asked, None, said)

    def of_move(self, position: Position, move: Cell | None, said: str = "") -> Grade:
        """Return the grade of a move by its number, legal or not, in an unfinished game; None if it was not read."""
        position, judged = Position.of(position, self.book.rules), None
        if move in position.legal_cells:
            judged = self._judge.moves(position)[self._names[move]]
            kind = (
                "perfect" if judged.perfect else "good" if judged.good else "blunder" if judged.blunder else "mistake"
            )
        else:
            kind = "unreadable" if move is None else "illegal"
        return Grade(kind, self._rewards[kind], said, judged)


def prompt_for(position: Position, labels: str | None = None) -> str:
    """Return a question about the best move in a position."""
    rules, board = position.rules, position.text.replace("/", "\n")
    called = cell_labels(labels, rules)
    moves, first = ", ".join(called.moves(position.legal_moves).split()), called.move(position.legal_moves[0])
    names = "Columns are letters from the left, rows are numbered from the bottom. "
    return (
        f"The game is {rules}: rows x columns x stones in a line, X moves first. {names * called.are_coordinates}"
        f"The board, with . for a free cell:\n\n{board}\n\n"
        f"It is {position.to_move}'s turn. The legal moves are {moves}. Which is best? End with your move in brackets, "
        f"such as [{first}]."
    )


def graded_positions(
    book: Book,
    count: int,
    seed: int = 0,
    plies: range | None = None,
    difficulty: float = 0,
    labels: str | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield different positions with a prompt, the exact answer and its difficulty, ready for JSON lines.

    Difficulty is the share of the legal moves that give value away, here more than ``difficulty``: so each position can
    be answered wrongly. ``plies``: numbers of stones. ``labels``: names of the moves in the prompt and the answers.
    Raises TooLarge as ``Book.sample`` does, and if fewer fit.
    """
    require_book(book)
    require_whole(0, count=count)
    require_kind(Real, "a share of the moves", difficulty=difficulty)
    require_kind(range | list | tuple | set | None, "a range, such as range(2, 5)", plies=plies)
    most = sum(layer.raw_positions for layer in book.info.layers)
    names = dict(zip(move_names(book.rules), cell_labels(labels, book.rules).names, strict=True))
    size, rows = 0, list[tuple[Position, Entry]]()
    while len(rows) < count and size < most:  # some of a sample are left out
        size = min(most, 2 * max(size, count))
        fitting = (one for one in book.sample(size, seed) if not one.over and (plies is None or one.ply in plies))
        rows = [(one, entry) for one in fitting if _difficulty(entry := book.probe(one)) > difficulty]
    if len(rows) < count:
        raise TooLarge(f"expected a number of positions from 0 to {len(rows):,}, as many as fit; got {quoted(count)}")
    for position, entry in seeded(seed).sample(rows, count):
        yield {
            "rules": str(book.rules),
            "position": position.text,
            "to_move": position.to_move,
            "prompt": prompt_for(position, labels),
            "answer": entry.pick and names[entry.pick],
            "best": [names[move] for move in entry.best],
            "good": [names[move] for move in entry.safe],
            "value": entry.value.word,
            "remoteness": entry.remoteness,
            "difficulty": round(_difficulty(entry), 4),
        }


def _difficulty(entry: Entry) -> float:
    """Return the share of the legal moves that give value away."""
    return 1 - len(entry.safe) / len(entry.position.legal_cells)
