"""Board as text: stones, marks on the free cells, and optionally grid lines and names."""

from collections.abc import Callable

from oxobook.book.game.position import Position
from oxobook.book.game.rules import Cell, Mask
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.terminal.console import Line, Span


def board_lines(
    position: Position,
    free: Callable[[Cell], Span],
    width: int,
    *,
    last: Mask = 0,
    ruled: bool = True,
    edges: tuple[list[str], list[str]] | None = None,
    signs: str = "XO",
) -> list[Line]:
    """Return the lines of a board whose cells are ``width`` columns wide.

    ``free`` gives the mark of a free cell. The stones of ``last`` stand out. ``ruled`` draws lines between the cells,
    which are else separated by blanks; ``edges`` are the names of the rows and of the columns, to write beside them.
    ``signs`` are the stones of X, which moves first, and of O.
    """
    rules = position.rules
    rows, columns = edges or ([""] * rules.rows, [""] * rules.columns)
    margin = " " * (max(map(len, rows)) + 1 if any(rows) else 0)
    margin = margin and margin.rjust(3)
    lines: list[Line] = []
    layer = rules.columns // rules.board.layers
    crossings = "".join("╫" if column % layer == 0 else "┼" for column in range(1, rules.columns))
    leftmost = [rules.board.middle(row, 0)[0] - 0.5 for row in range(rules.rows)]
    for row in range(rules.rows):
        indent = " " * round(leftmost[row] * (width + 1))
        if row and ruled:
            crossed = "".join((mark if not indent else "─") + "─" * width for mark in crossings)
            lines.append([(margin + indent + "─" * width + crossed, COLOURS.rule)])
        line: list[Span] = [(f"{rows[row]} ".rjust(len(margin)), "dim")] if margin else []
        line += [(indent, "")] if indent else []
        for column, cell in enumerate(rules.board.table[row]):
            if column:
                line.append(("│" if column % layer else "║", COLOURS.rule) if ruled else (" ", ""))
            hole = [("▒" * width, COLOURS.rule)]
            line += hole if cell is None else _cell(position, cell, free, width, last, signs)
        lines.append(line)
    if edges:
        names = (name.center(width) for name in columns)
        lines.append([(margin + indent + " ".join(names), "dim")])
    return lines


def side_style(side: str) -> str:
    """Return the style of X or O, on the board and in sentences."""
    return f"bold {COLOURS.x if side == 'X' else COLOURS.o}"


def _cell(
    position: Position, cell: Cell, free: Callable[[Cell], Span], width: int, last: Mask, signs: str
) -> list[Span]:
    """Return a cell, centred; a stone that stands out is set on a ground of up to three columns."""
    side = signs[0] if position.x >> cell & 1 else signs[1] if position.o >> cell & 1 else None
    if side is None:
        text, style = free(cell)
        return [(text.center(width), style)]
    style = side_style(side)
    if not last >> cell & 1:
        return [(side.center(width), style)]
    ground = side.center(min(width, 3))
    before = (width - len(ground)) // 2
    return [(" " * before, ""), (ground, f"reverse {style}"), (" " * (width - len(ground) - before), "")]
