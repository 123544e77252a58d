"""Worksheets and solution sheets: several puzzles a page, in black and white."""

from collections.abc import Sequence
from typing import Any

from oxobook.book.game.notation import cell_named
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.viewer.classroom.puzzles.puzzle_set import Puzzle
from oxobook.viewer.diagrams.phrases import Phrases
from oxobook.viewer.papers.board import NAMES, named_board
from oxobook.viewer.papers.paper import Part
from oxobook.viewer.terminal.wording import listed, sameness

_SIDE = 33.0  # of a cell, in points


def puzzles_part(rules: Rules, puzzles: Sequence[Puzzle], phrases: Phrases) -> Part:
    """Return the part of a paper: the sheet of tasks, then that of solutions."""
    defined = [phrases.say("puzzles, fork")] if any(puzzle.kind == "fork" for puzzle in puzzles) else []
    sheets = [
        {
            "title": phrases.headed(title, rules),
            "note": " ".join([phrases.say(f"puzzles, {note}"), *said]),
            "puzzles": [{"number": number, **told(puzzle, phrases)} for number, puzzle in enumerate(puzzles, start=1)],
        }
        for title, note, said, told in (
            ("puzzles", "find", defined, _task),
            ("solutions", sameness(rules), [], _solution),
        )
    ]
    size = {"columns": rules.board.width + NAMES / _SIDE, "rows": rules.board.height + NAMES / _SIDE}
    bookmark = phrases.say("kit, worksheet")
    return {
        "kind": "puzzles",
        "bookmark": bookmark,
        "title": sheets[0]["title"],
        "move": phrases.say("puzzles, move"),
        "sheets": sheets,
        **size,
    }


def _task(puzzle: Puzzle, phrases: Phrases) -> dict[str, Any]:
    board = named_board(puzzle.position, _SIDE)
    return {"words": puzzle.say("task", phrases), "grade": puzzle.grade, "board": board, "answer": None}


def _solution(puzzle: Puzzle, phrases: Phrases) -> dict[str, Any]:
    position, rules = puzzle.position, puzzle.position.rules
    moves = sum(1 << cell_named(move, rules) for move in puzzle.solution)
    is_x = rules.terms.settable(position.ply) == "X"
    x, o = (position.x | moves, position.o) if is_x else (position.x, position.o | moves)
    board = named_board(Position(rules, x, o), _SIDE, moves)
    words = listed(puzzle.solution, phrases.say("or"))
    return {"words": words, "grade": 0, "board": board, "answer": puzzle.say("answer", phrases)}
