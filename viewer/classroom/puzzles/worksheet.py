"""Worksheets and solution sheets: several puzzles a page, in black and white."""

from collections.abc import Sequence
from typing import Any

from oxobook.book.game.notation import cell_named
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.viewer.classroom.puzzles.puzzle_set import Puzzle
from oxobook.viewer.papers.board import NAMES, named_board
from oxobook.viewer.papers.paper import Part
from oxobook.viewer.terminal.wording import sameness
from oxobook.viewer.words.english import English

_SIDE = 33.0  # of a cell, in points


def puzzles_part(rules: Rules, puzzles: Sequence[Puzzle], words: English) -> Part:
    """Return the part of a paper: the sheet of tasks, then that of solutions."""
    coordinates = all(puzzle.labels.kind == "coordinates" for puzzle in puzzles)
    defined = [words.fork] if any(puzzle.kind == "fork" for puzzle in puzzles) else []
    sheets = [
        {
            "title": words.headed(title, rules),
            "note": note,
            "puzzles": [{"number": number, **told(puzzle, words)} for number, puzzle in enumerate(puzzles, start=1)],
        }
        for title, note, told in zip(
            words.puzzles_titles,
            (" ".join([words.find_moves(coordinates), *defined]), words.right_moves[sameness(rules)]),
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
    board = named_board(puzzle.position, _SIDE, puzzle.labels)
    return {"words": puzzle.task_in(words), "grade": puzzle.grade, "board": board, "answer": None}


def _solution(puzzle: Puzzle, words: English) -> dict[str, Any]:
    position, rules = puzzle.position, puzzle.position.rules
    moves = sum(1 << cell_named(move, rules) for move in puzzle.solution)
    is_x = rules.terms.settable(position.ply) == "X"
    x, o = (position.x | moves, position.o) if is_x else (position.x, position.o | moves)
    board = named_board(Position(rules, x, o), _SIDE, puzzle.labels, moves)
    moves_named = words.options([*map(puzzle.labels.move, puzzle.solution)])
    return {"words": moves_named, "grade": 0, "board": board, "answer": words.answers[puzzle.sort]}
