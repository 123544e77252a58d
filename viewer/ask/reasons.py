"""Reasons why a best move is best: the tactics that the board proves, then its effect on the result."""

from oxobook.book.entry import Entry, Move
from oxobook.book.game.notation import cells_of, coordinates
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask
from oxobook.book.game.score import Value
from oxobook.book.game.tactics import Tactics, tactics, threats
from oxobook.viewer.terminal.wording import listed, plies


def reasons(entry: Entry, moves: list[Move], names: tuple[str, ...] | None = None) -> dict[str, list[str]]:
    """Return the reasons for each best move of an entry, the strongest first; ``moves`` are all its legal moves.

    ``names`` are the cells' names in the reasons; by default their coordinates.
    """
    rules, found = entry.position.rules, tactics(entry.position)
    names = names or coordinates(rules)
    cells = zip(entry.best, cells_of(entry.best_mask), strict=True)
    return {name: _reasons(entry, moves, found, cell, names) for name, cell in cells}


def _reasons(entry: Entry, moves: list[Move], found: Tactics, cell: Cell, names: tuple[str, ...]) -> list[str]:
    """Return the reasons for one best move."""
    after = entry.position.play(cell)
    if after.winner == entry.position.to_move:
        return ["wins at once"]
    if entry.position.rules.misere:
        return [*_misere_reasons(after, found, cell), _result(entry, moves)]
    return [*_line_reasons(entry.position, after, found, cell, names), _result(entry, moves)]


def _line_reasons(position: Position, after: Position, found: Tactics, cell: Cell, names: tuple[str, ...]) -> list[str]:
    """Return blocks, threats and forks, if a line wins."""
    words = []
    mover, other = position.to_move, "O" if position.to_move == "X" else "X"
    if found.blocks >> cell & 1:
        words.append(f"blocks {other}'s line")
    own, their = (after.x, after.o) if mover == "X" else (after.o, after.x)
    made = 0 if after.over else threats(position.rules, own, their)
    if found.forks >> cell & 1:
        words.append(f"forks, with threats at {_listed(made, names)}")
    elif made:
        words.append(f"threatens a line at {_listed(made, names)}")
    if found.fork_blocks >> cell & 1 and not found.forks >> cell & 1:
        words.append(f"stops {other}'s fork at {_listed(found.their_forks, names, 'or')}")
    return words


def _misere_reasons(after: Position, found: Tactics, cell: Cell) -> list[str]:
    """Return lines made and avoided, if a line loses."""
    if found.line_moves >> cell & 1:
        return []
    words = ["completes no line"] if found.line_moves else []
    if not after.over:
        forced = tactics(after).line_moves
        if all(forced >> reply & 1 for reply in after.legal_cells):
            words.append(f"leaves {after.to_move} only moves that complete a line")
    return words


def _result(entry: Entry, moves: list[Move]) -> str:
    """Return a best move's effect on the result."""
    end = plies(entry.remoteness)
    if entry.value is Value.WIN:
        return f"wins in {end}"
    if entry.value is Value.DRAW:
        return "holds the draw" if entry.safe_mask.bit_count() < len(moves) else "draws, as every move does"
    return f"holds out for {end}" if entry.best_mask.bit_count() < len(moves) else f"loses in {end}, as every move does"


def _listed(mask: Mask, names: tuple[str, ...], link: str = "and") -> str:
    """Return the names of cells."""
    return listed([names[cell] for cell in cells_of(mask)], link)
