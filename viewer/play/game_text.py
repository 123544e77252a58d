"""A game in a terminal: its board with labels on the free cells, its record and its assessment (rich)."""

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from book.book import Entry, Move
from book.game.notation import cell_named, coordinates
from book.game.position import Position
from book.game.score import Value
from viewer.palette import Palette
from viewer.play.assessment import Assessed
from viewer.reasons import reasons


def game_board(position: Position, names: tuple[str, ...], last: str | None, palette: Palette) -> Padding:
    """The board with its stones, the one just played reversed, and on the free cells what to type for them."""
    rules = position.rules
    width = max(map(len, names)) + 2 | 1  # odd, so that a stone stands in the middle
    legal = position.legal_cells
    played = None if last is None else cell_named(last, rules)
    text = Text(no_wrap=True)
    for cell in range(rules.cells):
        row, column = divmod(cell, rules.columns)
        if row and not column:
            text.append("\n" + "┼".join(["─" * width] * rules.columns) + "\n", palette.rule)
        elif column:
            text.append("│", palette.rule)
        side = "X" if position.x >> cell & 1 else "O" if position.o >> cell & 1 else None
        if side is None:
            text.append((names[cell] if cell in legal else "").center(width), "dim")
        else:
            style = f"bold {'reverse ' if cell == played else ''}{getattr(palette, side.lower())}"
            left = (width - 1) // 2
            text.append(" " * (left - 1)).append(f" {side} ", style).append(" " * (width - 2 - left))
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
        side = Text(f"{one.by} {names[one.by]}", f"bold {getattr(palette, one.by.lower())}")
        kind = Text(one.kind, "" if one.kind != "mistake" else f"bold {palette.loss}")
        better = f"{' '.join(one.better)}: {_worth(one.could_have)}" if one.better else ""
        worth = Text(_worth(one.value, one.remoteness), palette.strong(one.value))
        table.add_row(f"{one.ply:>2}", side, one.move, kind, worth, better)
    return table


def _worth(value: Value, remoteness: int | None = None) -> str:
    """What a move does, in words."""
    if value is Value.DRAW:
        return "draws"
    plies = "" if remoteness is None else f" in {remoteness}"
    return f"{'wins' if value is Value.WIN else 'loses'}{plies}"
