"""A set of puzzles as fields of JSON, as lines of text, and as cards that Anki imports."""

from collections.abc import Sequence
from html import escape
from typing import Any

from oxobook.book.game.notation import column_name, coordinates
from oxobook.book.game.rules import Rules
from oxobook.book.strategy import canonical_of
from oxobook.viewer.classroom.puzzles.puzzle import Puzzle
from oxobook.viewer.terminal.wording import game_named, listed

_SHOWN = 10
"""The moves after a solution that are written out."""


def puzzle_report(rules: Rules, seed: int, puzzles: Sequence[Puzzle]) -> dict[str, Any]:
    """The fields of JSON."""
    return {
        "rules": str(rules),
        "seed": seed,
        "puzzles": [
            {
                "number": number,
                "kind": one.kind,
                "grade": one.grade,
                "depth": one.depth,
                "wrong": one.wrong,
                "task": one.task,
                "position": one.position.text,
                "to_move": one.position.to_move,
                "solution": list(one.solution),
                "line": list(one.line),
                "why": list(one.why),
            }
            for number, one in enumerate(puzzles, 1)
        ],
    }


def puzzle_lines(puzzles: Sequence[Puzzle]) -> list[str]:
    """A line for each puzzle, with its solution."""
    width = max(len(one.task) for one in puzzles)
    lines = [f"{'':>4}  grade  wrong  {'task':<{width}}  {'position':<{len(puzzles[0].position.text)}}  solution"]
    for number, one in enumerate(puzzles, 1):
        solution = f"{listed(one.solution, 'or')}: {solution_words(one)}"
        lines.append(
            f"{number:>4}  {one.grade:>5}  {one.wrong:>5}  {one.task:<{width}}  {one.position.text}  {solution}"
        )
    return lines


def solution_words(puzzle: Puzzle) -> str:
    """Why the solution is right, and how the game goes on."""
    why, then = "; ".join(puzzle.why), puzzle.line[1:]
    on = " …" if len(then) > _SHOWN else ""
    return f"{why} (then {' '.join(then[:_SHOWN])}{on})" if then else why


def anki_cards(rules: Rules, puzzles: Sequence[Puzzle]) -> str:
    """The set as text that Anki imports: a card a line, with a name that stays, so that a new import updates it.

    The format: https://docs.ankiweb.net/importing/text-files.html. Boards are tables and need nothing from elsewhere.
    """
    head = ["#separator:tab", "#html:true", "#notetype:Basic", f"#deck:{game_named(rules)} puzzles"]
    head += ["#guid column:1", "#tags column:4"]
    return "\n".join([*head, *(_card(rules, one) for one in puzzles)]) + "\n"


def _card(rules: Rules, puzzle: Puzzle) -> str:
    """Name, front, back and tags of a card."""
    answer = f"<b>{listed(puzzle.solution, 'or')}</b><br>{escape(solution_words(puzzle), quote=False)}"
    names = " ".join(("oxobook", str(rules), puzzle.kind, f"grade-{puzzle.grade}"))
    fields = (
        f"oxobook {rules} {canonical_of(puzzle.position).text}",
        f"{puzzle.task}{_table(puzzle, ())}",
        f"{_table(puzzle, puzzle.solution)}{answer}",
        names,
    )
    return "\t".join(fields)


def _table(puzzle: Puzzle, marked: Sequence[str]) -> str:
    """The board as a table with its coordinates; the mover's stones stand in brackets on marked cells."""
    rules, rows = puzzle.position.rules, puzzle.position.text.split("/")
    names = coordinates(rules)
    cell = "style='border:1px solid;width:1.6em;height:1.6em;text-align:center'"
    lines = []
    for row, signs in enumerate(rows):
        cells = [f"<td>{rules.rows - row}</td>"]
        for column, sign in enumerate(signs):
            here = names[row * rules.columns + column] in marked
            shown = f"<b>[{puzzle.position.to_move}]</b>" if here else sign.replace(".", "")
            cells.append(f"<td {cell}>{shown}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    letters = "".join(f"<td style='text-align:center'>{column_name(column)}</td>" for column in range(rules.columns))
    lines.append(f"<tr><td></td>{letters}</tr>")
    return f"<table style='border-collapse:collapse;margin:1em auto'>{''.join(lines)}</table>"
