"""What the learn command says: the fields of ``--json``, in their order, and the same in lines."""

from typing import Any

from oxobook.book.game.score import Value
from oxobook.viewer.classroom.menace.bead_rules import BEAD_RULES
from oxobook.viewer.classroom.menace.lesson import Lesson, Standing

_DIGITS = 12  # what floating-point numbers are sure of here


def lesson_report(lesson: Lesson) -> dict[str, Any]:
    """The lesson, game by game."""
    results = [game.result for game in lesson.games]
    return {
        "rules": str(lesson.rules),
        "side": lesson.side,
        "against": lesson.opponent,
        "rule": lesson.beads,
        "source": BEAD_RULES[lesson.beads].source,
        "seed": lesson.seed,
        "played": len(results),
        "won": results.count(Value.WIN),
        "drawn": results.count(Value.DRAW),
        "lost": results.count(Value.LOSS),
        "ran_out": lesson.ran_out,
        "perfect": lesson.perfect,
        "start": _rounded(lesson.start),
        "games": [{"result": game.result.word, **_rounded(game.standing)} for game in lesson.games],
    }


def _rounded(standing: Standing) -> dict[str, float]:
    """The numbers of a standing, without the digits that rounding has moved."""
    return {name: round(number, _DIGITS) + 0.0 for name, number in standing._asdict().items()}


def lesson_lines(lesson: Lesson) -> list[str]:
    """The lesson at a few of its games, for people."""
    rule, standings = lesson.beads.title(), lesson.standings
    lines = [
        f"MENACE learns {lesson.side} at {lesson.rules} against {lesson.opponent}, with {rule}'s beads.",
        "",
        "            so far            chances now, exactly      against",
        "games    won drawn  lost      win    draw    loss      the best",
    ]
    for number in _shown(len(lesson.games)):
        standing = standings[number]
        results = [game.result for game in lesson.games[:number]]
        counts = "".join(f"{results.count(value):>6}" for value in (Value.WIN, Value.DRAW, Value.LOSS))
        chances = "".join(f"{chance:>8.1%}" for chance in standing[:3])
        lines.append(f"{number:>5} {counts} {chances} {standing.vs_best:>+13.3f}")
    perfect = f"{lesson.perfect:+}" if lesson.perfect else "0"
    lines += ["", f"The best opponent knows the beads; shown is the mean result, 1 / 0 / -1; {perfect} is perfect."]
    if lesson.ran_out:
        lines.append(f"After {len(lesson.games)} games it has no bead left for its first move, and plays no more.")
    return lines


def _shown(played: int) -> list[int]:
    """The games that are shown: 0, 1, 2, 5, 10 and so on, and the last."""
    steps = (step * 10**power for power in range(6) for step in (1, 2, 5))
    return [0, *(step for step in steps if step < played), *([played] if played else [])]
