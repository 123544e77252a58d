"""What audit and players say as plain dictionaries: the fields of ``--json``, in their order."""

from fractions import Fraction
from typing import Any

from oxobook.viewer.players.audit import Audit, Results, nash_conv
from oxobook.viewer.players.claims import Claim
from oxobook.viewer.players.roster import ROSTER


def audit_report(audit: Audit) -> dict[str, Any]:
    """An audit; what only a finished walk can say is null without one."""
    exact = audit.exact
    lost = None if audit.loss is None else "loss"
    return {
        "player": audit.player,
        "rules": str(audit.rules),
        "seat": audit.seat,
        "finished": exact is not None,
        "worst": exact.worst.word if exact else lost,
        "never_loses": audit.never_loses,
        "line": None if audit.loss is None else list(audit.loss),
        "lines": exact and exact.lines._asdict(),
        "vs_random": exact and _fractions(exact.vs_random),
        "vs_best": exact and str(exact.vs_best),
        "positions": exact and exact.positions,
        "mistakes": exact and exact.mistakes,
        "visited": audit.visited,
        "mistaken": exact
        and [{"position": one.position.text, "moves": one.moves, "safe": one.safe} for one in exact.mistaken],
    }


def _fractions(results: Results[Fraction]) -> dict[str, str]:
    return {name: str(share) for name, share in results._asdict().items()}


def players_report(audits: dict[tuple[str, str], Audit], claims: list[Claim]) -> dict[str, Any]:
    """The players with their audits in both seats, without the lists of mistakes; and the claims, settled."""
    names = list(dict.fromkeys(name for name, _ in audits))
    rules = audits[names[0], "X"].rules
    players = [_player_report(audits[name, "X"], audits[name, "O"]) for name in names]
    return {"rules": str(rules), "players": players, "claims": [claim._asdict() for claim in claims]}


def _player_report(x: Audit, o: Audit) -> dict[str, Any]:
    """One player in both seats."""
    gained = nash_conv(x, o)
    seats = {"X": audit_report(x), "O": audit_report(o)}
    for seat in seats.values():
        del seat["mistaken"]
    return {
        "player": x.player,
        "plays": ROSTER[x.player].does,
        "nash_conv": None if gained is None else str(gained),
        **seats,
    }
