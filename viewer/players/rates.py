"""Rates of moves, beside their counts.

A move is *good* if it keeps the value of the position, and *perfect* if it is a best move; the two rates are the shares
of such moves.
"""

from collections.abc import Mapping
from typing import Any

RATES = ("good_move_rate", "perfect_move_rate")
LEGEND = "good: keeps what the position is worth. perfect: a best move."


def rate_fields(counts: Mapping[str, Any], *more: str) -> dict[str, Any]:
    """Return the counts of ``moves``, ``good`` and ``perfect`` ones, and more, and the rates: None for no moves."""
    moves, shares = counts["moves"], (counts["good"], counts["perfect"])
    names = ("moves", "good", "perfect", *more)
    rates = (float(share / moves) if moves else None for share in shares)
    return {name: counts[name] for name in names} | dict(zip(RATES, rates, strict=True))


def rate_cells(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the cells of a table for ``rate_fields``: the number of moves and the two rates."""
    return f"{fields['moves']:,}", *("" if fields[name] is None else f"{100 * fields[name]:.1f} %" for name in RATES)
