"""Output of the strategy command: the fields of its JSON, and the same as text."""

from pathlib import Path
from typing import Any

from oxobook.book.errors import counted
from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.notation import move_names
from oxobook.book.game.position import position_of
from oxobook.book.strategy import Strategy


def strategy_report(strategy: Strategy, certificate: Path | None) -> dict[str, Any]:
    """Return a strategy's size and proof, the path of its certificate, and its moves by key, on canonical boards."""
    names, remembered = move_names(strategy.rules), set(strategy.remembered)
    moves = [
        {"position": position_of(key, strategy.rules).text, "move": names[cell], "reflex": key not in remembered}
        for key, cell in sorted(strategy.moves.items())
    ]
    return {
        "rules": str(strategy.rules),
        "side": strategy.side,
        "kind": strategy.kind,
        "fast": strategy.fast,
        "positions": strategy.positions,
        "remembered": len(remembered),
        "proved": strategy.proved,
        "gap": strategy.gap,
        "certificate": None if certificate is None else str(certificate),
        "moves": moves,
    }


def strategy_lines(
    strategy: Strategy, certificate: Path | None, labels: CellLabels, most: int | None = None
) -> list[str]:
    """Return a strategy's size, proof, certificate and up to ``most`` moves to remember, the fullest boards last."""
    what = {"pick": "the book's picks", "smallest": "fewest positions", "reflexes": "fewest to remember"}[strategy.kind]
    proof = _proof(strategy)
    remembered = sorted(strategy.remembered, key=lambda key: (key.bit_count(), position_of(key, strategy.rules).text))
    listed = remembered[:most]
    lines = [
        f"{strategy.rules}, {strategy.side}'s strategy of {what}{', winning soonest' if strategy.fast else ''}:",
        f"  {counted(strategy.positions, 'position')}{f' ({proof})' * (strategy.kind == 'smallest')}, up to symmetry",
        f"  {len(remembered):,} to remember{f' ({proof})' if strategy.kind == 'reflexes' else ''}"
        + "; reflexes decide the others" * (len(remembered) < strategy.positions),
        *([f"  certificate: {certificate}"] if certificate else []),
        *(f"    {position_of(key, strategy.rules).text}  {labels.names[strategy.moves[key]]}" for key in listed),
    ]
    left_out = len(remembered) - len(listed)
    return [*lines, f"    and {left_out:,} more: --json has them all"] if left_out else lines


def _proof(strategy: Strategy) -> str:
    """Return what is proved about the strategy's cost; of a stored one, the bound that its certificate says."""
    if strategy.proved:
        return "proved minimal"
    if strategy.gap is not None:
        return f"at most {strategy.gap:,} above the minimum"
    above = strategy.cost - (strategy.bound or 0)
    said = f"at most {above:,} above the minimum" if above else "minimal"
    return f"{said} by an integer program; --force proves it again"
