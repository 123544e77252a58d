"""Figures of lines: those of a game, those that want one stone, their kinds, and forks."""

from collections import Counter

from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Mask, Rules
from oxobook.book.game.tactics import stones, tactics, threats
from oxobook.viewer.pictures.drawing.drawing import Drawing
from oxobook.viewer.pictures.figures.style import IllegalFigure, Style
from oxobook.viewer.pictures.figures.tiles import Tile, tiled
from oxobook.viewer.words.wording import line_word, listed


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
    count, empty = len(rules.lines), Position(rules)
    tiles = [
        Tile(empty, str(number), (line_word(line, rules),), marked=line, struck=line)
        for number, line in enumerate(_lines(rules), 1)
    ]
    caption = f"{count} line{'s' * (count != 1)} of {rules.k}: {_aim(rules)}."
    return tiled(f"The lines of {rules}: {count}", tiles, caption, style)


def threats_figure(position: Position, style: Style) -> Drawing:
    """Return a board for each line that wants one stone: its other cells have stones of one side.

    Raises IllegalFigure, also for none.
    """
    rules, names = position.rules, style.labels_for(position.rules).names
    taken, tiles = position.x | position.o, []
    for sign, own in (("X", position.x), ("O", position.o)):
        for line in _lines(rules):
            lacking = line & ~own
            if lacking.bit_count() == 1 and not lacking & taken and sign in rules.terms.counted:
                cell, plus = lacking.bit_length() - 1, "+" if lacking & rules.playable(taken) else "(+)"
                feet = (f"{sign} lacks {names[cell]}",)
                tiles.append(Tile(position, line_word(line, rules), feet, line, {cell: plus}, (plus,)))
    if not tiles:
        raise IllegalFigure(
            "expected a position with a line that wants one stone, one free cell beside stones of one side; "
            f"got {position.text!r}"
        )
    caption = f"Grey: a line that wants one stone, on the cell with +; {_aim(rules)}."
    if any("(+)" in tile.bold for tile in tiles):
        caption += " (+): no stone can fall there yet."
    count = f"{len(tiles)} line{'s that want' if len(tiles) > 1 else ' that wants'} one stone"
    return tiled(f"{count} in {position.text} of {rules}", tiles, caption, style)


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
    tiles = []
    for size, x, o in kinds:
        count = counts[size, x, o]
        head = f"{count or 'no'} line{'s' * (count != 1)}"
        board = Position(Rules(1, size, size), (1 << x) - 1, (1 << o) - 1 << x)
        tiles.append(Tile(board, head, (_kind_word(size, x, o, rules),), bold=[head] * (count > 0)))
    caption = "Kinds of lines: what stands on them, in any order, and how many are so."
    return tiled(f"The {len(kinds)} kinds of lines in {position.text} of {rules}", tiles, caption, style)


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
    sides, tiles = ((mover, own, their, known.forks), (other, their, own, known.their_forks)), []
    for side, mine, others, moves in sides:
        for cell in cells_of(moves):
            after = mine | 1 << cell
            aims = cells_of(threats(rules, after, others))
            said = f"{side} threatens {listed([names[aim] for aim in aims])}"
            board = Position(rules, *((after, others) if side == "X" else (others, after)))
            tiles.append(
                Tile(board, f"{side} {names[cell]}", (said,), 1 << cell, dict.fromkeys(aims, "+"), bold=("+",))
            )
    if not tiles:
        raise IllegalFigure(
            f"expected a position in which a side has a fork, a move with two threats at once; got {position.text!r}"
        )
    caption = "Grey: the fork. +: where it threatens to win; only one of these cells can be blocked."
    if known.their_forks:
        caption += f" It is {mover}'s turn: {other} can fork only if {mover} lets it."
    counts = [f"{moves.bit_count()} of {side}" for side, _, _, moves in sides if moves]
    return tiled(f"Forks in {position.text} of {rules}: {listed(counts)}", tiles, caption, style)
