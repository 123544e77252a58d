"""What a book would take before it is made: engine, positions, memory, disk and time.

Boards of more than 31 cells can be planned, on paper, though no key holds their positions.
"""

import shutil
from dataclasses import dataclass
from importlib.util import find_spec
from math import ceil, comb, factorial
from pathlib import Path

from book.errors import IllegalRules, MissingExtra, TooLarge
from book.game.rules import KEY_CELLS, Rules, require_keys
from book.layout.rank import columns_at, stones_at
from generator.frontier import exact_counts
from generator.placements import open_share, placements, reachable_share, x_placements

ENGINES = ("auto", "frontier", "dense")

_SMALL = 1 << 28  # bytes: below a quarter GiB nothing needs to be asked of the machine
_SMALL_BOOK = 100_000  # positions: a book of so many fits everywhere
_DENSE_FROM = 3_000_000  # positions: below, the frontier's book is made in less than a minute, and SQL reads it


PaperRules = Rules


@dataclass(frozen=True)
class Plan:
    """What the book of some rules would take."""

    rules: Rules
    engine: str
    """``frontier`` or ``dense``."""
    layers: tuple[int, ...]
    """Estimated positions up to symmetry, by ply."""
    work: int
    """The frontier engine: estimated moves from all positions. The dense engine: scores to compute."""
    memory: int
    """Bytes at the peak."""
    disk: int
    """Bytes of the book's file."""

    @property
    def positions(self) -> int:
        """Estimated positions up to symmetry."""
        return sum(self.layers)


def plan_book(rules: Rules, engine: str = "auto") -> Plan:
    """The plan for a book, from estimated counts.

    ``auto`` takes the frontier engine under gravity, and for as few positions as it solves in less than a minute.
    Raises IllegalRules where the dense engine is asked for and cannot play by the rules.
    """
    if rules.gravity and engine == "dense":
        raise IllegalRules(f"the dense engine solves games without gravity; got {rules}: use --engine frontier")
    layers = tuple(ceil(count * reachable_share(rules, ply)) for ply, count in enumerate(placements(rules)))
    if engine == "auto":
        engine = "frontier" if rules.gravity or sum(layers) < _DENSE_FROM else "dense"
    return _frontier_plan(rules, layers) if engine == "frontier" else _dense_plan(rules, layers)


def plan_to_make(rules: Rules, engine: str) -> Plan:
    """The plan by which a book is made: of a small one the bounds will do, which take no time."""
    require_keys(rules)
    bounds = placements(rules)
    if engine != "dense" and sum(bounds) < _SMALL_BOOK:
        return _frontier_plan(rules, bounds)
    return plan_book(rules, engine)


def _frontier_plan(rules: Rules, layers: tuple[int, ...]) -> Plan:
    """The plan for layers of these sizes.

    The bytes are those of the arrays in ``frontier``, ``solve`` and ``write``; a row's length in the file is
    measured.
    """
    widths = [
        min(rules.columns, rules.cells - ply) if rules.gravity else rules.cells - ply for ply in range(len(layers))
    ]
    moves = [count * width for count, width in zip(layers, widths, strict=True)]
    a_count = 8 * -(-factorial(rules.cells).bit_length() // exact_counts.BITS)
    kept = sum(layers) * (68 + 3 * a_count) + sum(moves) * 4
    passing = max(moves) * (56 + a_count)
    return Plan(
        rules=rules,
        engine="frontier",
        layers=layers,
        work=sum(moves),
        memory=60_000_000 + kept + passing,
        disk=20_000 + sum(layers) * (rules.cells + rules.rows + 25),
    )


def _dense_plan(rules: Rules, layers: tuple[int, ...]) -> Plan:
    """The plan for a book of blocks.

    A score is a byte; two layers are in memory, beside a flag for each set of cells, by which X's masks are found. A
    score's share of the file is measured: from 0.09 bytes (5x5x4) to 0.2 (4x5x4).
    """
    rows = [ceil(count * open_share(rules, stones)) for stones, count in enumerate(x_placements(rules))]
    scores = [rows[stones_at(ply)[0]] * columns_at(rules, ply) for ply in range(rules.cells + 1)]
    masks = comb(rules.cells, rules.cells // 2)
    return Plan(
        rules=rules,
        engine="dense",
        layers=layers,
        work=sum(scores),
        memory=200_000_000 + max(map(sum, zip(scores, [*scores[1:], 0], strict=True))) + 2**rules.cells + 16 * masks,
        disk=20_000_000 + sum(scores) // 8,
    )


def require_room(plan: Plan, folder: Path | None) -> None:
    """Raise TooLarge when the book needs more memory or disk than there is; None is for another machine's disk."""
    if plan.memory < _SMALL:
        return
    if lacking := what_is_lacking(plan, folder):
        raise TooLarge(f"{plan.rules} {lacking}; see: oxobook plan {plan.rules}")


def require_extra(plan: Plan) -> None:
    """Raise MissingExtra when the engine's libraries are not installed."""
    for library in ("numba", "zstandard"):
        if plan.engine == "dense" and find_spec(library) is None:
            raise MissingExtra(
                f"{plan.rules} is for the dense engine, which needs the library {library}: pip install 'oxobook[large]'"
            )


def what_is_lacking(plan: Plan, folder: Path | None) -> str | None:
    """What keeps this machine from making the book in a folder, or on another's disk, or None."""
    from psutil import virtual_memory

    memory, disk = virtual_memory().available, shutil.disk_usage(folder).free if folder else plan.disk
    if plan.rules.cells > KEY_CELLS:
        return f"has {plan.rules.cells} cells, and the key of a position holds {KEY_CELLS}"
    if plan.memory > memory:
        return f"needs about {in_bytes(plan.memory)} of memory, and {in_bytes(memory)} are free"
    if plan.disk > disk:
        return f"needs about {in_bytes(plan.disk)} of disk, and {in_bytes(disk)} are free in {str(folder)!r}"
    return None


def in_bytes(count: int) -> str:
    """A number of bytes for people, in decimal units.

    >>> in_bytes(1_234_567)
    '1.23 MB'
    """
    size = float(count)
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:,.3g} TB" if size < 1000 else f"{size:,.0f} TB"


def in_words(seconds: float) -> str:
    """A time for people.

    >>> in_words(0.4), in_words(90), in_words(7200)
    ('1 s', '2 min', '2 h')
    """
    if seconds < 60:
        return f"{ceil(seconds)} s"
    if seconds < 3600:
        return f"{ceil(seconds / 60)} min"
    return f"{ceil(seconds / 3600):,} h"
