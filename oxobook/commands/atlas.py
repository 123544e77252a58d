"""Atlas command: solved boards by size, line length and result."""

from typing import Any

import click

from oxobook.book.errors import OxobookError
from oxobook.book.game.rules import Rules
from oxobook.book.published import published
from oxobook.commands.options import WholeNumber, choice_option
from oxobook.commands.output import json_option, print_report
from oxobook.viewer.terminal.table import heads, table

_RESULTS = {"X": "X wins", "O": "O wins", "draw": "draw"}


@click.command(epilog="Example: oxobook atlas --k 4 --result X")
@click.option("--k", type=WholeNumber(1), help="Only lines of this length.")
@choice_option("--result", choices=_RESULTS, help="Only boards that X wins, that O wins, or that are drawn.")
@click.option("--cells", type=WholeNumber(1), help="Only boards of this many cells.")
@json_option
def atlas(k: int | None, result: str | None, cells: int | None, as_json: bool) -> None:
    """List solved boards: who wins, and by which moves.

    For each board of up to 25 cells: the result, after how many plies, and the best first moves up to symmetry. The
    boards are plain, misere, under gravity, cylinders and tori.
    """
    boards = [one for one in published("solved").get("boards", []) if _fits(one, k, result, cells)]
    if not boards:
        raise OxobookError("no board of the atlas is like that: leave an option out, or solve one with generate")
    rows = [
        [one["rules"], one["result"], str(one["plies"]), " ".join(one["first"]), f"{sum(one['positions']):,}"]
        for one in boards
    ]
    print_report(
        as_json,
        {"boards": boards},
        [[], *table([heads("board", "result", "in plies", "best first moves", "positions"), *rows], "llrlr"), []],
    )


def _fits(one: dict[str, Any], k: int | None, result: str | None, cells: int | None) -> bool:
    rules = Rules.written(one["rules"])
    wanted = result is None or one["result"] == _RESULTS[result]
    return wanted and k in (None, rules.k) and cells in (None, rules.cells)
