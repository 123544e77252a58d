"""Board, hint and review of a game, as a terminal shows them."""

from collections.abc import Iterator, Sequence

from oxobook.book.entry import Entry, Move
from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.notation import move_named
from oxobook.book.game.position import Position
from oxobook.book.game.score import Value
from oxobook.viewer.ask.reasons import reasons
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.players.judge import JudgedMove
from oxobook.viewer.terminal.board_text import board_lines, side_style
from oxobook.viewer.terminal.console import Line
from oxobook.viewer.terminal.table import heads, table
from oxobook.viewer.words.winner import kind_of, winner_of, winner_text


def game_board(position: Position, labels: CellLabels, last: str | None) -> Iterator[Line]:
    """Yield the board: the last stone in reverse video, and on each free cell the label to type for it."""
    legal = position.legal_cells
    width = max(map(len, labels.of_cells)) + 2 | 1  # odd, so that a stone stands in the middle
    lines = board_lines(
        position,
        lambda cell: (labels.of_cells[cell] if cell in legal else "", "dim"),
        width,
        last=0 if last is None else 1 << move_named(last, position.rules) % position.rules.cells,
    )
    yield from ([], *([("  ", ""), *line] for line in lines), [])


def hint_text(entry: Entry, moves: list[Move], labels: CellLabels) -> str:
    """Return a hint: the label of the pick, the reasons for it, and the other best moves."""
    assert entry.pick is not None
    *why, result = reasons(entry, moves, labels.names)[entry.pick]
    why.append(f"is as good as any: {result}" if result.startswith("every") else result)
    others = labels.moves(move for move in entry.best if move != entry.pick)
    said = " and ".join([", ".join(why[:-1]), why[-1]]) if len(why) > 1 else why[0]
    return f"Hint: {labels.move(entry.pick)} {said}." + (f" As good: {others}." if others else "")


def assessment_text(moves: Sequence[JudgedMove], called: dict[str, str], labels: CellLabels) -> Iterator[Line]:
    """Return a table with a row for each move, its result and the better ones; ``called``: participants by side."""
    rows = [heads("", "", "move", "", "result", "better")]
    for one in moves:
        by = one.by
        before, after = (winner_of(Value[value.upper()], by) for value in (one.before, one.after))
        kind = kind_of(one.perfect, one.good, Value[one.before.upper()])
        rows.append(
            [
                f"{one.ply:>2}",
                (f"{by} {called[one.by]}", side_style(by)),
                labels.move(one.move),
                (kind, "" if one.good else "bold red"),
                (winner_text(after, one.remoteness, by), COLOURS.strong(after)),
                "" if one.perfect else f"{labels.moves(one.best)}: {winner_text(before)}",
            ]
        )
    return table(rows)
