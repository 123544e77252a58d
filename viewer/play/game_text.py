"""A game in a terminal: its board with labels on the free cells, its record and its assessment (rich)."""

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from book.book import Entry, Move
from book.game.notation import cell_named, coordinates
from book.game.position import Position
from viewer.board_text import board_text, side_style
from viewer.palette import Palette
from viewer.play.assessment import Assessed
from viewer.reasons import reasons
from viewer.wording import move_does


def game_board(position: Position, names: tuple[str, ...], last: str | None, palette: Palette) -> Padding:
    """The board with its stones, the one just played reversed, and on the free cells what to type for them."""
    legal = position.legal_cells
    width = max(map(len, names)) + 2 | 1  # odd, so that a stone stands in the middle
    played = 0 if last is None else 1 << cell_named(last, position.rules)
    lines = board_text(
        position, palette, lambda cell: (names[cell] if cell in legal else "", "dim"), width, last=played
    )
    text = Text("\n", no_wrap=True).join(Text.assemble(*line) for line in lines)
    return Padding(text, (1, 0, 1, 2), expand=False)


def hint_text(entry: Entry, moves: list[Move], names: tuple[str, ...]) -> Text:
    """The pick, by what to type for it, and why; and the other best moves."""
    label = dict(zip(coordinates(entry.position.rules), names, strict=True))
    assert entry.pick is not None
    why = ", ".join(reasons(entry, moves, names)[entry.pick])
    text = Text("Hint: ").append(label[entry.pick], "bold").append(f" {why}.")
    others = [label[move] for move in entry.best if move != entry.pick]
    return text.append(f" As good: {' '.join(others)}." if others else "")


def assessment_text(moves: list[Assessed], names: dict[str, str], palette: Palette) -> Table:
    """Each move of a game: best, safe or a mistake, and what would have been better."""
    table = Table(box=None, header_style="dim", pad_edge=True)
    for heading in ("", "", "move", "", "value", "better"):
        table.add_column(heading, justify="left", no_wrap=heading != "better")
    for one in moves:
        side = Text(f"{one.by} {names[one.by]}", side_style(one.by, palette))
        kind = Text(one.kind, "" if one.kind != "mistake" else f"bold {palette.loss}")
        better = f"{' '.join(one.better)}: {move_does(one.could_have)}" if one.better else ""
        worth = Text(move_does(one.value, one.remoteness), palette.strong(one.value))
        table.add_row(f"{one.ply:>2}", side, one.move, kind, worth, better)
    return table
