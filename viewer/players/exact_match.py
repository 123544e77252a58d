"""Exact match: the probability of each result of one player against another, over all positions that both can reach."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from oxobook.book.errors import TooLarge
from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.rules import Rules
from oxobook.viewer.players.answers import Answers
from oxobook.viewer.players.audit import DEFAULT_LIMIT, Results, exact_results
from oxobook.viewer.players.audit_text import number_text, unlike_report
from oxobook.viewer.players.player import Player
from oxobook.viewer.players.walk import walk
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import heads, paragraph, table


class ExactMatch(NamedTuple):
    """Two players with the results of the first: ``win``, ``draw`` and ``loss`` as probabilities."""

    x: Answers
    o: Answers
    positions: int  # number of positions that both can reach; up to symmetry, or of records, as the players see them
    results: Results[Fraction]  # as X sees them; they hold unless a player answered in two ways


def exact_match(x: Player, o: Player, rules: Rules, limit: int = DEFAULT_LIMIT) -> ExactMatch:
    """Walk from the empty board along all moves of both, then ask again as an audit does.

    Raises Forfeit, and TooLarge if more than ``limit`` positions are met.
    """
    sides = {"X": Answers(x), "O": Answers(o)}
    walked = walk(sides, "X", rules, limit)
    if not walked.finished or walked.visited > limit:
        raise TooLarge(f"{x.name} and {o.name} can reach more than {limit:,} positions: --sample 1000 estimates")
    for answers in sides.values():
        answers.ask_again()
    return ExactMatch(sides["X"], sides["O"], walked.visited, exact_results(walked).vs_random)


def match_report(matches: Sequence[ExactMatch], first: Player, rules: Rules) -> dict[str, Any]:
    """Return matches as JSON fields: results as ``first`` sees them, null if a player answered in two ways."""
    both = [one for match in matches for one in (match.x, match.o)]
    rows = []
    for match in matches:
        x, o = match.x.player, match.o.player
        results = match.results if x is first else Results(*match.results[::-1])
        known = not (match.x.unlike or match.o.unlike)
        named = {name: str(share) if known else None for name, share in results._asdict().items()}
        rows.append({"x": x.name, "o": o.name, **named, "positions": match.positions})
    return {
        "rules": str(rules),
        "first": first.name,
        "matches": rows,
        "assumes": list(dict.fromkeys(f"{one.player.name}: {one.player.assumption}" for one in both
                                      if one.player.assumption and not one.unlike)),
        "unlike": [{"player": one.player.name, **unlike_report(one.unlike)} for one in both if one.unlike],
    }  # fmt: skip


def match_text(matches: Sequence[ExactMatch], report: dict[str, Any], labels: CellLabels) -> Iterator[Line]:
    """Yield the report as a table with a row for each start, and what it assumes, or why nothing is exact."""
    rows = [
        [row["x"], row["o"], *((row[name] and number_text(Fraction(row[name]))) or "?" for name in Results._fields)]
        for row in report["matches"]
    ]
    yield []
    yield from table([heads("X, which starts", "O", *Results._fields), *rows])
    yield []
    yield from paragraph(f"The results are those of {report['first']}, as probabilities on {report['rules']}.")
    for one in report["assumes"]:
        yield from paragraph(f"It is assumed of {one}.")
    for one in {answers.player.name: answers for match in matches for answers in (match.x, match.o)}.values():
        if one.unlike:
            yield from paragraph(f"{one.player.name} follows no rule: {one.unlike.told(labels)}.")
