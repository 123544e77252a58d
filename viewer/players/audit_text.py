"""Texts of audits and of the table of players: for a terminal, and as the fields of ``--json``."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from oxobook.book.errors import counted
from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.position import Position
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.players.answers import Unlike
from oxobook.viewer.players.audit import Audit, nash_conv
from oxobook.viewer.players.roster import ROSTER
from oxobook.viewer.terminal.board_text import board_lines, side_style
from oxobook.viewer.terminal.console import Line, Span
from oxobook.viewer.terminal.table import Cell, facts, heads, paragraph, side_by_side, table
from oxobook.viewer.words.winner import winner_of

_SHOWN_MISTAKES = 6
_LONGEST_FRACTION = 24
_FACT = 14  # columns for the name of a fact
_HONEST = "return a dictionary of its odds, which are then exact, or let it play for an estimate: --sample 1000"
_LEGEND = (
    "\nworst: the worst result over all replies and the player's own choices. won, drawn, lost: the games that are "
    "possible. win, draw, loss %: against random moves. vs best: the expected result against an opponent who knows how "
    "it plays. mistakes: positions in which it may go wrong."
)


def audit_text(audit: Audit, labels: CellLabels) -> Iterator[Line]:
    """Yield the verdict, the shortest loss, the figures, and the first mistakes."""
    yield []
    seat = (audit.seat, side_style(audit.seat))
    yield [(f" {audit.player} as ", "bold"), seat, (f" on {audit.rules} ", "bold"), _verdict(audit)]
    yield []
    if audit.unlike:
        yield from _facts(("no rule", audit.unlike.told(labels)), ("instead", _HONEST))
    if audit.loss:
        yield from _facts(("a game it lost" if audit.unlike else "shortest loss", labels.moves(audit.loss)))
        yield from _boards(audit, labels)
        yield []
    yield from _facts(*_figures(audit))
    if audit.exact and audit.exact.mistaken:
        mistaken, shown = audit.exact.mistaken, audit.exact.mistaken[:_SHOWN_MISTAKES]
        rows = [
            (one.position.text, one.position.to_move, labels.moves(one.moves), labels.moves(one.safe)) for one in shown
        ]
        yield []
        yield from table([heads("position", "to move", "may play", "safe"), *rows])
        more = len(mistaken) - len(shown)
        yield [(f" and {more:,} more: --json lists them all" if more else "", "dim")]


def _facts(*named: tuple[str, str]) -> Iterator[Line]:
    """Yield facts above and below the boards of a loss, all in the same columns."""
    return facts(*((name.ljust(_FACT), fact) for name, fact in named))


def _boards(audit: Audit, labels: CellLabels) -> Iterator[Line]:
    """Return the board after each move of the loss; the stone just played stands out."""
    position, frames = Position(audit.rules), []
    for move in audit.loss or ():
        before, position = position, position.play(move)
        new = (position.x ^ before.x) | (position.o ^ before.o)
        board = board_lines(position, lambda cell: ("·", "dim"), 1, last=new, ruled=False)
        frames.append([[(f"{position.ply:>2} {labels.move(move)}", "dim")], *([(" ", ""), *line] for line in board)])
    return side_by_side(frames, " " * (_FACT + 3))


def _verdict(audit: Audit) -> Span:
    style, said = "bold", "is not proved: it follows no rule" if audit.unlike else "met no loss so far"
    if audit.loss:
        style, said = "bold red", "can lose" + (", but follows no rule" if audit.unlike else ": proved by a game")
    elif audit.never_loses:
        style, said = "bold green", "never loses: proved"
    return said, style


def _figures(audit: Audit) -> Iterator[tuple[str, str]]:
    if exact := audit.exact:
        lines = exact.lines
        shares = ", ".join(f"{name} {number_text(share)}" for name, share in exact.vs_random._asdict().items())
        best = number_text(exact.vs_best)
        yield "games", f"{lines.win:,} won, {lines.draw:,} drawn, {lines.loss:,} lost: every game that is possible"
        yield "vs random", f"{shares}: probabilities"
        yield "vs best reply", f"{best}: expected result, with a win 1, a draw 0 and a loss -1"
        yield "mistakes", f"it may go wrong in {exact.mistakes:,} of its {counted(exact.positions, 'position')}"
        if exact.good is not None and exact.perfect is not None:
            rates = f"{float(100 * exact.good):.1f} % good and {float(100 * exact.perfect):.1f} % perfect"
            yield "moves", f"{rates}, each of these positions counting once"
        yield "walked", counted(audit.visited, "position")
    elif not audit.unlike:
        yield "not finished", f"stopped after {counted(audit.visited, 'position')}; --sample 1000 estimates"
    if audit.assumes:
        yield "assumes", f"that {audit.assumes}"


def number_text(number: Fraction) -> str:
    """Return a fraction, with its decimals, or these alone if it is long."""
    if number.denominator == 1:
        return str(number)
    exact = str(number)
    return f"{exact} = {float(number):.4f}" if len(exact) <= _LONGEST_FRACTION else f"{float(number):.6f}"


def players_text(audits: Mapping[tuple[str, str], Audit]) -> Iterator[Line]:
    """Yield the players, then their audits, a row a seat."""
    names = dict.fromkeys(name for name, _ in audits)
    yield from table([heads("player", "plays"), *(((name, "bold"), ROSTER[name].does) for name in names)])
    yield []
    headings = heads("player", "", "worst", "won", "drawn", "lost", "win %", "draw %", "loss %", "vs best", "mistakes")
    rows: list[list[Cell]] = [
        [(name if seat == "X" else "", "bold"), (seat, side_style(seat)), *_row(audit)]
        for (name, seat), audit in audits.items()
    ]
    yield from table([headings, *rows], "lllr")
    yield from paragraph(_LEGEND, "dim")


def _row(audit: Audit) -> list[Cell]:
    exact = audit.exact
    if not exact:
        return ["can lose" if audit.loss else "not finished"]
    worst = (exact.worst.word, f"bold {COLOURS.strong(winner_of(exact.worst, audit.seat))}")
    shares = [f"{float(100 * share):.2f}" for share in exact.vs_random]
    counts = [f"{count:,}" for count in exact.lines]
    return [worst, *counts, *shares, f"{float(exact.vs_best):+.3f}".replace("+0.000", "0"), f"{exact.mistakes:,}"]


def audit_report(audit: Audit) -> dict[str, Any]:
    """Return an audit as JSON fields, in their order; the results of a finished walk are null without one."""
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
        "vs_random": exact and {name: str(share) for name, share in exact.vs_random._asdict().items()},
        "vs_best": exact and str(exact.vs_best),
        "positions": exact and exact.positions,
        "mistakes": exact and exact.mistakes,
        "good_move_rate": None if exact is None or exact.good is None else float(exact.good),
        "perfect_move_rate": None if exact is None or exact.perfect is None else float(exact.perfect),
        "visited": audit.visited,
        "mistaken": exact and [one._asdict() | {"position": one.position.text} for one in exact.mistaken],
        "assumes": audit.assumes,
        "unlike": audit.unlike and unlike_report(audit.unlike),
    }


def unlike_report(unlike: Unlike) -> dict[str, Any]:
    """Return two answers as JSON fields."""
    answers = [{move: str(share) for move, share in answer.items()} for answer in unlike.answers]
    return {"position": unlike.position.text, "answers": answers}


def players_report(audits: Mapping[tuple[str, str], Audit]) -> dict[str, Any]:
    """Return the players with their audits in both seats, without the lists of mistakes."""
    players = []
    for name in dict.fromkeys(name for name, _ in audits):
        x, o = audits[name, "X"], audits[name, "O"]
        gained = nash_conv(x, o)
        seats = {seat: audit_report(one) for seat, one in (("X", x), ("O", o))}
        for seat in seats.values():
            del seat["mistaken"]
        about = {"player": name, "plays": ROSTER[name].does, "nash_conv": None if gained is None else str(gained)}
        players.append(about | seats)
    return {"rules": str(next(iter(audits.values())).rules), "players": players}
