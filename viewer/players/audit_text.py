"""Texts of audits, estimates and the table of players: for a terminal (rich), and as the fields of ``--json``."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.position import Position
from oxobook.book.game.score import Value
from oxobook.viewer.palette import Palette
from oxobook.viewer.players.answers import Unlike
from oxobook.viewer.players.audit import Audit, ExactResults, nash_conv
from oxobook.viewer.players.estimate import Estimate
from oxobook.viewer.players.roster import ROSTER
from oxobook.viewer.terminal.board_text import board_lines, side_style

_SHOWN_MISTAKES = 6
_LONGEST_FRACTION = 24
_HONEST = "return a dictionary of its odds, which are then exact, or let it play for an estimate: --samples 1000"
_RATES = {"mistaken": "with a mistake"}
_LEGEND = """
 worst: the worst result over all replies and the player's own choices. won, drawn, lost: the
 games that are possible. win, draw, loss %: against random moves. vs best: the expected result
 against an opponent who knows how it plays. mistakes: positions in which it may go wrong."""


def audit_text(audit: Audit, palette: Palette, labels: CellLabels) -> list[RenderableType]:
    """Return the verdict, the shortest loss, the figures, and the first mistakes."""
    facts = Table(Column(style="dim", no_wrap=True), "", box=None, show_header=False, padding=(0, 2, 0, 1))
    if audit.unlike:
        facts.add_row("no rule", audit.unlike.told(labels))
        facts.add_row("instead", _HONEST)
    if audit.loss:
        facts.add_row("a game it lost" if audit.unlike else "shortest loss", labels.moves(audit.loss))
        facts.add_row("", Padding(_boards(Position(audit.rules), audit.loss, palette, labels), (1, 0, 1, 0)))
    if audit.exact:
        _add_figures(facts, audit, audit.exact)
    elif not audit.unlike:
        facts.add_row("not finished", f"stopped after {audit.visited:,} positions; --limit raises the bound")
    if audit.assumes:
        facts.add_row("assumes", f"that {audit.assumes}")
    parts: list[RenderableType] = [Padding(_verdict(audit, palette), (1, 0, 1, 1), expand=False), facts]
    if audit.exact and audit.exact.mistaken:
        parts.append(Padding(_mistakes(audit.exact, labels), (1, 0, 0, 1), expand=False))
    return parts


def _boards(position: Position, moves: Sequence[str], palette: Palette, labels: CellLabels) -> Columns:
    """Return the board after each move, in rows as wide as the terminal; the stone just played stands out."""
    frames = []
    for move in moves:
        before, position = position, position.play(move)
        new = (position.x ^ before.x) | (position.o ^ before.o)
        board = board_lines(position, palette, lambda cell: ("·", "dim"), 1, last=new, ruled=False)
        lines = [[(f"{position.ply:>2} {labels.move(move)}", "dim")], *([(" ", ""), *line] for line in board)]
        frames.append(Text("\n", no_wrap=True).join(Text.assemble(*line) for line in lines))
    return Columns(frames, padding=(1, 4))


def _verdict(audit: Audit, palette: Palette) -> Text:
    text = Text(f"{audit.player} as ", "bold").append(audit.seat, side_style(audit.seat, palette))
    text.append(f" on {audit.rules} ")
    if audit.loss:
        proved = ", but follows no rule" if audit.unlike else ": proved by a game"
        return text.append(f"can lose{proved}", f"bold {palette.strong(Value.LOSS)}")
    if audit.never_loses:
        return text.append("never loses: proved", f"bold {palette.strong(Value.WIN)}")
    open_yet = "is not proved: it follows no rule" if audit.unlike else "met no loss so far"
    return text.append(open_yet, f"bold {palette.strong(Value.DRAW)}")


def _add_figures(facts: Table, audit: Audit, exact: ExactResults) -> None:
    lines = exact.lines
    facts.add_row("games", f"{lines.win:,} won, {lines.draw:,} drawn, {lines.loss:,} lost: every game that is possible")
    shares = ", ".join(f"{name} {number_text(share)}" for name, share in exact.vs_random._asdict().items())
    facts.add_row("vs random", f"{shares}: probabilities")
    facts.add_row(
        "vs best reply", f"{number_text(exact.vs_best)}: expected result, with a win 1, a draw 0 and a loss -1"
    )
    facts.add_row("mistakes", f"it may go wrong in {exact.mistakes:,} of its {exact.positions:,} positions")
    facts.add_row("walked", f"{audit.visited:,} positions")


def number_text(number: Fraction) -> str:
    """Return a fraction, with its decimals, or these alone if it is long."""
    if number.denominator == 1:
        return str(number)
    exact = str(number)
    return f"{exact} = {float(number):.4f}" if len(exact) <= _LONGEST_FRACTION else f"{float(number):.6f}"


def _mistakes(exact: ExactResults, labels: CellLabels) -> Group:
    """Return the first mistakes, one a row."""
    position = Column("position", no_wrap=True)
    table = Table(position, "to move", "may play", "safe", box=None, header_style="dim", pad_edge=False)
    for one in exact.mistaken[:_SHOWN_MISTAKES]:
        table.add_row(one.position.text, one.position.to_move, labels.moves(one.moves), labels.moves(one.safe))
    more = len(exact.mistaken) - _SHOWN_MISTAKES
    return Group(table, Text(f"and {more:,} more: --json lists them all" if more > 0 else "", "dim"))


def players_text(audits: Mapping[tuple[str, str], Audit], palette: Palette) -> list[RenderableType]:
    """Return the players, then their audits, a row a seat."""
    described = Table(Column("player", style="bold", no_wrap=True), "plays", box=None, header_style="dim")
    for name in dict.fromkeys(name for name, _ in audits):
        described.add_row(name, ROSTER[name].does)
    return [described, Text(""), _players(audits, palette), Text(_LEGEND, "dim")]


def _players(audits: Mapping[tuple[str, str], Audit], palette: Palette) -> Table:
    counted = ("won", "drawn", "lost", "win %", "draw %", "loss %", "vs best", "mistakes")
    headings = [Column(one, no_wrap=True) for one in ("player", "", "worst")]
    headings += [Column(one, justify="right", no_wrap=True) for one in counted]
    table = Table(*headings, box=None, header_style="dim")
    for (name, seat), audit in audits.items():
        side = Text(seat, side_style(seat, palette))
        table.add_row(Text(name if seat == "X" else "", "bold"), side, *_row(audit, palette))
    return table


def _row(audit: Audit, palette: Palette) -> list[RenderableType]:
    exact = audit.exact
    if not exact:
        return ["can lose" if audit.loss else "not finished"]
    worst = Text(exact.worst.word, f"bold {palette.strong(exact.worst)}")
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
        "visited": audit.visited,
        "mistaken": exact and [one._asdict() | {"position": one.position.text} for one in exact.mistaken],
        "assumes": audit.assumes,
        "unlike": audit.unlike and unlike_report(audit.unlike),
    }


def unlike_report(unlike: Unlike) -> dict[str, Any]:
    """Return two answers as JSON fields."""
    answers = [{move: str(share) for move, share in answer.items()} for answer in unlike.answers]
    return {"position": unlike.position.text, "answers": answers}


def estimate_text(estimate: Estimate, palette: Palette) -> list[RenderableType]:
    """Return the rates that games have shown, each with its interval."""
    heading = Text(f"{estimate.player} as ", "bold").append(estimate.seat, side_style(estimate.seat, palette))
    heading.append(f" on {estimate.rules} ").append("is estimated, not proved", f"bold {palette.strong(Value.DRAW)}")
    columns = Column(style="dim"), Column(justify="right"), Column(justify="right"), Column()
    table = Table(*columns, box=None, show_header=False, padding=(0, 2, 0, 1))
    for name, rate in estimate.rates.items():
        share, low, high = (f"{100 * one:.2f} %" for one in rate[1:])
        table.add_row(_RATES.get(name, name), f"{rate.games:,}", share, f"{low} to {high}")
    words = f"{estimate.games:,} games against random moves: number, share, and where it lies with 95 % confidence"
    return [Padding(heading, (1, 0, 1, 1), expand=False), table, Padding(Text(words, "dim"), (1, 0, 0, 1))]


def estimate_report(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate as JSON fields, in their order."""
    rates = {name: rate._asdict() for name, rate in estimate.rates.items()}
    about = {"player": estimate.player, "rules": str(estimate.rules), "seat": estimate.seat}
    return about | {"estimate": {"games": estimate.games, "confidence": 0.95} | rates}


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
    rules = next(iter(audits.values())).rules
    return {"rules": str(rules), "players": players}
