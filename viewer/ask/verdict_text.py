"""What verify says of a book in a terminal (rich)."""

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from oxobook.book.game.palette import PALETTES
from oxobook.book.game.score import Value

if TYPE_CHECKING:
    from oxobook.book.verify import Verdict, Wrong


def verify_text(verdict: "Verdict") -> list[RenderableType]:
    """The verdict on a book, its checks, and the first things that each found wrong."""
    palette = PALETTES["classic"]
    right, wrong = (f"bold {palette.strong(value)}" for value in (Value.WIN, Value.LOSS))
    what = f"{verdict.book}, {verdict.rules}: " if verdict.rules else f"{verdict.book}: "
    judgement = (
        "right" if verdict.right else f"wrong in {verdict.wrong:,} {'place' if verdict.wrong == 1 else 'places'}"
    )
    if verdict.right and verdict.sample:
        judgement = f"nothing wrong in a sample of {verdict.sample:,}"
    table = Table(box=None, show_header=False, pad_edge=True)
    for check in verdict.checks:
        found = Text(f"{check.wrong:,} wrong", wrong) if check.wrong else Text("right", right)
        table.add_row(Text(check.name, "dim"), found, check.checked, f"{check.seconds:.2f} s")
    parts: list[RenderableType] = [
        Text(f" {what}", "bold").append(judgement, right if verdict.right else wrong),
        Padding(table, (1, 0), expand=False),
    ]
    found_wrong = [one for check in verdict.checks for one in check.first]
    if found_wrong:
        parts.append(Padding(_wrong_table(found_wrong), (0, 0, 1, 0), expand=False))
    return [*parts, Text(f" checked in {verdict.seconds:.2f} s")]


def _wrong_table(found: "list[Wrong]") -> Table:
    """What was found wrong: where, what, and both sides."""
    table = Table(box=None, pad_edge=True, header_style="dim")
    for heading in ("position", "what", "expected", "stored"):
        table.add_column(heading)
    for one in found:
        table.add_row(*(Text(part) for part in (one.position or "", one.what, one.expected, one.stored)))
    return table
