"""Puzzles to print, several a page with their solutions, and as cards for Anki: boards in black and white."""

from collections.abc import Sequence
from html import escape
from typing import Any

from oxobook.book.game.notation import move_named
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.strategy import canonical_of
from oxobook.viewer.classroom.puzzles.puzzle_set import Puzzle
from oxobook.viewer.papers.board import NAMES, named_board
from oxobook.viewer.papers.paper import Part
from oxobook.viewer.words.english import English
from oxobook.viewer.words.wording import sameness

_SIDE = 33.0  # of a cell, in points
_ON_WHITE = "display:table;margin:1em auto;padding:12px;background:white"  # also in Anki's night mode


def puzzles_part(rules: Rules, puzzles: Sequence[Puzzle], words: English) -> Part:
    """Return the part of a paper: the sheet of tasks, then that of solutions."""
    coordinates = all(puzzle.labels.kind == "coordinates" for puzzle in puzzles)
    loses = [words.sheet_rule("misère", rules.k, "")] if rules.terms.lines_lose else []
    defined = [words.fork] if any(puzzle.kind == "fork" for puzzle in puzzles) else []
    sheets = [
        {
            "title": words.headed(title, rules),
            "note": note,
            "puzzles": [{"number": number, **told(puzzle, words)} for number, puzzle in enumerate(puzzles, start=1)],
        }
        for title, note, told in zip(
            words.puzzles_titles,
            (" ".join([*loses, words.find_moves(coordinates), *defined]), words.right_moves[sameness(rules)]),
            (_task, _solution),
            strict=True,
        )
    ]
    size = {"columns": rules.board.width + NAMES / _SIDE, "rows": rules.board.height + NAMES / _SIDE}
    return {
        "kind": "puzzles",
        "bookmark": words.papers["worksheet"],
        "title": sheets[0]["title"],
        "move": words.move,
        "sheets": sheets,
        **size,
    }


def _task(puzzle: Puzzle, words: English) -> dict[str, Any]:
    return {"words": puzzle.task_in(words), "grade": puzzle.grade, "board": _board(puzzle, False), "answer": None}


def _solution(puzzle: Puzzle, words: English) -> dict[str, Any]:
    answer, moves = words.answers[puzzle.sort], puzzle.answer_in(words)
    return {"words": moves, "grade": 0, "board": _board(puzzle, True), "answer": answer}


def _board(puzzle: Puzzle, solved: bool, side: float = _SIDE) -> str:
    """Return a puzzle's board; ``solved``: with the right moves on it, in frames."""
    position, rules = puzzle.position, puzzle.position.rules
    moves = sum(1 << move_named(move, rules) for move in puzzle.solution) if solved else 0
    is_x = rules.terms.settable(position.ply) == "X"
    x, o = (position.x | moves, position.o) if is_x else (position.x, position.o | moves)
    return named_board(Position(rules, x, o), side, puzzle.labels, moves)


def anki_cards(rules: Rules, puzzles: Sequence[Puzzle], words: English) -> str:
    """Return puzzles as a text that Anki imports: a card a line, under lines that tell Anki so.

    The format: https://docs.ankiweb.net/importing/text-files.html. Boards are part of the cards. A card keeps its name,
    so that importing a set again updates it.
    """
    deck = f"#deck:{words.headed(words.puzzles_titles[0], rules)}"
    head = ["#separator:tab", "#html:true", "#notetype:Basic", deck, "#guid column:1", "#tags column:4"]
    return "\n".join([*head, *("\t".join(_card(rules, one, words)) for one in puzzles)]) + "\n"


def _card(rules: Rules, puzzle: Puzzle, words: English) -> tuple[str, str, str, str]:
    """Return a card's name, front and back as HTML, and tags; a language with answers of its own has these alone."""
    boards = (_board(puzzle, solved, 1.5 * _SIDE) for solved in (False, True))
    front, back = (f"<div style='{_ON_WHITE}'>{board}</div>" for board in boards)
    why = puzzle.explanation if words.answers is English.answers else words.answers[puzzle.sort]
    answer = f"<b>{puzzle.answer_in(words)}</b><br>{escape(why, quote=False)}"
    name = f"oxobook {rules} {canonical_of(puzzle.position).text}"
    return name, puzzle.task_in(words) + front, back + answer, f"oxobook {rules} {puzzle.kind} grade-{puzzle.grade}"
