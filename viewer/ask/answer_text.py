"""Texts of a lookup, of an unfinished one, and of a line of perfect play in a terminal, as lines of spans."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxobook.book.entry import Entry, Move
from oxobook.book.errors import counted
from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.notation import move_named
from oxobook.book.game.rules import Cell
from oxobook.book.layout.search import Unfinished
from oxobook.viewer.ask.reasons import reasons
from oxobook.viewer.palette import COLOURS
from oxobook.viewer.terminal.board_text import board_lines, side_style
from oxobook.viewer.terminal.console import Line, Span
from oxobook.viewer.terminal.table import heads, table
from oxobook.viewer.words.winner import kind_of, winner_of, winner_text
from oxobook.viewer.words.wording import how_won

if TYPE_CHECKING:
    from oxobook.viewer.reports import Line as LineReport

_LEAST_WIDTH = 5  # of a cell, so that a stone has air on both sides
_LONGEST_BOARD = 19  # characters of a board that reads well in a row: one of 4x4


def lookup_text(entry: Entry, legal: list[Move], width: int, labels: CellLabels) -> Iterator[Line]:
    """Yield a board of at most ``width`` columns with its moves' values, its value, and its moves ranked."""
    yield []
    for line in value_board(entry, legal, width, labels):
        yield [("  ", ""), *line]
    yield []
    yield [("  ", ""), *_sentence(entry, labels)]
    if legal:
        yield []
        yield from _move_table(entry, legal, labels)
    if entry.source == "search" and legal:
        yield []
        yield [(f"  Searched, not in the book: {counted(entry.nodes, 'position')} in {entry.seconds:.1f} s.", "dim")]
    yield []


def value_board(entry: Entry, legal: list[Move], width: int, labels: CellLabels) -> list[Line]:
    """Return the board with each move's value on its free cell, after the cell's label unless the edges say it.

    In the longest words that ``width`` columns allow: ``X in 3``, ``X 3``, or ``X3`` with ``=`` for a draw.
    """
    rules, edges = entry.position.rules, labels.edges
    for length in range(3):
        shown: dict[Cell, Span] = {}
        for move in legal:  # the best first: of two signs on a cell, the better one is shown
            cell = move_named(move.move, rules) % rules.cells
            sign = f"{labels.said(move.move[0])}: " if rules.terms.both else ""
            label = "" if edges else f"{labels.of_cells[cell]}: "
            shown.setdefault(
                cell,
                (label + sign + _spellings(move, entry, labels)[length], _move_style(move, entry, labels)),
            )
        longest = max((len(text) for text, _ in shown.values()), default=1)
        cell_width = max(longest + 2, _LEAST_WIDTH) | 1  # odd, so that a stone stands in the middle
        if 4 + rules.board.width * (cell_width + 1) <= width:
            break

    def worth(cell: Cell) -> Span:
        return shown.get(cell, ("·", "dim"))

    signs = labels.said("XO")
    return board_lines(entry.position, worth, cell_width, edges=edges, signs=signs)


def _winner(answer: Entry | Move, entry: Entry, labels: CellLabels) -> str | None:
    """Return the winner of a position or after a move, as the labels call it; None for a draw."""
    winner = winner_of(answer.value, entry.position.to_move)
    return winner and labels.said(winner)


def _spellings(move: Move, entry: Entry, labels: CellLabels) -> tuple[str, str, str]:
    """Return a move's value in words, in short and in signs."""
    words = winner_text(_winner(move, entry, labels), move.remoteness, labels.said(entry.position.to_move))
    short = words.replace(" in ", " ").replace("wins", "0")
    return words, short, "=" if words == "draw" else short.replace(" ", "")


def _move_style(move: Move, entry: Entry, labels: CellLabels) -> str:
    """Return the winner's colour, bold for the best moves; fainter ones would be lost on dark grounds."""
    return f"{'bold ' if move.best else ''}{COLOURS.strong(_winner(move, entry, labels))}"


def _sentence(entry: Entry, labels: CellLabels) -> Line:
    """Return the position's value, or the result of a finished game, in one sentence."""
    position = entry.position
    if position.winner:
        winner = labels.said(position.winner)
        return [(winner, side_style(winner)), (labels.said(f" has won{how_won(position)}."), "")]
    if position.over:
        return [("The game is ", ""), ("drawn", f"bold {COLOURS.draw}"), (".", "")]
    best, side = _winner(entry, entry, labels), labels.said(position.to_move)
    score = f", score {entry.score(entry)}" if position.rules.gravity else ""
    return [
        (side, side_style(side)),
        (" to move: ", ""),
        (winner_text(best, entry.remoteness, side), f"bold {COLOURS.strong(best)}"),
        (f"{score}.", ""),
    ]


def _move_table(entry: Entry, legal: list[Move], labels: CellLabels) -> Iterator[Line]:
    """Return a row for every legal move, best first: result, kind, traps and reasons."""
    why = reasons(entry, legal, labels.names)
    falls = entry.position.rules.gravity
    rows = [heads("move", "result", *(["score"] if falls else []), "", "traps", "why")]
    for move in legal:
        kind = "pick" if move.move == entry.pick else kind_of(move.best, move.safe, entry.value)
        rows.append(
            [
                (labels.move(move.move), "bold" if move.best else ""),
                (_spellings(move, entry, labels)[0], _move_style(move, entry, labels)),
                *([(str(entry.score(move)).rjust(3), "" if move.best else "dim")] if falls else []),
                (kind, "" if move.best else "dim"),
                (f"{move.wrong_replies} of {move.replies}" if move.replies else "", "" if move.best else "dim"),
                (labels.said(", ".join(why.get(move.move, []))), ""),
            ]
        )
    return table(rows, margin="  ")


def unfinished_text(found: Unfinished, labels: CellLabels) -> Iterator[Line]:
    """Yield the board, what is proved, by which moves, and what is not known."""
    position, side = found.position, labels.said(found.position.to_move)
    yield []
    for line in board_lines(position, lambda cell: ("·", "dim"), 3, edges=labels.edges, signs=labels.said("XO")):
        yield [("  ", ""), *line]
    yield []
    said = found.proved
    if found.least is found.most:
        winner = winner_of(found.least, position.to_move)
        said = winner_text(winner and labels.said(winner), found.remoteness or 0, side)
    by = found.by([*map(labels.move, found.names)])
    yield [("  ", ""), (side, side_style(side)), (f" to move: {said}{by}: proved.", "")]
    yield [(f"  The rest was not found in {found.effort.seconds:.1f} s: --time-limit allows more.", "dim")]
    yield []


def line_text(report: "LineReport", labels: CellLabels) -> Iterator[Line]:
    """Yield perfect play: one row a move with the board after it, or on large boards the moves of both sides."""
    if len(report["position"]) > _LONGEST_BOARD:
        moves = [""] * (report["to_move"] == "O") + [*map(labels.move, report["line"])]
        first = (labels.rules.cells - report["position"].count(".")) // 2 + 1
        rows = [heads("move", *labels.said("XO"))]
        rows += [[f"{first + turn // 2:>3}", *moves[turn : turn + 2]] for turn in range(0, len(moves), 2)]
    else:
        rows = [heads("move", "", "cell", "position"), ["", "", "", labels.said(report["position"])]]
        for board in report["boards"]:
            text, by = labels.said(board["position"]), labels.said(board["by"])
            number = f"{sum(map(text.count, 'XO')):>3}"
            rows.append([number, (by, side_style(by)), labels.move(board["move"]), text])
    yield from table(rows)
    yield [(f" {labels.said(report['winner'])} wins." if report["winner"] else " The game is drawn.", "")]
