"""Assessment of each move of a game by the book, and the board, hint and review that a terminal shows."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from oxobook.book.book import Book
from oxobook.book.entry import Entry, Move
from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.notation import move_named
from oxobook.book.game.position import Position
from oxobook.book.game.score import Value
from oxobook.viewer.ask.reasons import IN_MOVES, reasons
from oxobook.viewer.palette import Palette
from oxobook.viewer.terminal.board_text import board_lines, side_style
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import heads, table
from oxobook.viewer.terminal.wording import move_does


class Assessed(NamedTuple):
    """Move of a game, with its assessment."""

    ply: int  # number of stones on the board after it
    by: str
    move: str
    kind: str  # ``best``, ``safe`` (it keeps the value, but ends later or sooner than it could) or ``mistake``
    value: Value  # value of the move, for the mover
    remoteness: int  # plies until the game ends under perfect play, this move included
    could_have: Value  # value of a best move
    better: tuple[str, ...]  # best moves; empty if the move is one of them


def assessed(moves: Sequence[str], book: Book) -> list[Assessed]:
    """Return each move of a game from the empty board."""
    position = Position(book.rules)
    found = []
    for name in moves:
        entry = book.probe(position, pick=False)
        move = next(move for move in book.moves(position) if move.move == name)
        kind = "best" if move.best else "safe" if move.safe else "mistake"
        better = () if move.best else entry.best
        by = position.to_move
        position = position.play(name)
        found.append(Assessed(position.ply, by, name, kind, move.value, move.remoteness, entry.value, better))
    return found


def game_board(position: Position, labels: CellLabels, last: str | None, palette: Palette) -> Iterator[Line]:
    """Yield the board: the last stone in reverse video, and on each free cell the label to type for it."""
    legal = position.legal_cells
    width = max(map(len, labels.of_cells)) + 2 | 1  # odd, so that a stone stands in the middle
    lines = board_lines(
        position,
        palette,
        lambda cell: (labels.of_cells[cell] if cell in legal else "", "dim"),
        width,
        last=0 if last is None else 1 << move_named(last, position.rules) % position.rules.cells,
        signs=labels.said("X") + labels.said("O"),
    )
    yield from ([], *([("  ", ""), *line] for line in lines), [])


def hint_text(entry: Entry, moves: list[Move], labels: CellLabels) -> str:
    """Return a hint: the label of the pick, the reasons for it, and the other best moves."""
    assert entry.pick is not None
    why = labels.said(", ".join(reasons(entry, moves, IN_MOVES, labels.names)[entry.pick]))
    others = labels.moves(move for move in entry.best if move != entry.pick)
    return f"Hint: {labels.move(entry.pick)} {why}." + (f" As good: {others}." if others else "")


def assessment_text(
    moves: list[Assessed], called: dict[str, str], labels: CellLabels, palette: Palette
) -> Iterator[Line]:
    """Return a table with a row for each move, its result and the better ones; ``called``: participants by side."""
    rows = [heads("", "", "move", "", "result", "better")]
    for one in moves:
        side = (f"{labels.said(one.by)} {called[one.by]}", side_style(labels.said(one.by), palette))
        kind = (one.kind, "" if one.kind != "mistake" else f"bold {palette.loss}")
        better = f"{labels.moves(one.better)}: {move_does(one.could_have)}" if one.better else ""
        worth = (move_does(one.value, one.remoteness), palette.strong(one.value))
        number, move = (f"{one.ply:>2}", ""), (labels.move(one.move), "")
        rows.append([number, side, move, kind, worth, (better, "")])
    return table(rows)
