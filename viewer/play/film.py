"""Film: a game as a row of small boards, one a move, that wraps at the width of the terminal (rich)."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.text import Text

from book.game.position import Position
from viewer.palette import Palette


def film(position: Position, moves: Sequence[str], palette: Palette) -> Columns:
    """The board after each of the moves played from a position; the stone just played stands out."""
    frames = []
    for move in moves:
        before, position = position, position.play(move)
        frames.append(_frame(before, position, move, palette))
    return Columns(frames, padding=(1, 4))


def _frame(before: Position, after: Position, move: str, palette: Palette) -> Text:
    """The number and name of the move, and the board."""
    rules = after.rules
    stones = {"X": after.x, "O": after.o}
    new = after.key ^ before.key
    new = (new | new >> rules.cells) & rules.full
    text = Text(f"{after.ply:>2} {move}\n", "dim", no_wrap=True)
    for cell in range(rules.cells):
        side = next((side for side, mask in stones.items() if mask >> cell & 1), None)
        colour = getattr(palette, side.lower()) if side else "dim"
        style = f"bold reverse {colour}" if new >> cell & 1 else colour
        text.append(" ")
        text.append(side or "·", style)
        if (cell + 1) % rules.columns == 0 and cell + 1 < rules.cells:
            text.append("\n")
    return text
