"""Figures of lines: those of a game, those that want one stone, their kinds, and forks."""

from collections import Counter

from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.tactics import stones, tactics, threats
from oxobook.viewer.pictures.drawing.board_shapes import strikes
from oxobook.viewer.pictures.drawing.drawing import Drawing, PlacedBoard
from oxobook.viewer.pictures.drawing.shapes import Group, Shape
from oxobook.viewer.pictures.figures.style import IllegalFigure, Style
from oxobook.viewer.pictures.figures.tile_figures import tiles_for
from oxobook.viewer.terminal.wording import line_word, listed


def _lines(rules: Rules) -> list[Mask]:
    """Return rows, then columns, diagonals and others; raises IllegalFigure for none."""
    if not rules.lines:
        raise IllegalFigure(f"expected a game with lines; the board of {rules} has none")
    order = ("row", "column", "diagonal", "line")
    return sorted(rules.lines, key=lambda line: order.index(line_word(line, rules)))


def _aim(rules: Rules) -> str:
    ends = {"mover": "whoever completes one wins", "other": "whoever completes one loses"}
    return ends.get(rules.terms.line, f"if one is completed, {rules.terms.line} wins")


def lines_figure(rules: Rules, style: Style) -> Drawing:
    """Return a board for each line of the game, with the line struck through. Raises IllegalFigure."""
    count, ordered = len(rules.lines), _lines(rules)
    caption = f"{count} line{'s' * (count != 1)} of {rules.k}: {_aim(rules)}."
    tiles = tiles_for(rules, count, "diagonal", 1, style, caption)
    shapes: list[Shape | PlacedBoard] = []
    for number, line in enumerate(ordered):
        board = tiles.board(number, Position(rules), line)
        shapes += tiles.tile(board, str(number + 1), [line_word(line, rules)])
        shapes.append(Group(tuple(strikes(rules, line, 0, tiles.cell, style.palette.ink)), board.x, board.y))
    return tiles.figure(f"The lines of {rules}: {count}", shapes, [caption])


def threats_figure(position: Position, style: Style) -> Drawing:
    """Return a board for each line that wants one stone: its other cells have stones of one side.

    Raises IllegalFigure, also for none.
    """
    rules, names = position.rules, style.labels_for(position.rules).names
    taken = position.x | position.o
    found = [
        (f"{sign} lacks {names[lacking.bit_length() - 1]}", line, lacking)
        for sign, own in (("X", position.x), ("O", position.o))
        for line in _lines(rules)
        if (lacking := line & ~own).bit_count() == 1 and not lacking & taken and sign in rules.terms.counted
    ]
    if not found:
        raise IllegalFigure(
            "expected a position with a line that wants one stone, one free cell beside stones of one side; "
            f"got {position.text!r}"
        )
    caption = f"Grey: a line that wants one stone, on the cell with +; {_aim(rules)}."
    if any(lacking & ~rules.playable(taken) for _, _, lacking in found):
        caption += " (+): no stone can fall there yet."
    tiles = tiles_for(rules, len(found), max((said for said, _, _ in found), key=len), 1, style, caption)
    shapes: list[Shape | PlacedBoard] = []
    for number, (said, line, lacking) in enumerate(found):
        board = tiles.board(number, position, line)
        sign = "+" if lacking & rules.playable(taken) else "(+)"
        shapes += [*tiles.tile(board, line_word(line, rules), [said]), *tiles.signs(board, lacking, sign)]
    count = f"{len(found)} line{'s that want' if len(found) > 1 else ' that wants'} one stone"
    return tiles.figure(f"{count} in {position.text} of {rules}", shapes, [caption])


def kinds_figure(position: Position, style: Style) -> Drawing:
    """Return each kind of line, by the stones on it in any order, with the number of such lines in a position.

    A line of three has ten kinds. Raises IllegalFigure.
    """
    rules = position.rules
    counts = Counter(tuple(map(int.bit_count, (line, line & position.x, line & position.o))) for line in _lines(rules))
    kinds = [
        (size, x, o)
        for size in sorted({size for size, _, _ in counts})
        for x in range(size + 1)
        for o in range(size - x + 1 if "O" in "".join(rules.terms.signs) else 1)
    ]
    kinds.sort(key=lambda kind: (kind[0], kind[1] * kind[2] > 0, kind[2] > 0, kind[1] + kind[2], kind[2]))
    longest = Rules(1, kinds[-1][0], kinds[-1][0])
    caption = "Kinds of lines: what stands on them, in any order, and how many are so."
    tiles = tiles_for(longest, len(kinds), "X lacks 2", 1, style, caption)
    shapes: list[Shape | PlacedBoard] = []
    for number, (size, x, o) in enumerate(kinds):
        board = tiles.board(number, Position(Rules(1, size, size), (1 << x) - 1, (1 << o) - 1 << x))
        count = counts[size, x, o]
        head = f"{count or 'no'} line{'s' * (count != 1)}"
        shapes += tiles.tile(board, head, [_kind_word(size, x, o, rules)], [head] * (count > 0))
    return tiles.figure(f"The {len(kinds)} kinds of lines in {position.text} of {rules}", shapes, [caption])


def _kind_word(size: int, x: int, o: int, rules: Rules) -> str:
    """Return what a line with these numbers of stones of X and O says to a player."""
    sign = "X" if x else "O"
    if not x + o:
        return "free"
    if (x and o) or sign not in rules.terms.counted:
        return "blocked"
    return f"{sign} lacks {size - x - o}" if x + o < size else f"{sign} has it"


def forks_figure(position: Position, style: Style) -> Drawing:
    """Return a board for each fork of the mover, then of the other side, with the cells that it threatens.

    Raises IllegalFigure, also for none.
    """
    rules, names, known = position.rules, style.labels_for(position.rules).names, tactics(position)
    (mover, own), (other, their) = zip("XO" if position.to_move == "X" else "OX", stones(position), strict=True)
    found: list[tuple[str, str, Position, Mask]] = []
    sides = (mover, own, their, known.forks), (other, their, own, known.their_forks)
    for side, mine, others, moves in sides:
        for stones_after in (mine | 1 << cell for cell in cells_of(moves)):
            aims = threats(rules, stones_after, others)
            said = f"{side} threatens {listed([names[aim] for aim in cells_of(aims)])}"
            pair = (stones_after, others) if side == "X" else (others, stones_after)
            name = names[(stones_after ^ mine).bit_length() - 1]
            found.append((f"{side} {name}", said, Position(rules, *pair), aims))
    if not found:
        raise IllegalFigure(
            f"expected a position in which a side has a fork, a move with two threats at once; got {position.text!r}"
        )
    caption = "Grey: the fork. +: where it threatens to win; only one of these cells can be blocked."
    if known.their_forks:
        caption += f" It is {mover}'s turn: {other} can fork only if {mover} lets it."
    tiles = tiles_for(rules, len(found), max((said for _, said, _, _ in found), key=len), 1, style, caption)
    shapes: list[Shape | PlacedBoard] = []
    for number, (head, said, after, aims) in enumerate(found):
        board = tiles.board(number, after, (after.x | after.o) & ~(position.x | position.o))
        shapes += [*tiles.tile(board, head, [said]), *tiles.signs(board, aims)]
    counts = [f"{moves.bit_count()} of {side}" for side, _, _, moves in sides if moves]
    return tiles.figure(f"Forks in {position.text} of {rules}: {listed(counts)}", shapes, [caption])
