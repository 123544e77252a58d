"""Film: a game as a row of small boards, one a move, that wraps at the width of the terminal (rich)."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.text import Text

from oxobook.book.game.palette import Palette
from oxobook.book.game.position import Position
from oxobook.viewer.terminal.board_text import board_text


def film(position: Position, moves: Sequence[str], palette: Palette) -> Columns:
    """The board after each of the moves played from a position; the stone just played stands out."""
    frames = []
    for move in moves:
        before, position = position, position.play(move)
        frames.append(_frame(before, position, move, palette))
    return Columns(frames, padding=(1, 4))


def _frame(before: Position, after: Position, move: str, palette: Palette) -> Text:
    """The number and name of the move, and the board."""
    new = after.key ^ before.key
    new = (new | new >> after.rules.cells) & after.rules.full
    board = board_text(after, palette, lambda cell: ("·", "dim"), 1, last=new, ruled=False)
    lines = [[(f"{after.ply:>2} {move}", "dim")], *([(" ", ""), *line] for line in board)]
    return Text("\n", no_wrap=True).join(Text.assemble(*line) for line in lines)
