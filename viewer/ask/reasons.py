"""Reasons why a best move is best: the tactics that the board proves, then its effect on the result."""

from oxobook.book.entry import Entry, Move
from oxobook.book.errors import counted
from oxobook.book.game.notation import cells_of, move_names
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask
from oxobook.book.game.score import Value
from oxobook.book.game.tactics import Tactics, stones, tactics, threats
from oxobook.viewer.words.wording import listed, own_moves


def reasons(entry: Entry, legal: list[Move], names: tuple[str, ...] | None = None) -> dict[str, list[str]]:
    """Return the reasons for each best move, the strongest first; ``legal``: all moves; ``names``: of the cells.

    They are for players, who count the winner's own moves.
    """
    found, names = tactics(entry.position), names or move_names(entry.position.rules)
    result = _result(entry, legal)
    cells = zip(entry.best, cells_of(entry.best_mask), strict=True)
    return {name: _reasons(entry.position, found, cell, names, result) for name, cell in cells}


def _reasons(position: Position, found: Tactics, cell: Cell, names: tuple[str, ...], result: str) -> list[str]:
    """Return the reasons for one best move, its effect on the result last."""
    after = position.play(cell)
    if after.winner == position.to_move:
        return ["wins at once"]
    said = [
        *_line_reasons(position, after, found, cell, names),
        *_losing_line_reasons(position, after, found, cell),
    ]
    return [*said, result]


def _line_reasons(position: Position, after: Position, found: Tactics, cell: Cell, names: tuple[str, ...]) -> list[str]:
    """Return the reasons about lines that win, where each side has stones of its own: blocks, threats and forks."""
    words, terms = [], position.rules.terms
    other = "O" if position.to_move == "X" else "X"
    if found.blocks >> cell & 1:
        words.append(f"blocks {other}'s line")
    wins = terms.line_value(position.ply) > 0 and terms.signs == ("X", "O") and not after.over
    made = threats(position.rules, *reversed(stones(after))) if wins else 0
    if found.forks >> cell & 1:
        words.append(f"forks: threatens {_listed(made, names)}")
    elif made:
        words.append(f"threatens {_listed(made, names)}")
    if found.fork_blocks >> cell & 1 and not found.forks >> cell & 1:
        words.append(f"stops {other}'s fork at {_listed(found.their_forks, names, 'or')}")
    return words


def _losing_line_reasons(position: Position, after: Position, found: Tactics, cell: Cell) -> list[str]:
    """Return the reasons about lines that lose: those that the move avoids or leaves to the opponent."""
    terms, ply = position.rules.terms, position.ply
    if found.line_moves >> cell & 1:
        return []
    words = ["completes no line"] if found.line_moves and terms.line_value(ply) < 0 else []
    if not after.over and terms.line_value(ply + 1) < 0:
        forced = tactics(after).line_moves
        if all(forced >> reply & 1 for reply in after.legal_cells):
            words.append(f"leaves {after.to_move} only moves that complete a line")
    return words


def _result(entry: Entry, legal: list[Move]) -> str:
    if entry.value is Value.WIN:
        return f"wins in {counted(own_moves(entry.remoteness), 'move')}"
    if entry.value is Value.DRAW:
        return "holds the draw" if entry.safe_mask.bit_count() < len(legal) else "every move draws"
    return "lasts longest" if entry.best_mask.bit_count() < len(legal) else "every move loses"


def _listed(mask: Mask, names: tuple[str, ...], link: str = "and") -> str:
    return listed([names[cell] for cell in cells_of(mask)], link)
